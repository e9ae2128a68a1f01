"""The rows of what is known of the enemy's craft, and how each lies to the ship spoken of."""

from spacecombat_env.core.hexgrid import DIRECTION_Q, DIRECTION_R, distance
from spacecombat_env.core.jit import jit
from spacecombat_env.core.record import half
from spacecombat_env.rulesets.interceptor.combat.arcs import in_front, in_rear
from spacecombat_env.rulesets.interceptor.combat.sight import is_clear
from spacecombat_env.rulesets.interceptor.engagement.values import volley_value
from spacecombat_env.rulesets.interceptor.pieces.constants.kinds import (
    Status,
    Target,
    Told,
)
from spacecombat_env.rulesets.interceptor.pieces.constants.sizes import (
    BANDS,
    DIRECT_RANGE,
    DIRECTIONS,
    FLICKER_STEP,
    MAX_RANGE,
    NONE,
)
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Ask
from spacecombat_env.rulesets.interceptor.pieces.observation import ENEMY_CRAFT, ENEMY_CRAFT_LIMITS
from spacecombat_env.rulesets.interceptor.pieces.places import steps_between, toward
from spacecombat_env.rulesets.interceptor.pieces.ships import (
    bits,
    is_active,
    is_hull,
    is_out_of_control,
    is_there,
    side_of,
)
from spacecombat_env.rulesets.interceptor.sight.columns import (
    age_of,
    cap,
    column_of,
    row_of,
    small,
    step_column,
    step_row,
)

FIVES = 5
TENS = 10
HUNDREDTHS = 100  # of a box, in which shots are valued
NARROW = 60
MARGIN_20, MARGIN_10 = 20, 10  # percent (IN-LOS-02)
MOVING = (Ask.SPEED, Ask.PUSH, Ask.RAM, Ask.MOVE, Ask.STORE)


@jit
def write_enemy_craft(state, rules, row, at, k, seat):
    """One row of block enemy_craft."""
    craft = state.craft[k]
    row[at + ENEMY_CRAFT.gone] = craft.status > Status.WRECK
    row[at + ENEMY_CRAFT.selected] = is_spoken_of(state, k, seat)
    row[at + ENEMY_CRAFT.size_class] = small(craft.size_class)
    if is_there(craft):
        write_course(state, rules, row, at, k, seat)
        viewer = viewer_of(state, seat, craft)
        if viewer != NONE and is_hull(craft):
            write_view(state, rules, row, at, viewer, k)
            write_shots(state, rules, row, at, viewer, k)
    write_told(state, rules, row, at, craft)
    cap(row, at, ENEMY_CRAFT_LIMITS)


@jit
def is_spoken_of(state, k, seat):
    """Whether it is the target named, or who fires at the seat's ship."""
    order = state.order[seat]
    if state.ask == Ask.RETURN or state.ask == Ask.STRUCK:
        return state.exchange.volley[0].firer == k
    return order.target_kind == Target.CRAFT and order.target == k


@jit
def write_course(state, rules, row, at, k, seat):
    """IN-LOS-01 Where it is and where it goes: seen at all times."""
    craft = state.craft[k]
    row[at + ENEMY_CRAFT.on_map] = 1
    row[at + ENEMY_CRAFT.crewed] = is_active(craft)
    row[at + ENEMY_CRAFT.mover] = state.mover == k
    row[at + ENEMY_CRAFT.acted] = craft.acted
    row[at + ENEMY_CRAFT.column] = small(column_of(rules, craft.q, seat))
    row[at + ENEMY_CRAFT.row] = small(row_of(rules, craft.q, craft.r, seat))
    row[at + ENEMY_CRAFT.heading_column] = step_column(craft.heading, seat)
    row[at + ENEMY_CRAFT.heading_row] = step_row(craft.heading, seat)
    row[at + ENEMY_CRAFT.facing_column] = step_column(craft.facing, seat)
    row[at + ENEMY_CRAFT.facing_row] = step_row(craft.facing, seat)
    row[at + ENEMY_CRAFT.velocity] = small(craft.velocity)
    row[at + ENEMY_CRAFT.rolled] = craft.rolled
    row[at + ENEMY_CRAFT.out_of_control] = is_out_of_control(craft)
    row[at + ENEMY_CRAFT.fired] = small(bits(craft.fired))
    row[at + ENEMY_CRAFT.covered] = craft.cover != NONE
    row[at + ENEMY_CRAFT.rams] = craft.ram != NONE


# --- what was told -------------------------------------------------------------------------------


@jit
def write_told(state, rules, row, at, craft):
    """IN-LOS-02 What was told of it, as of when."""
    told = int(craft.told)
    row[at + ENEMY_CRAFT.tons] = small(int(craft.seen_tons) // TENS)
    row[at + ENEMY_CRAFT.tons_margin] = tons_margin(told)
    row[at + ENEMY_CRAFT.streamlined] = craft.seen_streamlined
    if craft.klass != 0:
        write_class(rules, row, at, rules.classes[int(craft.klass)])
    elif craft.armed_as != 0:
        write_arms(row, at, rules.classes[int(craft.armed_as)])
    if craft.armour_turn != 0:
        row[at + ENEMY_CRAFT.armour_seen] = 1
        row[at + ENEMY_CRAFT.armour_age] = age_of(state, craft.armour_turn)
        for side in range(DIRECTIONS):
            boxes = int(craft.seen_armour[side]) // FIVES
            row[at + ENEMY_CRAFT.armour_f + side] = small(boxes)
    if craft.inside_turn != 0:
        row[at + ENEMY_CRAFT.inside_seen] = 1
        row[at + ENEMY_CRAFT.inside_age] = age_of(state, craft.inside_turn)
        row[at + ENEMY_CRAFT.inside_lost] = small(int(craft.seen_inside) // FIVES)
        row[at + ENEMY_CRAFT.components_out] = small(bits(craft.seen_disabled))


@jit
def tons_margin(told):
    """IN-LOS-02 Percent by which the tonnage told may be wrong."""
    if told & Told.TONS or not told & (Told.TONS_20 | Told.TONS_10):
        return 0
    return MARGIN_10 if told & Told.TONS_10 else MARGIN_20


@jit
def write_class(rules, row, at, klass):
    """IN-LOS-04 A class is printed: its thrust, shields, armour when whole, guns."""
    row[at + ENEMY_CRAFT.class_known] = 1
    row[at + ENEMY_CRAFT.thrust] = small(klass.thrust)
    for side in range(DIRECTIONS):
        shield = int(klass.shield[side]) // FLICKER_STEP
        row[at + ENEMY_CRAFT.shield_f + side] = small(shield)
        row[at + ENEMY_CRAFT.armour_whole_f + side] = small(int(klass.armour[side]) // FIVES)
    write_arms(row, at, klass)


@jit
def write_arms(row, at, klass):
    """IN-LOS-02 Guns of a class, or of one with the same weapons, by band."""
    row[at + ENEMY_CRAFT.weapons_known] = 1
    for band in range(BANDS):
        row[at + ENEMY_CRAFT.forward_1 + band] = small(klass.damage[band])


# --- how it lies ---------------------------------------------------------------------------------


@jit
def viewer_of(state, seat, it):
    """The ship from which enemies are seen: the mover, the ship spoken of, else the nearest."""
    if is_own_active(state, seat, state.mover) and is_one_of(int(state.ask), MOVING):
        return int(state.mover)
    if is_own_active(state, seat, state.order[seat].craft):
        return int(state.order[seat].craft)
    found, best = NONE, 0
    for k in half(state.craft, seat):
        if is_active(state.craft[k]):
            steps = steps_between(state.craft[k], it)
            if found == NONE or steps < best:
                found, best = k, steps
    return found


@jit
def is_one_of(ask, asks):
    """Whether a question is one of several."""
    for one in asks:
        if ask == one:
            return True
    return False


@jit
def is_own_active(state, seat, k):
    """Whether a slot, or NONE, is an own craft that is on the map and crewed."""
    return k != NONE and side_of(state, k) == seat and is_active(state.craft[k])


@jit
def write_view(state, rules, row, at, viewer, k):
    """IN-DIR-01, 05, 08, IN-SEQ-07 Range, hexsides, tails."""
    me, it = state.craft[viewer], state.craft[k]
    row[at + ENEMY_CRAFT.range] = small(steps_between(me, it))
    mine, _ = toward(me, it, int(me.facing))
    its, _ = toward(it, me, int(it.heading))
    struck, _ = toward(it, me, int(it.facing))
    row[at + ENEMY_CRAFT.own_side] = mine
    row[at + ENEMY_CRAFT.its_side] = its
    row[at + ENEMY_CRAFT.side_struck] = struck
    ahead, behind = in_front(me, it), in_rear(me, it, NARROW)
    bears = in_front(it, me)
    row[at + ENEMY_CRAFT.own_forward] = ahead
    row[at + ENEMY_CRAFT.own_aft] = behind
    row[at + ENEMY_CRAFT.bears_on_me] = bears
    row[at + ENEMY_CRAFT.on_its_tail] = ahead and in_rear(it, me, NARROW)
    row[at + ENEMY_CRAFT.on_my_tail] = bears and behind
    row[at + ENEMY_CRAFT.closing] = small(closing(me, it))


@jit
def closing(me, it):
    """Hexes by which two come nearer in a turn in which both fly on as they do."""
    q = int(me.q) + int(me.velocity) * int(DIRECTION_Q[me.heading])
    r = int(me.r) + int(me.velocity) * int(DIRECTION_R[me.heading])
    its_q = int(it.q) + int(it.velocity) * int(DIRECTION_Q[it.heading])
    its_r = int(it.r) + int(it.velocity) * int(DIRECTION_R[it.heading])
    return steps_between(me, it) - distance(q, r, its_q, its_r)


@jit
def write_shots(state, rules, row, at, viewer, k):
    """IN-DIR-02, 05 What a shot at it is worth now, as far as its seat may know."""
    me, it = state.craft[viewer], state.craft[k]
    steps = steps_between(me, it)
    if steps > MAX_RANGE:
        return
    row[at + ENEMY_CRAFT.clear] = is_clear(state, rules, me, it)
    if steps <= DIRECT_RANGE:
        row[at + ENEMY_CRAFT.base_to_hit] = rules.base_to_hit[steps]
        its, _ = toward(it, me, int(it.heading))
        row[at + ENEMY_CRAFT.angle] = 0 if it.velocity == 0 else int(rules.angle[its])
    row[at + ENEMY_CRAFT.value] = small(volley_value(state, rules, viewer, k) // HUNDREDTHS)
