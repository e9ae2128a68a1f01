"""The router: which room says what may be said, and which one hears it.

It knows rooms, not questions: that a question is of a room stands in its row (pieces/asks.py).
"""

from spacecombat_env.core.jit import jit
from spacecombat_env.core.numbers import hear_number, legal_number
from spacecombat_env.rulesets.interceptor.cases import answers as cases
from spacecombat_env.rulesets.interceptor.combat import answers as combat
from spacecombat_env.rulesets.interceptor.crew import answers as crew
from spacecombat_env.rulesets.interceptor.engagement import answers as engagement
from spacecombat_env.rulesets.interceptor.missiles import answers as missiles
from spacecombat_env.rulesets.interceptor.movement import answers as movement
from spacecombat_env.rulesets.interceptor.pieces.asks import ASKS_NUMBER, ROOM_OF, Room
from spacecombat_env.rulesets.interceptor.pieces.constants.sizes import AMOUNTS, NONE
from spacecombat_env.rulesets.interceptor.pieces.words import amount_word
from spacecombat_env.rulesets.interceptor.turn import answers as turn


@jit
def legal(state, rules, mask):
    """Write the legal words of the seat to act; none where nothing is asked."""
    mask[:] = 0
    side, room = int(state.seat), ROOM_OF[state.ask]
    if ASKS_NUMBER[state.ask]:
        legal_number(state.order[side], amount_word(state, 0), AMOUNTS, mask)
    elif room == Room.MOVEMENT:
        movement.legal(state, rules, side, mask)
    elif room == Room.ENGAGEMENT:
        engagement.legal(state, rules, side, mask)
    elif room == Room.MISSILES:
        missiles.legal(state, rules, side, mask)
    elif room == Room.TURN:
        turn.legal(state, rules, side, mask)
    elif room == Room.CREW:
        crew.legal(state, rules, side, mask)
    elif room == Room.COMBAT:
        combat.legal(state, rules, side, mask)
    elif room == Room.CASES:
        cases.legal(state, rules, side, mask)


@jit
def hear(state, rules, word):
    """Carry out one legal word."""
    room = ROOM_OF[state.ask]
    if ASKS_NUMBER[state.ask]:
        number = hear_number(state.order[state.seat], word - amount_word(state, 0), AMOUNTS)
        if number != NONE:
            hear_whole(state, rules, number)
    elif room == Room.MOVEMENT:
        movement.hear(state, rules, word)
    elif room == Room.ENGAGEMENT:
        engagement.hear(state, rules, word)
    elif room == Room.MISSILES:
        missiles.hear(state, rules, word)
    elif room == Room.TURN:
        turn.hear(state, rules, word)
    elif room == Room.CREW:
        crew.hear(state, rules, word)
    elif room == Room.COMBAT:
        combat.hear(state, rules, word)
    else:
        cases.hear(state, rules, word)


@jit
def hear_whole(state, rules, number):
    """A number is complete, its units too."""
    room = ROOM_OF[state.ask]
    if room == Room.MOVEMENT:
        movement.hear_number(state, rules, number)
    elif room == Room.ENGAGEMENT:
        engagement.hear_number(state, rules, number)
    elif room == Room.MISSILES:
        missiles.hear_number(state, rules, number)
    elif room == Room.TURN:
        turn.hear_number(state, rules, number)
    else:
        cases.hear_number(state, rules, number)
