"""What there is to deal when an enemy is imagined: craft that nobody sees, and places for them."""

from spacecombat_env.core.jit import jit
from spacecombat_env.core.record import half
from spacecombat_env.core.rng import pick
from spacecombat_env.rulesets.battle_rider.orders.missions import is_runner
from spacecombat_env.rulesets.battle_rider.pieces.constants.kinds import CraftStatus, ForceStatus
from spacecombat_env.rulesets.battle_rider.pieces.constants.sizes import NONE
from spacecombat_env.rulesets.battle_rider.pieces.constants.turn import Ask, Chance, Phase
from spacecombat_env.rulesets.battle_rider.pieces.missions import LATE_TURN, has_missions, is_late
from spacecombat_env.rulesets.battle_rider.pieces.tasks import luck, pair
from spacecombat_env.rulesets.battle_rider.pieces.words import force_slots
from spacecombat_env.rulesets.battle_rider.ships.losses import is_gone

LAUNCH_TURN = 2  # first turn in which what entered in the first can launch


@jit
def lot(state, index, kind, sides):
    """An even lot for one piece."""
    return pick(luck(state, Chance.SETUP, pair(index, kind)), sides)


@jit
def count_known(state, enemy):
    """Strength of each enemy force from the craft known to be in it."""
    for k in half(state.craft, enemy):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf != NONE:
            state.tf[craft.tf].strength += 1


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
    for k in half(state.craft, enemy):
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
    for k in half(state.craft, enemy):
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
    for tf in half(state.tf, enemy):
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


@jit
def lose_what_was_aboard(state, enemy):
    """BR-AMB-89, 50 What an unseen craft was aboard of may be gone: then so is the craft."""
    for k in half(state.craft, enemy):
        craft = state.craft[k]
        if craft.status != CraftStatus.ABOARD or craft.detected or craft.keeper == NONE:
            continue
        if is_gone(state.craft[craft.keeper]):
            craft.status = CraftStatus.LOST


@jit
def asks_in_a_round(state):
    """Whether a question is one that the other side's round puts."""
    question = state.ask
    return question == Ask.JAM or question == Ask.EASIEST or question == Ask.SAND_NUMBER
