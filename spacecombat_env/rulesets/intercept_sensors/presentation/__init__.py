"""Output for readers: names, sentences, views, pictures."""
