"""Chapter CON 7.9: what holds two ships in tow, and when the hold is lost."""

from spacecombat_env.core.native import native

from ...model import (
    NONE,
    Comp,
    Event,
    Status,
    Tow,
    class_of,
    end_run,
    is_active,
    is_hull,
    is_out,
    is_tug,
    name_target,
    note_craft,
    note_own,
)
from ...model.record_types import Craft, Rules, State
from ..carried import take_along
from ..engines.engineering import settle_thrust


@native
def gear_of(state: State, rules: Rules, k, kind):
    """IN-CON-25 Greatest tonnage that working gear moves, attachments or jumpers; 0 for none."""
    klass, most = class_of(state, rules, k), 0
    for component in range(int(klass.components)):
        if klass.component[component].kind == kind and not is_out(state.craft[k], component):
            most = max(most, int(klass.component[component].rating))
    return most


@native
def holds_a_tow(craft: Craft):
    """Return whether a ship locks on, or has locked on, to another."""
    return craft.tow != NONE and not craft.towed


@native
def set_tow(state: State, k, stage, turns):
    """IN-CON-26, 30 A stage of the tow of tug k, and the turns until it is done."""
    for ship in (k, int(state.craft[k].tow)):
        state.craft[ship].tow_state = stage
        state.craft[ship].tow_turns = turns


@native
def note_tow(state: State, k):
    """IN-CON-26 Log the stage of the tow of tug k; both sides see it."""
    event = note_craft(state, Event.TOW, k)
    name_target(state, event, int(state.craft[k].tow))
    event.a = state.craft[k].tow_state


@native
def end_tow(state: State, rules: Rules, k):
    """IN-CON-26, IN-IDE-41 Each ship of tug k goes its own way; that in tow flies on as it did."""
    set_tow(state, k, Tow.FREE, 0)
    other = int(state.craft[k].tow)
    for ship in (k, other):
        state.craft[ship].tow = NONE
        state.craft[ship].towed = 0
    if is_active(state.craft[k]):
        settle_thrust(state, rules, k)


@native
def note_loss(state: State, k, jumpers):
    """IN-IDE-41 Log that a hold, or the jumpers alone, are lost."""
    event = note_craft(state, Event.TOW_LOST, k)
    name_target(state, event, int(state.craft[k].tow))
    event.c = jumpers


@native
def lose_tow(state: State, rules: Rules, k):
    """IN-IDE-41 The hold of tug k is lost, and with it a way into T-space by its jumpers."""
    note_loss(state, k, False)
    stop_run(state, k)
    end_tow(state, rules, k)


@native
def stop_run(state: State, k):
    """IN-IDE-41 A way into T-space with a tow ends: it must begin again."""
    craft = state.craft[k]
    if craft.run and craft.tow_state == Tow.ATTACHED:
        end_run(craft)
        note_own(state, Event.ABORTED, k)


@native
def lose_tow_gear(state: State, rules: Rules, k):
    """IN-IDE-41 Towing attachments or jumpers of craft k are hit."""
    craft = state.craft[k]
    if not holds_a_tow(craft):
        return
    tons = int(class_of(state, rules, int(craft.tow)).tons)
    if gear_of(state, rules, k, Comp.TOWING) < tons:
        lose_tow(state, rules, k)
    elif craft.tow_state >= Tow.ATTACHING and gear_of(state, rules, k, Comp.JUMPERS) < tons:
        note_loss(state, k, True)
        stop_run(state, k)
        set_tow(state, k, Tow.TOWING, 0)


@native
def keep_tows(state: State, rules: Rules):
    """IN-CON-27, IN-AMB-184 Ships in tow follow their tugs; a tow ends with either ship."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if not holds_a_tow(craft):
            continue
        if not is_active(craft) or not is_hull(state.craft[int(craft.tow)]):
            lose_tow(state, rules, k)
        elif is_tug(craft):
            drag(state, k)


@native
def drag(state: State, k):
    """IN-CON-27 The ship in tow lies and flies as its tug, and moves in its go."""
    craft, towed = state.craft[k], state.craft[int(state.craft[k].tow)]
    towed.q = craft.q
    towed.r = craft.r
    towed.altitude = craft.altitude
    towed.heading = craft.heading
    towed.facing = craft.facing
    towed.velocity = craft.velocity
    towed.start_velocity = craft.start_velocity
    towed.hexes = craft.hexes
    towed.arrived = craft.arrived
    towed.straight = craft.straight
    towed.fast = craft.fast
    if state.mover == k:
        towed.acted = 1


@native
def take_tow(state: State, rules: Rules, k):
    """IN-CON-27, 30, IN-AMB-185 What tug k has in tow leaves the battle with it.

    A ship without crew was lost before, and stays so.
    """
    if not is_tug(state.craft[k]):
        return
    other = int(state.craft[k].tow)
    crewed = is_active(state.craft[other])
    state.craft[other].status = Status.BROKEN_OFF if crewed else Status.DESTROYED
    note_craft(state, Event.TOWED_AWAY, other)
    take_along(state, other)
    end_tow(state, rules, k)
