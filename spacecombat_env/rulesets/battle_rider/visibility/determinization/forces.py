"""Determinization of the enemy's task forces: those with unknown craft, and dummies.

A force with an Active marker or a flickering globe holds craft that explain it. The number of
dummies among the others follows from the standing set-up. That fills task forces one after the
other, adds few dummies, and launches riders and drones at once, each as its own force.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ...fleets.pools import clear_slot
from ...model import (
    LATE_TURN,
    MAX_MEMBERS,
    NONE,
    CraftStatus,
    DeterminizationStream,
    ForceStatus,
    has_missions,
    is_blind,
    is_sighted,
)
from ...model.record_types import Craft, Rules, State
from ...sensors.modifiers import may_go_active
from ...ships.abilities import can_jam
from ...ships.force_memory import bit_of_force
from ...ships.losses import is_gone
from .begun import place_as_begun, release_as_begun
from .craft import (
    empty_forces,
    full_packs,
    has_launched,
    has_room,
    hidden_ships,
    is_empty,
    is_held_back,
    is_hidden,
    is_round_decision,
    launchables,
    may_be_out,
    may_hide_in,
    packs_of,
    place_in_force,
    random_index,
)
from .entries import (
    create_forces,
    create_hidden_forces,
    create_waiting_forces,
    dummies_held_back,
    dummies_left,
)
from .requirements import is_from_pool


@native
def distribute_craft(state: State, opening: State, rules: Rules, enemy):
    """Place every unknown craft of a side; `strength` counts the craft known so far."""
    dummies = dummies_left(state, opening, rules, enemy)
    held = dummies_held_back(state, opening, rules, enemy, dummies)
    create_forces(state, opening, rules, enemy, dummies - held, held)
    place_as_begun(state, opening, enemy)
    for tf in side_range(state.tf, enemy):
        if state.tf[tf].flickering:
            place_globe(state, opening, rules, enemy, tf)
    for tf in side_range(state.tf, enemy):
        if state.tf[tf].emitting:
            place_emission(state, opening, rules, enemy, tf)
    if is_blind(state) and state.round_tf == NONE and is_round_decision(state):
        choose_hidden_actor(state, opening, rules, enemy)
    fill_forces(state, opening, rules, enemy, dummies - held)
    for k in side_range(state.craft, enemy):
        if is_hidden(state.craft[k]):
            move_to_other_force(state, opening, rules, enemy, k)
    emit_together(state, rules, enemy)


@native
def emit_together(state: State, rules: Rules, enemy):
    """BR-DET-09 Where a task force shows an Active marker, all its unknown sensors are active."""
    for k in side_range(state.craft, enemy):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf != NONE and not craft.detected:
            if state.tf[craft.tf].emitting and may_go_active(rules, craft):
                craft.active = 1
    for tf in range(len(state.tf)):
        state.tf[tf].emitting = 0


@native
def place_globe(state: State, opening: State, rules: Rules, enemy, tf):
    """BR-BGL-15 Put a flickering globe into a force that shows one, if a ship is available."""
    for k in side_range(state.craft, enemy):
        craft = state.craft[k]
        if rules.classes[craft.klass].black_globe and craft.status == CraftStatus.IN_FORCE:
            if craft.tf == tf and (craft.globe > 0 or not craft.detected):
                craft.globe = max(1, int(craft.globe))
                return
    found = pick_globe(state, rules, enemy, tf)
    if found == NONE:
        release_as_begun(state, opening, enemy)
        found = pick_globe(state, rules, enemy, tf)
    if found != NONE:
        state.craft[found].globe = 1
        place_in_force(state, found, tf)


@native
def pick_globe(state: State, rules: Rules, enemy, tf):
    """A ship at random that may be in a task force and has a black globe, or NONE."""
    found, candidates = NONE, 0
    for k in side_range(state.craft, enemy):
        craft = state.craft[k]
        if rules.classes[craft.klass].black_globe and is_hidden(craft):
            if may_hide_in(state, tf, k):
                candidates += 1
                if random_index(state, k, DeterminizationStream.CRAFT, candidates) == 0:
                    found = k
    return found


@native
def can_emit(rules: Rules, craft: Craft):
    """BR-DET-09, BR-JAM-10 Whether a craft can show an Active marker."""
    area = rules.classes[craft.klass].area_jammer != 0 and can_jam(craft)
    return may_go_active(rules, craft) or area


@native
def emit(rules: Rules, craft: Craft):
    """Switch on equipment that shows an Active marker."""
    if may_go_active(rules, craft):
        craft.active = 1
    else:
        craft.jamming = 1


@native
def place_emission(state: State, opening: State, rules: Rules, enemy, tf):
    """BR-AMB-88 Put a craft that emits into a force with an Active marker.

    If no known craft emits, it is a ship at random, or a rider or drone where there is no ship.
    """
    for k in side_range(state.craft, enemy):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == tf:
            if not craft.detected and can_emit(rules, craft):
                emit(rules, craft)
            if craft.active or craft.jamming:
                return
    found = pick_emitter(state, rules, enemy, tf, False)
    if found == NONE:
        found = pick_emitter(state, rules, enemy, tf, True)
    if found == NONE:
        release_as_begun(state, opening, enemy)
        found = pick_emitter(state, rules, enemy, tf, False)
    if found != NONE and state.tf[tf].strength < MAX_MEMBERS:
        emit(rules, state.craft[found])
        place_in_force(state, found, tf)


@native
def pick_emitter(state: State, rules: Rules, enemy, tf, aboard):
    """A craft at random that may be in a task force and can emit, or NONE."""
    found, candidates = NONE, 0
    for k in side_range(state.craft, enemy):
        craft = state.craft[k]
        fits = may_be_out(state, k) if aboard else is_hidden(craft)
        if fits and may_hide_in(state, tf, k) and can_emit(rules, craft):
            candidates += 1
            if random_index(state, k, DeterminizationStream.CRAFT, candidates) == 0:
                found = k
    return found


@native
def choose_hidden_actor(state: State, opening: State, rules: Rules, enemy):
    """BR-REF-01 Put a craft into a hidden force that acts in an unseen round.

    It is a ship at random, or a rider or drone where there is no ship.
    """
    for k in side_range(state.craft, enemy):
        craft = state.craft[k]
        here = craft.status == CraftStatus.IN_FORCE and craft.tf != NONE
        if here and not is_sighted(state, int(craft.tf)):
            return
    tf = pick_hidden_force(state, enemy)
    if tf == NONE:
        create_hidden_forces(state, opening, rules, enemy, True)  # it has entered
        tf = pick_hidden_force(state, enemy)
    if tf == NONE:
        return
    found = pick_craft(state, enemy, tf, False)
    if found == NONE:
        found = pick_craft(state, enemy, tf, True)
    if found == NONE:
        release_as_begun(state, opening, enemy)
        found = pick_craft(state, enemy, tf, False)
    if found != NONE:
        place_in_force(state, found, tf)


@native
def pick_craft(state: State, enemy, tf, aboard):
    """A craft at random that may be in a task force, or NONE."""
    found, candidates = NONE, 0
    for k in side_range(state.craft, enemy):
        fits = may_be_out(state, k) if aboard else is_hidden(state.craft[k])
        if fits and may_hide_in(state, tf, k):
            candidates += 1
            if random_index(state, k, DeterminizationStream.CRAFT, candidates) == 0:
                found = k
    return found


@native
def pick_hidden_force(state: State, enemy):
    """A random hidden task force on the map, or NONE."""
    found, candidates = NONE, 0
    for tf in side_range(state.tf, enemy):
        if state.tf[tf].status == ForceStatus.ON_MAP and not is_sighted(state, tf):
            candidates += 1
            if random_index(state, tf, DeterminizationStream.FORCE, candidates) == 0:
                found = tf
    return found


@native
def fill_forces(state: State, opening: State, rules: Rules, enemy, dummies):
    """BR-TF-02, 04 Fill the unknown forces except the dummies.

    With a given fleet, fill at least as many as hold its ships.

    Riders and drones fill the forces for which there is no ship, or that ships do not need.
    """
    ships, aboard = hidden_ships(state, enemy, False), launchables(state, enemy)
    packs, empty = packs_of(state, rules, enemy, False), empty_forces(state, enemy)
    launched = has_launched(state, opening, rules, enemy)
    least = 0 if state.buyer[enemy] else full_packs(state, enemy, False)
    filled = min(max(least, empty - dummies), ships + aboard, empty)
    out = max(0, filled - (packs if launched else ships))
    out = min(out, aboard)
    for _ in range(filled - out):
        place_one(state, enemy, False, False)
    for _ in range(out):
        place_one(state, enemy, True, False)
    for _ in range(packs_of(state, rules, enemy, True)):
        place_one(state, enemy, False, True)
    for k in side_range(state.craft, enemy):
        if is_hidden(state.craft[k]):
            join_fullest(state, enemy, k)  # packs are full except the last


@native
def place_one(state: State, enemy, aboard, later):
    """Put a random ship, or a craft aboard, into a random empty task force.

    `later` selects ships that enter later.
    """
    found, candidates = NONE, 0
    for k in side_range(state.craft, enemy):
        fits = may_be_out(state, k) if aboard else is_hidden(state.craft[k])
        if fits and is_held_back(state, k) == later:
            candidates += 1
            if random_index(state, k, DeterminizationStream.CRAFT, candidates) == 0:
                found = k
    tf = empty_force(state, enemy, found) if found != NONE else NONE
    if tf != NONE:
        place_in_force(state, found, tf)


@native
def empty_force(state: State, enemy, index):
    """A random task force without craft that may hide a craft, or NONE.

    Riders and drones are rather in one that has split off.
    """
    aboard = state.craft[index].status == CraftStatus.ABOARD
    for anywhere in range(2):
        found, candidates = NONE, 0
        for tf in side_range(state.tf, enemy):
            usual = has_split_off(state, enemy, tf) == aboard
            if is_empty(state, tf) and may_hide_in(state, tf, index) and (usual or anywhere):
                candidates += 1
                if random_index(state, tf, DeterminizationStream.FORCE, candidates) == 0:
                    found = tf
        if found != NONE:
            return found
    return NONE


@native
def has_split_off(state: State, side, tf):
    """BR-LCH-03, BR-TF-06 Whether a task force was seen to split off from another."""
    return state.memory_split[side] & bit_of_force(state, tf) != 0


@native
def join_fullest(state: State, enemy, index):
    """BR-TF-02 Put a ship into the fullest force with room; False if there is none."""
    found, most = NONE, 0
    for tf in side_range(state.tf, enemy):
        strength = int(state.tf[tf].strength)
        if strength > most and has_room(state, tf, enemy) and may_hide_in(state, tf, index):
            found = tf
            most = strength
    if found == NONE:
        return False
    place_in_force(state, index, found)
    return True


@native
def move_to_other_force(state: State, opening: State, rules: Rules, enemy, index):
    """Place a ship without room among others: in an empty force, or off the map.

    Off the map, a ship that may have been bought counts as not bought.
    """
    if join_fullest(state, enemy, index):
        return
    bought, stays = (
        is_from_pool(opening.craft[index]),
        must_stay_in_force(state, rules, enemy, index),
    )
    tf = NONE if bought and not stays else empty_force(state, enemy, index)
    if tf == NONE and stays:
        first = LATE_TURN if is_held_back(state, index) else 1
        tf = create_waiting_forces(state, rules, enemy, first)
    if tf != NONE:
        place_in_force(state, index, tf)
        return
    drop_craft(state, index, bought)
    for k in side_range(state.craft, enemy):
        other = state.craft[k]
        if other.status == CraftStatus.ABOARD and other.keeper == index and not other.detected:
            drop_craft(state, k, bought)


@native
def drop_craft(state: State, index, bought):
    """Remove a craft: it is lost, or was never bought."""
    if bought:
        clear_slot(state.craft[index])
    else:
        state.craft[index].status = CraftStatus.LOST


@native
def must_stay_in_force(state: State, rules: Rules, enemy, index):
    """Whether a ship is certainly in play: it enters later, is the last, or keeps a known craft.

    BR-ASG-14 A mission does not end with the last ship.
    """
    others = has_missions(rules) and not is_blind(state)
    for k in side_range(state.craft, enemy):
        craft = state.craft[k]
        if craft.detected and not is_gone(craft) and craft.keeper == index:
            return True
        others = others or (craft.status == CraftStatus.IN_FORCE and craft.tf != NONE)
    return is_held_back(state, index) or not others
