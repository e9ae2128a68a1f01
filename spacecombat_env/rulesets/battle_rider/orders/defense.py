"""Standing orders against missiles: locks, two beams a missile, all dampers, all sand."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..missiles.attack import is_defender
from ..missiles.defense import (
    can_add,
    can_shoot_any,
    can_shoot_at_member,
    can_shoot_at_spread,
    row_room,
    shot_beams,
    shot_can_repeat,
    shot_difficulty,
)
from ..missiles.locks import (
    any_defender_may_lock,
    has_opened_fire,
    may_lock_any,
    may_lock_spread,
    may_lock_spread_with,
)
from ..model import (
    MAX_DIFFICULTY,
    NONE,
    VERBS,
    WEAPON_ROWS,
    Decision,
    Sensor,
    Verb,
    craft_action,
    enemy_spread_action,
    number_action,
)
from ..model.record_types import Order, Rules, State
from .order_estimates import first_action

BEAMS_PER_MISSILE = 2


@native
def defense_ready(state: State, rules: Rules, side):
    """Lock with everything, two beams a missile as long as they last, all dampers, all sand."""
    decision = int(state.decision)
    order = state.order[side]
    if decision == Decision.DEFENSE_MENU:
        return defense_menu_action(state, rules, side)
    if decision == Decision.DEFENSE_SHIP:
        return locking_ship_action(state, rules, side)
    if decision == Decision.DEFENSE_SPREAD:
        return locked_spread_action(state, rules, side)
    if decision == Decision.DEFENSE_SENSOR:
        return defense_sensor_action(state, rules, order)
    if decision == Decision.DAMPER_NUMBER or decision == Decision.MISSILE_SAND_NUMBER:
        return number_action(state, order, int(order.high))
    return shot_ready(state, rules, side)


@native
def defense_choice(state: State, mask):
    """The first legal action; dampers before ending them."""
    if state.decision == Decision.DAMPER_MENU:
        return first_action(mask, VERBS, len(mask))
    return first_action(mask, 0, len(mask))


@native
def defense_menu_action(state: State, rules: Rules, side):
    """Locks first, then the same shot again, then a new one."""
    if not has_opened_fire(state, side) and any_defender_may_lock(state, rules, side):
        return Verb.LOCK
    if state.order[side].shot_kept and shot_can_repeat(state, rules, side):
        return Verb.AGAIN
    if can_shoot_any(state, rules, side):
        return Verb.SHOOT
    return Verb.END_DEFENSE


# --- locks ---------------------------------------------------------------------------------------


@native
def locking_ship_action(state: State, rules: Rules, side):
    """The first ship that may try a lock."""
    for k in side_range(state.craft, side):
        if is_defender(state, k) and may_lock_any(state, rules, k):
            return craft_action(state, k)
    return NONE


@native
def locked_spread_action(state: State, rules: Rules, side):
    """The spread of lowest number that the ship may try to lock."""
    index, found = int(state.order[side].craft), NONE
    for k in side_range(state.spread, 1 - side):
        if found == NONE or state.spread[k].contact < state.spread[found].contact:
            if may_lock_spread(state, rules, index, k):
                found = k
    return NONE if found == NONE else enemy_spread_action(state, found)


@native
def defense_sensor_action(state: State, rules: Rules, order: Order):
    """The active sensor, where it reaches."""
    index, spread = int(order.craft), int(order.target_spread)
    active = may_lock_spread_with(state, rules, index, spread, Sensor.ACTIVE)
    return Verb.ACTIVE if active else Verb.PASSIVE


# --- a shot --------------------------------------------------------------------------------------


@native
def shot_ready(state: State, rules: Rules, side):
    """Two beams of the first ships at the first missiles; NONE for another decision."""
    decision = int(state.decision)
    order = state.order[side]
    if decision == Decision.SHOT_SPREAD:
        return shot_spread_action(state, rules, side)
    if decision == Decision.SHOT_MEMBER:
        return shot_member_action(state, rules, side)
    if decision == Decision.SHOT_SHIP:
        return shot_ship_action(state, rules, side)
    if decision == Decision.SHOT_WEAPON:
        return shot_weapon_action(state, rules, order)
    if decision == Decision.SHOT_NUMBER:
        beams = max(1, BEAMS_PER_MISSILE - shot_beams(order))
        return number_action(state, order, min(int(order.high), beams))
    return NONE


@native
def shot_spread_action(state: State, rules: Rules, side):
    """The spread of lowest number that can be shot at."""
    found = NONE
    for k in side_range(state.spread, 1 - side):
        if found == NONE or state.spread[k].contact < state.spread[found].contact:
            if can_shoot_at_spread(state, rules, side, k):
                found = k
    return NONE if found == NONE else enemy_spread_action(state, found)


@native
def shot_member_action(state: State, rules: Rules, side):
    """The first ship whose missiles can be shot at."""
    for k in side_range(state.craft, side):
        if can_shoot_at_member(state, rules, side, k):
            return craft_action(state, k)
    return NONE


@native
def shot_ship_action(state: State, rules: Rules, side):
    """Add beams until there are enough, or none are left."""
    order = state.order[side]
    if shot_beams(order) >= BEAMS_PER_MISSILE:
        if shot_difficulty(state, rules, order) <= MAX_DIFFICULTY:
            return Verb.OPEN_FIRE
    for k in side_range(state.craft, side):
        if can_add(state, rules, order, k):
            return craft_action(state, k)
    return Verb.OPEN_FIRE


@native
def shot_weapon_action(state: State, rules: Rules, order: Order):
    """The first row with beams left."""
    for row in range(WEAPON_ROWS):
        if row_room(state, rules, order, int(order.craft), row) > 0:
            return Verb.SPINAL + row
    return NONE
