"""Chapter IDE: command of a ship with a Bridge, and its backup.

A ship that nobody leads drifts, fires nothing and takes no craft aboard (`ships.has_command`,
`ships.flier_of`, `combat.weapons.is_sound`). Shields, ECM and Safeguard stay as they are.
"""

from spacecombat_env.core.native import native

from ..model import (
    BACKUP_TURNS,
    NONE,
    UNLED,
    Comp,
    Event,
    class_of,
    crew_of,
    end_run,
    has_command,
    is_active,
    is_out,
    is_skilled,
    note_own,
)
from ..model.record_types import Rules, State
from .flight import can_act


@native
def lose_post(state: State, rules: Rules, k, component):
    """IN-IDE-01, 02, 03 A Bridge or a cockpit is out: was the ship led from there?

    A ship without a Bridge is led from cockpits; there only the crewman is lost (IN-IDE-08).
    """
    craft = state.craft[k]
    if not class_of(state, rules, k).bridge or not has_command(craft):
        return
    if is_led_from(state, rules, k, component):
        backup = has_backup(state, rules, k)
        craft.command = BACKUP_TURNS if backup else UNLED
        end_run(craft)
        event = note_own(state, Event.UNLED, k)
        event.c = backup


@native
def is_led_from(state: State, rules: Rules, k, component):
    """Return whether a ship under command was led from a component that is out by now.

    Cockpits lead only when every Bridge is out, and each of them does.
    """
    klass, craft = class_of(state, rules, k), state.craft[k]
    if klass.component[component].kind == Comp.COCKPIT:
        return working_bridge(state, rules, k) == NONE and not has_backup(state, rules, k)
    first = int(klass.system[Comp.BRIDGE])
    return component == first or is_out(craft, first)


@native
def working_bridge(state: State, rules: Rules, k):
    """Return the first Bridge that is not out, or NONE."""
    klass = class_of(state, rules, k)
    for component in range(int(klass.components)):
        if klass.component[component].kind == Comp.BRIDGE:
            if not is_out(state.craft[k], component):
                return component
    return NONE


@native
def has_backup(state: State, rules: Rules, k):
    """IN-IDE-03, IN-AMB-131 Another Bridge, or the cockpit of one who can fly and is awake."""
    if working_bridge(state, rules, k) != NONE:
        return True
    klass = class_of(state, rules, k)
    for m in crew_of(state, rules, k):
        member = state.crew[m]
        if member.station == NONE or klass.component[int(member.station)].kind != Comp.COCKPIT:
            continue
        if is_skilled(member) and can_act(member):
            return True
    return False


@native
def pass_command(state: State, rules: Rules):
    """IN-IDE-03 In the Decision Phase a backup comes a turn nearer to leading its ship.

    A Bridge lost in turn 1 leaves the ship out of command in all of turn 2.
    """
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if not is_active(craft) or has_command(craft) or craft.command == UNLED:
            continue
        craft.command = int(craft.command) - 1
        if has_command(craft):
            take_command(state, rules, k)


@native
def take_command(state: State, rules: Rules, k):
    """IN-IDE-03, IN-AMB-131 The backup leads the ship, if it is still there."""
    if not has_backup(state, rules, k):
        state.craft[k].command = UNLED
        note_own(state, Event.UNLED, k)
        return
    change_bridge(state, rules, k)
    note_own(state, Event.LED, k)


@native
def change_bridge(state: State, rules: Rules, k):
    """IN-IDE-03 The crew of a Bridge that is out serves on another one, if there is one."""
    bridge, klass = working_bridge(state, rules, k), class_of(state, rules, k)
    if bridge == NONE:
        return
    for m in crew_of(state, rules, k):
        member = state.crew[m]
        if member.station != NONE and klass.component[int(member.station)].kind == Comp.BRIDGE:
            member.station = bridge
