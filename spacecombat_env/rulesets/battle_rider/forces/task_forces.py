"""Chapters LCH, TF and DRN: craft launched and recovered, dummies, reconfiguring."""

from spacecombat_env.core.jit import jit
from spacecombat_env.core.record import half
from spacecombat_env.core.rng import pick
from spacecombat_env.rulesets.battle_rider.movement.movement import (
    free_force,
    free_forces,
    split_force,
)
from spacecombat_env.rulesets.battle_rider.pieces.constants import (
    MAX_DEEDS,
    NONE,
    Ask,
    Chance,
    CraftStatus,
    Event,
    ForceStatus,
    Removal,
    Result,
    Step,
    Surface,
    Verb,
)
from spacecombat_env.rulesets.battle_rider.pieces.lots import Lot
from spacecombat_env.rulesets.battle_rider.pieces.players import (
    force_player,
    force_tactics,
    may_share,
    next_planner,
    plans,
    plans_force,
)
from spacecombat_env.rulesets.battle_rider.pieces.tasks import ask, luck, note, pair, proceed
from spacecombat_env.rulesets.battle_rider.pieces.words import (
    craft_slots,
    craft_word,
    force_slots,
    force_word,
    spoken_craft,
    spoken_force,
)
from spacecombat_env.rulesets.battle_rider.sensors.detection import hide_shadow
from spacecombat_env.rulesets.battle_rider.ships.black_globes import switch_off
from spacecombat_env.rulesets.battle_rider.ships.damage import (
    is_on_map,
    leave_force,
    on_ground,
    remove_force,
)

# --- what may be done with task forces -----------------------------------------------------------


@jit
def same_place(state, a, b):
    """BR-TF-06 Same hex and exactly the same vector."""
    first, second = state.tf[a], state.tf[b]
    return (
        first.q == second.q
        and first.r == second.r
        and first.vq == second.vq
        and first.vr == second.vr
    )


@jit
def holds_tumbler(state, tf):
    """BR-DMG-25, BR-AMB-52 A tumbling ship stays a task force of its own."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == tf and craft.tumble:
            return True
    return False


@jit
def empty_forces(state, side):
    """BR-TF-04, BR-AMB-30 Task forces without craft: dummies, and those emptied by losses."""
    count = 0
    for k in half(state.tf, side):
        if state.tf[k].status != ForceStatus.UNUSED and state.tf[k].strength == 0:
            count += 1
    return count


@jit
def has_room(state, tf, more):
    """BR-TF-02, 07, BR-MPL-02 Whether a task force can take so many more craft."""
    return state.tf[tf].strength + more <= force_tactics(state, tf)


@jit
def on_map_force(state, tf):
    """BR-AMB-61 Whether a task force is on the map, and not on the ground of a planet."""
    force = state.tf[tf]
    return force.status == ForceStatus.ON_MAP and force.surface == Surface.SPACE


@jit
def can_leave(state, index):
    """Whether a craft may be moved to another task force."""
    craft = state.craft[index]
    return is_on_map(state, craft) and not craft.tumble and not on_ground(state, craft)


@jit
def may_empty(state, index):
    """BR-TF-04 The force a craft leaves may become a dummy only within the limit."""
    craft = state.craft[index]
    force = state.tf[craft.tf]
    side = index // craft_slots(state)
    if force.strength > 1 or force.shadow_found:
        return True
    return empty_forces(state, side) < state.tactics[side]


@jit
def can_join(state, index, tf):
    """BR-TF-06 Whether a craft may go over to a task force."""
    own = int(state.craft[index].tf)
    if tf == own or not on_map_force(state, tf) or not has_room(state, tf, 1):
        return False
    if not may_share(state, int(state.craft[index].player), tf):
        return False
    return same_place(state, own, tf) and not holds_tumbler(state, tf)


@jit
def can_split_off(state, index):
    """BR-TF-06 Whether a craft may form a new task force; alone in one it already has."""
    side = index // craft_slots(state)
    return state.tf[state.craft[index].tf].strength > 1 and free_forces(state, side) > 0


@jit
def can_transfer(state, index):
    """BR-TF-06 Whether a craft may go anywhere."""
    if not can_leave(state, index):
        return False
    if can_split_off(state, index):
        return True
    side = index // craft_slots(state)
    for k in half(state.tf, side):
        if can_join(state, index, k) and may_empty(state, index):
            return True
    return False


@jit
def can_spawn_dummy(state, tf):
    """BR-TF-04, 05 A dummy splits off an undetected task force, within the limit."""
    side = tf // force_slots(state)
    if not on_map_force(state, tf) or is_exposed(state, tf):
        return False
    if empty_forces(state, side) >= state.tactics[side]:
        return False
    return free_forces(state, side) > 0


@jit
def is_exposed(state, tf):
    """BR-TF-05, BR-AMB-28 A task force whose shadow was detected counts as detected."""
    return bool(state.tf[tf].shadow_found)


@jit
def can_merge(state, a, b):
    """BR-TF-06 Two task forces in one hex with one vector, together within Fleet Tactics."""
    if a == b or not on_map_force(state, a) or not on_map_force(state, b):
        return False
    if not same_place(state, a, b) or not has_room(state, b, int(state.tf[a].strength)):
        return False
    if not may_share(state, force_player(state, a), b):
        return False
    return not holds_tumbler(state, a) and not holds_tumbler(state, b)


@jit
def can_launch_craft(state, rules, index):
    """BR-LCH-01, 08, BR-DRN-04, BR-AMB-98 A rider or drone aboard a ship whose computer works."""
    craft = state.craft[index]
    if craft.status != CraftStatus.ABOARD:
        return False
    keeper = state.craft[craft.keeper]
    if not is_on_map(state, keeper) or on_ground(state, keeper):
        return False
    if keeper.damage[Result.COMPUTER]:
        return False
    tf = int(keeper.tf)
    return launch_has_room(state, tf)


@jit
def launch_has_room(state, tf):
    """BR-LCH-03 A launched craft joins its launcher's force or forms a new one."""
    side = tf // force_slots(state)
    if has_room(state, tf, 1) and not holds_tumbler(state, tf):
        return True
    return free_forces(state, side) > 0


@jit
def riders_aboard(state, rules, keeper):
    """BR-LCH-07 Riders that a tender carries now; a stowed drone takes no rider's place."""
    count = 0
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status == CraftStatus.ABOARD and craft.keeper == keeper:
            count += 0 if rules.classes[craft.klass].drone else 1
    return count


@jit
def can_take_aboard(state, rules, keeper, index):
    """BR-LCH-06, 07, 09, BR-AMB-96 Tender and rider, or controller and drone, in one force."""
    ship, craft = state.craft[keeper], state.craft[index]
    if not is_on_map(state, ship) or ship.tf != craft.tf or keeper == index:
        return False
    klass = rules.classes[ship.klass]
    if rules.classes[craft.klass].drone:
        return craft.keeper == keeper
    if klass.rider_klass != craft.klass:
        return False
    return riders_aboard(state, rules, keeper) < klass.riders


@jit
def recoverer(state, rules, index):
    """The first ship that can take a craft aboard, or NONE: a rider that is fought for stays."""
    craft = state.craft[index]
    if not is_on_map(state, craft) or craft.tumble or on_ground(state, craft):
        return NONE
    if craft.boarders != NONE:
        return NONE
    side = index // craft_slots(state)
    for k in half(state.craft, side):
        if can_take_aboard(state, rules, k, index):
            return k
    return NONE


# --- the words -----------------------------------------------------------------------------------


@jit
def legal_forces_menu(state, rules, side, mask):
    """BR-SEQ-03 Launch or recover craft, transfer craft, split off a dummy, merge; or done."""
    mask[Verb.DONE] = 1
    count = 1
    if state.order[side].step >= MAX_DEEDS:
        return count
    for k in half(state.craft, side):
        if not plans(state, side, int(state.craft[k].player)):
            continue
        status = state.craft[k].status
        if status == CraftStatus.ABOARD and can_launch_craft(state, rules, k):
            mask[Verb.LAUNCH_CRAFT] = 1
        elif status == CraftStatus.IN_FORCE:
            if can_transfer(state, k):
                mask[Verb.TRANSFER] = 1
            if recoverer(state, rules, k) != NONE and may_empty(state, k):
                mask[Verb.RECOVER] = 1
    for k in half(state.tf, side):
        if state.tf[k].status == ForceStatus.UNUSED or not plans_force(state, k):
            continue
        if can_spawn_dummy(state, k):
            mask[Verb.DUMMY] = 1
        if can_merge_any(state, k, side):
            mask[Verb.MERGE] = 1
    for verb in range(Verb.LAUNCH_CRAFT, Verb.MERGE + 1):
        count += mask[verb]
    return count


@jit
def can_merge_any(state, tf, side):
    """Whether a task force can merge into any other."""
    for k in half(state.tf, side):
        if can_merge(state, tf, k):
            return True
    return False


@jit
def hear_forces_menu(state, rules, word):
    """BR-SEQ-03 The deed; its pieces follow."""
    side = int(state.seat)
    state.order[side].step += 1
    if word == Verb.DONE:
        end_forces(state, rules, side)
    elif word == Verb.LAUNCH_CRAFT:
        ask(state, Ask.CRAFT_TO_LAUNCH, side)
    elif word == Verb.RECOVER:
        ask(state, Ask.CRAFT_TO_RECOVER, side)
    elif word == Verb.TRANSFER:
        ask(state, Ask.CRAFT_TO_TRANSFER, side)
    elif word == Verb.DUMMY:
        ask(state, Ask.DUMMY_FROM, side)
    else:
        ask(state, Ask.MERGE_FROM, side)


@jit
def end_forces(state, rules, side):
    """BR-SEQ-03, BR-AMB-17 First the side without, then the one with the initiative; operations.

    Of several players on a side each launches and reconfigures in his turn (BR-MPL-01).
    """
    if next_planner(state, side):
        proceed(state, Step.LAUNCH)
        return
    if side == state.initiative:
        state.mover = 1 - side if rules.option.non_initiative_first else side
        proceed(state, Step.BOARDING if rules.option.boarding else Step.NEXT_ROUND)
        return
    state.mover = state.initiative
    proceed(state, Step.LAUNCH)


@jit
def legal_craft(state, rules, side, mask, question):
    """Craft that can be launched, recovered or transferred."""
    count = 0
    for k in half(state.craft, side):
        if question == Ask.CRAFT_TO_LAUNCH:
            fits = can_launch_craft(state, rules, k)
        elif question == Ask.CRAFT_TO_RECOVER:
            fits = (
                state.craft[k].status == CraftStatus.IN_FORCE
                and recoverer(state, rules, k) != NONE
                and may_empty(state, k)
            )
        else:
            fits = state.craft[k].status == CraftStatus.IN_FORCE and can_transfer(state, k)
        if fits and plans(state, side, int(state.craft[k].player)):
            mask[craft_word(state, k)] = 1
            count += 1
    return count


@jit
def hear_craft(state, rules, word, question):
    """The craft is named; where it goes is asked next."""
    order = state.order[state.seat]
    order.craft = spoken_craft(state, int(state.seat), word)
    if question == Ask.CRAFT_TO_LAUNCH:
        ask(state, Ask.LAUNCH_TO, state.seat)
    elif question == Ask.CRAFT_TO_TRANSFER:
        ask(state, Ask.TRANSFER_TO, state.seat)
    else:
        recover_craft(state, rules, int(order.craft))


@jit
def recover_craft(state, rules, index):
    """BR-LCH-06 The rider or drone goes aboard; its sensors are in and its black globe is off."""
    keeper = recoverer(state, rules, index)
    craft = state.craft[index]
    leave_force(state, index)
    craft.status = CraftStatus.ABOARD
    craft.keeper = keeper
    craft.active = 0
    craft.extended = 0
    craft.jamming = 0
    craft.facing = NONE
    switch_off(craft)
    event = note(state, Event.RECOVER, index // craft_slots(state))
    event.actor = index
    event.known = 3 if craft.detected else 1 << (index // craft_slots(state))
    proceed(state, Step.FORCES)


@jit
def legal_launch_to(state, side, mask):
    """BR-LCH-03 The launcher's task force, or a new one in its hex."""
    index = int(state.order[side].craft)
    tf = int(state.craft[state.craft[index].keeper].tf)
    count = 0
    if has_room(state, tf, 1) and not holds_tumbler(state, tf):
        mask[force_word(state, tf)] = 1
        count += 1
    if free_forces(state, side) > 0:
        mask[Verb.NEW_FORCE] = 1
        count += 1
    return count


@jit
def hear_launch_to(state, rules, word):
    """BR-LCH-03, 04, BR-AMB-29, 96 Launched with the launcher's vector; what was found stays so."""
    side = int(state.seat)
    index = int(state.order[side].craft)
    craft = state.craft[index]
    tf = int(state.craft[craft.keeper].tf)
    if word == Verb.NEW_FORCE:
        new = free_force(state, side)
        split_force(state, tf, new)
        tf = new
    craft.status = CraftStatus.IN_FORCE
    join_force(state, index, tf)
    event = note(state, Event.LAUNCH_CRAFT, side)
    event.actor = index
    event.target = tf
    event.known = 3 if craft.detected else 1 << side
    proceed(state, Step.FORCES)


@jit
def join_force(state, index, tf):
    """BR-AMB-28, 29 A craft becomes part of a task force; an unknown one hides its shadow."""
    craft = state.craft[index]
    craft.tf = tf
    state.tf[tf].strength += 1
    if not craft.detected:
        hide_shadow(state, tf)


@jit
def keep_lower_evasion(state, old, new):
    """BR-AMB-101 Craft that come over evade no better than before, nor do those they join."""
    if state.tf[old].evade < state.tf[new].evade:
        state.tf[new].evade = state.tf[old].evade


@jit
def legal_transfer_to(state, side, mask):
    """BR-TF-06 Another task force in the same hex with the same vector, or a new one."""
    index = int(state.order[side].craft)
    count = 0
    if may_empty(state, index):
        for k in half(state.tf, side):
            if can_join(state, index, k):
                mask[force_word(state, k)] = 1
                count += 1
    if can_split_off(state, index):
        mask[Verb.NEW_FORCE] = 1
        count += 1
    return count


@jit
def hear_transfer_to(state, rules, word):
    """BR-TF-06 The craft goes over."""
    side = int(state.seat)
    index = int(state.order[side].craft)
    tf = int(state.craft[index].tf)
    if word == Verb.NEW_FORCE:
        new = free_force(state, side)
        split_force(state, tf, new)
    else:
        new = spoken_force(state, side, word)
    keep_lower_evasion(state, tf, new)
    leave_force(state, index)
    join_force(state, index, new)
    tell_reconfiguring(state, side, index, new)
    proceed(state, Step.FORCES)


@jit
def tell_reconfiguring(state, side, index, tf):
    """Log a change of task force; of an unknown craft only its own side hears."""
    event = note(state, Event.RECONFIGURE, side)
    event.actor = index
    event.target = tf
    event.known = 3 if state.craft[index].detected else 1 << side


@jit
def legal_dummy_from(state, side, mask):
    """BR-TF-05 Undetected task forces on the map."""
    count = 0
    for k in half(state.tf, side):
        if can_spawn_dummy(state, k) and plans_force(state, k):
            mask[force_word(state, k)] = 1
            count += 1
    return count


@jit
def hear_dummy_from(state, rules, word):
    """BR-TF-05, BR-AMB-88 A dummy splits off; by lot it, or the ships, keep the number."""
    side = int(state.seat)
    old, new = spoken_force(state, side, word), free_force(state, side)
    split_force(state, old, new)
    hidden = not shows_craft(state, old)
    if hidden and pick(luck(state, Chance.SETUP, pair(old, Lot.KEPT_NUMBER)), 2):
        change_places(state, old, new)
    proceed(state, Step.FORCES)


@jit
def shows_craft(state, tf):
    """Whether a craft of a task force is detected."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == tf and craft.detected:
            return True
    return False


@jit
def change_places(state, old, new):
    """All craft of a task force go over to the one that has just split off, alike in all else."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == old:
            craft.tf = new
    state.tf[new].strength = state.tf[old].strength
    state.tf[old].strength = 0


@jit
def legal_merge_from(state, side, mask):
    """BR-TF-06 Task forces that can merge into another."""
    count = 0
    for k in half(state.tf, side):
        if can_merge_any(state, k, side) and plans_force(state, k):
            mask[force_word(state, k)] = 1
            count += 1
    return count


@jit
def hear_merge_from(state, rules, word):
    """BR-TF-06 The task force that is given up."""
    state.order[state.seat].tf = spoken_force(state, int(state.seat), word)
    ask(state, Ask.MERGE_INTO, state.seat)


@jit
def legal_merge_into(state, side, mask):
    """BR-TF-06 Task forces it can merge into."""
    count = 0
    for k in half(state.tf, side):
        if can_merge(state, int(state.order[side].tf), k):
            mask[force_word(state, k)] = 1
            count += 1
    return count


@jit
def hear_merge_into(state, rules, word):
    """BR-TF-06, BR-AMB-28 All craft go over and the counter goes; unknown craft hide the shadow."""
    side = int(state.seat)
    old = int(state.order[side].tf)
    new = spoken_force(state, side, word)
    if state.tf[old].strength > 0:
        keep_lower_evasion(state, old, new)
    for k in half(state.craft, side):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == old:
            craft.tf = new
            state.tf[old].strength -= 1
            join_force(state, k, new)
            tell_reconfiguring(state, side, k, new)
    remove_force(state, old, Removal.GONE)
    proceed(state, Step.FORCES)
