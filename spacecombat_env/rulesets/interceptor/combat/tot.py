"""Chapter DIR: time on target."""

from spacecombat_env.core.native import native

from ..model import NONE, mates
from ..model.record_types import Rules, State
from .to_hit import number_to_hit

__all__ = ["group_number", "mates"]


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
