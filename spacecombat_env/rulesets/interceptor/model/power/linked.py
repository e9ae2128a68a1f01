"""Weapons that are linked by TOT gear."""

from spacecombat_env.core.native import native

from ..constants.categories import Comp
from ..constants.sizes import NONE
from ..record_types import Class, Rules, State
from ..ships import class_of, is_out


@native
def gear_of(klass: Class, group):
    """Component that links a TOT group: the first gear of a sheet links its first group; NONE."""
    left = int(group)
    for component in range(int(klass.components)):
        if klass.component[component].kind == Comp.TOT_GEAR:
            left -= 1
            if left == 0:
                return component
    return NONE


@native
def mates(state: State, rules: Rules, k, w):
    """IN-DIR-19, IN-IDE-24, IN-AMB-11 Weapon rows (mask, w included) that fire as one with w.

    They are its TOT group while the gear works, else its own bit.
    """
    klass = class_of(state, rules, k)
    group = int(klass.weapon[w].tot)
    if group == 0 or is_out(state.craft[k], gear_of(klass, group)):
        return 1 << int(w)
    linked = 0
    for row in range(int(klass.weapons)):
        if int(klass.weapon[row].tot) == group:
            linked |= 1 << row
    return linked
