"""Questions of this room: thrust, evasion, facing."""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.battle_rider.movement.facing import hear_facing, legal_facing
from spacecombat_env.rulesets.battle_rider.movement.movement import (
    hear_evade,
    hear_thrust,
    hear_thrust_side,
    legal_thrust,
    legal_thrust_side,
)
from spacecombat_env.rulesets.battle_rider.pieces.constants.turn import Ask


@jit
def legal(state, rules, side, mask):
    """Write the legal words of a question of this room."""
    question = int(state.ask)
    if question == Ask.THRUST:
        legal_thrust(state, rules, state.order[side], mask)
    elif question == Ask.THRUST_SIDE:
        legal_thrust_side(state, rules, state.order[side], mask)
    elif question == Ask.FACING:
        legal_facing(state, side, mask)


@jit
def hear(state, rules, word):
    """Carry out a legal word."""
    question = int(state.ask)
    if question == Ask.THRUST:
        hear_thrust(state, rules, word)
    elif question == Ask.THRUST_SIDE:
        hear_thrust_side(state, rules, word)
    elif question == Ask.FACING:
        hear_facing(state, rules, word)


@jit
def hear_number(state, rules, number):
    """A number is complete."""
    question = int(state.ask)
    if question == Ask.EVADE_NUMBER:
        hear_evade(state, rules, number)
