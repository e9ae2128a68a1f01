"""What is drawn: the ground, the pieces upon it, the record sheets and panels beside it."""
