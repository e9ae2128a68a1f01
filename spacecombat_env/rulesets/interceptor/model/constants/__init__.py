"""Names for every number of the game: pieces, decisions, events."""
