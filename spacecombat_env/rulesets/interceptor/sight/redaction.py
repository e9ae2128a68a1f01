"""What a seat may know: the one door through which observation, mask, view and picture look.

`hide` turns a copy of a state into what one seat knows of it (paper 4.1, 4.3): everything else is
zero, or NONE where the field says so. It reads no rules: what an enemy was told is in the record.
Which fields a level hides follows from what they declare (pieces/); here is said when.
"""

from spacecombat_env.core.jit import jit
from spacecombat_env.core.record import half
from spacecombat_env.core.writing import hiding
from spacecombat_env.rulesets.interceptor.pieces.constants.kinds import (
    Load,
    Status,
    Told,
)
from spacecombat_env.rulesets.interceptor.pieces.constants.sizes import MAX_HITS, NONE
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Ask
from spacecombat_env.rulesets.interceptor.pieces.craft import CRAFT
from spacecombat_env.rulesets.interceptor.pieces.levels import Level
from spacecombat_env.rulesets.interceptor.pieces.progress import ORDER
from spacecombat_env.rulesets.interceptor.pieces.units import ADRIFT, CREW, MISSILE, RACK
from spacecombat_env.rulesets.interceptor.sight.retelling import hide_event

__all__ = ["hide", "hide_event"]

CLASS = int(Told.CLASS)


@jit
def hide(state, seat):
    """Hide from a seat what it cannot know; `state` is a copy without log and chance."""
    enemy = 1 - seat
    hide_engine(state, seat)
    for k in range(len(state.craft)):
        hide_hitter(state, k, seat)
    for k in half(state.craft, enemy):
        hide_craft(state.craft[k])
    for m in half(state.crew, enemy):
        hide_crewman(state.crew[m])
    for n in half(state.rack, enemy):
        hide_rack(state.rack[n])
    for n in range(len(state.missile)):
        hide_passed(state.missile[n])
    for n in half(state.missile, enemy):
        if state.missile[n].kind != Load.HELL:
            hide_missile(state.missile[n])
    for n in half(state.adrift, enemy):
        hide_adrift(state.adrift[n])
    state.rows[enemy, :] = 0
    hide_order(state.order[enemy])


@jit
def hide_engine(state, seat):
    """Where the engine stands, whether and what the other seat is asked, is not for a player."""
    state.step = 0
    state.back = 0
    state.cursor = 0
    state.log_count = 0
    if state.seat != seat or state.ask == Ask.NOTHING:
        state.ask = Ask.NOTHING
        state.seat = NONE
    for n in range(MAX_HITS):
        state.exchange.hit[n].crewman = NONE


# --- craft ---------------------------------------------------------------------------------------

hide_hits = hiding(globals(), "hide_hits", CRAFT, Level.CREDITED)
"""IN-CRW-07 Who made the last hit on it."""
hide_own = hiding(globals(), "hide_own", CRAFT, Level.OWNER)
"""IN-LOS-02, 04 Who it is, what it can still do this turn, and what is left of it: the enemy has
what he saw last."""
hide_class = hiding(globals(), "hide_class", CRAFT, Level.CLASS)
"""IN-LOS-02, 04 Its class."""
hide_fired = hiding(globals(), "hide_fired", CRAFT, Level.FIRED)
"""IN-CMB-03 The weapons that it has fired."""
hide_ram = hiding(globals(), "hide_ram", CRAFT, Level.DECLARED)
"""IN-COL-08 The craft that it means to ram."""
hide_place = hiding(globals(), "hide_place", CRAFT, Level.PLACED)
"""IN-LOS-01 Place, course and what was told of it."""


@jit
def hide_hitter(state, k, seat):
    """IN-CRW-07 Who of the other side made the last hit: whose weapon it was is announced, not who

    works it. Of its own people a side knows it, and so who will be credited with a kill.
    """
    m = int(state.craft[k].hit_by)
    if m != NONE and m // (len(state.crew) // 2) != seat:
        hide_hits(state.craft[k])


@jit
def hide_craft(craft):
    """IN-LOS-01, 02 Place, course and what was told of an enemy stay; one not on the map is not."""
    hide_own(craft)
    if not has_class(craft):
        hide_class(craft)
    craft.fired = int(craft.fired) & int(craft.weapons_told)
    if craft.status < Status.ON_MAP:
        hide_fired(craft)
        hide_ram(craft)
        hide_place(craft)


@jit
def has_class(craft):
    """IN-LOS-04 Whether its class was told."""
    return craft.status >= Status.ON_MAP and int(craft.told) & CLASS != 0


# --- the rest ------------------------------------------------------------------------------------

hide_crewman = hiding(globals(), "hide_crewman", CREW, Level.OWNER)
"""IN-CRW Skills, wounds and tasks of the enemy's people are never told."""
hide_rack = hiding(globals(), "hide_rack", RACK, Level.OWNER)
"""IN-HPT What a rack carries is known by what is launched from it alone."""
hide_passed = hiding(globals(), "hide_passed", MISSILE, Level.NOBODY)
"""What the other side has passed is not for a player."""
hide_missile = hiding(globals(), "hide_missile", MISSILE, Level.BEHAVED)
"""IN-DEF-04 A HELL is known as such, other missiles by what they do."""
hide_adrift = hiding(globals(), "hide_adrift", ADRIFT, Level.OWNER)
"""IN-ABN Of a crew in space is known where it is, and how many they are."""
hide_order = hiding(globals(), "hide_order", ORDER, Level.OWNER)
"""The words of the other seat are its own."""
