"""End and result of a game: scenarios and missions."""
