"""Chapter MOV: one move. Ask MOVE."""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Step
from spacecombat_env.rulesets.interceptor.pieces.dice import proceed


@jit
def speed_step(state, rules):
    """Step.SPEED: bounds, ask(SPEED); NEXT_GO has called begin_move."""
    proceed(state, Step.MOVE)


@jit
def move_step(state, rules):
    """Step.MOVE: the next hex of `ahead`; random_step when OUT;

    END_MOVE when nothing but `done` is left; else ask(MOVE).
    """
    proceed(state, Step.END_MOVE)


@jit
def legal_move(state, rules, side, mask):
    """Words of paper 2.2."""


@jit
def hear_push(state, rules, seat, number):
    """pushing.push; then velocity.set_speed where Step.SPEED stands (state.step),

    else ask(MOVE).
    """


@jit
def hear_move(state, rules, seat, word):
    """Each word; `fire` begins declaring.begin_fire; `eject` cases/ejecting;

    ends in proceed(AFTER_STEP) (back = MOVE) or proceed(END_MOVE).
    """


@jit
def end_move_step(state, rules):
    """Step.END_MOVE: once last_moment = 1, back = END_MOVE, proceed(OPPORTUNITY); then acted,

    mover NONE, proceed(RECOVERY in phase RANDOM, else NEXT_GO).
    """
