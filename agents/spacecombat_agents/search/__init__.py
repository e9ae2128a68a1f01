"""Search: players that try actions out in determinized games before they act.

Nothing here reads a true game. A player receives redacted records (`Needs.RECORDS`). It samples
determinizations that are consistent with them (determinization.py, sampled_worlds.py). It plays
these in parallel (game_batch.py, playouts.py) and acts by the results. `ismcts.py` is the baseline,
`policy_improvement.py` the opponent; `search_factory.py` parses their names on command lines.
Analyses and studies sample the worlds of recorded games in the same way (trajectory.py).
"""
