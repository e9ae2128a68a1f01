"""Chapter SOC: seriously out of control."""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Step
from spacecombat_env.rulesets.interceptor.pieces.dice import proceed


@jit
def recovery_step(state, rules):
    """Step.RECOVERY: by size, ties by lot, each ship OUT rolls (IN-SOC-10) once,

    then moves at random with points = thrust (begin_move, proceed(MOVE)); none left: cursor 0,
    proceed(LOCKS). phase RANDOM.
    """
    proceed(state, Step.LOCKS)


@jit
def random_step(state, rules):
    """IN-SOC-01 to 08, IN-AMB-18, 19 One manoeuvre or drifted hex of the mover,

    then proceed(AFTER_STEP), back = MOVE; or it is over: proceed(END_MOVE).
    """
