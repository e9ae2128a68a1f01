"""Chapters PSH, IDE: the plant."""

from spacecombat_env.core.native import native

from ...model import WIDTH, Comp, class_of, column_bit, component_at, is_out, side_of
from ...model.record_types import Rules, State
from ..internals import lose_inside, lost_of, settle_components
from .engineering import QUARTERS, settle_thrust


@native
def push_damage(state: State, rules: Rules, k):
    """IN-PSH-03, IN-AMB-16, 96 A quarter of the plant's boxes is marked off; thrust falls.

    It changes struck and craft.plant_lost (settle_components). The first boxes left go, from the
    top row, left to right. A plant that is gone then explodes in the next Step.BLASTS.
    """
    klass, rows = class_of(state, rules, k), state.rows[side_of(state, k)]
    plant = int(klass.system[Comp.PLANT])
    first = int(state.craft[k].first_row) + int(klass.inner)
    due = (int(klass.plant_boxes) + QUARTERS - 1) // QUARTERS
    for row in range(int(klass.component[plant].first), int(klass.component[plant].last) + 1):
        for column in range(1, WIDTH + 1):
            bit = column_bit(column)
            if due == 0 or component_at(klass, row, column) != plant:
                continue
            if int(rows[first + row]) & bit:
                rows[first + row] = int(rows[first + row]) ^ bit
                lose_inside(state, rules, k, row, bit)
                due -= 1
    state.craft[k].plant_lost = int(state.craft[k].plant_lost) + 1
    settle_components(state, rules, k)
    settle_thrust(state, rules, k)


@native
def plant_gone(state: State, rules: Rules, k):
    """IN-IDE-30, IN-DES-01 All boxes of the plant are lost."""
    klass = class_of(state, rules, k)
    plant = int(klass.system[Comp.PLANT])
    if not is_out(state.craft[k], plant):
        return False
    return lost_of(state, rules, k, plant) >= int(klass.component[plant].boxes)
