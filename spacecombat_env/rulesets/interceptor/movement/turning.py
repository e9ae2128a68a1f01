"""Chapter MOV: heading, facing, roll."""

from spacecombat_env.core.jit import jit


@jit
def heading_cost(state, rules, k, clockwise):
    """IN-MOV-04, 05, 13."""
    return 1


@jit
def facing_cost(state, rules, k):
    """IN-MOV-03."""
    return 1


@jit
def turn_heading(state, rules, k, clockwise):
    """Pays and turns; notes TURNED."""


@jit
def turn_facing(state, rules, k, clockwise):
    """IN-MOV-03, 17."""


@jit
def roll_over(state, rules, k):
    """IN-MOV-09, 10."""
