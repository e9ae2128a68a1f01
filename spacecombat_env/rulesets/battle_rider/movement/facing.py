"""Chapter FAC: which hexside a ship faces, and the arc of its spinal mounts.

A craft's `facing` is a direction, or NONE while it may face anywhere; `facings` has a bit for each
direction that the last move allows, until its player has chosen. Only ships with a spinal mount
choose: for all others facing has no effect.
"""

from spacecombat_env.core.model.hexgrid import crosses_side
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import (
    DIRECTIONS,
    NONE,
    WEAPON_ROWS,
    Beam,
    Chance,
    CraftStatus,
    Decision,
    Event,
    Side,
    Step,
    craft_slots,
    decode_direction,
    direction_action,
    force_slots,
    log_event,
    pair_key,
    proceed,
    request_decision,
    turn_card,
)
from ..model.record_types import Craft, Order, Rules, State

ANY = (1 << DIRECTIONS) - 1
OUTSTANDING = 2  # Evade +2: the evasion was an outstanding success
OPPOSITE = DIRECTIONS // 2


@native
def has_spinal(rules: Rules, craft: Craft):
    """BR-CTR-03 Whether a craft has a spinal mount."""
    for row in range(WEAPON_ROWS):
        weapon = rules.classes[craft.klass].weapon[row]
        if weapon.kind != Beam.NONE and weapon.spinal:
            return True
    return False


@native
def around(base, steps):
    """Directions at most `steps` hexsides from a base, as bits."""
    bits = 0
    for turn in range(-min(steps, OPPOSITE), min(steps, OPPOSITE) + 1):
        bits |= 1 << ((base + turn) % DIRECTIONS)
    return bits


@native
def facings_of_thrust(side, gs, rating):
    """BR-FAC-01, 02, 03, BR-AMB-77 Facings opposite the Thrust marker, with deviation.

    All Gs: none. Half or more: one hexside. Fewer: all but the hexside of the marker itself.
    """
    base = (side + OPPOSITE) % DIRECTIONS
    if gs >= rating:
        return around(base, 0)
    if 2 * gs >= rating:
        return around(base, 1)
    return ANY & ~(1 << side)


@native
def facings_of_evasion(state: State, rules: Rules, index, gs):
    """BR-FAC-05, BR-AMB-77 Random: twice a missile value on the clock; unspent Gs turn it back."""
    card = turn_card(state, rules, Chance.FACING, pair_key(index, 0))
    base = int(rules.card[card].missile_value) % DIRECTIONS  # 12 o'clock is N, 2 o'clock NE, ..
    rating = int(rules.classes[state.craft[index].klass].g)
    return around(base, max(0, rating - gs))


@native
def facings_left(state: State, rules: Rules, index, order: Order):
    """BR-FAC-01, 02, 04, 05 Directions that a craft may face after its force's move."""
    force = state.tf[order.tf]
    rating = int(rules.classes[state.craft[index].klass].g)
    if order.gs > 0:
        if force.thrust_side == NONE:  # shifted out and back: no base (BR-AMB-23)
            return ANY
        return facings_of_thrust(int(force.thrust_side), int(order.gs), rating)
    if order.evasion > 0 and force.evade != OUTSTANDING:
        return facings_of_evasion(state, rules, index, int(order.evasion))
    return ANY


@native
def begin_facing(state: State, rules: Rules, order: Order):
    """BR-FAC-01, BR-AMB-77 The move is made: every ship with a spinal mount takes a new facing."""
    side = int(order.tf) // force_slots(state)
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        there = craft.status == CraftStatus.IN_FORCE and craft.tf == order.tf
        if there and has_spinal(rules, craft):
            craft.facings = facings_left(state, rules, k, order)
    proceed(state, Step.FACING)


@native
def face_inwards(state: State, tf):
    """BR-AMB-77 Ships that enter face away from their own edge until they have moved."""
    side = tf // force_slots(state)
    for k in side_range(state.craft, side):
        if state.craft[k].status == CraftStatus.IN_FORCE and state.craft[k].tf == tf:
            state.craft[k].facing = 0 if side == Side.RED else OPPOSITE


@native
def facing_step(state: State, rules: Rules):
    """BR-FAC-03, 04 The next ship that must choose a facing; then the round continues."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.facings != 0 and craft.status == CraftStatus.IN_FORCE:
            side = k // craft_slots(state)
            state.order[side].craft = k
            request_decision(state, Decision.FACING, side)
            return
    proceed(state, Step.ROUND)


@native
def legal_facing(state: State, side, mask):
    """BR-FAC-03, 04, 05 Hexsides that the ship may face."""
    bits = int(state.craft[state.order[side].craft].facings)
    for direction in range(DIRECTIONS):
        if bits >> direction & 1:
            mask[direction_action(state, direction)] = 1


@native
def apply_facing(state: State, rules: Rules, action):
    """BR-FAC-04 The ship faces this hexside until it moves again."""
    index = int(state.order[state.seat].craft)
    craft = state.craft[index]
    craft.facing = decode_direction(state, action)
    craft.facings = 0
    event = log_event(state, Event.FACING, state.seat)
    event.actor = index
    event.a = craft.facing
    event.known = 3 if craft.detected else 1 << state.seat
    proceed(state, Step.FACING)


@native
def in_arc(state: State, craft: Craft, q, r):
    """BR-FAC-06, BR-AMB-77 Whether a hex is across the facing hexside; its own always is."""
    own = state.tf[craft.tf]
    dq, dr = int(q) - int(own.q), int(r) - int(own.r)
    if craft.facing == NONE or (dq == 0 and dr == 0):
        return True
    return crosses_side(dq, dr, int(craft.facing))


@native
def bears(state: State, rules: Rules, index, row, order: Order):
    """BR-FAC-06 Whether a weapon row bears on the target of an order: spinal mounts have an arc."""
    craft = state.craft[index]
    if not rules.option.facing or not rules.classes[craft.klass].weapon[row].spinal:
        return True
    if order.target_spread != NONE:
        spread = state.spread[order.target_spread]
        return in_arc(state, craft, spread.q, spread.r)
    force = state.tf[state.craft[order.target_craft].tf]
    return in_arc(state, craft, force.q, force.r)
