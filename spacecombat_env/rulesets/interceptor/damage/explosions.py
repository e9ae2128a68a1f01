"""Chapter DES: explosions and their chains."""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Step
from spacecombat_env.rulesets.interceptor.pieces.dice import proceed


@jit
def queue_blast(state, kind, q, r, k, strength):
    """Append to state.blast."""


@jit
def explode(state, rules, k, kind):
    """IN-DES-01 Craft k explodes: DESTROYED, all aboard die, blast queued; notes EXPLODED."""


@jit
def blasts_step(state, rules):
    """Step.BLASTS: pop one, clear hits, queue_hit for everybody in reach (IN-DES-02 to 05),

    proceed(APPLY); none: craft whose plant is gone explode first; else proceed(AFTER_EXCHANGE).
    """
    proceed(state, Step.AFTER_EXCHANGE)
