"""Chapter MSL: TGMs."""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Step
from spacecombat_env.rulesets.interceptor.pieces.dice import proceed


@jit
def lay(state, rules, k, load, velocity):
    """IN-MSL-13 A DORMANT missile in the launcher's hex."""


@jit
def locks_step(state, rules):
    """Step.LOCKS:

    the next dormant one (state.cursor) tries the nearest target first (IN-MSL-14 to 16, IN-
    AMB-32); a lock: clear_exchange, back = LOCKS, proceed(FLIGHT); all tried: cursor 0,
    proceed(NEXT_GO).
    """
    proceed(state, Step.NEXT_GO)


@jit
def drift_missiles(state, rules):
    """Dormant ones move by velocity; called from movement/drifting.py."""
