"""Chapter MOV: velocity. Ask SPEED."""

from spacecombat_env.core.jit import jit


@jit
def velocity_cost(state, rules, k, velocity):
    """IN-MOV-06 to 08, IN-AMB-14 Thrust points from its velocity to another."""
    return 0


@jit
def speed_bounds(state, rules, k):
    """Least and greatest velocity of SPEED (with one push; compensator; thrust control)."""
    return (0, 0)


@jit
def hear_speed(state, rules, seat, number):
    """order.speed; where a push is needed pushing.ask_push, else set_speed."""


@jit
def set_speed(state, rules, seat, number):
    """Pays (control.manoeuvre), start_velocity, velocity, lane; notes SPEED;

    then ask RAM where ramming.may_ram, else back = MOVE, proceed(AFTER_STEP).
    """
