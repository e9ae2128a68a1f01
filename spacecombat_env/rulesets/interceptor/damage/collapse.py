"""Chapter DES: structural collapse."""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Step
from spacecombat_env.rulesets.interceptor.pieces.dice import proceed


@jit
def holds(state, rules, k):
    """IN-DES-06,

    IN-AMB-48 Roll at once when a Piloting roll is due and Ship Destroyed boxes were hit; on
    failure fall_apart.
    """
    return True


@jit
def fall_apart(state, rules, k):
    """IN-DES-07 The die, WRECK with a rock counter or explosion."""


@jit
def collapse_step(state, rules):
    """Step.COLLAPSE at the end of the turn: state.back = COLLAPSE where a blast follows;

    then proceed(SCORE). Cursor: state.cursor.
    """
    proceed(state, Step.SCORE)
