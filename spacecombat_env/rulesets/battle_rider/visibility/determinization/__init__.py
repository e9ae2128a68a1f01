"""Determinization: a full state that is consistent with what a seat knows.

Everything a seat cannot know is sampled: the task forces of unknown craft and the owners of missile
spreads. Of the stores the missiles launched so far are gone. Random streams are reseeded.
"""

import numpy as np

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ...fleets.deployment import PLACING
from ...model import (
    DELEGATION,
    NONE,
    NUM_DECISIONS,
    ON_MAP_LIMIT,
    RESULTS,
    Damage,
    Decision,
    Delegate,
    DeterminizationStream,
    Phase,
    Result,
    Side,
    Step,
    budget,
    craft_slots,
    determinize_players,
    is_vampire,
)
from ...model.record_types import Rules, State
from ...ships.fuel import deal_fuel
from ..restored_fields import restore_force
from .choice import determinize_fleet, determinize_mission, place_known_fleet, reseed
from .craft import count_known, lose_craft_aboard, random_index
from .cup import find_carriers
from .entries import has_given_forces
from .forces import distribute_craft
from .launches import determinize_launches, spend_fuel
from .purchases import offer_pool
from .rounds import determinize_rounds

BEFORE_BUYING = np.isin(
    np.arange(NUM_DECISIONS),
    (Decision.POOL_PICK, Decision.BODY_COLUMN, Decision.BODY_ROW, Decision.SECRET_ASTEROID),
)
"""Decisions that come before a ship is bought."""


@native
def determinize_state(state: State, opening: State, rules: Rules, seat, seed):
    """Complete a redacted state for the seat to act with a plausible truth."""
    enemy = 1 - seat
    reseed(state, seed, 0)
    state.step = Step.ROUND
    determinize_mission(state, opening, rules, enemy, seed, 0)
    state.points_lost[enemy] = state.known_lost[enemy]
    state.points_escaped[enemy] = state.known_escaped[enemy]
    if has_not_bought_yet(state, enemy):
        restore_before_purchase(state, opening, rules, enemy)
        return
    count_known(state, enemy)
    determinize_fleet(state, opening, rules, enemy, seed)
    determinize_stores(state, rules, enemy)
    if has_not_set_up_yet(state, opening, enemy):
        return
    distribute_craft(state, opening, rules, enemy)
    determinize_players(state, rules, enemy)
    spend_fuel(state, enemy)
    determinize_launches(state, rules, enemy)
    determinize_rounds(state, rules, seat)
    if state.phase == Phase.SETUP:
        state.order[enemy].step = PLACING


# --- the set-up ----------------------------------------------------------------------------------


@native
def has_not_bought_yet(state: State, enemy):
    """BR-ASG-03, BR-SCN-10, 11 Whether a decision comes before the enemy buys: Red buys first."""
    decision = int(state.decision)
    if state.phase != Phase.SETUP or decision == Decision.NOTHING:
        return False
    if BEFORE_BUYING[decision]:
        return True
    return enemy == Side.BLUE and is_purchase_decision(decision)


@native
def is_purchase_decision(decision):
    """Whether a decision is one of the purchase; the pools are divided before."""
    return DELEGATION[decision] == Delegate.BUYING and decision != Decision.POOL_PICK


@native
def restore_before_purchase(state: State, opening: State, rules: Rules, enemy):
    """BR-SCN-10, 11 Nothing is bought or set up: restore the enemy as in the scenario."""
    origin = opening.order[enemy]
    state.order[enemy].step = origin.step
    state.tactics[enemy] = opening.tactics[enemy]
    state.funds[enemy] = opening.funds[enemy]
    if state.mission[enemy].number != 0:
        state.funds[enemy] = budget(state, rules, enemy)
        state.mission[enemy].limit = ON_MAP_LIMIT * int(rules.option.scale)
    place_known_fleet(state, opening, rules, enemy)
    offer_pool(state, opening, rules, enemy)
    for k in side_range(state.craft, enemy):
        state.craft[k].tf = opening.craft[k].tf
    for tf in side_range(state.tf, enemy):
        restore_force(state.tf[tf], opening.tf[tf])
    fill_cup(state, rules)


@native
def has_not_set_up_yet(state: State, opening: State, enemy):
    """BR-SCN-02 Whether the enemy has not formed its task forces yet.

    Red does so first, once both sides have bought.
    """
    if (
        state.phase != Phase.SETUP
        or state.decision == Decision.NOTHING
        or has_given_forces(opening, enemy)
    ):
        return False
    return enemy == Side.BLUE or is_purchase_decision(int(state.decision))


@native
def determinize_stores(state: State, rules: Rules, enemy):
    """Sample tenders of known craft, fuel and damage; known craft have full stores."""
    find_carriers(state, rules, enemy)
    lose_craft_aboard(state, enemy)
    deal_fuel(state, rules, enemy * craft_slots(state), (enemy + 1) * craft_slots(state))
    if not rules.option.hidden_damage:
        reserve_cup_markers(state, rules, enemy)
    fill_cup(state, rules)
    if rules.option.hidden_damage:
        determinize_damage(state, enemy)


@native
def reserve_cup_markers(state: State, rules: Rules, enemy):
    """BR-DMG-09 Exclude markers seen in the cup from unseen ships."""
    for result in range(RESULTS):
        out = int(rules.marker_count[result]) - int(state.pool[result])
        for k in range(len(state.craft)):
            out -= 1 if state.craft[k].damage[result] else 0
        for k in side_range(state.craft, enemy):
            craft = state.craft[k]
            if out < 0 and craft.damage[result] and not craft.detected:
                craft.damage[result] = 0
                out += 1


@native
def fill_cup(state: State, rules: Rules):
    """BR-DMG-09 The cup holds the markers that are not on ships."""
    for result in range(RESULTS):
        state.pool[result] = rules.marker_count[result]
        for k in range(len(state.craft)):
            if state.craft[k].damage[result]:
                state.pool[result] -= 1


@native
def determinize_damage(state: State, enemy):
    """BR-HID-01 Face-down markers are some of those that the seat does not see elsewhere.

    They are drawn from the cup. If that leaves too few kinds for a ship, all are placed again,
    beginning with the kinds of which most are left.
    """
    if not place_markers(state, enemy, True):
        return_hidden_markers(state, enemy)
        place_markers(state, enemy, False)
    for k in side_range(state.craft, enemy):
        state.craft[k].markers = 0


@native
def place_markers(state: State, enemy, at_random):
    """Place face-down markers; return whether there were enough for all ships.

    Ships with most markers come first, since they need most kinds.
    """
    enough = True
    for markers in range(RESULTS, 0, -1):
        for k in side_range(state.craft, enemy):
            if state.craft[k].markers != markers:
                continue
            for nth in range(markers):
                result = marker_for(state, k, nth, at_random)
                if result == NONE:
                    enough = False
                    break
                state.craft[k].damage[result] = Damage.PERMANENT
                state.pool[result] -= 1
    return enough


@native
def return_hidden_markers(state: State, enemy):
    """Return the placed markers to the cup."""
    for k in side_range(state.craft, enemy):
        for result in range(RESULTS):
            if state.craft[k].markers > 0 and state.craft[k].damage[result]:
                state.craft[k].damage[result] = 0
                state.pool[result] += 1


@native
def marker_for(state: State, index, nth, at_random):
    """The next marker of a ship: drawn, or of the most frequent kind left; NONE for none.

    BR-BRD-01 A ship that the seat has boarded was disabled.
    """
    if nth == 0 and state.craft[index].boarders != NONE:
        if may_have_marker(state, index, Result.MANEUVER_DRIVE):
            return Result.MANEUVER_DRIVE | 0
    markers, most = 0, NONE
    for result in range(RESULTS):
        if may_have_marker(state, index, result):
            markers += int(state.pool[result])
            if most == NONE or state.pool[result] > state.pool[most]:
                most = result
    if most == NONE or not at_random:
        return most
    drawn = random_index(state, index * RESULTS + nth, DeterminizationStream.DAMAGE, markers)
    for result in range(RESULTS):
        if may_have_marker(state, index, result):
            drawn -= int(state.pool[result])
            if drawn < 0:
                return result
    return most


@native
def may_have_marker(state: State, index, result):
    """BR-DMG-07, 10, 12, 13, 15 Whether an available marker may lie on a ship.

    A ship has one of each kind. A ship in play has not exploded, and what it shows works: an active
    sensor needs power, a globe the bridge as well, an area jammer also its sensors.
    """
    craft = state.craft[index]
    if craft.damage[result] or state.pool[result] <= 0 or result == Result.SHIP_EXPLODES:
        return False
    if result == Result.POWER_PLANT:
        return not (craft.active or craft.globe or craft.jamming)
    if result == Result.BRIDGE:
        return not (craft.globe or craft.jamming)
    if result == Result.SENSORS:
        return not craft.jamming
    return result != Result.COMPUTER or not is_vampire(state, index)
