"""Who plays: the door of all players, those that ship, and bots from outside in their fence."""
