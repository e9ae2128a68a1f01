"""Recorded games: replay files taken in, and a position for each day."""
