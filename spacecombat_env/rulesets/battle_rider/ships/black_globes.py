"""Chapter BGL: black globes, which absorb the energy of hits and store it in capacitors.

A craft's `globe` is 0 for off, 1..9 for flickering in tenths, 10 for full. Its `globe_drain` is the
capacity lost by full use. The bits of `globe_marks` are those of the present volley and round,
including the owner's choice.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import (
    GLOBE_FULL,
    Chance,
    CraftStatus,
    Damage,
    Decision,
    Event,
    Phase,
    Purpose,
    Result,
    Sensor,
    Step,
    amount_action,
    craft_action,
    craft_slots,
    decode_craft,
    log_event,
    pair_key,
    proceed,
    request_decision,
    turn_card,
)
from ..model.record_types import Attempt, Craft, Rules, State, Volley
from .abilities import can_screen
from .damage import draw_results, mark_result, place_result

STRAINED = 1  # Bit of craft.globe_marks: hit by DV 2 or more in this round while full.
OVERLOADED = 2  # Bit of craft.globe_marks: a hit was more than the capacitors hold.
DECIDED = 4  # Bit of craft.globe_marks: the globe was set in this round.
STRAIN = 2  # Damage value that wears a full globe (BR-BGL-07).
ACTIVE_MODIFIER, PASSIVE_MODIFIER = 5, 3  # Against a full globe (BR-BGL-13).

# --- setting the globe ---------------------------------------------------------------------------


@native
def is_full(craft: Craft):
    """BR-BGL-10, 11 A full globe: neither maneuver nor evasion, neither detection nor lock."""
    return craft.globe == GLOBE_FULL


@native
def may_set_globe(state: State, rules: Rules, index):
    """BR-BGL-01, BR-DMG-10, 12 A ship of the round with a globe that bridge and power work."""
    craft = state.craft[index]
    if craft.status != CraftStatus.IN_FORCE or craft.tf != state.round_tf:
        return False
    if int(craft.globe_marks) & DECIDED or not can_screen(craft):
        return False
    return bool(rules.classes[craft.klass].black_globe)


@native
def globe_possible(state: State, rules: Rules, side):
    """BR-BGL-01 Whether a globe may be set at the start of the round."""
    if not rules.option.black_globes or state.tf[state.round_tf].settled:
        return False
    for k in side_range(state.craft, side):
        if may_set_globe(state, rules, k):
            return True
    return False


@native
def legal_globe_ship(state: State, rules: Rules, side, mask):
    """BR-BGL-01 Ships of the round that may set their globe."""
    for k in side_range(state.craft, side):
        if may_set_globe(state, rules, k):
            mask[craft_action(state, k)] = 1


@native
def apply_globe_ship(state: State, rules: Rules, action):
    """BR-BGL-01 The ship; its setting is chosen next."""
    state.order[state.seat].craft = decode_craft(state, int(state.seat), action)
    request_decision(state, Decision.GLOBE_SETTING, state.seat)


@native
def legal_globe_setting(state: State, rules: Rules, side, mask):
    """BR-BGL-01 0 off, 1 to 9 flicker in tenths, 10 full; not the present setting."""
    craft = state.craft[state.order[side].craft]
    for setting in range(GLOBE_FULL + 1):
        offered = setting == GLOBE_FULL or setting <= rules.classes[craft.klass].globe_rate
        if offered and setting != craft.globe:
            mask[amount_action(state, setting)] = 1


@native
def apply_globe_setting(state: State, rules: Rules, action):
    """BR-BGL-01, 08 Off, flickering or full until it is set again."""
    index = int(state.order[state.seat].craft)
    craft = state.craft[index]
    craft.globe = action - amount_action(state, 0)
    craft.globe_marks |= DECIDED
    if craft.globe == 0:
        craft.globe_drain = 0
    event = log_event(state, Event.GLOBE_SET, state.seat)
    event.actor = index
    event.a = craft.globe
    event.known = 3 if craft.detected else 1 << state.seat
    proceed(state, Step.ROUND)


@native
def switch_off(craft: Craft):
    """BR-BGL-08 A globe regains its full capacity when it is switched off."""
    craft.globe = 0
    craft.globe_drain = 0
    craft.globe_marks = 0


@native
def switch_off_globes(state: State, rules: Rules):
    """BR-DMG-10, 12, BR-SCR-12 Without bridge or power, or aboard a tender, a globe goes off."""
    if not rules.option.black_globes:
        return
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.globe > 0 and (craft.status != CraftStatus.IN_FORCE or not can_screen(craft)):
            switch_off(craft)


# --- hits ----------------------------------------------------------------------------------------


@native
def capacity_left(rules: Rules, craft: Craft):
    """BR-BGL-07, 08, 09 Largest hit that the capacitors absorb; only hits count."""
    return max(0, int(rules.classes[craft.klass].globe_capacity) - int(craft.globe_drain))


@native
def last_digit(card):
    """BR-BGL-03, BR-AMB-09, BR-PAC-06 Last digit of a card's number, 1..10: 0 counts as 10."""
    digit = (card + 1) % 10
    return 10 if digit == 0 else digit


@native
def absorbs(state: State, rules: Rules, index, value):
    """BR-BGL-02, 03, 06, 07, BR-AMB-10 Whether the globe absorbs a hit, its value already doubled.

    A hit beyond the capacity is absorbed too, and overloads the capacitors.
    """
    craft = state.craft[index]
    if craft.globe == 0:
        return False
    if not is_full(craft):
        card = turn_card(state, rules, Chance.GLOBE, pair_key(index, 0))
        if last_digit(card) > craft.globe:
            return False
    elif value >= STRAIN and state.phase == Phase.OPERATIONS:
        craft.globe_marks |= STRAINED
    if value > capacity_left(rules, craft):
        craft.globe_marks |= OVERLOADED
    return True


@native
def absorb_volley(state: State, rules: Rules, volley: Volley):
    """BR-BGL-02, 03 Hits that the globe absorbs never reach the other screens."""
    index = int(volley.target)
    if state.craft[index].globe == 0:
        return
    remaining = 0
    for k in range(volley.hits):
        hit = volley.hit[k]
        if not absorbs(state, rules, index, int(hit.value)):
            volley.hit[remaining].kind = hit.kind
            volley.hit[remaining].value = hit.value
            remaining += 1
    log_absorbed(state, index, int(volley.hits) - remaining)
    volley.hits = remaining


@native
def log_absorbed(state: State, index, hits):
    """Log the hits that a globe absorbed, and whether they overloaded it."""
    if hits > 0:
        event = log_event(state, Event.GLOBE_ABSORBS, index // craft_slots(state))
        event.actor = index
        event.a = hits
        event.b = int(state.craft[index].globe_marks) & OVERLOADED


@native
def discharge(state: State, rules: Rules, index):
    """BR-BGL-05 Overload: two missile values of results; then power plant, jump drive.

    Once per volley, or per spread's missiles: hits that strike together overload once.
    """
    craft = state.craft[index]
    overloaded = int(craft.globe_marks) & OVERLOADED
    if not overloaded or craft.status != CraftStatus.IN_FORCE:
        return
    switch_off(craft)
    results = 0
    for _ in range(2):
        card = turn_card(state, rules, Chance.GLOBE, pair_key(index, 1))
        results += int(rules.card[card].missile_value)
    draw_results(state, rules, index, results, Damage.PERMANENT)
    if craft.status == CraftStatus.IN_FORCE:
        inflict(state, rules, index, Result.POWER_PLANT)
        inflict(state, rules, index, Result.JUMP_DRIVE)


@native
def inflict(state: State, rules: Rules, index, result):
    """BR-BGL-05 Apply one result; if the cup has no such marker left it owes one."""
    state.pool[result] -= 1
    if state.mission[index // craft_slots(state)].number != 0:
        mark_result(state, index, result)
    place_result(state, rules, index, result, Damage.PERMANENT)


@native
def wear_capacitors(state: State):
    """BR-BGL-07 A round in which a full globe was hit by DV 2 or more: one point, however many."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if int(craft.globe_marks) & STRAINED and is_full(craft):
            craft.globe_drain += 1
        craft.globe_marks = 0


# --- sensors -------------------------------------------------------------------------------------


@native
def flicker_modifier(craft: Craft):
    """BR-BGL-04, 12, 14, BR-AMB-08, BR-PAC-05 Rate over 30, to the nearest; not on fire."""
    if craft.globe == 0 or is_full(craft):
        return 0
    return (int(craft.globe) + 1) // 3


@native
def full_modifier(sensor):
    """BR-BGL-13, BR-DET-23 Modifier of a full globe against an active or a passive sensor."""
    return ACTIVE_MODIFIER if sensor == Sensor.ACTIVE else PASSIVE_MODIFIER


@native
def log_flicker(state: State, attempt: Attempt):
    """BR-BGL-15 A side that tries to detect a flickering globe learns of it, found or not."""
    if attempt.purpose != Purpose.DETECTION or attempt.target_craft < 0:
        return
    craft = state.craft[attempt.target_craft]
    if craft.globe == 0 or is_full(craft):
        return
    state.tf[attempt.target_tf].flickering = 1
    event = log_event(state, Event.FLICKER, int(attempt.target_craft) // craft_slots(state))
    event.actor = state.tf[attempt.target_tf].contact
    event.target = attempt.target_tf
