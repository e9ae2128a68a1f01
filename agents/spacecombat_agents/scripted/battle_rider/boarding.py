"""Boarding actions: whom to board, with which ship, and how to get alongside."""

import numpy as np

from spacecombat_agents.scripted.battle_rider.contacts import is_known, may_attack
from spacecombat_agents.scripted.battle_rider.doctrines import FAR, SAFE_RANGE
from spacecombat_env.core.model.hexgrid import distance
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.battle_rider.forces.boarding import (
    hull_sections,
    is_disabled,
    may_board,
    may_send,
)
from spacecombat_env.rulesets.battle_rider.model import (
    NONE,
    NUM_DECISIONS,
    CraftStatus,
    Decision,
    ForceStatus,
    Verb,
    craft_action,
    craft_slots,
    enemy_craft_action,
    force_slots,
)
from spacecombat_env.rulesets.battle_rider.orders.order_estimates import first_action
from spacecombat_env.rulesets.battle_rider.orders.standing_orders import standing_action
from spacecombat_env.rulesets.battle_rider.ships.abilities import is_on_map

__all__ = ["BOARDING", "captain_boards", "prey_of"]

BOARDING = np.isin(
    np.arange(NUM_DECISIONS),
    (
        *(Decision.BOARDING_MENU, Decision.BOARD_SHIP, Decision.BOARD_TARGET),
        *(Decision.RECALL_SHIP, Decision.BOARDING_DEFENSE),
    ),
)
"""Decisions about boarding actions."""

# --- targets -------------------------------------------------------------------------------------


@native
def is_prey(state, rules, index):
    """BR-BRD-01 Whether a ship is detected, on the map, plainly disabled and not boarded yet."""
    craft = state.craft[index]
    if not craft.detected or not is_on_map(state, craft) or craft.boarders != NONE:
        return False
    return is_disabled(craft) and not rules.classes[craft.klass].drone


@native
def prey_of(state, rules, side, tf):
    """The nearest disabled ship that can no longer attack, no armed enemy by it; or NONE."""
    found, best = NONE, FAR
    if not rules.option.boarding or hull_of(state, rules, tf) == 0:
        return found
    own = state.tf[tf]
    for k in range((1 - side) * craft_slots(state), (2 - side) * craft_slots(state)):
        if not is_prey(state, rules, k) or may_attack(state, rules, k):
            continue
        force = state.tf[state.craft[k].tf]
        away = distance(int(own.q), int(own.r), int(force.q), int(force.r))
        if away < best and is_alone(state, rules, side, k):
            best = away
            found = k
    return found


@native
def is_alone(state, rules, side, prey):
    """Whether no enemy near a ship is known to be armed, or unknown."""
    own = int(state.craft[prey].tf)
    place = state.tf[own]
    for k in range((1 - side) * force_slots(state), (2 - side) * force_slots(state)):
        force = state.tf[k]
        if force.status != ForceStatus.ON_MAP:
            continue
        away = distance(int(place.q), int(place.r), int(force.q), int(force.r))
        if away <= SAFE_RANGE and threatens(state, rules, k):
            return False
    return True


@native
def threatens(state, rules, tf):
    """Whether a force shows nothing, or a ship that can attack."""
    return not is_known(state, tf) or threatens_with(state, rules, tf)


@native
def threatens_with(state, rules, tf):
    """Whether a force shows a ship that can attack."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.detected and craft.status == CraftStatus.IN_FORCE and craft.tf == tf:
            if may_attack(state, rules, k):
                return True
    return False


@native
def hull_of(state, rules, tf):
    """Hull sections of the largest ship of a force that may send a party; 0 without one."""
    most = 0
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == tf and may_send(state, rules, k):
            most = max(most, hull_sections(rules.classes[craft.klass]))
    return most


# --- the decisions -------------------------------------------------------------------------------


@native
def captain_boards(state, rules, side, mask, doctrine):
    """Board what is plainly disabled, the largest ship first; call parties back from prizes."""
    decision = int(state.decision)
    if decision == Decision.BOARDING_MENU:
        prey = best_boarder(state, rules, side, mask, False)
        if doctrine.boarding and mask[Verb.BOARD] and prey != NONE:
            return Verb.BOARD
        return Verb.RECALL if mask[Verb.RECALL] else Verb.DONE
    if decision == Decision.BOARD_SHIP:
        index = best_boarder(state, rules, side, mask, True)
        return first_action(mask, 0, len(mask)) if index == NONE else craft_action(state, index)
    if decision == Decision.BOARD_TARGET:
        return board_target_action(state, rules, side, mask)
    return standing_action(state, rules, mask)


@native
def best_boarder(state, rules, side, mask, named):
    """The own ship of most hull sections that lies alongside prey, or NONE."""
    most, found = 0, NONE
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        if (named and not mask[craft_action(state, k)]) or not may_send(state, rules, k):
            continue
        sections = hull_sections(rules.classes[state.craft[k].klass])
        if sections > most and has_prey_alongside(state, rules, side, k):
            most = sections
            found = k
    return found


@native
def has_prey_alongside(state, rules, side, index):
    """Whether a ship may board one that is plainly disabled."""
    for k in range((1 - side) * craft_slots(state), (2 - side) * craft_slots(state)):
        if is_prey(state, rules, k) and may_board(state, rules, index, k):
            return True
    return False


@native
def board_target_action(state, rules, side, mask):
    """The disabled ship that is worth most points."""
    most, action = -1, NONE
    for k in range((1 - side) * craft_slots(state), (2 - side) * craft_slots(state)):
        if is_prey(state, rules, k) and mask[enemy_craft_action(state, k)]:
            points = int(rules.classes[state.craft[k].klass].points)
            if points > most:
                most = points
                action = enemy_craft_action(state, k)
    return first_action(mask, 0, len(mask)) if action == NONE else action
