"""Chapter DMG: turrets."""

from spacecombat_env.core.native import native

from ..crew.overload import TURRET_OUT
from ..model import (
    NONE,
    Chance,
    Event,
    class_of,
    note_target_own,
    own_index,
    roll_own,
    side_of,
    turret_tower,
)
from ..model.record_types import Rules, State


@native
def turret_chance(turrets):
    """IN-DMG-10 On or below which a ship with this number of turrets is hit in one of them."""
    return (int(turrets) + 1) // 2


@native
def turret_of_hit(state: State, rules: Rules, k):
    """IN-DMG-10, 11, IN-AMB-41 A die: turret that a hit strikes, or NONE.

    A random choice among the turrets left replaces rolling again until one is struck.
    """
    turrets, left = int(class_of(state, rules, k).turrets), 0
    for turret in range(turrets):
        left += not is_dead(state, rules, k, turret)
    side = side_of(state, k)
    if left == 0 or roll_own(state, Chance.TURRET_HIT, k, side) > turret_chance(turrets):
        return NONE
    place = own_index(state, Chance.WHICH_TURRET, k, side, left)
    for turret in range(turrets):
        if is_dead(state, rules, k, turret):
            continue
        if place == 0:
            return turret
        place -= 1
    return NONE


@native
def is_dead(state: State, rules: Rules, k, turret):
    """IN-AMB-42 Every box of its block is gone."""
    rows = state.rows[side_of(state, k)]
    _, _, first, count = turret_tower(state, rules, k, turret)
    for row in range(first, first + count):
        if rows[row] != 0:
            return False
    return True


@native
def lose_structure(state: State, rules: Rules, k, turret):
    """IN-IDE-28 craft.jam by a die: jammed toward a hexside, or its weapons are out."""
    craft, die = state.craft[k], roll_own(state, Chance.TURRET_JAM, k, side_of(state, k))
    jam = int(rules.turret_jam[die])
    craft.jam[turret] = jam
    if jam == TURRET_OUT:
        klass = class_of(state, rules, k)
        for w in range(int(klass.weapons)):
            if klass.weapon[w].turret == turret:
                craft.out = int(craft.out) | (1 << w)
    event = note_target_own(state, Event.TURRET, k)
    event.c = turret
    event.d = die
