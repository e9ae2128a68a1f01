"""Determinization of unseen enemy task forces: those still to enter, hidden ones, dummies.

Their number follows from the standing set-up: task forces filled one after the other, and few
dummies. Dummies already found are subtracted. Where the seat cannot know them, the number is the
usual one for the turn.
"""

from spacecombat_env.core.model.hexgrid import axial_row
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ...model import (
    LATE_TURN,
    NONE,
    CraftStatus,
    DeterminizationStream,
    ForceStatus,
    Phase,
    Side,
    has_missions,
    is_blind,
    is_split,
)
from ...model.record_types import Rules, State
from ...orders.missions import MOST_DUMMIES
from ...orders.order_estimates import ENTRY_SPEED, usual_dummies
from ...ships.losses import is_gone
from .craft import (
    empty_forces,
    has_launched,
    hidden_ships,
    is_held_back,
    is_round_decision,
    late_part_enters,
    late_part_waits,
    launchables,
    packs_of,
    random_index,
    standing_forces,
)

FOUND_TURN = 2  # turn in which most dummies are found; one of three is left (measured)
UNFOUND, OF_DUMMIES = 1, 3


@native
def create_forces(state: State, opening: State, rules: Rules, enemy, dummies, held):
    """Create the task forces that are still to enter, with `held` dummies.

    In double-blind play, create all hidden task forces as well.
    """
    late = packs_of(state, rules, enemy, True) + held
    given = has_given_forces(opening, enemy)
    if given:
        restore_waiting(state, opening, enemy)
    if is_blind(state) and state.turn > 0:
        for nth in range(hidden_forces(state, opening, rules, enemy) + dummies):
            acted = has_acted(state, enemy, nth)
            create_hidden_forces(state, opening, rules, enemy, acted)
    elif not given and enters_now(state, rules, enemy):
        for _ in range(forces_to_enter(state, opening, rules, enemy)):
            create_waiting_forces(state, rules, enemy, 1)
    for _ in range(late):
        create_waiting_forces(state, rules, enemy, LATE_TURN)


@native
def has_given_forces(opening: State, enemy):
    """Whether the scenario gives a side's task forces."""
    for tf in side_range(opening.tf, enemy):
        if opening.tf[tf].status != ForceStatus.UNUSED:
            return True
    return False


@native
def enters_now(state: State, rules: Rules, enemy):
    """BR-SCN-04, BR-ASG-04, BR-MIB-01 Whether a side may have task forces that still enter.

    It may in turn 1, and with a fleet in two parts as the second one enters.
    """
    if has_missions(rules) and enemy == Side.BLUE:
        return is_split(state, enemy) and late_part_enters(state, enemy)
    return state.turn <= 1 and state.phase <= Phase.OPERATIONS


@native
def forces_to_enter(state: State, opening: State, rules: Rules, enemy):
    """BR-TF-04 Task forces of the standing set-up, less those that have appeared in turn 1."""
    forces = standing_forces(state, opening, rules, enemy)
    forces += dummies_left(state, opening, rules, enemy)
    return forces - empty_forces(state, enemy)


@native
def set_up_dummies(state: State, rules: Rules, enemy):
    """BR-TF-04 Dummies of the standing set-up."""
    dummies = usual_dummies(state, rules, enemy)
    if has_missions(rules):
        dummies = MOST_DUMMIES
    return min(dummies, int(state.tactics[enemy]))


@native
def restore_waiting(state: State, opening: State, enemy):
    """BR-SCN-04 Restore the scenario's task forces that may not have entered yet."""
    for tf in side_range(state.tf, enemy):
        force, origin = state.tf[tf], opening.tf[tf]
        if origin.status != ForceStatus.WAITING or force.status != ForceStatus.UNUSED:
            continue
        due = origin.entry_turn == state.turn and state.phase <= Phase.OPERATIONS
        if origin.entry_turn > state.turn or due:
            force.status = ForceStatus.WAITING
            force.q = origin.q
            force.r = origin.r
            force.vq = origin.vq
            force.vr = origin.vr
            force.entry_turn = origin.entry_turn


@native
def free_slot(state: State, enemy):
    """A task force slot of which nothing is known, or NONE."""
    for tf in side_range(state.tf, enemy):
        if state.tf[tf].status == ForceStatus.UNUSED:
            return tf
    return NONE


@native
def create_waiting_forces(state: State, rules: Rules, enemy, first):
    """BR-SCN-02, 03 Create a task force outside its edge that enters as soon as it may; or NONE."""
    tf = free_slot(state, enemy)
    if tf == NONE:
        return NONE
    force = state.tf[tf]
    columns, rows = int(rules.option.columns), int(rules.option.rows)
    force.status = ForceStatus.WAITING
    force.q = (
        1
        + columns // 4
        + random_index(state, tf, DeterminizationStream.COLUMN, max(1, columns // 2))
    )
    force.r = axial_row(int(force.q), 0 if enemy == Side.RED else rows + 1)
    force.vr = ENTRY_SPEED if enemy == Side.RED else -ENTRY_SPEED
    force.entry_turn = max(first, int(state.turn) + (0 if may_still_enter(state) else 1))
    return tf


@native
def may_still_enter(state: State):
    """BR-SEQ-04 Whether task forces still enter in this turn."""
    return state.phase == Phase.SETUP or state.phase <= Phase.OPERATIONS


@native
def hidden_forces(state: State, opening: State, rules: Rules, enemy):
    """BR-REF-01 Task forces of the unknown craft, less those that still have to enter."""
    forces = standing_forces(state, opening, rules, enemy)
    for tf in side_range(state.tf, enemy):
        forces -= 1 if state.tf[tf].status == ForceStatus.WAITING else 0
    return forces


@native
def dummies_left(state: State, opening: State, rules: Rules, enemy):
    """BR-TF-04, BR-DET-07 Dummies of the set-up that are not found yet.

    Task forces of drones that were lost with their controller count as well.
    """
    start = dummies_at_start(state, opening, rules, enemy)
    if not is_blind(state):
        if has_launched(state, opening, rules, enemy):
            start += drones_lost(state, rules, enemy)
        return max(0, start - int(state.dummies_found[enemy]))
    left = 0
    for nth in range(start):
        left += 1 if stays_hidden(state, rules, enemy, nth) else 0
    return left


@native
def drones_lost(state: State, rules: Rules, enemy):
    """BR-DRN-03, BR-TF-09 Unknown drones that were lost with their controller.

    Their empty task forces stay on the map.
    """
    count = 0
    for k in side_range(state.craft, enemy):
        craft = state.craft[k]
        if craft.detected or craft.klass == 0 or not rules.classes[craft.klass].drone:
            continue
        if craft.keeper != NONE and is_gone(state.craft[craft.keeper]):
            count += 1
    return count


@native
def stays_hidden(state: State, rules: Rules, enemy, nth):
    """BR-REF-01 Whether a dummy is still unfound, where finds are secret.

    It is before turn 2, at random in turn 2, and not afterwards.

    While no ship has been found, no dummy has. On a mission, where a side may keep away, the share
    of dummies left is that of the ships.
    """
    if state.turn <= FOUND_TURN:
        return (
            state.turn < FOUND_TURN
            or random_index(state, nth, DeterminizationStream.DUMMY, OF_DUMMIES) < UNFOUND
        )
    ships, hidden = 0, hidden_ships(state, enemy, False)
    for k in side_range(state.craft, enemy):
        craft = state.craft[k]
        at_large = craft.klass != 0 and craft.status != CraftStatus.ABOARD
        ships += 1 if at_large and not is_held_back(state, k) else 0
    if hidden < ships and not has_missions(rules):
        return False
    return random_index(state, nth, DeterminizationStream.DUMMY, max(1, ships)) < hidden


@native
def dummies_held_back(state: State, opening: State, rules: Rules, enemy, dummies):
    """BR-MIB-01, 06 Dummies that wait for the late part of a split fleet.

    They are those without a task force on the map; in double-blind play half of the dummies.
    """
    if not may_hold_back(state, enemy):
        return 0
    if is_blind(state):
        return dummies // 2
    here = empty_forces(state, enemy) - standing_forces(state, opening, rules, enemy)
    return dummies - max(0, min(dummies, here))


@native
def may_hold_back(state: State, enemy):
    """BR-MIB-01, 06 Whether task forces may wait for the rest of a fleet."""
    return is_split(state, enemy) and late_part_waits(state, enemy)


@native
def dummies_at_start(state: State, opening: State, rules: Rules, enemy):
    """Task forces of a scenario that hold no craft, or the dummies of the standing set-up."""
    if not has_given_forces(opening, enemy):
        return set_up_dummies(state, rules, enemy)
    count = 0
    for tf in side_range(state.tf, enemy):
        if opening.tf[tf].status != ForceStatus.UNUSED and opening.tf[tf].strength == 0:
            count += 1
    return count


@native
def create_hidden_forces(state: State, opening: State, rules: Rules, enemy, acted):
    """BR-REF-01 Create a hidden task force that coasts over the map from its entry or start.

    `acted` says whether it has had its round.
    """
    moves = int(state.turn) - (0 if acted or state.phase > Phase.OPERATIONS else 1)
    tf = create_waiting_forces(state, rules, enemy, 1)
    if tf == NONE:
        return
    force, origin = state.tf[tf], opening.tf[tf]
    placed = origin.status == ForceStatus.ON_MAP
    if placed:
        force.q = origin.q
        force.r = origin.r
        force.vq = origin.vq
        force.vr = origin.vr
    if moves == 0 and not placed:
        force.entry_turn = state.turn
        return
    force.status = ForceStatus.ON_MAP
    force.acted = acted
    force.moved = acted
    force.entry_turn = 0
    if not placed:
        force.r += force.vr * min(moves, int(rules.option.rows) // ENTRY_SPEED)


@native
def has_acted(state: State, enemy, nth):
    """BR-SEQ-04 Whether the nth of the unseen task forces has had its round.

    The share is that of the seat's own task forces, since sides alternate.
    """
    if state.phase != Phase.OPERATIONS:
        return state.phase > Phase.OPERATIONS
    acted, own = 0, 0
    for tf in side_range(state.tf, 1 - enemy):
        if state.tf[tf].status != ForceStatus.UNUSED:
            own += 1
            acted += int(state.tf[tf].acted)
    return random_index(state, nth, DeterminizationStream.FORCE, max(1, own)) < acted


# --- whether a fleet fits -------------------------------------------------------------------------


@native
def has_misfit(state: State, opening: State, rules: Rules, enemy):
    """Difference between the visible task forces and those that the sampled fleet would set up.

    In double-blind play, and before all have entered, more may be there than are visible. A hidden
    force that causes a decision is there.
    """
    if state.phase == Phase.SETUP:
        return 0
    if is_blind(state):
        decisions = state.round_tf == NONE and is_round_decision(state)
        there = hidden_ships(state, enemy, False) + launchables(state, enemy)
        return 1 if decisions and there == 0 else 0
    if enters_now(state, rules, enemy):
        return max(0, -forces_to_enter(state, opening, rules, enemy))
    here = 0
    for nth in range(dummies_left(state, opening, rules, enemy)):
        held = (
            may_hold_back(state, enemy)
            and random_index(state, nth, DeterminizationStream.DUMMY, 2) == 0
        )
        here += 0 if held else 1
    forces = standing_forces(state, opening, rules, enemy) + here
    return abs(forces - empty_forces(state, enemy))
