"""Hits: queued by whoever makes them, applied together (IN-CMB-04)."""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Step
from spacecombat_env.rulesets.interceptor.pieces.dice import proceed


@jit
def clear_exchange(state):
    """Blank volleys and hits."""


@jit
def queue_hit(state, target, source, facing, template, points, firer, crewman, weapon, missile):
    """Append to state.exchange.hit (beyond MAX_HITS it is applied at once or lost: say which)."""


@jit
def apply_step(state, rules):
    """Step.APPLY: every hit in turn (firewall, turret, column die, strike), widowing,

    components, wounds due; writes state.last; then proceed(BLASTS).
    """
    proceed(state, Step.BLASTS)
