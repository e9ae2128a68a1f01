"""Chapter LOS: damage as last seen, with its date."""

from spacecombat_env.core.native import native

from ..model import DIRECTIONS, NONE, Look, Seeing, class_of, side_of, slots
from ..model.record_types import Class, Rules, State

KINDS_OF_LOOK = len(Look)


@native
def is_out_of_date(state: State, k, seeing):
    """IN-LOS-02 Whether a look from within 3 hexes updates the date of craft k's damage."""
    craft = state.craft[k]
    if craft.armour_turn != state.turn:
        return True
    return seeing == Seeing.SAME_HEX and craft.inside_turn != state.turn


@native
def update_damage(state: State, rules: Rules, k, seeing):
    """IN-LOS-02 Within 3 hexes the armour of craft k, in its hex the inside too, as of this turn.

    Return True where it has changed.
    """
    craft = state.craft[k]
    changed = craft.armour_turn == 0
    craft.armour_turn = state.turn
    note_look(state, k, Look.ARMOUR)
    for side in range(DIRECTIONS):
        changed = changed or craft.last_seen_armour[side] != craft.armour[side]
        craft.last_seen_armour[side] = craft.armour[side]
    changed = update_armour_rows(state, rules, k) or changed
    if seeing == Seeing.SAME_HEX:
        changed = update_inside(state, rules, k) or changed
    return changed


@native
def note_look(state: State, k, part):
    """Remember which hits craft k had taken when the enemy saw a part of it."""
    side = side_of(state, k)
    state.memory_looks[1 - side, look_of(state, k, part)] = state.memory_hit_count[side]


@native
def look_of(state: State, k, part):
    """Return where `memory_looks` of the enemy keeps what was seen of a part of craft k."""
    return KINDS_OF_LOOK * (k % slots(state)) + int(part)


@native
def update_armour_rows(state: State, rules: Rules, k):
    """IN-LOS-02 Rows of armour, of components on it, of turrets' armour; True where any differs."""
    klass, changed = class_of(state, rules, k), False
    for side in range(DIRECTIONS):
        first, rows = int(klass.armour_row[side]), int(klass.armour_rows[side])
        changed = update_rows(state, k, first, rows) or changed
        if klass.external_row[side] != NONE:
            changed = update_rows(state, k, int(klass.external_row[side]), 1) or changed
    for turret in range(int(klass.turrets)):
        first, rows = int(klass.turret_row[turret]), int(klass.turret_rows[turret])
        changed = update_rows(state, k, first, rows) or changed
    return update_planes(state, klass, k, int(klass.cells), DIRECTIONS) or changed


@native
def update_inside(state: State, rules: Rules, k):
    """IN-LOS-02 The internal block, those of turrets, disabled parts; True where any differs."""
    craft, klass = state.craft[k], class_of(state, rules, k)
    changed = craft.inside_turn == 0
    craft.inside_turn = state.turn
    note_look(state, k, Look.INSIDE)
    craft.last_seen_inside = craft.inside
    craft.last_seen_disabled = craft.disabled
    changed = update_rows(state, k, int(klass.inner), int(klass.depth)) or changed
    for turret in range(int(klass.turrets)):
        first, rows = int(klass.turret_inner[turret]), int(klass.turret_depth[turret])
        changed = update_rows(state, k, first, rows) or changed
    return update_planes(state, klass, k, 0, int(klass.cells)) or changed


@native
def update_planes(state: State, klass: Class, k, first, count):
    """IN-LOS-02, IN-DMG-14 Store the hits taken by boxes of scaled rows; True where any differs."""
    changed, step = False, int(klass.cells) + DIRECTIONS
    for p in range(int(klass.planes)):
        start = int(klass.plane_row) + p * step + first
        changed = update_rows(state, k, start, count) or changed
    return changed


@native
def update_rows(state: State, k, first, count):
    """Store some rows of a craft as seen; True where one differs from the last look."""
    side, changed = side_of(state, k), False
    start = int(state.craft[k].first_row) + first
    for row in range(start, start + count):
        if state.last_seen_rows[side, row] != state.rows[side, row]:
            state.last_seen_rows[side, row] = state.rows[side, row]
            changed = True
    return changed
