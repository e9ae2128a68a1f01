"""Names, sentences, views, pictures."""
