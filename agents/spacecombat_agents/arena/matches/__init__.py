"""Matches: pairs of games between two agents, played in batches or one after the other."""
