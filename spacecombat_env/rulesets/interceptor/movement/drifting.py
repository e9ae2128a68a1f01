"""What drifts. Ask DRIFT_MOVE."""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Step
from spacecombat_env.rulesets.interceptor.pieces.dice import proceed


@jit
def drift_step(state, rules):
    """Step.DRIFT: IN-AMB-94 crews with thrust by their owner, wrecks,

    derelicts that did not move, crews, dormant missiles (transponder.drift_missiles); then
    proceed(COLLIDE).
    """
    proceed(state, Step.COLLIDE)


@jit
def legal_drift_move(state, rules, side, mask):
    """ahead, port, starboard by verbs; `done`."""


@jit
def hear_drift_move(state, rules, seat, word):
    """As above."""
