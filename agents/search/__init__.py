"""Search: players that try words out in imagined games before they speak.

Nothing here looks at a true game. A player is handed redacted records (`Needs.SEEN`); worlds that
look the same to the seat are dealt from them (worlds.py), played on side by side (board.py,
playouts.py), and what came of them is what it goes by. `ismcts.py` is the yardstick, `improving.py`
the opponent; `naming.py` reads what they are called on command lines.
"""
