"""Determinization of controllers of drones, tenders of riders, and the cup."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.model.rng import pick
from spacecombat_env.core.native import native

from ...fleets.pools import clear_slot
from ...fleets.prices import can_control_drone, is_own_ship
from ...fleets.purchase import tender_room
from ...model import NONE, Chance, CraftStatus, DeterminizationStream, pair_key, random_bits
from ...model.record_types import Rules, State
from ...ships.losses import is_gone
from .requirements import may_be_lost


@native
def assign_keepers(state: State, rules: Rules, enemy):
    """BR-DRN-02 Controllers of drones and tenders of riders aboard, each at random."""
    for k in side_range(state.craft, enemy):
        craft = state.craft[k]
        drone = rules.classes[craft.klass].drone != 0
        aboard = craft.status == CraftStatus.ABOARD
        if craft.keeper != NONE or not (aboard or (drone and craft.status == CraftStatus.IN_FORCE)):
            continue
        craft.keeper = pick_keeper(state, rules, enemy, k)
        if drone and craft.keeper != NONE:
            craft.crew = state.craft[craft.keeper].crew
        if craft.keeper == NONE and aboard and not drone and not craft.detected:
            craft.status = CraftStatus.IN_FORCE


@native
def find_carriers(state: State, rules: Rules, enemy):
    """BR-LCH-07, BR-AMB-89 Find a ship in play for each known craft aboard, none for those lost.

    It is the original one if possible, else another.
    """
    for k in side_range(state.craft, enemy):
        craft = state.craft[k]
        if craft.detected and is_gone(craft):
            craft.keeper = NONE
        if not craft.detected or craft.status != CraftStatus.ABOARD:
            continue
        if craft.keeper != NONE and is_own_ship(rules, state.craft[craft.keeper]):
            continue
        craft.keeper = NONE
        craft.keeper = pick_keeper(state, rules, enemy, k)


@native
def pick_keeper(state: State, rules: Rules, enemy, index):
    """A random ship that may control a drone, or has room for a rider; or NONE.

    The controller of an undetected drone may be lost by now, unless the drone must be in play.
    """
    found, candidates = NONE, 0
    klass = rules.classes[state.craft[index].klass]
    lost = not state.craft[index].detected and may_be_lost(state, rules, enemy, index)
    for k in side_range(state.craft, enemy):
        ship = state.craft[k]
        if klass.drone:
            fits = can_control_drone(rules, ship, int(klass.tech_level))
            if lost and is_gone(ship) and ship.detected:
                other = rules.classes[ship.klass]
                fits = other.drone == 0 and other.tech_level >= klass.tech_level
        else:
            tends = rules.classes[ship.klass].rider_klass == state.craft[index].klass
            fits = tends and is_own_ship(rules, ship) and tender_room(state, rules, k) > 0
        if fits:
            candidates += 1
            if (
                pick(
                    random_bits(state, Chance.SETUP, pair_key(index, DeterminizationStream.KEEPER)),
                    candidates,
                )
                == 0
            ):
                found = k
    return found


@native
def determinize_cup(state: State, rules: Rules, enemy):
    """BR-S2-09 Ships drawn from the cup are some of those never detected."""
    for drawn in range(rules.buying[enemy].leave_out):
        found, candidates = NONE, 0
        for k in side_range(state.craft, enemy):
            if is_own_ship(rules, state.craft[k]) and not state.craft[k].detected:
                candidates += 1
                if (
                    pick(
                        random_bits(
                            state, Chance.SETUP, pair_key(k, DeterminizationStream.CUP + drawn)
                        ),
                        candidates,
                    )
                    == 0
                ):
                    found = k
        if found == NONE:
            return
        clear_slot(state.craft[found])
        for k in side_range(state.craft, enemy):
            if state.craft[k].keeper == found:
                state.craft[k].keeper = NONE
    assign_keepers(state, rules, enemy)
