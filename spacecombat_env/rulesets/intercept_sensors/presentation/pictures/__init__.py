"""What is drawn: the ground, the pieces upon it, the panels beside it."""
