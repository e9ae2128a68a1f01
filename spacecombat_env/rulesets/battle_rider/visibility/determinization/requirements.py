"""Craft that a sampled fleet needs: ships for Active markers, missiles, drones, forces.

They are bought first, as cheaply as possible; a mission that cannot pay for them is rejected.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ...fleets.prices import can_buy, can_control_drone, is_own_ship, is_rider, price
from ...fleets.purchase import buy
from ...model import NONE, CraftStatus, ForceStatus, Load, Sensor, tactics_cost
from ...model.record_types import Class, Craft, Rules, State
from ...orders.buying import usual_crew
from ...ships.losses import is_gone
from .craft import is_held_back


@native
def is_from_pool(origin: Craft):
    """Whether a slot of the opening is one of a pool."""
    return origin.status >= CraftStatus.OFFERED


@native
def tactics_needed(state: State, enemy):
    """BR-TF-02 Fleet Tactics for the largest known task force."""
    needed = 1
    for tf in side_range(state.tf, enemy):
        needed = max(needed, known_in(state, enemy, tf))
    return needed


@native
def known_in(state: State, side, tf):
    """Detected craft in a task force."""
    count = 0
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        if craft.detected and craft.status == CraftStatus.IN_FORCE and craft.tf == tf:
            count += 1
    return count


@native
def least_visible_cost(state: State, opening: State, rules: Rules, enemy):
    """BR-AMB-88 The least paid for ships whose Active markers no known craft explains."""
    emitters, paid, last = unknown_emitters(state, enemy), 0, NONE
    for _ in range(emitters):
        found, least = NONE, 0
        for k in side_range(state.craft, enemy):
            origin, klass = opening.craft[k], rules.classes[opening.craft[k].klass]
            if not is_from_pool(origin) or state.craft[k].detected:
                continue
            if klass.drone or is_rider(klass):
                continue
            order = int(klass.points) * len(state.craft) + k
            if origin.klass != 0 and order > last and (found == NONE or order < least):
                found, least = k, order
        if found == NONE:
            return paid
        paid += least // len(state.craft)
        last = least
    return paid


# --- the mission's fleet ------------------------------------------------------------------------


@native
def buy_visible_craft(state: State, rules: Rules, enemy):
    """Buy ships that explain what is seen: drones, missiles, Active markers."""
    level = drone_level(state, rules, enemy)
    if level > 0:
        buy_needed(state, rules, enemy, False, level, 0)
    if shows_missiles(state, enemy) and not has_launcher(state, rules, enemy):
        buy_needed(state, rules, enemy, False, 0, 1)
    while unexplained_emitters(state, rules, enemy) > 0:
        if not buy_needed(state, rules, enemy, False, 0, 0):
            if not buy_needed(state, rules, enemy, True, 0, 0):
                return


@native
def unexplained_craft(state: State, rules: Rules, enemy):
    """Count drones, missiles and Active markers in view that a sampled fleet does not explain."""
    missing = max(0, unexplained_emitters(state, rules, enemy))
    missing += 1 if drone_level(state, rules, enemy) > 0 else 0
    return missing + int(shows_missiles(state, enemy) and not has_launcher(state, rules, enemy))


@native
def buy_for_forces(state: State, rules: Rules, enemy):
    """BR-TF-04 Buy cheap ships until there are enough for the visible task forces."""
    while unexplained_forces(state, enemy) > 0:
        if not buy_cheapest(state, rules, enemy, False, 0, 0):
            return


@native
def buy_needed(state: State, rules: Rules, enemy, drone, tech_level, directors):
    """BR-TF-02 Buy the cheapest suitable ship or drone (is_suitable); False for none.

    It may use points meant for Fleet Tactics beyond those that are seen.
    """
    funds, tactics = int(state.funds[enemy]), int(state.tactics[enemy])
    while not buy_cheapest(state, rules, enemy, drone, tech_level, directors):
        if not save_on_tactics(state, rules, enemy):
            state.funds[enemy], state.tactics[enemy] = funds, tactics
            return False
    return True


@native
def save_on_tactics(state: State, rules: Rules, enemy):
    """BR-TF-02 Take one level of Fleet Tactics less; False where it is needed."""
    if state.tactics[enemy] <= tactics_needed(state, enemy):
        return False
    state.tactics[enemy] -= 1
    state.funds[enemy] += tactics_cost(state, rules, enemy)
    return True


@native
def drone_level(state: State, rules: Rules, enemy):
    """The highest tech level of a known drone in play that no known ship can control, or 0."""
    level = 0
    for k in side_range(state.craft, enemy):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and rules.classes[craft.klass].drone:
            level = max(level, int(rules.classes[craft.klass].tech_level))
    for k in side_range(state.craft, enemy):
        if can_control_drone(rules, state.craft[k], level):
            return 0
    return level


@native
def shows_missiles(state: State, enemy):
    """Whether the enemy has missiles on the map."""
    for k in side_range(state.spread, enemy):
        if state.spread[k].count > 0:
            return True
    return False


@native
def has_launcher(state: State, rules: Rules, enemy):
    """Whether a ship in play has missile directors."""
    for k in side_range(state.craft, enemy):
        craft = state.craft[k]
        if is_own_ship(rules, craft) and rules.classes[craft.klass].directors > 0:
            return True
    return False


@native
def unexplained_forces(state: State, enemy):
    """BR-TF-04 Task forces on the map less those that craft or dummies account for."""
    forces, craft = 0, 0
    for tf in side_range(state.tf, enemy):
        if state.tf[tf].status == ForceStatus.ON_MAP and known_in(state, enemy, tf) == 0:
            forces += 1
    for k in side_range(state.craft, enemy):
        if state.craft[k].status == CraftStatus.IN_FORCE and not state.craft[k].detected:
            craft += 1
    return forces - craft - int(state.tactics[enemy])


@native
def unexplained_emitters(state: State, rules: Rules, enemy):
    """BR-AMB-88 Task forces with an unexplained Active marker, less the craft that may carry it.

    A dummy shows none.
    """
    craft = 0
    for k in side_range(state.craft, enemy):
        other = state.craft[k]
        here = other.status == CraftStatus.IN_FORCE or other.status == CraftStatus.ABOARD
        if other.keeper != NONE:  # lost with its controller, or not there yet like it
            gone = is_gone(state.craft[other.keeper])
            here = here and not gone and not is_held_back(state, int(other.keeper))
        here = here and not is_held_back(state, k)
        if here and not other.detected and rules.classes[other.klass].sensor_range[Sensor.ACTIVE]:
            craft += 1
    return unknown_emitters(state, enemy) - craft


@native
def may_be_lost(state: State, rules: Rules, enemy, index):
    """BR-AMB-88 Whether an unknown craft may not be the source of an Active marker."""
    active = rules.classes[state.craft[index].klass].sensor_range[Sensor.ACTIVE]
    return active == 0 or unexplained_emitters(state, rules, enemy) < 0


@native
def unknown_emitters(state: State, enemy):
    """Task forces with an Active marker of no known craft."""
    forces = 0
    for tf in side_range(state.tf, enemy):
        if state.tf[tf].emitting and not has_known_emitter(state, enemy, tf):
            forces += 1
    return forces


@native
def has_known_emitter(state: State, enemy, tf):
    """Whether a detected craft accounts for the Active marker of its task force."""
    for k in side_range(state.craft, enemy):
        craft = state.craft[k]
        if craft.detected and craft.status == CraftStatus.IN_FORCE and craft.tf == tf:
            if craft.active or craft.jamming:
                return True
    return False


@native
def buy_cheapest(state: State, rules: Rules, enemy, drone, tech_level, directors):
    """Buy the cheapest suitable ship or drone (is_suitable); False for none.

    Riders may go aboard, where they explain nothing; other ships sail.
    """
    found = NONE
    for k in side_range(state.craft, enemy):
        klass = rules.classes[state.craft[k].klass]
        if not is_suitable(klass, drone, tech_level, directors):
            continue
        if not can_buy(state, rules, enemy, k):
            continue
        if found == NONE or price(state, rules, enemy, k) < price(state, rules, enemy, found):
            found = k
    if found == NONE:
        return False
    buy(state, rules, found, usual_crew(state, rules, enemy, found), Load.CONTROLLED | 0)
    return True


@native
def is_suitable(klass: Class, drone, tech_level, directors):
    """BR-DRN-02 Whether it is a drone with active sensor.

    Without `drone`: a ship of that tech level or above, with at least as many directors.
    """
    if drone:
        return klass.drone != 0 and klass.sensor_range[Sensor.ACTIVE] != 0
    if klass.drone != 0 or is_rider(klass):
        return False
    return klass.tech_level >= tech_level and klass.directors >= directors
