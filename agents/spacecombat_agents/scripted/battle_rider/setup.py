"""The set-up, where it is not delegated: how many craft sail together."""

from spacecombat_env.core.native import native
from spacecombat_env.rulesets.battle_rider.model import force_action, force_slots
from spacecombat_env.rulesets.battle_rider.orders.order_estimates import first_action

__all__ = ["setup_force_action"]


@native
def setup_force_action(state, side, mask, doctrine):
    """The first task force that has fewer craft than the doctrine allows."""
    for k in range(side * force_slots(state), (side + 1) * force_slots(state)):
        if mask[force_action(state, k)] and state.tf[k].strength < doctrine.force_ships:
            return force_action(state, k)
    return first_action(mask, 0, len(mask))
