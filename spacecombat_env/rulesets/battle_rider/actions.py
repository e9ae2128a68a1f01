"""The router: which room says what may be said, and which one hears it.

It knows rooms, not questions: that a question is of a room stands in its row (pieces/asks.py).
"""

from spacecombat_env.core.jit import jit
from spacecombat_env.core.numbers import hear_number, legal_number
from spacecombat_env.rulesets.battle_rider.beams import answers as beams
from spacecombat_env.rulesets.battle_rider.fleets import answers as fleets
from spacecombat_env.rulesets.battle_rider.forces import answers as forces
from spacecombat_env.rulesets.battle_rider.missiles import answers as missiles
from spacecombat_env.rulesets.battle_rider.movement import answers as movement
from spacecombat_env.rulesets.battle_rider.pieces.asks import ASKS_NUMBER, ROOM_OF, Room
from spacecombat_env.rulesets.battle_rider.pieces.constants.sizes import NONE
from spacecombat_env.rulesets.battle_rider.pieces.constants.turn import AMOUNTS
from spacecombat_env.rulesets.battle_rider.pieces.words import amount_word
from spacecombat_env.rulesets.battle_rider.sensors import answers as sensors
from spacecombat_env.rulesets.battle_rider.ships import answers as ships
from spacecombat_env.rulesets.battle_rider.victory import answers as victory


@jit
def legal(state, rules, mask):
    """Write the legal words of the seat to act; none where nothing is asked."""
    mask[:] = 0
    side, room = int(state.seat), ROOM_OF[state.ask]
    if ASKS_NUMBER[state.ask]:
        legal_number(state.order[side], amount_word(state, 0), AMOUNTS, mask)
    elif room == Room.FORCES:
        forces.legal(state, rules, side, mask)
    elif room == Room.MISSILES:
        missiles.legal(state, rules, side, mask)
    elif room == Room.SENSORS:
        sensors.legal(state, rules, side, mask)
    elif room == Room.MOVEMENT:
        movement.legal(state, rules, side, mask)
    elif room == Room.BEAMS:
        beams.legal(state, rules, side, mask)
    elif room == Room.FLEETS:
        fleets.legal(state, rules, side, mask)
    elif room == Room.SHIPS:
        ships.legal(state, rules, side, mask)
    elif room == Room.VICTORY:
        victory.legal(state, rules, side, mask)


@jit
def hear(state, rules, word):
    """Carry out one legal word."""
    room = ROOM_OF[state.ask]
    if ASKS_NUMBER[state.ask]:
        number = hear_number(state.order[state.seat], word - amount_word(state, 0), AMOUNTS)
        if number != NONE:
            hear_whole(state, rules, number)
    elif room == Room.FORCES:
        forces.hear(state, rules, word)
    elif room == Room.MISSILES:
        missiles.hear(state, rules, word)
    elif room == Room.SENSORS:
        sensors.hear(state, rules, word)
    elif room == Room.MOVEMENT:
        movement.hear(state, rules, word)
    elif room == Room.BEAMS:
        beams.hear(state, rules, word)
    elif room == Room.FLEETS:
        fleets.hear(state, rules, word)
    elif room == Room.SHIPS:
        ships.hear(state, rules, word)
    else:
        victory.hear(state, rules, word)


@jit
def hear_whole(state, rules, number):
    """A number is complete, its units too."""
    room = ROOM_OF[state.ask]
    if room == Room.MISSILES:
        missiles.hear_number(state, rules, number)
    elif room == Room.MOVEMENT:
        movement.hear_number(state, rules, number)
    elif room == Room.BEAMS:
        beams.hear_number(state, rules, number)
    else:
        fleets.hear_number(state, rules, number)
