"""Pictures: the ground, the pieces upon it, the panels next to it."""
