"""How a game ends, and what it was worth: scenarios and missions."""
