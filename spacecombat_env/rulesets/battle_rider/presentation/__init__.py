"""Presentation: names, sentences, views, pictures."""
