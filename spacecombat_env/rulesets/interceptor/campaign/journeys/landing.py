"""6.4: landings of hulls that come home, with the numbers of planet/landing.py.

Only wars with `landing_rolls` have them. A hull lands when it arrives at a base of its side, or has
fought there. A base whose air can be breathed is planetside; others are ships or installations.
Their damage by a failed landing does not count, as campaigns do not keep any of bases.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...model import (
    FULL_ROW,
    NONE,
    SHIP_DESTROYED_BOXES,
    WIDTH,
    Comp,
    Facing,
    column_bit,
)
from ...planet.landing import (
    landing_damage,
    landing_modifier,
    landing_number,
    quarters_lost,
    sides_out,
    tenths_lost,
)
from ..aftermath import Block, blocks_of, carried_on, damage_of, disabled_of, rows_of
from ..condition import as_craft, class_of
from ..crews.experience import familiarity
from ..dice import Dice, Purpose
from ..hull_classes import hull_rules
from ..state import DAY, CampaignEvent, EventKind, Fate, Hull, Person, Trade
from ..war import WarState, with_hulls, with_persons

UNSKILLED = 1
"""An untrained pilot succeeds with this die alone (IN-AMB-13)."""
CANNOT = 0
"""No die is so low."""


def land_hulls(state: WarState) -> tuple[WarState, list[CampaignEvent]]:
    """IN-CAM-17, 19 Return the state after today's landings at bases."""
    events: list[CampaignEvent] = []
    if not state.war.landing_rolls:
        return state, events
    dice = Dice(state.war.seed, state.day)
    for hull in state.hulls.values():
        pilot = pilot_of(state, hull)
        if pilot is None or not _lands_today(state, hull):
            continue
        base = state.war.area(hull.area).base
        planetside = base is not None and base.breathable
        if planetside and not (class_of(hull).streamlined or class_of(hull).antigrav):
            continue  # it stays in orbit
        if dice.roll(Purpose.LANDING, hull.id) > landing_limit(hull, pilot, planetside):
            state, news = _failed(state, hull, planetside)
            events += news
    return state, events


def pilot_of(state: WarState, hull: Hull) -> Person | None:
    """Return the pilot aboard who is alive and free; others bring a hull without one in."""
    crew = (each for each in state.crew_of(hull) if each.trade is Trade.PILOT)
    return next((each for each in crew if each.fate is Fate.FIT), None)


def _lands_today(state: WarState, hull: Hull) -> bool:
    """Whether a hull comes to a base of its side today, or has fought there."""
    at_base = hull.area in state.war.sides[hull.side].bases and not hull.destroyed
    arrives = state.hour < hull.arrives <= state.hour + DAY
    fought = hull.id in state.fought and hull.arrives <= state.hour + DAY
    return at_base and (arrives or fought)


# -- numbers -------------------------------------------------------------------------------------


def landing_limit(hull: Hull, pilot: Person, planetside: bool) -> int:
    """IN-CAM-17, 19 Return the number on or below which a hull lands.

    Planetside, a hull on lifters without thrust crashes (IN-ATM-04).
    """
    state, rules = as_craft(hull), hull_rules()
    winged = planetside and bool(class_of(hull).streamlined)
    quarters = int(quarters_lost(state, rules, 0))
    deadstick = planetside and (quarters >= 4 or hull.disabled(Comp.PLANT))
    if hull.disabled(Comp.HELM) or (deadstick and not winged):
        return CANNOT
    skill = pilot.skills.piloting
    if skill is None:
        return UNSKILLED
    skill += familiarity(pilot, hull.id).piloting or 0
    modifier = landing_modifier(
        pilot.hits,
        int(tenths_lost(state, rules, 0)),
        quarters,
        int(sides_out(state, rules, 0, winged)),
        deadstick,
    )
    return int(landing_number(skill, planetside)) - int(modifier)


# -- failures ------------------------------------------------------------------------------------


def _failed(state: WarState, hull: Hull, planetside: bool) -> tuple[WarState, list[CampaignEvent]]:
    """IN-CAM-18, 19 Return the state after a failed landing: a collision, or the end of all."""
    if planetside:
        return _destroyed(state, hull, survives=False)
    points = int(landing_damage(hull.tons))
    events = [CampaignEvent(EventKind.CRASHED, hull.side, hull.id, points, hull.area)]
    after = battered(hull, points)
    explodes, breaks_up = is_without_plant(after), is_without_last_row(after)
    if not (explodes or breaks_up):
        return with_hulls(state, [after]), events
    state, news = _destroyed(state, hull, survives=not explodes)
    return state, [*events, *news]


def _destroyed(state: WarState, hull: Hull, survives: bool) -> tuple[WarState, list[CampaignEvent]]:
    """IN-DES-01, 07, 09 Return the state without a hull; whether its crew gets out of it."""
    crew = [
        replace(each, hull=NONE, fate=each.fate if survives else Fate.DEAD)
        for each in state.crew_of(hull)
    ]
    lost = replace(hull, destroyed=True, damage=(), queue=(), crew=())
    events = [CampaignEvent(EventKind.HULL_LOST, hull.side, hull.id, what=hull.area)]
    if not survives:
        events += [CampaignEvent(EventKind.DIED, hull.side, each.id) for each in crew]
    return with_persons(with_hulls(state, [lost]), crew), events


def is_without_plant(hull: Hull) -> bool:
    """IN-IDE-30, IN-DES-01 Whether all boxes of its plant are lost: it explodes."""
    parts = class_of(hull).component
    plants = (each for each in hull.damage if each.kind == Comp.PLANT)
    return any(each.lost >= int(parts[row_of(each.system)].boxes) for each in plants)


def is_without_last_row(hull: Hull) -> bool:
    """IN-DES-06, 07 Whether all its Ship Destroyed boxes are lost: it breaks up."""
    return hull.lost(Comp.SHIP_DESTROYED) >= SHIP_DESTROYED_BOXES


def battered(hull: Hull, points: int) -> Hull:
    """IN-CAM-18, IN-AMB-54 Return a hull that has flown into something, with its front.

    The points take boxes that are there in full rows from outside in, as in collisions. A box
    inside takes as many as the scale.
    """
    klass = class_of(hull)
    rows = rows_of(klass, hull.damage)
    for row, cost in _rows_from_the_front(klass):
        for column in range(WIDTH):
            box = column_bit(column + 1)
            if points > 0 and int(rows[row]) & box:
                rows[row] &= FULL_ROW & ~box
                points -= cost
    after = carried_on(hull, damage_of(klass, rows, disabled_of(hull.damage)))
    return replace(
        hull,
        damage=tuple(
            replace(each, disabled=each.disabled or is_fatal(klass, each.system, each.lost))
            for each in after
        ),
    )


def _rows_from_the_front(klass: Any) -> list[tuple[int, int]]:
    """Return the rows behind the front from outside in, each with the points that a box takes."""
    front = f"armour {Facing.F.name}"
    blocks: list[Block] = list(blocks_of(klass))
    armour = next(block for block in blocks if block.armour == front)
    inner = blocks[-1]
    external = int(klass.external_row[Facing.F])
    outer = [armour.first + n for n in range(armour.rows)]
    outer = outer if external == NONE else [external, *outer]
    scale = max(1, int(klass.scale))
    return [(row, 1) for row in outer] + [(inner.first + n, scale) for n in range(inner.rows)]


def is_fatal(klass: Any, system: str, lost: int) -> bool:
    """IN-DMG-09 Whether a component with some lost boxes is out; armour never is."""
    if system.startswith("armour") or not system[-1].isdigit():
        return False
    fatal = int(klass.component[row_of(system)].fatal)
    return bool(fatal) and lost >= fatal


def row_of(system: str) -> int:
    """Return the row of a component by its name, which ends with it."""
    return int(system.rpartition(" ")[2])
