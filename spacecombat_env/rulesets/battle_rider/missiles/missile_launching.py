"""Chapters LCH and MIS: launching missile spreads in the Initiative Phase."""

from spacecombat_env.core.kernels.numbers import begin_number
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import (
    NONE,
    Decision,
    Event,
    Step,
    Verb,
    craft_action,
    decode_craft,
    leader,
    log_event,
    plans,
    proceed,
    request_decision,
    spread_slots,
)
from ..model.record_types import Rules, Spread, State
from ..ships.abilities import can_operate_missiles, is_on_map, on_ground
from ..ships.force_memory import forget_target_spread, remember_launch
from ..victory.mission_deeds import bombard, may_bombard
from .semi_independent import g_turns, load_left, sim_level


@native
def free_spread(state: State, side):
    """Lowest free spread slot of a side, or NONE."""
    for k in side_range(state.spread, side):
        if state.spread[k].count == 0:
            return k
    return NONE


@native
def can_launch_missiles(state: State, index):
    """BR-LCH-01, 02, BR-MIS-02, 03, BR-SUR-02 A ship on the map with ready missiles, once a turn.

    A ship launches none in the turn in which it is surprised.
    """
    craft = state.craft[index]
    if craft.missiles <= 0 or craft.launched or not is_on_map(state, craft):
        return False
    if craft.stunned:
        return False
    return can_operate_missiles(craft) and not on_ground(state, craft)


@native
def legal_launch_menu(state: State, rules: Rules, side, mask):
    """BR-LCH-02 Ships that can launch a spread, or done."""
    mask[Verb.DONE] = 1
    commands = plans(state, side, leader(state, side))
    if state.mission[side].number != 0 and commands and may_bombard(state, rules, side):
        mask[Verb.BOMBARD] = 1
    if free_spread(state, side) == NONE:
        return
    for k in side_range(state.craft, side):
        if can_launch_missiles(state, k) and plans(state, side, int(state.craft[k].player)):
            mask[craft_action(state, k)] = 1


@native
def apply_launch_menu(state: State, rules: Rules, action):
    """BR-MIS-07 The ship that launches, or done."""
    if action == Verb.DONE:
        state.order[state.seat].step = 0
        proceed(state, Step.FORCES)
        return
    if action == Verb.BOMBARD:
        bombard(state, rules, int(state.seat))
        return
    order = state.order[state.seat]
    order.craft = decode_craft(state, int(state.seat), action)
    if rules.option.sims:
        request_decision(state, Decision.LAUNCH_KIND, state.seat)
        return
    begin_number(order, 1, int(state.craft[order.craft].missiles))
    request_decision(state, Decision.LAUNCH_NUMBER, state.seat)


@native
def apply_launch_kind(state: State, rules: Rules, action):
    """BR-SIM-01 Controlled or semi-independent missiles, or no more from this ship."""
    if action == Verb.DONE:
        proceed(state, Step.LAUNCH)
        return
    order = state.order[state.seat]
    craft = state.craft[order.craft]
    order.level = sim_level(rules, craft) if action == Verb.SEMI_INDEPENDENT else 0
    begin_number(order, 1, load_left(craft, int(order.level)))
    request_decision(state, Decision.LAUNCH_NUMBER, state.seat)


@native
def apply_launch_number(state: State, rules: Rules, number):
    """BR-MIS-03, 06, 07, BR-LCH-04, 05 Place the spread with the launcher's hex and vector."""
    side = int(state.seat)
    index = int(state.order[side].craft)
    craft = state.craft[index]
    second = craft.launched != 0
    craft.missiles -= number
    craft.launched = 1
    slot = free_spread(state, side)
    spread = state.spread[slot]
    force = state.tf[craft.tf]
    spread.contact = free_spread_contact(state, side)
    spread.count = number
    spread.owner = index
    spread.sim = state.order[side].level if rules.option.sims else 0
    spread.g_left = g_turns(int(spread.sim))
    if spread.sim > 0:
        craft.sims -= number
    spread.q = force.q
    spread.r = force.r
    spread.vq = force.vq
    spread.vr = force.vr
    spread.detected = 0
    reset_spread(spread)
    forget_target_spread(state, slot)
    remember_launch(state, rules, int(craft.tf), slot)
    event = log_event(state, Event.LAUNCH_MISSILES, side)
    event.known = 1 << side
    event.actor = index
    event.target = slot
    event.a = number
    event.b = spread.sim
    other = log_event(state, Event.LAUNCH_MISSILES, side)
    other.known = 1 << (1 - side)
    other.target = slot
    if rules.option.sims and not second and has_other_kind(state, rules, side):
        state.chance.changes += 1  # no step follows, and a new spread is visible
        request_decision(state, Decision.LAUNCH_KIND, side)
        return
    proceed(state, Step.LAUNCH)


@native
def has_other_kind(state: State, rules: Rules, side):
    """BR-MIS-02, BR-SIM-04 Whether the ship that has launched has missiles of the other kind."""
    order = state.order[side]
    craft = state.craft[order.craft]
    other = 0 if order.level > 0 else sim_level(rules, craft)
    return load_left(craft, other) > 0 and free_spread(state, side) != NONE


@native
def reset_spread(spread: Spread):
    """Clear what a spread has done this turn."""
    spread.moved = 0
    spread.burned = 0
    spread.fired = 0
    spread.scanned = 0
    spread.ship_lock = 0
    spread.target_tf = NONE
    spread.target_spread = NONE


@native
def free_spread_contact(state: State, side):
    """Lowest free contact number of a side's spreads."""
    slots = spread_slots(state)
    for contact in range(slots):
        taken = False
        for k in side_range(state.spread, side):
            if state.spread[k].count > 0 and state.spread[k].contact == contact:
                taken = True
        if not taken:
            return contact
    return 0
