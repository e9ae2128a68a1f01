"""The router: which room says what may be said, and which one hears it.

It knows rooms, not questions: that a question is of a room stands in its row (pieces/asks.py).
"""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.intercept_sensors.movement import answers as movement
from spacecombat_env.rulesets.intercept_sensors.pieces.asks import ROOM_OF, Room
from spacecombat_env.rulesets.intercept_sensors.scans import answers as scans


@jit
def legal(state, rules, mask):
    """Write the legal words of the seat to act; none where nothing is asked."""
    mask[:] = 0
    side, room = int(state.seat), ROOM_OF[state.ask]
    if room == Room.MOVEMENT:
        movement.legal(state, rules, side, mask)
    elif room == Room.SCANS:
        scans.legal(state, rules, side, mask)


@jit
def hear(state, rules, word):
    """Carry out one legal word."""
    if ROOM_OF[state.ask] == Room.MOVEMENT:
        movement.hear(state, rules, word)
    else:
        scans.hear(state, rules, word)
