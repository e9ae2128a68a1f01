"""Power plants, sensors and black globes: what a force switches on and off as its round begins."""

from spacecombat_agents.scripted.battle_rider.contacts import (
    is_exposed_to_enemy,
    nearest_enemy,
    range_to,
)
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.battle_rider.model import (
    NONE,
    Decision,
    Verb,
    amount_action,
    craft_action,
    craft_slots,
)
from spacecombat_env.rulesets.battle_rider.orders.order_estimates import first_action
from spacecombat_env.rulesets.battle_rider.ships.black_globes import may_set_globe

__all__ = ["globe_action", "status_action"]


@native
def status_action(state, rules, side, mask, doctrine):
    """Power up first; arrays out at once; active sensors at contact (`aggressive`: always)."""
    near = range_to(state, int(state.round_tf), nearest_enemy(state, side, state.round_tf, False))
    contact = near <= doctrine.active_range
    if doctrine.active_when_found:
        contact = contact or is_exposed_to_enemy(state, int(state.round_tf))
    if mask[Verb.CRASH_START] and contact:
        return Verb.CRASH_START
    if mask[Verb.POWER_UP]:
        return Verb.POWER_UP
    if mask[Verb.EXTEND]:
        return Verb.EXTEND
    if mask[Verb.GLOBE] and globe_to_set(state, rules, side, doctrine) != NONE:
        return Verb.GLOBE
    if mask[Verb.ACTIVATE] and contact:
        return Verb.ACTIVATE
    return NONE


@native
def wanted_globe(state, rules, index, doctrine):
    """BR-BGL-01 Flicker while the enemy sees the ship, else off: a full globe prevents fighting."""
    craft = state.craft[index]
    if not craft.detected:
        return 0
    return min(int(doctrine.globe), int(rules.classes[craft.klass].globe_rate))


@native
def globe_to_set(state, rules, side, doctrine):
    """A ship of the round whose globe is not as wanted, or NONE."""
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        if may_set_globe(state, rules, k):
            if state.craft[k].globe != wanted_globe(state, rules, k, doctrine):
                return k
    return NONE


@native
def globe_action(state, rules, side, mask, doctrine):
    """Which ship, and how far up."""
    if state.decision == Decision.GLOBE_SHIP:
        index = globe_to_set(state, rules, side, doctrine)
        action = NONE if index == NONE else craft_action(state, index)
    else:
        globe = wanted_globe(state, rules, int(state.order[side].craft), doctrine)
        action = amount_action(state, globe)
    return action if action != NONE and mask[action] else first_action(mask, 0, len(mask))
