"""Questions of this room: velocity, the move, ramming, what drifts."""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.interceptor.movement.drifting import (
    hear_drift_move,
    legal_drift_move,
)
from spacecombat_env.rulesets.interceptor.movement.moving import (
    hear_move,
    hear_push,
    legal_move,
)
from spacecombat_env.rulesets.interceptor.movement.ramming import (
    hear_ram,
    legal_ram,
)
from spacecombat_env.rulesets.interceptor.movement.turning_points import (
    hear_store,
    legal_store,
)
from spacecombat_env.rulesets.interceptor.movement.velocity import (
    hear_speed,
)
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Ask


@jit
def legal(state, rules, side, mask):
    """Write the legal words of a question of this room."""
    question = int(state.ask)
    if question == Ask.RAM:
        legal_ram(state, rules, side, mask)
    elif question == Ask.MOVE:
        legal_move(state, rules, side, mask)
    elif question == Ask.STORE:
        legal_store(state, rules, side, mask)
    elif question == Ask.DRIFT_MOVE:
        legal_drift_move(state, rules, side, mask)


@jit
def hear(state, rules, word):
    """Carry out a legal word."""
    question, seat = int(state.ask), int(state.seat)
    if question == Ask.RAM:
        hear_ram(state, rules, seat, word)
    elif question == Ask.MOVE:
        hear_move(state, rules, seat, word)
    elif question == Ask.STORE:
        hear_store(state, rules, seat, word)
    elif question == Ask.DRIFT_MOVE:
        hear_drift_move(state, rules, seat, word)


@jit
def hear_number(state, rules, number):
    """Carry out a number."""
    question, seat = int(state.ask), int(state.seat)
    if question == Ask.SPEED:
        hear_speed(state, rules, seat, number)
    elif question == Ask.PUSH:
        hear_push(state, rules, seat, number)
