"""Questions of this room: who flies, who works which weapon."""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.interceptor.crew.takeover import (
    hear_crew,
    hear_crew_weapon,
    legal_crew,
    legal_crew_weapon,
)
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Ask


@jit
def legal(state, rules, side, mask):
    """Write the legal words of a question of this room."""
    question = int(state.ask)
    if question == Ask.CREW:
        legal_crew(state, rules, side, mask)
    elif question == Ask.CREW_WEAPON:
        legal_crew_weapon(state, rules, side, mask)


@jit
def hear(state, rules, word):
    """Carry out a legal word."""
    question, seat = int(state.ask), int(state.seat)
    if question == Ask.CREW:
        hear_crew(state, rules, seat, word)
    elif question == Ask.CREW_WEAPON:
        hear_crew_weapon(state, rules, seat, word)
