"""The view: a reader's position as JSON, part by part, and its schema."""
