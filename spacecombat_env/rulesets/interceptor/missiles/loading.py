"""Chapter HPT: loads of racks.

Decisions: LOAD_CRAFT, LOAD_RACK, LOAD_KIND, LOAD_NUMBER in set-up; DROP_RACK among the decisions,
then DECIDE again.
"""

from spacecombat_env.core.kernels.numbers import begin_number
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..damage.weaponry import settle_ecm
from ..model import (
    FIRST_POD,
    LOADS,
    NONE,
    Decision,
    Event,
    Mount,
    Status,
    Step,
    Verb,
    class_of,
    craft_action,
    decode_craft,
    decode_load,
    decode_weapon,
    empty_rack,
    is_empty,
    load_action,
    note_own,
    proceed,
    rack_of,
    racks_of,
    request_decision,
    weapon_action,
)
from ..model.record_types import Rules, State
from .fitting import CLOSED, may_fill, may_load, room_for


@native
def is_unloaded(state: State, rules: Rules, k):
    """Return whether the owner chooses the loads of craft k, and something still fits."""
    craft = state.craft[k]
    if craft.status == Status.UNUSED or rules.cards[int(craft.card)].loaded:
        return False
    for n in racks_of(state, rules, k):
        if may_fill(state, rules, k, n):
            return True
    return False


@native
def needs_loading(state: State, rules: Rules, side):
    """Return whether a side has a rack that is still to be loaded (card.loaded off)."""
    for k in side_range(state.craft, side):
        if is_unloaded(state, rules, k):
            return True
    return False


# --- the set-up ----------------------------------------------------------------------------------


@native
def legal_load_craft(state: State, rules: Rules, side, mask):
    """Own craft with racks that can take a load, and `done`."""
    mask[Verb.DONE] = 1
    for k in side_range(state.craft, side):
        if is_unloaded(state, rules, k):
            mask[craft_action(state, k)] = 1


@native
def apply_load_craft(state: State, rules: Rules, seat, action):
    """Store the craft; `done` proceeds to Step.SETUP."""
    if action == Verb.DONE:
        proceed(state, Step.SETUP)
        return
    state.order[seat].craft = decode_craft(state, seat, action)
    request_decision(state, Decision.LOAD_RACK, seat)


@native
def legal_load_rack(state: State, rules: Rules, side, mask):
    """Weapon rows that are racks and can take a load, and `done`."""
    mask[Verb.DONE] = 1
    k = int(state.order[side].craft)
    for n in racks_of(state, rules, k):
        if may_fill(state, rules, k, n):
            mask[weapon_action(state, state.rack[n].weapon)] = 1


@native
def apply_load_rack(state: State, rules: Rules, seat, action):
    """Set order.rack; request LOAD_KIND. `done`: nothing more for this craft."""
    order = state.order[seat]
    k, w = int(order.craft), decode_weapon(state, action)
    if w != NONE:
        order.rack = rack_of(state, rules, k, w)
        request_decision(state, Decision.LOAD_KIND, seat)
        return
    for n in racks_of(state, rules, k):
        state.rack[n].barred = CLOSED
    request_decision(state, Decision.LOAD_CRAFT, seat)


@native
def legal_load_kind(state: State, rules: Rules, side, mask):
    """Loads that still fit, and `done`."""
    mask[Verb.DONE] = 1
    order = state.order[side]
    for load in range(LOADS):
        if may_load(state, rules, int(order.craft), int(order.rack), load):
            mask[load_action(state, load)] = 1


@native
def apply_load_kind(state: State, rules: Rules, seat, action):
    """IN-HPT-02 A pod is taken at once; a missile requests LOAD_NUMBER.

    `done`: the rack is closed.
    """
    order = state.order[seat]
    k, n, load = int(order.craft), int(order.rack), decode_load(state, action)
    rack = state.rack[n]
    if load == NONE:
        rack.barred = CLOSED
        go_on_loading(state, rules, seat)
    elif load < FIRST_POD:
        order.load = load
        mount = int(class_of(state, rules, k).mount[n - int(state.craft[k].first_rack)])
        begin_number(order, 1, room_for(rules, mount, rack, load))
        request_decision(state, Decision.LOAD_NUMBER, seat)
    else:
        rack.pod = load
        rack.shots = rules.pod[load].shots
        settle_load(state, rules, k)
        go_on_loading(state, rules, seat)


@native
def apply_load_number(state: State, rules: Rules, seat, number):
    """IN-HPT-02 Write rack.load."""
    order = state.order[seat]
    rack = state.rack[int(order.rack)]
    rack.load[int(order.load)] = int(rack.load[int(order.load)]) + int(number)
    settle_load(state, rules, int(order.craft))
    go_on_loading(state, rules, seat)


@native
def settle_load(state: State, rules: Rules, k):
    """IN-MSL-03 Settle a changed load: it may include an ECM pod; the event is LOADED."""
    settle_ecm(state, rules, k)
    note_own(state, Event.LOADED, k)


@native
def go_on_loading(state: State, rules: Rules, seat):
    """Request the next rack of the craft, or the next craft."""
    more = is_unloaded(state, rules, int(state.order[seat].craft))
    request_decision(state, Decision.LOAD_RACK if more else Decision.LOAD_CRAFT, seat)


# --- dropping ------------------------------------------------------------------------------------


@native
def may_drop_rack(state: State, rules: Rules, k, n):
    """IN-TSK-08, IN-HPT-05 Whether rack n has a load that may be dropped.

    Not from an autoloader, nor a load that the scenario prescribes.
    """
    rack = state.rack[n]
    mount = class_of(state, rules, k).mount[n - int(state.craft[k].first_rack)]
    if mount == Mount.AUTOLOADER or is_empty(rack):
        return False
    return rack.pod == NONE or rack.pod != rules.cards[int(state.craft[k].card)].required


@native
def may_drop(state: State, rules: Rules, k):
    """IN-TSK-08 Whether a craft has a load to drop."""
    for n in racks_of(state, rules, k):
        if may_drop_rack(state, rules, k, n):
            return True
    return False


@native
def legal_drop_rack(state: State, rules: Rules, side, mask):
    """IN-TSK-08 Racks with a load, and `done`."""
    mask[Verb.DONE] = 1
    k = int(state.order[side].craft)
    for n in racks_of(state, rules, k):
        if may_drop_rack(state, rules, k, n):
            mask[weapon_action(state, state.rack[n].weapon)] = 1


@native
def apply_drop_rack(state: State, rules: Rules, seat, action):
    """IN-TSK-08, IN-IDE-27 Empty the rack; `done`, or nothing left, requests DECIDE.

    The event is DROPPED.
    """
    k, w = int(state.order[seat].craft), decode_weapon(state, action)
    if w != NONE:
        n = rack_of(state, rules, k, w)
        empty_rack(state.rack[n])
        settle_ecm(state, rules, k)
        event = note_own(state, Event.DROPPED, k)
        event.c = n - int(state.craft[k].first_rack)
    more = w != NONE and may_drop(state, rules, k)
    request_decision(state, Decision.DROP_RACK if more else Decision.DECIDE, seat)
