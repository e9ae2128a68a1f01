"""Opponent files (.opp): manifest, checks, levels, runtimes, and those that are built in."""
