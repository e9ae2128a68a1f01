"""Presentation of a game to a reader: texts, views and their schemas, pictures."""
