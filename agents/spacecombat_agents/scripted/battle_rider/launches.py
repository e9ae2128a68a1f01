"""Missiles: which ships launch, and when."""

from spacecombat_agents.scripted.battle_rider.contacts import nearest_enemy, range_to
from spacecombat_agents.scripted.battle_rider.doctrines import (
    AGGRESSIVE,
    LEAVE_TO_SALVOES,
)
from spacecombat_agents.scripted.battle_rider.first_clash import spares_enemy
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.battle_rider.model import (
    CraftStatus,
    Verb,
    craft_action,
    craft_slots,
    has_missions,
    number_action,
)
from spacecombat_env.rulesets.battle_rider.orders.order_estimates import in_flight

__all__ = ["is_in_reach", "launch_action", "launch_number_action"]


@native
def launch_action(state, rules, side, mask, doctrine):
    """Launch from the first ship whose salvo can arrive, within the doctrine's salvoes."""
    if doctrine.number != AGGRESSIVE and spares_enemy(state, rules, side, LEAVE_TO_SALVOES):
        return Verb.DONE
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        if state.craft[k].status != CraftStatus.IN_FORCE:
            continue
        candidate = craft_action(state, k)
        if not mask[candidate]:
            continue
        if not is_in_reach(state, rules, side, int(state.craft[k].tf), doctrine):
            continue
        directors = int(rules.classes[state.craft[k].klass].directors)
        if in_flight(state, k) < doctrine.salvoes * directors:
            return candidate
    return Verb.DONE


@native
def launch_number_action(state, rules, side, doctrine):
    """As many missiles as the ship can steer, and the doctrine allows."""
    order = state.order[side]
    directors = int(rules.classes[state.craft[order.craft].klass].directors)
    missiles = min(directors, int(doctrine.salvo_missiles), int(order.high))
    return number_action(state, order, max(1, missiles))


@native
def is_in_reach(state, rules, side, tf, doctrine):
    """Whether a salvo can arrive; without a mission, also at undetected forces."""
    if range_to(state, tf, nearest_enemy(state, side, tf, True)) <= doctrine.launch_range:
        return True
    if has_missions(rules):
        return False
    return range_to(state, tf, nearest_enemy(state, side, tf, False)) <= doctrine.blind_launch_range
