"""Observation rows of the enemy's craft: known values, and position relative to an own ship."""

from spacecombat_env.core.model.hexgrid import DIRECTION_Q, DIRECTION_R, closest_sides, distance
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..combat.arcs import in_front, in_rear
from ..combat.line_of_sight import is_clear
from ..engagement.struck import volley_at
from ..engagement.values import volley_value
from ..model import (
    BANDS,
    DIRECT_RANGE,
    DIRECTIONS,
    FLICKER_STEP,
    MAX_RANGE,
    NONE,
    Decision,
    Disclosed,
    Status,
    Target,
    ahead_along,
    bits,
    is_active,
    is_hull,
    is_out_of_control,
    is_there,
    relative,
    right_of,
    side_of,
    steps_between,
    toward,
    true_range,
    zone_of,
)
from ..model.observation import ENEMY_CRAFT, ENEMY_CRAFT_MOST
from ..model.record_types import Class, Craft, Rules, State
from .columns import age_of, column_of, row_of, step_column, step_row, within
from .observed_fields import observe_enemy_course

FIVES = 5
TENS = 10
HUNDREDTHS = 100  # of a box, in which shots are valued
NARROW = 60
MARGIN_20, MARGIN_10 = 20, 10  # percent (IN-LOS-02)
MOVING = (Decision.SPEED, Decision.PUSH, Decision.RAM, Decision.MOVE, Decision.STORE)


@native
def write_enemy_craft(state: State, rules: Rules, row, k, seat):
    """Write one row of block `enemy_craft`."""
    craft, most = state.craft[k], ENEMY_CRAFT_MOST
    row[ENEMY_CRAFT.gone] = craft.status > Status.WRECK
    row[ENEMY_CRAFT.selected] = is_selected(state, k, seat)
    row[ENEMY_CRAFT.size_class] = within(craft.size_class, most.size_class)
    if is_there(craft):
        write_course(state, rules, row, k, seat)
        viewer = viewer_of(state, seat, craft)
        if viewer != NONE and is_hull(craft):
            write_view(state, rules, row, viewer, k)
            write_places(state, row, viewer, k)
            write_shots(state, rules, row, viewer, k)
    write_disclosed(state, rules, row, craft)


@native
def is_selected(state: State, k, seat):
    """Return whether it is the chosen target, or fires at the seat's ship."""
    order = state.order[seat]
    if state.decision == Decision.RETURN:
        return state.exchange.volley[0].firer == k
    if state.decision == Decision.STRUCK:
        return state.exchange.volley[max(0, volley_at(state, seat))].firer == k
    return order.target_kind == Target.CRAFT and order.target == k


@native
def write_course(state: State, rules: Rules, row, k, seat):
    """IN-LOS-01 Its place and course: visible at all times."""
    craft, most = state.craft[k], ENEMY_CRAFT_MOST
    row[ENEMY_CRAFT.on_map] = 1
    row[ENEMY_CRAFT.crewed] = is_active(craft)
    row[ENEMY_CRAFT.mover] = state.mover == k
    observe_enemy_course(craft, row, 0)
    row[ENEMY_CRAFT.column] = within(column_of(rules, craft.q, seat), most.column)
    row[ENEMY_CRAFT.row] = within(row_of(rules, craft.q, craft.r, seat), most.row)
    row[ENEMY_CRAFT.heading_column] = step_column(craft.heading, seat)
    row[ENEMY_CRAFT.heading_row] = step_row(craft.heading, seat)
    row[ENEMY_CRAFT.facing_column] = step_column(craft.facing, seat)
    row[ENEMY_CRAFT.facing_row] = step_row(craft.facing, seat)
    row[ENEMY_CRAFT.out_of_control] = is_out_of_control(craft)
    row[ENEMY_CRAFT.fired] = within(bits(craft.fired), most.fired)
    row[ENEMY_CRAFT.has_prize] = state.prize_holder == k
    row[ENEMY_CRAFT.covered] = craft.cover != NONE
    row[ENEMY_CRAFT.zone] = zone_of(state, rules, craft)
    row[ENEMY_CRAFT.rams] = craft.ram != NONE


# --- disclosed values ----------------------------------------------------------------------------


@native
def write_disclosed(state: State, rules: Rules, row, craft: Craft):
    """IN-LOS-02 What is disclosed of it, and when."""
    disclosed, most = int(craft.disclosed), ENEMY_CRAFT_MOST
    row[ENEMY_CRAFT.tons] = within(int(craft.disclosed_tons) // TENS, most.tons)
    row[ENEMY_CRAFT.tons_margin] = tons_margin(disclosed)
    row[ENEMY_CRAFT.streamlined] = craft.disclosed_streamlined
    if craft.klass != 0:
        write_class(rules, row, rules.classes[int(craft.klass)])
    elif craft.armed_as != 0:
        write_arms(row, rules.classes[int(craft.armed_as)])
    if craft.armour_turn != 0:
        row[ENEMY_CRAFT.armour_seen] = 1
        row[ENEMY_CRAFT.armour_age] = within(age_of(state, craft.armour_turn), most.armour_age)
        for side in range(DIRECTIONS):
            boxes = int(craft.last_seen_armour[side]) // FIVES
            row[ENEMY_CRAFT.armour_f + side] = within(boxes, most.armour_f)
    if craft.inside_turn != 0:
        row[ENEMY_CRAFT.inside_seen] = 1
        row[ENEMY_CRAFT.inside_age] = within(age_of(state, craft.inside_turn), most.inside_age)
        row[ENEMY_CRAFT.inside_lost] = within(
            int(craft.last_seen_inside) // FIVES, most.inside_lost
        )
        row[ENEMY_CRAFT.components_out] = within(
            bits(craft.last_seen_disabled), most.components_out
        )


@native
def tons_margin(disclosed):
    """IN-LOS-02 Percent by which the disclosed tonnage may be wrong."""
    if disclosed & Disclosed.TONS or not disclosed & (Disclosed.TONS_20 | Disclosed.TONS_10):
        return 0
    return MARGIN_10 if disclosed & Disclosed.TONS_10 else MARGIN_20


@native
def write_class(rules: Rules, row, klass: Class):
    """IN-LOS-04 Printed values of a known class: thrust, shields, armour when whole, guns."""
    most = ENEMY_CRAFT_MOST
    row[ENEMY_CRAFT.class_known] = 1
    row[ENEMY_CRAFT.thrust] = within(klass.thrust, most.thrust)
    for side in range(DIRECTIONS):
        shield = int(klass.shield[side]) // FLICKER_STEP
        row[ENEMY_CRAFT.shield_f + side] = within(shield, most.shield_f)
        boxes = int(klass.armour[side]) // FIVES
        row[ENEMY_CRAFT.armour_whole_f + side] = within(boxes, most.armour_whole_f)
    write_arms(row, klass)


@native
def write_arms(row, klass: Class):
    """IN-LOS-02 Guns of a class, or of one with the same weapons, by band."""
    row[ENEMY_CRAFT.weapons_known] = 1
    for band in range(BANDS):
        row[ENEMY_CRAFT.forward_1 + band] = within(klass.damage[band], ENEMY_CRAFT_MOST.forward_1)


# --- relative position ---------------------------------------------------------------------------


@native
def viewer_of(state: State, seat, it: Craft):
    """Return the ship from which enemies are seen.

    It is the mover, the ship under orders, else the nearest.
    """
    if is_own_active(state, seat, state.mover) and is_one_of(int(state.decision), MOVING):
        return int(state.mover)
    if is_own_active(state, seat, state.order[seat].craft):
        return int(state.order[seat].craft)
    found, best = NONE, 0
    for k in side_range(state.craft, seat):
        if is_active(state.craft[k]):
            steps = steps_between(state.craft[k], it)
            if found == NONE or steps < best:
                found, best = k, steps
    return found


@native
def is_one_of(decision, decisions):
    """Return whether a decision is one of several."""
    for one in decisions:
        if decision == one:
            return True
    return False


@native
def is_own_active(state: State, seat, k):
    """Return whether a slot, or NONE, is an own craft that is on the map and crewed."""
    return k != NONE and side_of(state, k) == seat and is_active(state.craft[k])


@native
def write_view(state: State, rules: Rules, row, viewer, k):
    """IN-DIR-01, 05, 08, IN-SEQ-07 Range, hexsides, tails."""
    me, it, most = state.craft[viewer], state.craft[k], ENEMY_CRAFT_MOST
    row[ENEMY_CRAFT.range] = within(steps_between(me, it), most.range)
    mine, _ = toward(me, it, int(me.facing))
    its, _ = closest_sides(int(me.q) - int(it.q), int(me.r) - int(it.r))
    row[ENEMY_CRAFT.own_side] = mine
    row[ENEMY_CRAFT.its_side] = relative(its, it.heading)
    row[ENEMY_CRAFT.side_struck] = relative(its, it.facing)
    ahead, behind = in_front(me, it), in_rear(me, it, NARROW)
    bears = in_front(it, me)
    row[ENEMY_CRAFT.own_forward] = ahead
    row[ENEMY_CRAFT.own_aft] = behind
    row[ENEMY_CRAFT.bears_on_me] = bears
    row[ENEMY_CRAFT.on_its_tail] = ahead and in_rear(it, me, NARROW)
    row[ENEMY_CRAFT.on_my_tail] = bears and behind
    row[ENEMY_CRAFT.closing] = within(closing(me, it), most.closing)


@native
def write_places(state: State, row, viewer, k):
    """IN-LOS-01 Write its place as the own ship heads and faces, and that one's as it faces."""
    me, it, most = state.craft[viewer], state.craft[k], ENEMY_CRAFT_MOST
    q, r = int(it.q) - int(me.q), int(it.r) - int(me.r)
    heading, facing, its = int(me.heading), int(me.facing), int(it.facing)
    row[ENEMY_CRAFT.ahead_of_heading] = within(ahead_along(q, r, heading), most.ahead_of_heading)
    row[ENEMY_CRAFT.right_of_heading] = within(right_of(q, r, heading), most.right_of_heading)
    row[ENEMY_CRAFT.ahead_of_facing] = within(ahead_along(q, r, facing), most.ahead_of_facing)
    row[ENEMY_CRAFT.right_of_facing] = within(right_of(q, r, facing), most.right_of_facing)
    ahead, right = ahead_along(-q, -r, its), right_of(-q, -r, its)
    row[ENEMY_CRAFT.ahead_of_its_facing] = within(ahead, most.ahead_of_its_facing)
    row[ENEMY_CRAFT.right_of_its_facing] = within(right, most.right_of_its_facing)


@native
def closing(me: Craft, it: Craft):
    """Return the hexes by which two come nearer in a turn in which both fly straight on."""
    q = int(me.q) + int(me.velocity) * int(DIRECTION_Q[me.heading])
    r = int(me.r) + int(me.velocity) * int(DIRECTION_R[me.heading])
    its_q = int(it.q) + int(it.velocity) * int(DIRECTION_Q[it.heading])
    its_r = int(it.r) + int(it.velocity) * int(DIRECTION_R[it.heading])
    levels = abs(int(me.altitude) - int(it.altitude))
    return steps_between(me, it) - true_range(distance(q, r, its_q, its_r), levels)


@native
def write_shots(state: State, rules: Rules, row, viewer, k):
    """IN-DIR-02, 05 Value of a shot at it now, as far as its seat may know."""
    me, it, most = state.craft[viewer], state.craft[k], ENEMY_CRAFT_MOST
    steps = steps_between(me, it)
    if steps > MAX_RANGE:
        return
    row[ENEMY_CRAFT.clear] = is_clear(state, rules, me, it)
    if steps <= DIRECT_RANGE:
        row[ENEMY_CRAFT.base_to_hit] = within(rules.base_to_hit[steps], most.base_to_hit)
        its, _ = toward(it, me, int(it.heading))
        angle = 0 if it.velocity == 0 else int(rules.angle[its])
        row[ENEMY_CRAFT.angle] = within(angle, most.angle)
    value = int(volley_value(state, rules, viewer, k)) // HUNDREDTHS
    row[ENEMY_CRAFT.value] = within(value, most.value)
