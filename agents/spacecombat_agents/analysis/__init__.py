"""A recorded game, told by a net: how it stood, what was dear, and what was luck.

    settings    how much is tried
    mind        the net that is asked: what it thinks, and how it plays
    life        a game as one seat lived through it
    rivals      what could have been said at each order: by the net, and by others
    rollouts    what comes of orders in determinized worlds
    turns       luck and decisions apart, turn by turn
    costs       the orders that cost most
    seats       all of it for one seat
    told        as JSON, and as remarks on a page

What is told to a reader follows from what that seat was shown at its own questions, and from
nothing else: two games that look the same to it have the same analysis, byte for byte.
"""
