"""Opponent files (.opp): manifest, checks, levels, runtimes, and the built-in ones."""
