"""Recorded games: a position for each day."""
