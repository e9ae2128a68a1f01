"""Search: players that try actions out in determinized games before they speak.

Nothing here looks at a true game. A player is handed redacted records (`Needs.SEEN`); worlds that
look the same to the seat are dealt from them (determinization.py), played on side by side
(game_batch.py, playouts.py), and what came of them is what it goes by. `ismcts.py` is the
yardstick, `policy_improvement.py` the opponent; `search_factory.py` reads what they are called on
command lines.
"""
