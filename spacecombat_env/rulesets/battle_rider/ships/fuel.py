"""Chapter FUE: limited maneuver fuel."""

from spacecombat_env.core.native import native

from ..model import (
    FUEL_CARDS,
    NONE,
    RESERVE_BURNED,
    Chance,
    CraftStatus,
    Event,
    craft_slots,
    log_event,
    pair_key,
    turn_card,
)
from ..model.record_types import Rules, State


@native
def deal_fuel(state: State, rules: Rules, first, last):
    """BR-FUE-01 Each ship with limited fuel has the missile values of three cards in G-turns."""
    if not rules.option.limited_fuel:
        return
    for k in range(first, last):
        craft = state.craft[k]
        on_sale = craft.status >= CraftStatus.OFFERED
        if rules.classes[craft.klass].limited_fuel and craft.fuel == NONE and not on_sale:
            fuel = 0
            for _ in range(FUEL_CARDS):
                card = turn_card(state, rules, Chance.FUEL, pair_key(k, 0))
                fuel += int(rules.card[card].missile_value)
            craft.fuel = fuel


@native
def spend_fuel(state: State, index, gs):
    """BR-FUE-02, 03, BR-AMB-72 One G-turn for each G; Gs beyond the last burn the jump fuel."""
    craft = state.craft[index]
    left = int(craft.fuel) - gs
    if left >= 0:
        craft.fuel = left
    elif craft.fuel != RESERVE_BURNED:
        craft.fuel = RESERVE_BURNED
        side = index // craft_slots(state)
        event = log_event(state, Event.JUMP_RESERVE, side)
        event.actor = index
        event.known = 1 << side
