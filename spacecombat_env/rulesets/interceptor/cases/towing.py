"""Chapter CON 7.9: towing: a ship locks on to another and moves it. Decision: TOW.

From that moment both have the same `tow_state`; `towed` marks the one in tow. Losing the hold
is in damage/large_ships/tows.py.
"""

from spacecombat_env.core.native import native

from ..combat.cover import match
from ..damage.engines.engineering import settle_thrust
from ..damage.large_ships.tows import end_tow, gear_of, holds_a_tow, lose_tow, note_tow, set_tow
from ..model import (
    NONE,
    Comp,
    Decision,
    Deed,
    Disclosed,
    Step,
    Tow,
    Verb,
    class_of,
    craft_action,
    enemy_craft_action,
    flier_of,
    has_command,
    is_active,
    is_hull,
    is_installation,
    is_out_of_control,
    proceed,
    request_decision,
    side_of,
)
from ..model.record_types import Craft, Rules, State

LOCK_TURNS, UNLOCK_TURNS = 30, 5  # IN-CON-26
ATTACH_TURNS, DETACH_TURNS = 60, 10  # IN-CON-30


@native
def is_willing(state: State, rules: Rules, k, other):
    """IN-CON-28, IN-AMB-180 Whether nobody aboard a ship resists craft k, and it needs a tug.

    An enemy's mass must be known: its class.
    """
    it = state.craft[other]
    if side_of(state, k) != side_of(state, other):
        return not is_active(it) and (int(it.disclosed) & Disclosed.CLASS) != 0
    return not is_active(it) or it.thrust == 0 or flier_of(state, rules, other) == NONE


@native
def may_lock(state: State, rules: Rules, k, other):
    """IN-CON-25, 26, 28 Whether craft k may lock on to a ship in its hex that flies as it does."""
    craft, it = state.craft[k], state.craft[other]
    if k == other or not is_hull(it) or is_installation(it) or it.tow != NONE or craft.tow != NONE:
        return False
    if is_out_of_control(it) or not match(craft, it) or not is_willing(state, rules, k, other):
        return False
    return class_of(state, rules, other).tons <= gear_of(state, rules, k, Comp.TOWING)


@native
def may_attach(state: State, rules: Rules, k):
    """IN-CON-30 Whether craft k may give its jumpers to the ship that it has in tow."""
    craft = state.craft[k]
    if not holds_a_tow(craft) or craft.tow_state != Tow.TOWING:
        return False
    tons = class_of(state, rules, int(craft.tow)).tons
    return tons <= gear_of(state, rules, k, Comp.JUMPERS)


@native
def may_release(craft: Craft):
    """IN-CON-26, 30 Whether a tug may end what holds it, unless that ends already."""
    ending = craft.tow_state == Tow.UNLOCKING or craft.tow_state == Tow.DETACHING
    return craft.tow != NONE and not craft.towed and not ending


@native
def may_tow(state: State, rules: Rules, k):
    """IN-CON-26, 30 Whether craft k may begin or end a tow, once a turn."""
    craft = state.craft[k]
    if not is_active(craft) or craft.towed or int(craft.deeds) & Deed.TOWED:
        return False
    if may_release(craft) or may_attach(state, rules, k):
        return True
    if craft.tow != NONE or not may_be_tug(state, rules, k):
        return False
    for other in range(len(state.craft)):
        if may_lock(state, rules, k, other):
            return True
    return False


@native
def may_be_tug(state: State, rules: Rules, k):
    """IN-CON-26, IN-IDE-41 Whether a ship has gear that works and is under command."""
    craft = state.craft[k]
    free = not is_installation(craft) and not is_out_of_control(craft) and not craft.left_in
    return free and has_command(craft) and gear_of(state, rules, k, Comp.TOWING) > 0


@native
def begin_tow(state: State, seat, k):
    """IN-CON-26 Request the ship."""
    state.craft[k].deeds = int(state.craft[k].deeds) | Deed.TOWED
    request_decision(state, Decision.TOW, seat)


@native
def tow_action(state: State, side, other):
    """Return the action of a side that names a ship, its own or an enemy one."""
    if side_of(state, other) == side:
        return craft_action(state, other)
    return enemy_craft_action(state, other)


@native
def legal_tow(state: State, rules: Rules, side, mask):
    """IN-CON-26, 28, 30 Ships to lock on to, or the one in tow for the jumpers; `release`."""
    k = int(state.order[side].craft)
    mask[Verb.DONE] = 1
    mask[Verb.RELEASE] = may_release(state.craft[k])
    if may_attach(state, rules, k):
        mask[tow_action(state, side, int(state.craft[k].tow))] = 1
    for other in range(len(state.craft)):
        if may_lock(state, rules, k, other):
            mask[tow_action(state, side, other)] = 1


@native
def apply_tow(state: State, rules: Rules, seat, action):
    """IN-CON-26, 30 Lock on, attach the jumpers, or release."""
    k = int(state.order[seat].craft)
    if action == Verb.RELEASE:
        release(state, rules, k)
    elif action != Verb.DONE and holds_a_tow(state.craft[k]):
        change_tow(state, k, Tow.ATTACHING | 0, ATTACH_TURNS)
    elif action != Verb.DONE:
        for other in range(len(state.craft)):
            if tow_action(state, seat, other) == action:
                lock(state, k, other)
    proceed(state, Step.DECISION)


@native
def change_tow(state: State, k, stage, turns):
    """IN-CON-26, 30 A tow enters a stage, and both sides see it."""
    set_tow(state, k, stage, turns)
    note_tow(state, k)


@native
def lock(state: State, k, other):
    """IN-CON-26 Craft k begins to lock on: shields of both are down."""
    state.craft[k].tow = other
    state.craft[other].tow = k
    state.craft[other].towed = 1
    change_tow(state, k, Tow.LOCKING | 0, LOCK_TURNS)


@native
def release(state: State, rules: Rules, k):
    """IN-CON-26, 30, IN-AMB-181 Unlock, or detach the jumpers; what was only begun ends at once."""
    stage = int(state.craft[k].tow_state)
    if stage == Tow.LOCKING:
        part(state, rules, k)
    elif stage == Tow.TOWING:
        change_tow(state, k, Tow.UNLOCKING | 0, UNLOCK_TURNS)
    elif stage == Tow.ATTACHING:
        change_tow(state, k, Tow.TOWING | 0, 0)
    elif stage == Tow.ATTACHED:
        change_tow(state, k, Tow.DETACHING | 0, DETACH_TURNS)


@native
def part(state: State, rules: Rules, k):
    """IN-CON-26 The tow of tug k ends as it was meant to."""
    set_tow(state, k, Tow.FREE, 0)
    note_tow(state, k)
    end_tow(state, rules, k)


# --- the end of the turn -------------------------------------------------------------------------


@native
def count_tows(state: State, rules: Rules):
    """IN-CON-26, 30 One turn more for each tow; a lock-on fails unless both still fly alike."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if not holds_a_tow(craft):
            continue
        locking = craft.tow_state == Tow.LOCKING
        if locking and not may_go_on(state, k):
            lose_tow(state, rules, k)
        elif craft.tow_turns > 0:
            set_tow(state, k, int(craft.tow_state), int(craft.tow_turns) - 1)
            if craft.tow_turns == 0:
                finish_stage(state, rules, k)


@native
def may_go_on(state: State, k):
    """IN-CON-26 Whether two ships fly alike in one hex, and the one locked on to is still there."""
    craft, it = state.craft[k], state.craft[int(state.craft[k].tow)]
    return is_active(craft) and is_hull(it) and match(craft, it) and not is_out_of_control(craft)


@native
def finish_stage(state: State, rules: Rules, k):
    """IN-CON-26, 27, 30 Locked on, parted, jumpers attached or detached."""
    stage = int(state.craft[k].tow_state)
    if stage == Tow.UNLOCKING:
        part(state, rules, k)
    elif stage == Tow.ATTACHING:
        change_tow(state, k, Tow.ATTACHED | 0, 0)
    else:
        change_tow(state, k, Tow.TOWING | 0, 0)
        settle_thrust(state, rules, k)
