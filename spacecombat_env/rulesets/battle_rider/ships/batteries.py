"""Chapters BAT and SOC: batteries, the hexsides they fire through, and socket extenders.

With the switch `multiple_batteries` a printed number of beams, sandcasters or dampers is that of
one battery, and a ship has several. Use of each hexside is counted weapon by weapon, for the side
that fires or defends at the time, since no other side uses its batteries then.
"""

from spacecombat_env.core.model.hexgrid import closest_sides
from spacecombat_env.core.native import native

from ..model import DIRECTIONS, MAX_DIRECTED, NONE, WEAPON_ROWS, Beam, craft_slots
from ..model.record_types import Class, Craft, Order, Rules, Spread, State

ALL_SIDES = (1 << DIRECTIONS) - 1
MOST = 127  # screens of a kind that a ship can use in one phase: limit of the records

# --- counts --------------------------------------------------------------------------------------


@native
def battery_count(rules: Rules, klass: Class):
    """BR-BAT-01, BR-AMB-70 Batteries of a ship: its size without the sign, at least one."""
    if not rules.option.multiple_batteries:
        return 1
    return max(1, -int(klass.size_mod))


@native
def hexside_batteries(rules: Rules, klass: Class):
    """BR-BAT-02, BR-SOC-01 Batteries that may use one hexside: with socket extenders two."""
    if rules.option.socket_extenders and klass.socket_extenders:
        return min(2, battery_count(rules, klass))
    return 1


@native
def socket_modifier(rules: Rules, klass: Class):
    """BR-SOC-02, BR-AMB-71 Modifier of socket extenders on the size for an active sensor."""
    return -1 if rules.option.socket_extenders and klass.socket_extenders else 0


@native
def sandcaster_total(rules: Rules, klass: Class):
    """BR-BAT-01 Sandcasters of all batteries."""
    return min(MOST, int(klass.sandcasters) * battery_count(rules, klass))


@native
def damper_total(rules: Rules, klass: Class):
    """BR-BAT-01, 04 Dampers of all batteries: all of them work in the Missile Attack Phase."""
    return min(MOST, int(klass.dampers) * battery_count(rules, klass))


# --- hexsides ------------------------------------------------------------------------------------


@native
def sides_towards(dq, dr):
    """BR-AMB-70 The hexside a line from a hex leaves through, or the two at a corner, as bits."""
    first, second = closest_sides(dq, dr)
    return 1 << first | 1 << second


@native
def entry_sides(spread: Spread):
    """BR-AMB-70 The hexsides by which missiles enter their target's hex; N if at rest."""
    dq, dr = -int(spread.vq), -int(spread.vr)
    return 1 if dq == 0 and dr == 0 else sides_towards(dq, dr)


@native
def sides_to_target(state: State, index, order: Order):
    """BR-BAT-02, BR-AMB-70 The hexsides through which a ship can fire at the target of an order.

    In the same hex the task force chooses one for each target force, and keeps it.
    """
    if order.hexside != NONE:
        return 1 << int(order.hexside)
    own = state.tf[state.craft[index].tf]
    if order.target_spread != NONE:
        spread = state.spread[order.target_spread]
        dq, dr = int(spread.q) - int(own.q), int(spread.r) - int(own.r)
        return entry_sides(spread) if dq == 0 and dr == 0 else sides_towards(dq, dr)
    force = state.tf[state.craft[order.target_craft].tf]
    dq, dr = int(force.q) - int(own.q), int(force.r) - int(own.r)
    if dq != 0 or dr != 0:
        return sides_towards(dq, dr)
    return ALL_SIDES if force.near_side == NONE else 1 << int(force.near_side)


@native
def side_room(state: State, rules: Rules, index, row, side):
    """BR-BAT-02, BR-SOC-01 Weapons of a row that may still fire through a hexside this phase."""
    klass = rules.classes[state.craft[index].klass]
    number = int(klass.weapon[row].number) * hexside_batteries(rules, klass)
    return number - int(state.battery_fire[index % craft_slots(state), side, row - 1])


@native
def most_room(state: State, rules: Rules, index, row, sides):
    """The most weapons of a row that may still fire through one of some hexsides."""
    best = 0
    for side in range(DIRECTIONS):
        if sides >> side & 1:
            best = max(best, side_room(state, rules, index, row, side))
    return best


@native
def entry_room(state: State, rules: Rules, index, row, spread):
    """BR-BAT-02 Weapons of a row that may still fire at missiles by their entry hexsides."""
    sides, room = entry_sides(state.spread[spread]), 0
    for side in range(DIRECTIONS):
        if sides >> side & 1:
            room += side_room(state, rules, index, row, side)
    return room


# --- counting ------------------------------------------------------------------------------------


@native
def counts_fire(rules: Rules):
    """BR-BAT-02, BR-RFC-01 Whether batteries or directors limit the fire of a phase."""
    return bool(rules.option.multiple_batteries or rules.option.restricted_fire_control)


@native
def begin_batteries(state: State, rules: Rules, side):
    """BR-BAT-02, BR-RFC-01 A new phase of fire for the craft of a side (NONE: of no side)."""
    if not counts_fire(rules):
        return
    state.battery_side = side
    for n in range(MAX_DIRECTED):
        state.directed[n] = 0
    for place in range(craft_slots(state)):
        for hexside in range(DIRECTIONS):
            state.battery_sand[place, hexside] = 0
            for row in range(WEAPON_ROWS - 1):
                state.battery_fire[place, hexside, row] = 0
    for k in range(len(state.tf)):
        state.tf[k].near_side = NONE


@native
def charge_volley(state: State, rules: Rules, order: Order):
    """BR-BAT-02, 05 Count the weapons of a volley, spinal mounts apart, at the hexside chosen."""
    if not rules.option.multiple_batteries:
        return
    index = int(order.craft)
    klass = rules.classes[state.craft[index].klass]
    for row in range(1, WEAPON_ROWS):
        if not klass.weapon[row].spinal:
            place = index % craft_slots(state)
            state.battery_fire[place, order.hexside, row - 1] += order.beams[row]


@native
def charge_shot(state: State, rules: Rules, index, row, spread):
    """BR-BAT-02 Count one weapon that fires at missiles, at the emptier of the entry hexsides."""
    if not rules.option.multiple_batteries or row == 0:
        return
    if rules.classes[state.craft[index].klass].weapon[row].spinal:
        return
    sides, chosen, best = entry_sides(state.spread[spread]), 0, 0
    for side in range(DIRECTIONS):
        if sides >> side & 1 and side_room(state, rules, index, row, side) > best:
            best = side_room(state, rules, index, row, side)
            chosen = side
    state.battery_fire[index % craft_slots(state), chosen, row - 1] += 1


# --- sandcasters ---------------------------------------------------------------------------------


@native
def sand_side(state: State, rules: Rules, index, sides):
    """BR-AMB-70 The hexside with most sandcasters left, among those under fire."""
    chosen, least = NONE, 0
    for side in range(DIRECTIONS):
        used = int(state.battery_sand[index % craft_slots(state), side])
        if sides >> side & 1 and (chosen == NONE or used < least):
            least = used
            chosen = side
    return chosen


@native
def sand_room(state: State, rules: Rules, index, sides):
    """BR-BAT-01, 02, BR-AMB-70 Sandcasters left against fire through some hexsides."""
    klass = rules.classes[state.craft[index].klass]
    side = sand_side(state, rules, index, sides)
    number = int(klass.sandcasters) * hexside_batteries(rules, klass)
    room = number - int(state.battery_sand[index % craft_slots(state), side])
    return min(room, sandcaster_total(rules, klass) - int(state.craft[index].sand_used))


@native
def charge_sand(state: State, rules: Rules, index, sides, number):
    """BR-BAT-02 Count sandcasters at the hexside where they are used."""
    side = sand_side(state, rules, index, sides)
    state.battery_sand[index % craft_slots(state), side] += number


@native
def sides_of_fire(state: State):
    """BR-AMB-70 The hexsides by which the volley under way reaches its target."""
    volley = state.volley
    target = state.tf[state.craft[volley.target].tf]
    shooter = state.tf[state.craft[volley.shooter].tf]
    dq, dr = int(shooter.q) - int(target.q), int(shooter.r) - int(target.r)
    if dq != 0 or dr != 0:
        return sides_towards(dq, dr)
    return ALL_SIDES if target.near_side == NONE else 1 << int(target.near_side)


@native
def row_needs_hexside(rules: Rules, craft: Craft, row):
    """BR-BAT-05 Whether a row belongs to the batteries; spinal mounts do not."""
    weapon = rules.classes[craft.klass].weapon[row]
    return row > 0 and weapon.kind != Beam.NONE and not weapon.spinal


@native
def hexside_is_useful(state: State, rules: Rules, index, side):
    """Whether a battery has anything left for a hexside."""
    for row in range(1, WEAPON_ROWS):
        if row_needs_hexside(rules, state.craft[index], row):
            if side_room(state, rules, index, row, side) > 0:
                return True
    return False
