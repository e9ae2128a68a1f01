"""Chapters DMG, IDE, DES: what a hit does."""
