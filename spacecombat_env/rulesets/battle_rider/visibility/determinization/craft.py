"""Determinization: the undetected craft to deal, and the places for them."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.model.rng import pick
from spacecombat_env.core.native import native

from ...model import (
    LATE_TURN,
    LOG_LENGTH,
    NONE,
    Chance,
    CraftStatus,
    Decision,
    Event,
    ForceStatus,
    Phase,
    Side,
    craft_slots,
    force_slots,
    has_missions,
    is_late,
    pair_key,
    random_bits,
)
from ...model.record_types import Craft, Rules, State
from ...orders.missions import is_runner
from ...ships.losses import is_gone

START_TURN, ENTRY_TURN = 1, 2  # first turns of launching: from ships on the map, from the rest


@native
def random_index(state: State, index, kind, sides):
    """A uniformly random index for one piece."""
    return pick(random_bits(state, Chance.SETUP, pair_key(index, kind)), sides)


@native
def count_known(state: State, enemy):
    """Strength of each enemy force from the craft known to be in it."""
    for k in side_range(state.craft, enemy):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf != NONE:
            state.tf[craft.tf].strength += 1


@native
def is_hidden(craft: Craft):
    """Whether a craft is in play without a task force so far."""
    return craft.status == CraftStatus.IN_FORCE and craft.tf == NONE


@native
def is_held_back(state: State, index):
    """BR-MIB-01, 06 Whether a craft cannot have entered yet."""
    return is_late(state.craft[index]) and late_part_waits(state, index // craft_slots(state))


@native
def late_part_waits(state: State, side):
    """BR-MIB-01, 06 Whether the late part of a fleet has not entered yet.

    In its first turn of entry this holds until a task force of the side has entered.
    """
    if state.turn != LATE_TURN or state.phase > Phase.OPERATIONS:
        return state.turn < LATE_TURN
    for n in range(min(int(state.log_count), LOG_LENGTH)):
        if state.log[n].kind == Event.ENTER and state.log[n].side == side:
            return False
    return True


@native
def late_part_enters(state: State, side):
    """BR-MIB-01, 06 Whether some of the late part has entered, and some may still."""
    if state.turn != LATE_TURN or state.phase > Phase.OPERATIONS:
        return False
    return not late_part_waits(state, side)


@native
def hidden_ships(state: State, enemy, late):
    """Craft to be dealt: those that cannot have entered yet, or the others."""
    count = 0
    for k in side_range(state.craft, enemy):
        if is_hidden(state.craft[k]) and is_held_back(state, k) == late:
            count += 1
    return count


@native
def may_be_out(state: State, index):
    """BR-LCH-01, BR-DRN-04 Whether an undetected rider or drone may have been launched."""
    craft = state.craft[index]
    if craft.status != CraftStatus.ABOARD or craft.detected or craft.keeper == NONE:
        return False
    carrier = state.craft[craft.keeper]
    return carrier.status == CraftStatus.IN_FORCE and not is_held_back(state, int(craft.keeper))


@native
def launchables(state: State, enemy):
    """Riders and drones that may have been launched."""
    count = 0
    for k in side_range(state.craft, enemy):
        count += 1 if may_be_out(state, k) else 0
    return count


@native
def has_launched(state: State, opening: State, rules: Rules, enemy):
    """BR-SEQ-03, BR-LCH-01 Whether a side has been able to launch from its first ships.

    The side without the initiative launches first.
    """
    first = START_TURN if starts_on_map(opening, rules, enemy) else ENTRY_TURN
    if state.turn == first and state.phase == Phase.INITIATIVE:
        return state.decision != Decision.READINESS and enemy != state.initiative
    return state.turn >= first


@native
def starts_on_map(opening: State, rules: Rules, enemy):
    """BR-SCN-02, BR-ASG-04 Whether a side has task forces on the map before turn 1."""
    if has_missions(rules):
        return enemy == Side.BLUE
    for tf in side_range(opening.tf, enemy):
        if opening.tf[tf].status == ForceStatus.ON_MAP:
            return True
    return False


@native
def is_open(state: State, tf):
    """BR-DET-06 Whether a task force may hold unknown craft."""
    force = state.tf[tf]
    if force.status == ForceStatus.WAITING:
        return True
    return force.status == ForceStatus.ON_MAP and not force.shadow_found


@native
def may_hide_in(state: State, tf, index):
    """BR-MIB-01, 06 The same for one craft: late ships are not on the map yet."""
    if not is_open(state, tf):
        return False
    if is_held_back(state, index):
        return is_reserved_for_entry(state, tf)
    return not is_reserved_for_entry(state, tf)


@native
def is_reserved_for_entry(state: State, tf):
    """BR-MIB-01, 06 Whether a task force waits for the turn in which the rest of a fleet enters."""
    force, side = state.tf[tf], tf // force_slots(state)
    if state.mission[side].number == 0 or not late_part_waits(state, side):
        return False
    return force.status == ForceStatus.WAITING and force.entry_turn >= LATE_TURN


@native
def has_room(state: State, tf, enemy):
    """BR-TF-02 Whether Fleet Tactics let one more craft into a task force."""
    return state.tf[tf].strength < state.tactics[enemy]


@native
def place_in_force(state: State, index, tf):
    """Put a craft into a task force; one that was aboard has been launched."""
    craft = state.craft[index]
    craft.status = CraftStatus.IN_FORCE
    craft.tf = tf
    state.tf[tf].strength += 1


@native
def free_room(state: State, enemy):
    """Free places in open task forces that hold craft."""
    room = 0
    for tf in side_range(state.tf, enemy):
        if is_open(state, tf) and state.tf[tf].strength > 0:
            room += max(0, int(state.tactics[enemy]) - int(state.tf[tf].strength))
    return room


@native
def packs_of(state: State, rules: Rules, enemy, later):
    """BR-TF-02 Task forces that unknown ships still fill in the standing set-up.

    `later` selects those that enter later. Forces that already hold unknown ships are not counted.
    """
    if not has_missions(rules):
        return full_packs(state, enemy, later)
    packs = packs_on_missions(state, rules, enemy, later)
    return packs if later else max(0, packs - started_forces(state, enemy))


@native
def full_packs(state: State, enemy, later):
    """BR-TF-02 The fewest task forces that hold the ships to be dealt."""
    ships, each = hidden_ships(state, enemy, later), max(1, int(state.tactics[enemy]))
    if not later:
        ships -= free_room(state, enemy)
    return (max(0, ships) + each - 1) // each


@native
def packs_on_missions(state: State, rules: Rules, enemy, later):
    """BR-TF-02 On missions ships sail with equally fast ones; on an errand each sails alone."""
    each, packs = max(1, int(state.tactics[enemy])), 0
    if is_runner(state, rules, enemy):
        each = 1
    for k in side_range(state.craft, enemy):
        if is_unknown(state, k, later):
            packs += 1 if equivalent_before(state, rules, enemy, later, k) % each == 0 else 0
    return packs


@native
def is_unknown(state: State, index, later):
    """Whether a craft is unknown and in play, dealt or not; `later` selects late ones."""
    craft = state.craft[index]
    if craft.status != CraftStatus.IN_FORCE or craft.detected:
        return False
    return is_held_back(state, index) == later


@native
def equivalent_before(state: State, rules: Rules, enemy, later, index):
    """Ships before one that may sail with it on a mission: as fast, merchants with merchants."""
    own, count = rules.classes[state.craft[index].klass], 0
    for k in side_range(state.craft, enemy):
        if k < index and is_unknown(state, k, later):
            klass = rules.classes[state.craft[k].klass]
            count += 1 if klass.g == own.g and klass.merchant == own.merchant else 0
    return count


@native
def started_forces(state: State, enemy):
    """Task forces that hold unknown craft already."""
    count = 0
    for tf in side_range(state.tf, enemy):
        count += 1 if is_open(state, tf) and state.tf[tf].strength > 0 else 0
    return count


@native
def is_empty(state: State, tf):
    """Whether an open task force holds nothing so far."""
    return is_open(state, tf) and state.tf[tf].strength == 0


@native
def empty_forces(state: State, enemy):
    """Task forces of which no craft is known, without those that wait to enter later."""
    count = 0
    for tf in side_range(state.tf, enemy):
        count += 1 if is_empty(state, tf) and not is_reserved_for_entry(state, tf) else 0
    return count


@native
def standing_forces(state: State, opening: State, rules: Rules, enemy):
    """BR-TF-02, BR-LCH-01 Task forces that unknown craft need in the standing set-up.

    Ships sail together. Riders and drones are launched at once, each as its own force.
    """
    out = launchables(state, enemy) if has_launched(state, opening, rules, enemy) else 0
    return packs_of(state, rules, enemy, False) + out


@native
def lose_craft_aboard(state: State, enemy):
    """BR-AMB-89, 50 An unseen craft aboard a ship that is gone is lost with it."""
    for k in side_range(state.craft, enemy):
        craft = state.craft[k]
        if craft.status != CraftStatus.ABOARD or craft.detected or craft.keeper == NONE:
            continue
        if is_gone(state.craft[craft.keeper]):
            craft.status = CraftStatus.LOST


@native
def is_round_decision(state: State):
    """Whether a decision belongs to the other side's round."""
    decision = state.decision
    return (
        decision == Decision.JAM or decision == Decision.EASIEST or decision == Decision.SAND_NUMBER
    )
