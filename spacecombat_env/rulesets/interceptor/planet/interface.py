"""Chapter PLN: the interface between space and air. Decisions: ZONE, BOUNCE.

A move stops before the first hex of the interface. A ship that points as it flies, with a pilot
awake, chooses to enter or to bounce; any other tries to enter (IN-AMB-116). Points that the
interface does wait in `exchange.burn` until its hex is entered (`meet_zone`).
"""

from spacecombat_env.core.native import native

from ..crew.skills import passes, piloting_number
from ..damage.hits import clear_exchange, queue_hit
from ..model import (
    DIE,
    DIRECTIONS,
    INTERFACE_LEVEL,
    MISSED_ROWS,
    NONE,
    Air,
    Chance,
    Comp,
    Decision,
    Event,
    Facing,
    Mode,
    Passage,
    Source,
    Step,
    Template,
    Verb,
    Zone,
    decode_direction,
    direction_action,
    flier_of,
    is_broken,
    is_hull,
    is_out_of_control,
    mirrored_way,
    neighbour,
    note_craft,
    proceed,
    request_decision,
    roll,
    side_of,
    zone_at,
    zone_of,
)
from ..model.record_types import Craft, Rules, State
from .altitude import Ascent, set_level
from .flight import has_lift, has_wings, safe_velocity, settle_mode
from .landing import perish, quarters_lost, sides_out, tenths_lost, touch_down

BASIC = 4  # data/interface_zone_modifiers.csv
TUMBLING = 2
PLANT_OUT = 4
DCS_OUT, ACS_OUT = 3, 2
SCORCH = 10  # IN-PLN-08 points for each hex of velocity too many
ENTRY, BOUNCE = 0, 1  # rows of rules.passage


# --- the roll ------------------------------------------------------------------------------------


@native
def interface_modifier(state: State, rules: Rules, k):
    """IN-PLN-02, IN-AMB-136 On the die of a ship at the interface, by its condition."""
    winged = has_wings(state, rules, k)
    sides = sides_out(state, rules, k, winged)
    modifier = tenths_lost(state, rules, k) + quarters_lost(state, rules, k)
    modifier += sides * (ACS_OUT if winged else DCS_OUT)
    modifier += TUMBLING if is_out_of_control(state.craft[k]) else 0
    return modifier + (PLANT_OUT if is_broken(state, rules, k, Comp.PLANT) else 0)


@native
def interface_number(state: State, rules: Rules, k):
    """IN-PLN-02 On or below which a ship makes its roll at the interface."""
    number = int(piloting_number(state, rules, k)) + BASIC
    return number - interface_modifier(state, rules, k)


@native
def is_pointed(state: State, rules: Rules, k):
    """IN-PLN-02, 05 Whether it points as it flies, with a pilot awake: else no roll succeeds."""
    craft = state.craft[k]
    return craft.heading == craft.facing and flier_of(state, rules, k) != NONE


@native
def roll_interface(state: State, rules: Rules, k):
    """IN-PLN-02, IN-AMB-116 The die (0: none) and by how much the roll is missed (0: made)."""
    number = interface_number(state, rules, k)
    if not is_pointed(state, rules, k):
        return 0, max(DIE - number, 1)
    die = roll(state, Chance.INTERFACE, k)
    if passes(state, rules, k, die, number):
        return die, 0
    return die, max(die - number, 1)


@native
def cross(state: State, rules: Rules, k, attempt):
    """IN-PLN-03, 04, 06 Roll to enter or to bounce; return the Passage.

    Points on the front wait in exchange.burn. A ship that bounces against its will flies on as in a
    mirror; seen from above it keeps its heading (IN-AMB-195).
    """
    die, missed = roll_interface(state, rules, k)
    row = min(missed, MISSED_ROWS - 1)
    passage = int(rules.passage[attempt, row])
    event = note_craft(state, Event.INTERFACE, k)
    event.a = rules.scorch[attempt, row]
    event.c = die
    event.d = attempt
    event.e = passage
    state.exchange.burn = rules.scorch[attempt, row]
    if passage == Passage.BURNS:
        perish(state, rules, k)
    elif passage == Passage.ENTERS:
        lose_speed(state, rules, k)
    elif missed > 0 and not rules.option.altitude:
        set_heading(state, k, mirrored_way(state.craft[k].heading))
    return passage


@native
def lose_speed(state: State, rules: Rules, k):
    """IN-PLN-10, IN-AMB-22 Without wings or fed lifters the interface costs a point of velocity."""
    craft = state.craft[k]
    carried = has_wings(state, rules, k) or has_lift(state, rules, k)
    if not carried and craft.velocity > 0:
        craft.velocity = int(craft.velocity) - 1
        event = note_craft(state, Event.SPEED, k)
        event.a = int(craft.velocity) + 1
        event.b = craft.velocity


@native
def set_heading(state: State, k, heading):
    """IN-AMB-135 It flies another way; it points as before."""
    state.craft[k].heading = heading
    event = note_craft(state, Event.TURNED, k)
    event.c = heading


# --- before the hex ------------------------------------------------------------------------------


@native
def is_before_interface(state: State, rules: Rules, craft: Craft, direction):
    """IN-PLN-02, IN-AMB-23 Whether its next hex that way leads from space into the interface."""
    if zone_of(state, rules, craft) != Zone.SPACE:
        return False
    q, r = neighbour(craft.q, craft.r, direction)
    return zone_at(state, rules, q, r) != Zone.SPACE


@native
def asks_zone(state: State, rules: Rules, k):
    """IN-PLN-02, 05 Request ZONE of a mover before the interface; False where it has no choice."""
    craft = state.craft[k]
    if int(craft.air) & Air.ENTERS or not is_pointed(state, rules, k):
        return False
    if not is_before_interface(state, rules, craft, int(craft.heading)):
        return False
    side = side_of(state, k)
    state.order[side].ahead = 0
    state.order[side].craft = k
    request_decision(state, Decision.ZONE, side)
    return True


@native
def dive_into_interface(state: State, rules: Rules, k):
    """IN-PLN-02, IN-ADV-01, IN-AMB-116 A ship dives from space: request ZONE, or roll to enter.

    Return whether it has a choice.
    """
    side = side_of(state, k)
    state.order[side].ahead = 0
    if not is_pointed(state, rules, k):
        if cross(state, rules, k, ENTRY) == Passage.ENTERS:
            set_level(state, k, INTERFACE_LEVEL, Ascent.DIVED | 0)
        return False
    state.order[side].craft = k
    request_decision(state, Decision.ZONE, side)
    return True


@native
def is_turned_away(state: State, rules: Rules, k):
    """IN-AMB-116, IN-PLN-04 Roll where its next hex is of the interface; True: it stays outside.

    Wrecks burn up in it (gravity.py).
    """
    craft = state.craft[k]
    if int(craft.air) & Air.ENTERS:
        craft.air = int(craft.air) & ~Air.ENTERS
        return False
    if not is_hull(craft) or not is_before_interface(state, rules, craft, int(craft.heading)):
        return False
    state.order[side_of(state, k)].ahead = 0
    return cross(state, rules, k, ENTRY) != Passage.ENTERS


# --- decisions -----------------------------------------------------------------------------------


@native
def legal_zone(state: State, rules: Rules, side, mask):
    """IN-PLN-02, 05 Enter, or bounce."""
    mask[Verb.ENTER] = 1
    mask[Verb.BOUNCE] = 1


@native
def apply_zone(state: State, rules: Rules, seat, action):
    """IN-PLN-02..06 Roll; it flies on into its hex, or bounces: a made roll chooses its way."""
    k = int(state.mover)
    attempt = BOUNCE if action == Verb.BOUNCE else ENTRY
    passage = int(cross(state, rules, k, attempt))
    if passage == Passage.ENTERS and not rules.option.altitude:
        state.craft[k].air = int(state.craft[k].air) | Air.ENTERS
        state.order[seat].ahead = 1
        proceed(state, Step.MOVE)
    elif passage == Passage.BOUNCES and state.exchange.burn == 0:
        request_decision(state, Decision.BOUNCE, seat)
    else:
        if passage == Passage.ENTERS:
            set_level(state, k, INTERFACE_LEVEL, Ascent.DIVED | 0)
        state.back = Step.MOVE
        proceed(state, Step.AFTER_STEP)


@native
def legal_bounce(state: State, rules: Rules, side, mask):
    """IN-PLN-05, IN-AMB-195 Every direction whose next hex is in space (hexrows zigzag)."""
    craft = state.craft[int(state.mover)]
    for direction in range(DIRECTIONS):
        if not is_before_interface(state, rules, craft, direction):
            mask[direction_action(state, direction)] = 1


@native
def apply_bounce(state: State, rules: Rules, seat, action):
    """IN-PLN-05, IN-AMB-141 The whole ship turns; its velocity stays."""
    k = int(state.mover)
    craft, heading = state.craft[k], decode_direction(state, action)
    turn = int(heading) - int(craft.heading)
    craft.facing = (int(craft.facing) + turn) % DIRECTIONS
    set_heading(state, k, heading)
    state.back = Step.MOVE
    proceed(state, Step.AFTER_STEP)


# --- in its hex ----------------------------------------------------------------------------------


@native
def meet_zone(state: State, rules: Rules, k):
    """IN-PLN-08..10, IN-ATM-04 What the zone of its hex does to a hull; True: hits are queued."""
    settle_mode(state, rules, k)
    craft = state.craft[k]
    zone = zone_of(state, rules, craft)
    if zone == Zone.GROUND:
        touch_down(state, rules, k)
    elif zone == Zone.ATMOSPHERE and craft.mode == Mode.SPACE:
        note_craft(state, Event.BURNT, k)
        perish(state, rules, k)
    elif zone != Zone.SPACE and craft.mode != Mode.SPACE:
        test_speed(state, rules, k, zone)
    return strike_front(state, rules, k)


@native
def speed_number(state: State, rules: Rules, k, excess):
    """IN-PLN-08, 09 On or below which a ship that is too fast takes no damage."""
    return int(piloting_number(state, rules, k)) - int(excess)


@native
def test_speed(state: State, rules: Rules, k, zone):
    """IN-PLN-07..09, IN-AMB-117 Once a turn a ship that is too fast for its zone rolls."""
    craft = state.craft[k]
    excess = int(craft.velocity) - safe_velocity(state, rules, k, zone)
    if excess <= 0 or int(craft.air) & Air.TESTED:
        return
    craft.air = int(craft.air) | Air.TESTED
    die = roll(state, Chance.AIR_SPEED, k)
    held = passes(state, rules, k, die, speed_number(state, rules, k, excess))
    points = 0 if held else SCORCH * excess
    state.exchange.burn = int(state.exchange.burn) + points
    event = note_craft(state, Event.TOO_FAST, k)
    event.a = points
    event.c = die


@native
def strike_front(state: State, rules: Rules, k):
    """IN-PLN-06, IN-AMB-21 Queue the points that wait, in full rows of the front.

    In random movement the side is that of an asteroid. True where hits are to be applied.
    """
    points = int(state.exchange.burn)
    if points == 0:
        return False
    clear_exchange(state)
    state.exchange.burn = 0
    facing = Facing.F | 0
    if is_out_of_control(state.craft[k]):
        facing = int(rules.asteroid_side[roll(state, Chance.BURNT_SIDE, k)])
    source, template = Source.ASTEROID, Template.ROWS
    queue_hit(state, k, source, facing, template, points, NONE, NONE, NONE, NONE)
    return True
