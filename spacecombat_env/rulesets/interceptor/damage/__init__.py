"""Chapters DMG, IDE, DES: the effect of a hit."""
