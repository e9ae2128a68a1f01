"""Chapter COL: ramming. Decision: RAM, after SPEED: enemy craft, pass.

A crew in space is run down by the action `ram` of the move (IN-ABN-11).
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..crew.skills import passes, piloting_number
from ..damage.collapse import holds
from ..damage.counters import lose_counter
from ..model import (
    DIE,
    NONE,
    Chance,
    Deed,
    Event,
    Morale,
    Nation,
    Verb,
    class_of,
    decode_enemy_craft,
    enemy_craft_action,
    flier_of,
    is_active,
    is_hull,
    is_out_of_control,
    name_target,
    note_craft,
    pair,
    roll,
    side_of,
    steps_between,
)
from ..model.record_types import Craft, Rules, State
from .control import go_on

CALM = 4
"""A morale check is passed on or below this and the pilot's familiarity (IN-CAM-04)."""
RAM_STRAIN = 2
CREW_STRAIN = 3
MOST_APART = 3
"""Greatest difference of the dice with which a ram strikes (IN-COL-10)."""


@native
def may_ram(state: State, rules: Rules, k):
    """IN-COL-08 Before it moves or fires; requested where some enemy can be met this turn."""
    craft = state.craft[k]
    if not is_active(craft) or is_out_of_control(craft) or flier_of(state, rules, k) == NONE:
        return False
    if craft.fired != 0 or craft.hexes != 0 or craft.morale == Morale.BROKEN:
        return False
    for target in side_range(state.craft, 1 - side_of(state, k)):
        if can_meet(craft, state.craft[target]):
            return True
    return False


@native
def can_meet(craft: Craft, it: Craft):
    """Return whether both can end this turn in one hex, by their velocities."""
    if not is_hull(it):
        return False
    return steps_between(craft, it) <= int(craft.velocity) + (0 if it.acted else int(it.velocity))


@native
def legal_ram(state: State, rules: Rules, side, mask):
    """IN-COL-08 Enemies that can be met, and `pass`."""
    mask[Verb.PASS] = 1
    for target in side_range(state.craft, 1 - side):
        if can_meet(state.craft[int(state.mover)], state.craft[target]):
            mask[enemy_craft_action(state, target)] = 1


@native
def apply_ram(state: State, rules: Rules, seat, action):
    """IN-COL-08, IN-CAM-03 The ram is declared; a pilot who may waver must pass a check.

    One who fails no longer rams; in a scenario with morale he flees (IN-CAM-04).
    """
    k = int(state.mover)
    if action != Verb.PASS:
        craft, target = state.craft[k], decode_enemy_craft(state, seat, action)
        event = note_craft(state, Event.RAM, k)
        name_target(state, event, target)
        if may_waver(state, rules, k):
            die = roll(state, Chance.MORALE, k)
            firm = is_firm(state, rules, k, die, RAM_STRAIN)
            craft.morale = Morale.FIRM if firm else Morale.BROKEN
            event.c = die
        event.d = craft.morale == Morale.BROKEN
        if craft.morale != Morale.BROKEN:
            craft.ram = target
    go_on(state, k)


@native
def may_waver(state: State, rules: Rules, k):
    """IN-COL-08, IN-CAM-02, 05 Whether a crew has a morale that can fail, and has not been tested.

    No KessRith crew has, nor that of the ship that a player leads himself.
    """
    craft = state.craft[k]
    if class_of(state, rules, k).nation == Nation.KESSRITH or craft.led:
        return False
    return craft.morale == Morale.UNTESTED


@native
def calm(state: State, rules: Rules, k):
    """IN-CAM-04 On or below which a crew passes: 4 and the familiarity of its pilot."""
    flier = flier_of(state, rules, k)
    return CALM + (0 if flier == NONE else int(state.crew[flier].fam_piloting))


@native
def is_firm(state: State, rules: Rules, k, die, strain):
    """IN-COL-08, IN-CAM-04 Whether a die passes, with an addition to it: a 10 always fails."""
    return die < DIE and die + strain <= calm(state, rules, k)


@native
def ram_hits(state: State, rules: Rules, k):
    """IN-COL-09, 10 Both roll at the end of the phase: (die of the rammer, die of its target)."""
    target = int(state.craft[k].ram)
    mine = roll(state, Chance.RAM, pair(k, target))
    return mine, roll(state, Chance.RAM, pair(target, k))


# --- crews in space ------------------------------------------------------------------------------


@native
def crew_here(state: State, k):
    """IN-ABN-11 Slot of an enemy crew in the hex of a craft, or NONE."""
    for n in side_range(state.adrift, 1 - side_of(state, k)):
        if state.adrift[n].people > 0 and steps_between(state.craft[k], state.adrift[n]) == 0:
            return n
    return NONE


@native
def may_ram_crew(state: State, rules: Rules, k):
    """IN-ABN-11 Once a turn, in its hex."""
    return not int(state.craft[k].deeds) & Deed.RAMMED and crew_here(state, k) != NONE


@native
def ram_crew(state: State, rules: Rules, k):
    """IN-ABN-11 A Piloting roll at +3 kills."""
    craft = state.craft[k]
    craft.deeds = int(craft.deeds) | Deed.RAMMED
    if not holds(state, rules, k):
        return
    die = roll(state, Chance.RAM, k)
    if passes(state, rules, k, die, int(piloting_number(state, rules, k)) - CREW_STRAIN):
        lose_counter(state, crew_here(state, k))
