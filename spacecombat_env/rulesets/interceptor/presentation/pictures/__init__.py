"""Pictures: the ground, the pieces upon it, the record sheets and panels next to it."""
