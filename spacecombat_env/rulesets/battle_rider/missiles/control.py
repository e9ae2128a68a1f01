"""Chapter MIS-03, 09, 10, 12: control and splitting of spreads."""

from spacecombat_env.core.kernels.numbers import begin_number
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import (
    NONE,
    Decision,
    Step,
    Verb,
    decode_spread,
    proceed,
    request_decision,
    spread_action,
    spread_slots,
)
from ..model.record_types import Rules, State
from ..ships.abilities import can_operate_missiles, is_on_map, on_ground
from ..ships.force_memory import forget_target_spread
from ..ships.life_support import controls_no_missiles
from .missile_launching import free_spread, free_spread_contact, reset_spread


@native
def directors_left(state: State, rules: Rules, index):
    """BR-MIS-02, 09, 10, BR-SUR-02 Missiles a ship can still control this turn; surprised, none."""
    craft = state.craft[index]
    if not is_on_map(state, craft) or not can_operate_missiles(craft):
        return 0
    if controls_no_missiles(craft) or on_ground(state, craft) or craft.stunned:
        return 0
    return int(rules.classes[craft.klass].directors) - int(craft.controlled)


@native
def can_control(state: State, rules: Rules, index):
    """BR-MIS-09 Whether a spread has not moved, and its ship has directors left for it."""
    spread = state.spread[index]
    return spread.count > 0 and not spread.moved and is_directed(state, rules, index)


@native
def is_directed(state: State, rules: Rules, index):
    """BR-MIS-10 Whether the ship of a spread has directors left; a larger spread must be split."""
    spread = state.spread[index]
    left = directors_left(state, rules, int(spread.owner))
    if left <= 0:
        return False
    return spread.count <= left or free_spread(state, index // spread_slots(state)) != NONE


@native
def side_can_control(state: State, rules: Rules, side):
    """Whether a side has any spread it may control."""
    for k in side_range(state.spread, side):
        if can_control(state, rules, k):
            return True
    return False


@native
def next_spread(state: State, rules: Rules):
    """BR-SEQ-09, BR-MIS-12 Sides alternate controlled spreads until both have no more to move.

    At the end `mover` is reset (BR-AMB-88): it would reveal which side could have moved more.
    """
    for side in range(2):
        if not state.passed[side] and not side_can_control(state, rules, side):
            state.passed[side] = 1
    if state.passed[0] and state.passed[1]:
        state.mover = 1 - state.initiative
        proceed(state, Step.COAST)
        return
    if state.passed[state.mover]:
        state.mover = 1 - state.mover
    request_decision(state, Decision.SPREAD_MENU, state.mover)


@native
def legal_spread_menu(state: State, rules: Rules, side, mask):
    """BR-MIS-09 A spread to control, or let the rest coast."""
    mask[Verb.COAST] = 1
    for k in side_range(state.spread, side):
        if can_control(state, rules, k):
            mask[spread_action(state, k)] = 1


@native
def apply_spread_menu(state: State, rules: Rules, action):
    """BR-MIS-09, 10 The spread to control; the number of missiles, when directors are short."""
    side = int(state.seat)
    if action == Verb.COAST:
        state.passed[side] = 1
        state.mover = 1 - side
        proceed(state, Step.NEXT_SPREAD)
        return
    order = state.order[side]
    order.spread = decode_spread(state, side, action)
    order.dq = 0
    order.dr = 0
    order.gs = 0
    spread = state.spread[order.spread]
    left = directors_left(state, rules, int(spread.owner))
    if spread.count > left:
        begin_number(order, 1, left)
        request_decision(state, Decision.CONTROL_NUMBER, side)
    else:
        request_decision(state, Decision.SPREAD_WORDS, side)


@native
def split_spread(state: State, index, stay):
    """BR-MIS-03, 12 `stay` missiles stay; the others become a new spread in the hex."""
    side = index // spread_slots(state)
    new = free_spread(state, side)
    contact = free_spread_contact(state, side)
    old, spread = state.spread[index], state.spread[new]
    state.chance.changes += 1
    spread.count = old.count - stay
    old.count = stay
    spread.owner = old.owner
    spread.contact = contact
    spread.g_left = old.g_left
    spread.q = old.q
    spread.r = old.r
    spread.vq = old.vq
    spread.vr = old.vr
    spread.detected = old.detected
    reset_spread(spread)
    forget_target_spread(state, new)
    spread.sim = old.sim
    spread.scanned = max(0, int(old.scanned) - stay)
    old.scanned = min(int(old.scanned), stay)


@native
def apply_control_number(state: State, rules: Rules, number):
    """BR-MIS-10, 12 The missiles not controlled stay behind as a separate spread."""
    split_spread(state, int(state.order[state.seat].spread), number)
    request_decision(state, Decision.SPREAD_WORDS, state.seat)
