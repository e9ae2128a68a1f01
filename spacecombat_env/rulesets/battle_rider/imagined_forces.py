"""Task forces as a seat may imagine the enemy's: which hold the unknown craft, which hold nothing.

What a force shows must have its reason: an Active marker, a flickering globe. Of the others so many
are dummies as the standing set-up makes likely: it fills task forces one after the other, adds few
dummies, and launches riders and drones at once, each as a force of its own.
"""

from spacecombat_env.core.hexgrid import axial_row
from spacecombat_env.core.jit import jit
from spacecombat_env.core.rng import pick
from spacecombat_env.rulesets.battle_rider.constants import (
    NONE,
    Ask,
    Chance,
    CraftStatus,
    Event,
    ForceStatus,
    Phase,
    Side,
)
from spacecombat_env.rulesets.battle_rider.damage import can_jam, is_gone
from spacecombat_env.rulesets.battle_rider.mission_orders import MOST_DUMMIES, is_runner
from spacecombat_env.rulesets.battle_rider.missions import LATE_TURN, has_missions, is_late
from spacecombat_env.rulesets.battle_rider.referee import is_blind
from spacecombat_env.rulesets.battle_rider.sensors import may_go_active
from spacecombat_env.rulesets.battle_rider.standing_estimates import ENTRY_SPEED, usual_dummies
from spacecombat_env.rulesets.battle_rider.state import MAX_MEMBERS
from spacecombat_env.rulesets.battle_rider.tasks import luck, pair
from spacecombat_env.rulesets.battle_rider.words import craft_slots, force_slots

LAUNCH_TURN = 2  # first turn in which what entered in the first can launch
# Second halves of the keys of lots, beside those of the fleet that is imagined.
FORCE_LOT, CRAFT_LOT, COLUMN_LOT, DUMMY_LOT = 20, 21, 22, 23


@jit
def deal_forces(state, opening, rules, enemy):
    """Put every unknown craft of a side somewhere; `strength` counts the craft known so far."""
    count_known(state, enemy)
    raise_forces(state, opening, rules, enemy)
    for tf in range(enemy * force_slots(state), (enemy + 1) * force_slots(state)):
        if state.tf[tf].flickering:
            show_globe(state, rules, enemy, tf)
    for tf in range(enemy * force_slots(state), (enemy + 1) * force_slots(state)):
        if state.tf[tf].emitting:
            show_emission(state, rules, enemy, tf)
    for tf in range(len(state.tf)):
        state.tf[tf].emitting = 0
    fill_forces(state, opening, rules, enemy)
    for k in range(enemy * craft_slots(state), (enemy + 1) * craft_slots(state)):
        if is_hidden(state.craft[k]):
            put_elsewhere(state, rules, enemy, k)


@jit
def count_known(state, enemy):
    """Strength of each enemy force from the craft known to be in it."""
    for k in range(enemy * craft_slots(state), (enemy + 1) * craft_slots(state)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf != NONE:
            state.tf[craft.tf].strength += 1


# --- what there is to deal -----------------------------------------------------------------------


@jit
def is_hidden(craft):
    """Whether a craft is in play in a task force still to be imagined."""
    return craft.status == CraftStatus.IN_FORCE and craft.tf == NONE


@jit
def is_held_back(state, index):
    """BR-MIB-01, 06 Whether a craft cannot have entered yet."""
    return is_late(state.craft[index]) and state.turn < LATE_TURN


@jit
def hidden_ships(state, enemy, late):
    """Craft to be dealt: those that cannot have entered yet, or the others."""
    count = 0
    for k in range(enemy * craft_slots(state), (enemy + 1) * craft_slots(state)):
        if is_hidden(state.craft[k]) and is_held_back(state, k) == late:
            count += 1
    return count


@jit
def may_be_out(state, index):
    """BR-LCH-01, BR-DRN-04 Whether a rider or drone that nobody sees may have been launched."""
    craft = state.craft[index]
    if craft.status != CraftStatus.ABOARD or craft.detected or craft.keeper == NONE:
        return False
    keeper = state.craft[craft.keeper]
    return keeper.status == CraftStatus.IN_FORCE and not is_held_back(state, int(craft.keeper))


@jit
def launchables(state, enemy):
    """Riders and drones that may have been launched."""
    count = 0
    for k in range(enemy * craft_slots(state), (enemy + 1) * craft_slots(state)):
        count += 1 if may_be_out(state, k) else 0
    return count


@jit
def has_launched(state, enemy):
    """BR-SEQ-03, BR-LCH-01 Whether a side has been able to launch from what entered in turn 1: the
    side without the initiative launches first."""
    if state.turn == LAUNCH_TURN and state.phase == Phase.INITIATIVE:
        return state.ask != Ask.READINESS and enemy != state.initiative
    return state.turn >= LAUNCH_TURN


@jit
def is_open(state, tf):
    """BR-DET-06 Whether a task force may hold craft that are not known."""
    force = state.tf[tf]
    if force.status == ForceStatus.WAITING:
        return True
    return force.status == ForceStatus.ON_MAP and not force.shadow_found


@jit
def may_hide_in(state, tf, index):
    """BR-MIB-01, 06 The same for one craft: ships that enter later are not on the map yet."""
    if not is_open(state, tf):
        return False
    if is_held_back(state, index):
        return is_kept_for_later(state, tf)
    return not is_kept_for_later(state, tf) or state.turn >= LATE_TURN


@jit
def is_kept_for_later(state, tf):
    """BR-MIB-01, 06 Whether a task force waits for the turn in which the rest of a fleet enters."""
    force = state.tf[tf]
    if state.mission[tf // force_slots(state)].number == 0:
        return False
    return force.status == ForceStatus.WAITING and force.entry_turn >= LATE_TURN


@jit
def has_room(state, tf, enemy):
    """BR-TF-02 Whether Fleet Tactics let one more craft into a task force."""
    return state.tf[tf].strength < state.tactics[enemy]


@jit
def free_room(state, enemy):
    """Places beside the craft of open task forces that hold any."""
    room = 0
    for tf in range(enemy * force_slots(state), (enemy + 1) * force_slots(state)):
        if is_open(state, tf) and state.tf[tf].strength > 0:
            room += max(0, int(state.tactics[enemy]) - int(state.tf[tf].strength))
    return room


@jit
def forces_for(state, rules, enemy, ships):
    """BR-TF-02 Task forces that so many ships fill; on an errand each sails alone."""
    each = max(1, int(state.tactics[enemy]))
    if has_missions(rules) and is_runner(state, rules, enemy):
        each = 1
    return (max(0, ships) + each - 1) // each


@jit
def is_empty(state, tf):
    """Whether an open task force holds nothing so far."""
    return is_open(state, tf) and state.tf[tf].strength == 0


# --- forces that are not seen --------------------------------------------------------------------


@jit
def raise_forces(state, opening, rules, enemy):
    """Task forces that are still to enter; double-blind, all of which nothing is seen."""
    late = forces_for(state, rules, enemy, hidden_ships(state, enemy, True))
    given = has_given_forces(opening, enemy)
    if given:
        restore_waiting(state, opening, enemy)
    if is_blind(state) and state.turn > 0:
        for nth in range(unseen_forces(state, opening, rules, enemy)):
            raise_unseen(state, opening, rules, enemy, nth)
    elif not given and enters_now(state, rules, enemy):
        for _ in range(forces_to_enter(state, rules, enemy)):
            raise_waiting(state, rules, enemy, 1)
    for _ in range(late):
        raise_waiting(state, rules, enemy, LATE_TURN)


@jit
def has_given_forces(opening, enemy):
    """Whether the scenario says which task forces a side has."""
    for tf in range(enemy * force_slots(opening), (enemy + 1) * force_slots(opening)):
        if opening.tf[tf].status != ForceStatus.UNUSED:
            return True
    return False


@jit
def enters_now(state, rules, enemy):
    """BR-SCN-04, BR-ASG-04 Whether a side may have task forces that are yet to enter in turn 1."""
    if has_missions(rules) and enemy == Side.BLUE:
        return False
    return state.turn <= 1 and state.phase <= Phase.OPERATIONS


@jit
def forces_to_enter(state, rules, enemy):
    """BR-TF-04 Task forces of the standing set-up, less those that have appeared in turn 1."""
    ships, seen = 0, 0
    for k in range(enemy * craft_slots(state), (enemy + 1) * craft_slots(state)):
        ships += 1 if state.craft[k].status == CraftStatus.IN_FORCE else 0
    for tf in range(enemy * force_slots(state), (enemy + 1) * force_slots(state)):
        seen += 1 if state.tf[tf].status != ForceStatus.UNUSED else 0
    for n in range(state.log_count):
        event = state.log[n]
        seen += 1 if event.kind == Event.FORCE_REMOVED and event.side == enemy else 0
    return forces_for(state, rules, enemy, ships) + set_up_dummies(state, rules, enemy) - seen


@jit
def set_up_dummies(state, rules, enemy):
    """BR-TF-04 Dummies of the standing set-up."""
    wanted = usual_dummies(state, rules, enemy)
    if has_missions(rules):
        wanted = MOST_DUMMIES
    return min(wanted, int(state.tactics[enemy]))


@jit
def restore_waiting(state, opening, enemy):
    """BR-SCN-04 Task forces of the scenario that cannot have entered, or need not have, yet."""
    for tf in range(enemy * force_slots(state), (enemy + 1) * force_slots(state)):
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


@jit
def free_slot(state, enemy):
    """A task force slot of which nothing is known, or NONE."""
    for tf in range(enemy * force_slots(state), (enemy + 1) * force_slots(state)):
        if state.tf[tf].status == ForceStatus.UNUSED:
            return tf
    return NONE


@jit
def raise_waiting(state, rules, enemy, first):
    """BR-SCN-02, 03 A task force outside its own edge that enters as soon as it may; or NONE."""
    tf = free_slot(state, enemy)
    if tf == NONE:
        return NONE
    force = state.tf[tf]
    columns, rows = int(rules.option.columns), int(rules.option.rows)
    force.status = ForceStatus.WAITING
    force.q = 1 + columns // 4 + lot(state, tf, COLUMN_LOT, max(1, columns // 2))
    force.r = axial_row(int(force.q), 0 if enemy == Side.RED else rows + 1)
    force.vr = ENTRY_SPEED if enemy == Side.RED else -ENTRY_SPEED
    force.entry_turn = max(first, int(state.turn) + (0 if may_still_enter(state) else 1))
    return tf


@jit
def may_still_enter(state):
    """BR-SEQ-04 Whether task forces still enter in this turn."""
    return state.phase == Phase.SETUP or state.phase <= Phase.OPERATIONS


@jit
def unseen_forces(state, opening, rules, enemy):
    """BR-REF-01 Task forces of the unknown craft, and the dummies that are left."""
    ships = hidden_ships(state, enemy, False) - free_room(state, enemy)
    forces = forces_for(state, rules, enemy, ships)
    if has_launched(state, enemy):
        forces += launchables(state, enemy)
    return forces + dummies_left(state, opening, rules, enemy)


@jit
def dummies_left(state, opening, rules, enemy):
    """BR-TF-04, BR-REF-01 Dummies of the set-up that nobody has found: as large a part of them as
    of the ships, by lot. They coast, and leave the map by its far edge."""
    if int(state.turn) > int(rules.option.rows) // ENTRY_SPEED:
        return 0
    ships, left = 0, 0
    for k in range(enemy * craft_slots(state), (enemy + 1) * craft_slots(state)):
        craft = state.craft[k]
        sails = (
            craft.klass != 0 and craft.status != CraftStatus.ABOARD and not is_held_back(state, k)
        )
        ships += 1 if sails else 0
    hidden = hidden_ships(state, enemy, False)
    for nth in range(dummies_at_start(state, opening, rules, enemy)):
        left += 1 if lot(state, nth, DUMMY_LOT, max(1, ships)) < hidden else 0
    return left


@jit
def dummies_at_start(state, opening, rules, enemy):
    """Task forces of a scenario that hold no craft, or the dummies of the standing set-up."""
    if not has_given_forces(opening, enemy):
        return set_up_dummies(state, rules, enemy)
    count = 0
    for tf in range(enemy * force_slots(state), (enemy + 1) * force_slots(state)):
        if opening.tf[tf].status != ForceStatus.UNUSED and opening.tf[tf].strength == 0:
            count += 1
    return count


@jit
def raise_unseen(state, opening, rules, enemy, nth):
    """BR-REF-01 A task force that coasts over the map unseen, from where it entered or was placed.

    Of these as large a part has had its round as of the seat's own.
    """
    acted = has_acted(state, rules, enemy, nth)
    moves = int(state.turn) - (0 if acted or state.phase > Phase.OPERATIONS else 1)
    tf = raise_waiting(state, rules, enemy, 1)
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


@jit
def has_acted(state, rules, enemy, nth):
    """BR-SEQ-04 Whether the nth of the unseen task forces has had its round: sides alternate."""
    if state.phase != Phase.OPERATIONS:
        return state.phase > Phase.OPERATIONS
    acted, own = 0, 0
    for tf in range((1 - enemy) * force_slots(state), (2 - enemy) * force_slots(state)):
        if state.tf[tf].status != ForceStatus.UNUSED:
            own += 1
            acted += int(state.tf[tf].acted)
    return lot(state, nth, FORCE_LOT, max(1, own)) < acted


# --- who is where --------------------------------------------------------------------------------


@jit
def lot(state, index, kind, sides):
    """An even lot for one piece."""
    return pick(luck(state, Chance.SETUP, pair(index, kind)), sides)


@jit
def put(state, index, tf):
    """A craft is in a task force; one that was aboard has been launched."""
    craft = state.craft[index]
    craft.status = CraftStatus.IN_FORCE
    craft.tf = tf
    state.tf[tf].strength += 1


@jit
def show_globe(state, rules, enemy, tf):
    """BR-BGL-15 A force said to hold a flickering globe holds one, if a ship can be had for it."""
    found, lots = NONE, 0
    for k in range(enemy * craft_slots(state), (enemy + 1) * craft_slots(state)):
        craft = state.craft[k]
        if not rules.classes[craft.klass].black_globe or craft.status != CraftStatus.IN_FORCE:
            continue
        if craft.tf == tf and craft.globe > 0:
            return
        if is_hidden(craft) and may_hide_in(state, tf, k):
            lots += 1
            if lot(state, k, CRAFT_LOT, lots) == 0:
                found = k
    if found != NONE:
        state.craft[found].globe = 1
        put(state, found, tf)


@jit
def can_emit(rules, craft):
    """BR-DET-09, BR-JAM-10 Whether a craft can show an Active marker."""
    area = rules.classes[craft.klass].area_jammer != 0 and can_jam(craft)
    return may_go_active(rules, craft) or area


@jit
def emit(rules, craft):
    """The craft shows an Active marker."""
    if may_go_active(rules, craft):
        craft.active = 1
    else:
        craft.jamming = 1


@jit
def show_emission(state, rules, enemy, tf):
    """BR-AMB-88 A force that shows an Active marker holds a craft that emits: a ship by lot, if
    none is known to; a rider or drone where there is no ship for it."""
    for k in range(enemy * craft_slots(state), (enemy + 1) * craft_slots(state)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == tf:
            if not craft.detected and can_emit(rules, craft):
                emit(rules, craft)
            if craft.active or craft.jamming:
                return
    found = some_emitter(state, rules, enemy, tf, False)
    if found == NONE:
        found = some_emitter(state, rules, enemy, tf, True)
    if found != NONE and state.tf[tf].strength < MAX_MEMBERS:
        emit(rules, state.craft[found])
        put(state, found, tf)


@jit
def some_emitter(state, rules, enemy, tf, aboard):
    """A craft by lot that may be in a task force and can emit, or NONE."""
    found, lots = NONE, 0
    for k in range(enemy * craft_slots(state), (enemy + 1) * craft_slots(state)):
        craft = state.craft[k]
        fits = may_be_out(state, k) if aboard else is_hidden(craft)
        if fits and may_hide_in(state, tf, k) and can_emit(rules, craft):
            lots += 1
            if lot(state, k, CRAFT_LOT, lots) == 0:
                found = k
    return found


@jit
def fill_forces(state, opening, rules, enemy):
    """BR-TF-02, 04 Fill as many of the unknown forces as the unknown ships need; more of them where
    dummies alone cannot account for the rest, or where riders and drones are out."""
    ships, aboard = hidden_ships(state, enemy, False), launchables(state, enemy)
    packs = forces_for(state, rules, enemy, ships - free_room(state, enemy))
    empty = 0
    for tf in range(enemy * force_slots(state), (enemy + 1) * force_slots(state)):
        empty += 1 if is_empty(state, tf) and not is_kept_for_later(state, tf) else 0
    out = aboard if has_launched(state, enemy) else 0
    dummies = dummies_at_start(state, opening, rules, enemy)
    filled = min(max(packs + out, empty - dummies), min(ships + aboard, empty))
    out = max(min(out, filled - packs), filled - ships)
    for _ in range(filled - max(0, out)):
        put_one(state, enemy, False)
    for _ in range(out):
        put_one(state, enemy, True)
    for k in range(enemy * craft_slots(state), (enemy + 1) * craft_slots(state)):
        if is_hidden(state.craft[k]):
            join_fullest(state, enemy, k)  # packs are full but the last


@jit
def put_one(state, enemy, aboard):
    """One of the ships, or of the craft aboard, by lot into an empty task force by lot."""
    found, lots = NONE, 0
    for k in range(enemy * craft_slots(state), (enemy + 1) * craft_slots(state)):
        fits = may_be_out(state, k) if aboard else is_hidden(state.craft[k])
        if fits and not is_held_back(state, k):
            lots += 1
            if lot(state, k, CRAFT_LOT, lots) == 0:
                found = k
    tf = empty_force(state, enemy, found) if found != NONE else NONE
    if tf != NONE:
        put(state, found, tf)


@jit
def empty_force(state, enemy, index):
    """One of the task forces without craft that may hide a craft, by lot; or NONE."""
    found, lots = NONE, 0
    for tf in range(enemy * force_slots(state), (enemy + 1) * force_slots(state)):
        if is_empty(state, tf) and may_hide_in(state, tf, index):
            lots += 1
            if lot(state, tf, FORCE_LOT, lots) == 0:
                found = tf
    return found


@jit
def join_fullest(state, enemy, index):
    """BR-TF-02 A ship goes where most ships are already and one more may be; False for nowhere."""
    found, most = NONE, 0
    for tf in range(enemy * force_slots(state), (enemy + 1) * force_slots(state)):
        strength = int(state.tf[tf].strength)
        if strength > most and has_room(state, tf, enemy) and may_hide_in(state, tf, index):
            found = tf
            most = strength
    if found == NONE:
        return False
    put(state, index, found)
    return True


@jit
def put_elsewhere(state, rules, enemy, index):
    """A ship for which there is no room where others are: in an empty force, or off the map."""
    if join_fullest(state, enemy, index):
        return
    tf = empty_force(state, enemy, index)
    if tf == NONE and must_stay(state, enemy, index):
        first = LATE_TURN if is_held_back(state, index) else 1
        tf = raise_waiting(state, rules, enemy, first)
    if tf != NONE:
        put(state, index, tf)
        return
    craft = state.craft[index]
    craft.status = CraftStatus.LOST
    for k in range(enemy * craft_slots(state), (enemy + 1) * craft_slots(state)):
        other = state.craft[k]
        if other.status == CraftStatus.ABOARD and other.keeper == index and not other.detected:
            other.status = CraftStatus.LOST


@jit
def must_stay(state, enemy, index):
    """Whether a ship is surely in play: it enters later, is the last, or keeps a known craft."""
    others = False
    for k in range(enemy * craft_slots(state), (enemy + 1) * craft_slots(state)):
        craft = state.craft[k]
        if craft.detected and not is_gone(craft) and craft.keeper == index:
            return True
        others = others or (craft.status == CraftStatus.IN_FORCE and craft.tf != NONE)
    return is_held_back(state, index) or not others


@jit
def lose_what_was_aboard(state, enemy):
    """BR-AMB-89, 50 What an unseen craft was aboard of may be gone: then so is the craft."""
    for k in range(enemy * craft_slots(state), (enemy + 1) * craft_slots(state)):
        craft = state.craft[k]
        if craft.status != CraftStatus.ABOARD or craft.detected or craft.keeper == NONE:
            continue
        if is_gone(state.craft[craft.keeper]):
            craft.status = CraftStatus.LOST
