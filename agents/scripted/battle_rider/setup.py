"""The set-up, where it is not delegated: how many craft sail together."""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.battle_rider.orders.estimates import first_word
from spacecombat_env.rulesets.battle_rider.pieces.words import force_slots, force_word


@jit
def setup_force_word(state, side, mask, doctrine):
    """The first task force that has fewer craft than the doctrine allows."""
    for k in range(side * force_slots(state), (side + 1) * force_slots(state)):
        if mask[force_word(state, k)] and state.tf[k].strength < doctrine.force_ships:
            return force_word(state, k)
    return first_word(mask, 0, len(mask))
