"""The view: a reader's position as JSON, and its schema."""
