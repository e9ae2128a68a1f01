"""Chapter COL: collisions."""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Step
from spacecombat_env.rulesets.interceptor.pieces.dice import proceed


@jit
def collide_step(state, rules):
    """Step.COLLIDE: pairs and rams one at a time (state.cursor, back = COLLIDE,

    hits in full rows, proceed(APPLY)); none left: cursor 0, proceed(COLLAPSE).
    """
    proceed(state, Step.COLLAPSE)


@jit
def collision_damage(state, rules, k, target):
    """IN-COL-05, 06."""
    return 0
