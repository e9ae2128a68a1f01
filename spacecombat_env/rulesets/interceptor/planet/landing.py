"""Chapters ATM, CAM, DES: landing and crashing. A campaign calls the functions of plain numbers."""

from spacecombat_env.core.native import native

from ..crew.service import count_kill
from ..crew.skills import passes, piloting_number
from ..crew.wounds import is_alive
from ..damage.engines.engineering import power_of
from ..damage.engines.steering import is_helpless
from ..model import (
    NONE,
    Chance,
    CrewStatus,
    Event,
    Mode,
    Status,
    class_of,
    crew_of,
    flier_of,
    is_active,
    is_out_of_control,
    note_craft,
    roll,
    working_engines,
)
from ..model.record_types import Rules, State

ON_SHIP, ON_PLANET = 5, 6  # data/landing_modifiers.csv
SIDE_OUT = 3
DEADSTICK = 2
TENTHS, QUARTERS = 10, 4
FASTER = 3  # IN-CAM-18 the lander's velocity above that of the target
VELOCITY_STEP, LEAST_DAMAGE = 3, 10  # IN-COL-05, 06
UNINTENDED_SHARE, WHOLE = 25, 100


# --- numbers -------------------------------------------------------------------------------------


@native
def landing_number(piloting, on_planet):
    """IN-CAM-17, 19 On or below which a landing is made, before its modifiers."""
    return int(piloting) + (ON_PLANET if on_planet else ON_SHIP)


@native
def landing_modifier(hits, tenths, quarters, sides, deadstick):
    """IN-CAM-17, 19 On the die: the pilot's hits, tenths of internal boxes and quarters of engine
    power lost, sides without steering, no engines.
    """
    return hits + tenths + quarters + SIDE_OUT * sides + (DEADSTICK if deadstick else 0)


@native
def landing_damage(tons):
    """IN-CAM-18, IN-AMB-54 Points of a failed landing on a ship, in full rows of both.

    It is an unintended collision through the target's rear.
    """
    points = int(tons) * max(FASTER // VELOCITY_STEP, 1) * UNINTENDED_SHARE // WHOLE
    return max(points, LEAST_DAMAGE)


@native
def tenths_lost(state: State, rules: Rules, k):
    """IN-AMB-136 Full tenths of its internal boxes and those of its turrets that are lost."""
    boxes = max(int(class_of(state, rules, k).boxes), 1)
    return int(state.craft[k].inside) * TENTHS // boxes


@native
def quarters_lost(state: State, rules: Rules, k):
    """IN-AMB-136 Full quarters of its engine power that are lost."""
    power = max(int(class_of(state, rules, k).power), 1)
    sound = int(power_of(state, rules, k, working_engines(state, rules, k)))
    return (power - sound) * QUARTERS // power


@native
def sides_out(state: State, rules: Rules, k, winged):
    """IN-CAM-17, 19 Sides, 0 to 2, whose DCS are all out; of its ACS where it flies on wings."""
    port = is_helpless(state, rules, k, False, winged)
    return int(port) + int(is_helpless(state, rules, k, True, winged))


# --- on the ground -------------------------------------------------------------------------------


@native
def touch_down(state: State, rules: Rules, k):
    """IN-ATM-04, 07, 10, IN-CAM-19, IN-GRV-04 A ship reaches the ground.

    It crashes at random, and on lifters without usable thrust. Else the pilot rolls.
    """
    craft = state.craft[k]
    winged = craft.mode == Mode.STREAMLINED
    powered = is_active(craft) and craft.thrust > 0 and flier_of(state, rules, k) != NONE
    if is_out_of_control(craft) or not (winged or powered):
        end_flight(state, rules, k, 0, False, not powered)
        return
    die = roll(state, Chance.TOUCH_DOWN, k)
    number = int(touch_down_number(state, rules, k, winged, not powered))
    end_flight(state, rules, k, die, passes(state, rules, k, die, number), not powered)


@native
def touch_down_number(state: State, rules: Rules, k, winged, deadstick):
    """IN-CAM-19, IN-ATM-07 On or below which it lands."""
    m = flier_of(state, rules, k)
    hits = 0 if m == NONE else int(state.crew[m].hits)
    tenths, quarters = tenths_lost(state, rules, k), quarters_lost(state, rules, k)
    sides = sides_out(state, rules, k, winged)
    number = landing_number(piloting_number(state, rules, k), True)
    return number - landing_modifier(hits, tenths, quarters, sides, deadstick)


@native
def end_flight(state: State, rules: Rules, k, die, lands, deadstick):
    """IN-AMB-134, IN-DES-09 It lies on the ground, out of the fight, or is destroyed."""
    event = note_craft(state, Event.LANDED, k)
    event.c = die
    event.d = not lands
    event.e = deadstick
    if lands:
        state.craft[k].status = Status.LANDED
        leave_air(state, k)
    else:
        perish(state, rules, k)


@native
def perish(state: State, rules: Rules, k):
    """IN-DES-09, IN-CRW-07 An accident destroys a ship and all aboard; there is no blast."""
    craft = state.craft[k]
    if is_active(craft):
        count_kill(state, rules, int(craft.hit_by), k)
    craft.status = Status.DESTROYED
    for m in crew_of(state, rules, k):
        if is_alive(state.crew[m]):
            state.crew[m].status = CrewStatus.DEAD
    leave_air(state, k)


@native
def leave_air(state: State, k):
    """A ship is out of the game: its move is over, nothing is due to it."""
    state.exchange.burn = 0
    if state.mover == k:
        state.lane = 0
