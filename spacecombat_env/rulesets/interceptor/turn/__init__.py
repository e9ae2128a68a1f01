"""Chapters SEQ, TSK: the turn."""
