"""Chapter GRV: gravity, and the end of movement near a planet.

Stages of Step.WELL, in `state.cursor`: of each craft in turn first what the air does to it
(sinking.py), then gravity.
"""

from spacecombat_env.core.native import native

from ..damage.counters import lose_counter, lose_missile
from ..model import (
    MAX_VELOCITY,
    Event,
    MissileStatus,
    Passage,
    Rock,
    Status,
    Step,
    Zone,
    depth_of,
    down,
    end_run,
    is_active,
    is_downward,
    is_hull,
    is_in_well,
    is_near_planet,
    is_off,
    mirrored_way,
    neighbour,
    note,
    note_craft,
    proceed,
    steps_from,
    zone_of,
)
from ..model.geometry import opposite
from ..model.record_types import Adrift, Craft, Rules, State
from .altitude import Ascent, begin_levels, is_above_interface
from .flight import has_lift, has_wings, settle_mode
from .interface import ENTRY, cross, is_before_interface, meet_zone, strike_front
from .landing import leave_air, perish, touch_down
from .sinking import lower, sink

STAGES = 2  # of a craft: sinking, gravity


# --- the beginning of a turn ---------------------------------------------------------------------


@native
def begin_well(state: State, rules: Rules):
    """IN-GRV-05 A new turn near a planet: how ships fly, and what gravity does to velocities."""
    if rules.option.altitude:
        begin_levels(state)
    for k in range(len(state.craft)):
        if is_hull(state.craft[k]):
            settle_mode(state, rules, k)
            pull(state, rules, k)


@native
def pull(state: State, rules: Rules, k):
    """IN-GRV-05, IN-AMB-118 Straight down a ship gains a point of velocity, straight up it loses
    one.
    """
    craft = state.craft[k]
    before = int(craft.velocity)
    if rules.option.altitude or not is_in_well(state, rules, craft):
        return
    if craft.heading == down(rules):
        craft.velocity = min(before + 1, MAX_VELOCITY)
    elif craft.heading == opposite(down(rules)):
        craft.velocity = max(before - 1, 0)
    if craft.velocity != before:
        event = note_craft(state, Event.SPEED, k)
        event.a = before
        event.b = craft.velocity


# --- the end of movement -------------------------------------------------------------------------


@native
def well_step(state: State, rules: Rules):
    """IN-GRV-07, IN-ATM-03, 06 After all movement: ships sink, gravity draws, ships land."""
    if rules.option.planet:
        for n in range(int(state.cursor), STAGES * len(state.craft)):
            state.cursor = n + 1
            k = n // STAGES
            struck = draw(state, rules, k) if n % STAGES else sink(state, rules, k)
            if struck:
                state.back = Step.WELL
                proceed(state, Step.APPLY)
                return
        draw_counters(state, rules)
    state.cursor = 0
    proceed(state, Step.COLLIDE)


@native
def draw(state: State, rules: Rules, k):
    """IN-GRV-02..04 Gravity moves a ship a hex toward the ground; True where hits are to be
    applied.

    Nobody bounces on purpose while falling. A ship next to the ground lands.
    """
    craft = state.craft[k]
    if craft.status == Status.WRECK:
        draw_wreck(state, rules, k)
        return False
    if not is_hull(craft) or not is_in_well(state, rules, craft):
        return False
    if is_to_enter(state, rules, craft) and not falls_in(state, rules, k):
        return is_hull(craft) and strike_front(state, rules, k)
    lower(state, rules, k, Ascent.DRAWN | 0)
    note_drawn(state, rules, k)
    if is_off(rules, craft):
        leave_below(state, rules, k)
        return False
    if meet_zone(state, rules, k):
        return True
    if is_hull(craft) and is_next_to_ground(rules, craft):
        touch_down(state, rules, k)
    return False


@native
def is_to_enter(state: State, rules: Rules, craft: Craft):
    """IN-GRV-03, IN-ADV-01 Whether gravity draws a ship from space into the interface."""
    if rules.option.altitude:
        return is_above_interface(state, rules, craft)
    return is_before_interface(state, rules, craft, down(rules))


@native
def note_drawn(state: State, rules: Rules, k):
    """Log where gravity has drawn a ship; its level is logged as it changes."""
    if rules.option.altitude:
        return
    event = note_craft(state, Event.DRAWN, k)
    event.c = state.craft[k].q
    event.d = state.craft[k].r


@native
def falls_in(state: State, rules: Rules, k):
    """IN-GRV-03, IN-AMB-135 The roll of a ship that gravity draws into the interface.

    One that bounces stays where it is; its heading is mirrored if it led down.
    """
    heading = int(state.craft[k].heading)
    passage = int(cross(state, rules, k, ENTRY))
    mirrors = not rules.option.altitude and not is_downward(rules, heading)
    if passage == Passage.BOUNCES and mirrors:
        state.craft[k].heading = mirrored_way(state.craft[k].heading)
    return passage == Passage.ENTERS


@native
def is_next_to_ground(rules: Rules, craft: Craft):
    """IN-GRV-04, IN-ADV-01 Whether a ship is in the row, or at the level, next to the ground."""
    if rules.option.altitude:
        return craft.altitude == 1
    ground = int(rules.option.ground)
    return ground > 0 and depth_of(rules, craft.q, craft.r) == ground + 1


@native
def leave_below(state: State, rules: Rules, k):
    """IN-AMB-95 Off the lower edge, into the air below: lost without wings or fed lifters."""
    craft = state.craft[k]
    if not stays_up(state, rules, k):
        note_craft(state, Event.BURNT, k)
        perish(state, rules, k)
        return
    craft.status = Status.BROKEN_OFF
    end_run(craft)
    leave_air(state, k)
    event = note_craft(state, Event.LEFT_MAP, k)
    event.c = 0


@native
def stays_up(state: State, rules: Rules, k):
    """IN-AMB-95 Whether a crewed ship can fly in the air below the map."""
    if not is_active(state.craft[k]):
        return False
    return has_wings(state, rules, k) or has_lift(state, rules, k)


@native
def is_below(state: State, rules: Rules, craft: Craft):
    """IN-AMB-95, 119 Whether a craft has left the map over the planet's edge; seen from above it
    has none.
    """
    if rules.option.altitude:
        return False
    return is_near_planet(state, rules) and depth_of(rules, craft.q, craft.r) < 1


# --- wrecks, crews, missiles ---------------------------------------------------------------------


@native
def draw_wreck(state: State, rules: Rules, k):
    """IN-AMB-88 A wreck and its counter are drawn too; below space it burns up."""
    craft = state.craft[k]
    q, r, level = int(craft.q), int(craft.r), int(craft.altitude)
    if is_in_well(state, rules, craft):
        lower(state, rules, k, Ascent.DRAWN | 0)
    for n in range(len(state.rock)):
        rock = state.rock[n]
        if rock.kind == Rock.WRECK and steps_from(q, r, level, rock) == 0:
            rock.q = craft.q
            rock.r = craft.r
            rock.altitude = craft.altitude
            if zone_of(state, rules, craft) != Zone.SPACE:
                rock.kind = Rock.NONE
            break
    if zone_of(state, rules, craft) != Zone.SPACE:
        note_craft(state, Event.BURNT, k)
        perish(state, rules, k)


@native
def draw_counters(state: State, rules: Rules):
    """IN-AMB-88, 118 Crews in space and dormant missiles are drawn, but gain no velocity."""
    for n in range(len(state.adrift)):
        crew = state.adrift[n]
        if crew.people > 0:
            if is_in_well(state, rules, crew):
                fall(rules, crew)
            lose_burnt_crew(state, rules, n)
    for n in range(len(state.missile)):
        if state.missile[n].status == MissileStatus.DORMANT:
            draw_missile(state, rules, n)


@native
def fall(rules: Rules, piece):
    """IN-GRV-02, IN-AMB-88 A counter falls a hex, or a level."""
    if rules.option.altitude:
        piece.altitude = int(piece.altitude) - 1
        return
    q, r = neighbour(piece.q, piece.r, down(rules))
    piece.q = q
    piece.r = r


@native
def burns(state: State, rules: Rules, crew: Adrift):
    """IN-SCN-09, IN-AMB-95 Whether a crew in its suits is in the interface."""
    return zone_of(state, rules, crew) == Zone.INTERFACE


@native
def lose_burnt_crew(state: State, rules: Rules, n):
    """IN-SCN-09, IN-AMB-95 A crew in the interface burns up; off the map it is lost."""
    crew = state.adrift[n]
    if burns(state, rules, crew):
        event = note(state, Event.CREW_BURNT, n // (len(state.adrift) // 2))
        event.a = n
        lose_counter(state, n)
    elif is_off(rules, crew):
        lose_counter(state, n)


@native
def draw_missile(state: State, rules: Rules, n):
    """IN-AMB-88 A dormant missile is drawn; below space it burns up."""
    missile = state.missile[n]
    if is_in_well(state, rules, missile):
        fall(rules, missile)
    if zone_of(state, rules, missile) != Zone.SPACE:
        lose_missile(state, n)
