"""Chapters DES, MSL: the queue of explosions, and HELL missiles."""
