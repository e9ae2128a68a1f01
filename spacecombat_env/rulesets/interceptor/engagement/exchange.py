"""Chapter CMB: declared, returned, resolved, applied."""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Step
from spacecombat_env.rulesets.interceptor.pieces.dice import proceed


@jit
def declared_step(state, rules):
    """Step.DECLARED:

    a first volley at a craft whose owner can_fire with it asks RETURN (order.craft = it), once;
    else proceed(FLIGHT).
    """
    proceed(state, Step.FLIGHT)


@jit
def resolve_step(state, rules):
    """Step.RESOLVE: to-hit dice of both volleys on the state before, danger space, LEPC, TOT,

    DFM, own shield, shields; missiles that ARRIVED; hits queued; rocks and missiles and adrift
    hit at once; proceed(APPLY).
    """
    proceed(state, Step.APPLY)


@jit
def after_exchange_step(state, rules):
    """

    Step.AFTER_EXCHANGE (turn/sequence.py has called asteroids.after_crash where exchange.crash
    says so): both orders' ahead = 0; clear_exchange; proceed(OPPORTUNITY) if a mover stands and
    phase is RANDOM or MOVEMENT, else proceed(state.back).
    """
