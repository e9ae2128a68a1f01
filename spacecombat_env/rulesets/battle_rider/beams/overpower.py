"""Chapter FIR, overpowering: the Gs it costs and the test of the circuits."""

from spacecombat_env.core.kernels.numbers import begin_number
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import (
    MAX_DIFFICULTY,
    TURN_LENGTH_MARKER,
    WEAPON_ROWS,
    Chance,
    CraftStatus,
    Decision,
    Delegate,
    Event,
    Grade,
    Phase,
    Step,
    TaskDM,
    Verb,
    attempt_task,
    craft_action,
    craft_slots,
    decode_craft,
    log_event,
    log_modifier,
    pair_key,
    proceed,
    request_decision,
    task_penalty,
)
from ..model.record_types import Craft, Order, Rules, State
from ..sensors.detect_orders import in_round
from ..ships.abilities import can_fire_beams, can_maneuver
from .gunnery import beams_left

OVERPOWER_LEVELS = 2  # BR-FIR-11
OVERLOAD_BASE = 2  # BR-FIR-14 difficulty of the test of the circuits

# --- weapons to overpower ------------------------------------------------------------------------


@native
def has_fired(craft: Craft):
    """Whether a ship has fired any beam this turn."""
    for row in range(WEAPON_ROWS):
        if craft.fired[row] > 0 or craft.fired_before[row] > 0:
            return True
    return False


@native
def overpower_room(state: State, rules: Rules, index):
    """BR-AMB-103 Highest level on offer to a ship; 0 for none."""
    for level in range(OVERPOWER_LEVELS, 0, -1):
        if may_announce(state, rules, index, level):
            return level
    return 0


@native
def lowest_level(state: State, rules: Rules, index):
    """BR-AMB-103 Lowest level on offer to a ship that may overpower."""
    return 1 if may_announce(state, rules, index, 1) else OVERPOWER_LEVELS


@native
def may_announce(state: State, rules: Rules, index, level):
    """BR-FIR-12, 13, BR-AMB-103 Gs not used yet this turn, and a weapon for the level."""
    craft = state.craft[index]
    if craft.overpower > 0 or has_fired(craft):
        return False
    if not can_fire_beams(craft) or not can_maneuver(craft):
        return False
    if level > int(rules.classes[craft.klass].g) - int(state.tf[craft.tf].gs):
        return False
    for row in range(WEAPON_ROWS):
        if can_take(state, rules, index, row, level, 0):
            return True
    return False


@native
def can_take(state: State, rules: Rules, index, row, level, named):
    """BR-FIR-14, BR-AMB-11 A weapon below the level, and a test that can be tried.

    `named` weapons of the ship are already named; each makes the test harder.
    """
    craft = state.craft[index]
    weapon = rules.classes[craft.klass].weapon[row]
    if weapon.overpower >= level or beams_left(state, rules, index, row) == 0:
        return False
    return OVERLOAD_BASE + named + task_penalty(craft) <= MAX_DIFFICULTY


@native
def named_beams(order: Order):
    """Number of weapons named so far."""
    total = 0
    for row in range(WEAPON_ROWS):
        total += int(order.beams[row])
    return total


@native
def may_overpower_row(state: State, rules: Rules, index, row, order: Order):
    """BR-FIR-14, BR-AMB-11 One more weapon of a row, as long as the overload test can be tried."""
    if beams_left(state, rules, index, row) <= order.beams[row]:
        return False
    return can_take(state, rules, index, row, int(order.level), named_beams(order))


@native
def is_gunner(state: State, index, side):
    """Whether a craft may announce overpowering now: in its round, or defending its force."""
    if state.phase == Phase.MISSILE_ATTACK:
        craft = state.craft[index]
        return craft.status == CraftStatus.IN_FORCE and craft.tf == state.attack_tf
    return in_round(state, index, side)


@native
def overpower_possible(state: State, rules: Rules, side):
    """Whether any ship may announce overpowering."""
    if rules.delegated[side] & Delegate.GUNNERY:
        return False
    for k in side_range(state.craft, side):
        if is_gunner(state, k, side) and overpower_room(state, rules, k) > 0:
            return True
    return False


# --- the announcement ----------------------------------------------------------------------------


@native
def legal_overpower_ship(state: State, rules: Rules, side, mask):
    """BR-FIR-14 Ships that have not fired yet."""
    for k in side_range(state.craft, side):
        if is_gunner(state, k, side) and overpower_room(state, rules, k) > 0:
            mask[craft_action(state, k)] = 1


@native
def apply_overpower_ship(state: State, rules: Rules, action):
    """BR-FIR-14 The ship that will overpower."""
    order = state.order[state.seat]
    order.craft = decode_craft(state, int(state.seat), action)
    low = lowest_level(state, rules, int(order.craft))
    begin_number(order, low, overpower_room(state, rules, int(order.craft)))
    request_decision(state, Decision.OVERPOWER_LEVEL, state.seat)


@native
def apply_overpower_level(state: State, rules: Rules, number):
    """BR-FIR-11 Level -1 or -2; then weapon by weapon."""
    order = state.order[state.seat]
    order.level = number
    for row in range(WEAPON_ROWS):
        order.beams[row] = 0
    request_decision(state, Decision.OVERPOWER_WEAPON, state.seat)


@native
def legal_overpower_weapon(state: State, rules: Rules, order: Order, mask):
    """BR-FIR-14, BR-AMB-103 One more weapon of a row; done once there is one."""
    for row in range(WEAPON_ROWS):
        if may_overpower_row(state, rules, int(order.craft), row, order):
            mask[Verb.SPINAL + row] = 1
    if named_beams(order) > 0:
        mask[Verb.DONE] = 1


@native
def apply_overpower_weapon(state: State, rules: Rules, action):
    """BR-FIR-14 Another weapon, or the test."""
    order = state.order[state.seat]
    if action != Verb.DONE:
        order.beams[action - Verb.SPINAL] += 1
        return
    announce_overpower(state, rules, order)
    proceed(state, Step.DEFENSE if state.phase == Phase.MISSILE_ATTACK else Step.ROUND)


@native
def announce_overpower(state: State, rules: Rules, order: Order):
    """BR-FIR-13, 14, 15, BR-AMB-11, 12, BR-PAC-07 Pay Gs and test the circuits, before firing."""
    index = int(order.craft)
    craft = state.craft[index]
    craft.overpower = order.level
    craft.forgone_g = order.level
    cards = 0
    for row in range(WEAPON_ROWS):
        craft.overpowered[row] = order.beams[row]
        if order.beams[row] > 0:
            built_in = int(rules.classes[craft.klass].weapon[row].overpower)
            cards = max(cards, int(order.level) - built_in)
    difficulty = OVERLOAD_BASE + named_beams(order) - 1 + task_penalty(craft)
    failed = False
    for _ in range(cards):
        grade = attempt_task(state, rules, Chance.OVERLOAD, pair_key(index, 0), difficulty)
        log_modifier(state, Chance.OVERLOAD, TaskDM.BASE, 2)
        log_modifier(state, Chance.OVERLOAD, TaskDM.WEAPONS, named_beams(order) - 1)
        log_modifier(state, Chance.OVERLOAD, TaskDM.OWN, task_penalty(craft))
        failed = failed or grade == Grade.FAILURE
    if failed:
        craft.overload = TURN_LENGTH_MARKER
    event = log_event(
        state, Event.OVERLOAD if failed else Event.OVERPOWER, index // craft_slots(state)
    )
    event.actor = index
    event.a = order.level
    event.known = 3 if craft.detected else 1 << (index // craft_slots(state))
