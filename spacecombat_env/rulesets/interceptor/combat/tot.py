"""Chapter DIR: time on target."""

from spacecombat_env.core.native import native

from ..model import NONE, mates
from ..model.record_types import Rules, State
from .to_hit import number_to_hit

__all__ = ["first_of", "group_number", "mates"]


@native
def first_of(weapons):
    """The first weapon row of a mask, or NONE."""
    row, left = 0, int(weapons)
    if left == 0:
        return NONE
    while not left & 1:
        left >>= 1
        row += 1
    return row


@native
def group_number(state: State, rules: Rules, k, weapons, kind, target):
    """IN-DIR-19 The worst number of a group."""
    worst, row = NONE, 0
    while int(weapons) >> row:
        if (int(weapons) >> row) & 1:
            number = number_to_hit(state, rules, k, row, kind, target)
            worst = number if worst == NONE else min(worst, number)
        row += 1
    return worst
