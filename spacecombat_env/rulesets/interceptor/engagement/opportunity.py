"""Chapter CMB: when a seat is asked (paper 2.3); hold, watch, pass."""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Step
from spacecombat_env.rulesets.interceptor.pieces.dice import proceed


@jit
def begin_watch(state):
    """A unit begins its move: order.watch NORMAL, order.passed 0, of both."""


@jit
def shot_value(state, rules, seat, target):
    """Best volley of a seat's ships at craft `target` now, hundredths of a box:

    own skills and weapons, range, angle; never what is hidden.
    """
    return 0


@jit
def opportunity_step(state, rules):
    """Step.OPPORTUNITY: the mover's opponent is asked OPPORTUNITY, or it is over: moment = 0,

    proceed(state.back). No mover: at once.
    """


@jit
def legal_opportunity(state, rules, side, mask):
    """pass, hold, watch, own craft that can fire."""


@jit
def hear_opportunity(state, rules, seat, word):
    """pass: order.passed = order.value, moment bit, proceed(OPPORTUNITY); own craft: begin_fire."""


@jit
def last_shots_step(state, rules):
    """Step.LAST_SHOTS: each seat (not order.done) that can fire is asked LAST_SHOTS,

    back = LAST_SHOTS; both done: proceed(FIELD).
    """
    proceed(state, Step.FIELD)


@jit
def legal_last_shots(state, rules, side, mask):
    """Own craft that can fire, `done`."""


@jit
def hear_last_shots(state, rules, seat, word):
    """`done`: order.done, proceed(LAST_SHOTS); own craft: begin_fire."""
