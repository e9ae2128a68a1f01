"""Matches: pairs of games between two agents, played in batches or one by one."""
