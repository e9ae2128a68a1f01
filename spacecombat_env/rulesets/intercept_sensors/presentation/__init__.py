"""What is said and shown: names, sentences, views, pictures."""
