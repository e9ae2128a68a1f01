"""The observation of a campaign: float32 numbers from -1 to 1, from a side's view alone.

game       20        day, points, stores, the decision, the next battle
hulls      24 x 24   own hulls, by number
persons    48 x 16   own persons, by number
areas      8 x 12    areas of the war, in its order
tracks     24 x 16   enemy hulls met, the latest last
report     19        own events since the last orders, by kind
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from spacecombat_env.env.campaign.actions import AREAS, CLASSES, HULLS, PERSONS, SideDecision
from spacecombat_env.env.campaign.desk import Desk
from spacecombat_env.rulesets.interceptor.campaign.condition import present_thrust
from spacecombat_env.rulesets.interceptor.campaign.hull_classes import hull_class_names
from spacecombat_env.rulesets.interceptor.campaign.journeys.travel import air_hours, fuel_hours
from spacecombat_env.rulesets.interceptor.campaign.knowledge import points_known
from spacecombat_env.rulesets.interceptor.campaign.sequence import CampaignPhase, SideView
from spacecombat_env.rulesets.interceptor.campaign.state import (
    SORTIES,
    Area,
    EventKind,
    Fate,
    Hull,
    Mission,
    Person,
    Terrain,
    Trade,
)
from spacecombat_env.rulesets.interceptor.campaign.tracks import Track, TrackFate
from spacecombat_env.rulesets.interceptor.campaign.war import WarState, ship_class
from spacecombat_env.rulesets.interceptor.model import (
    FULL_ROW,
    LOAD_NAMES,
    NONE,
    Comp,
    Side,
)

GAME, HULL_COLUMNS, PERSON_COLUMNS, AREA_COLUMNS = 22, 25, 16, 12
TRACKS, TRACK_COLUMNS, REPORT = 24, 16, len(EventKind)
SIZES = (
    GAME,
    HULLS * HULL_COLUMNS,
    PERSONS * PERSON_COLUMNS,
    AREAS * AREA_COLUMNS,
    TRACKS * TRACK_COLUMNS,
    REPORT,
)
SIZE = sum(SIZES)
POINTS, PARTS, HOURS, BOXES, TONS, SKILL, EVENTS = 400, 400, 96, 100, 500, 10, 20
TALENTS = 60_000_000
"""Scales: the number of each that becomes 1."""


def observe(desk: Desk) -> np.ndarray:
    """Return the observation of a desk's side, float32 (SIZE,)."""
    view = desk.draft()
    parts = (
        _rows([_game(view, desk)], 1, GAME),
        _rows(
            (_hull(view.state, each, desk) for each in _own_hulls(view, desk)), HULLS, HULL_COLUMNS
        ),
        _rows((_person(each, desk) for each in _own_people(view, desk)), PERSONS, PERSON_COLUMNS),
        _rows((_area(view, n) for n in range(len(view.state.war.areas))), AREAS, AREA_COLUMNS),
        _rows((_track(view.state, each) for each in _tracks(view)), TRACKS, TRACK_COLUMNS),
        _rows([_report(view)], 1, REPORT),
    )
    whole = np.concatenate([part.ravel() for part in parts])
    return np.clip(whole, -1, 1).astype(np.float32)


def _rows(rows: Iterable[list[float]], count: int, width: int) -> np.ndarray:
    """Return rows as an array of fixed size, padded with zeros."""
    found = np.zeros((count, width))
    for place, row in zip(found, rows, strict=False):
        place[: len(row)] = row
    return found


def _one_of(value: object, values: Iterable[object]) -> list[float]:
    """Return a 1 at the value's place, zeros elsewhere."""
    return [float(value is each or value == each) for each in values]


def _game(view: SideView, desk: Desk) -> list[float]:
    """Return day, points, stores, the decision and the next battle."""
    state, side = view.state, view.side
    own, enemy = points_known(state, side)
    stores = state.stores[side]
    decision = desk.decision if view.to_act and not desk.is_done else None
    contact = view.contact
    return [
        state.day / state.war.days,
        (state.war.days - state.day) / state.war.days,
        float(side),
        own / POINTS,
        enemy / POINTS,
        state.held[side] / POINTS,
        state.held[1 - side] / POINTS,
        stores.armour / PARTS,
        stores.boxes / PARTS,
        stores.modules / PARTS,
        *_one_of(decision, SideDecision),
        float(view.phase is CampaignPhase.OVER),
        len(contact.hulls) / HULLS if contact else 0,
        contact.enemies / HULLS if contact else 0,
        state.talents[side] / TALENTS,
    ]


def _own_hulls(view: SideView, desk: Desk) -> Iterable[Hull | None]:
    """Yield the own hulls by their number."""
    hulls = {desk.slot(number): hull for number, hull in view.state.hulls.items()}
    return (hulls.get(n) for n in range(HULLS))


def _hull(state: WarState, hull: Hull | None, desk: Desk) -> list[float]:
    """Return one own hull."""
    if hull is None:
        return []
    if hull.destroyed:
        return [1.0, 1.0]
    area = [each.name for each in state.war.areas].index(hull.area)
    kind = ship_class(hull.ship_class)
    order = next((each for each in desk.orders if each.hull == hull.id), None)
    selected = desk.hull is not None and desk.hull.id == hull.id
    armour = sum(each.lost for each in hull.damage if each.system.startswith("armour"))
    inner = sum(each.lost for each in hull.damage) - armour
    return [
        1.0,
        0.0,
        hull_class_names().index(hull.ship_class) / CLASSES,
        hull.tons / TONS,
        present_thrust(hull) / SKILL,
        kind.million_talents / SKILL,
        (area + 1) / AREAS,
        float(state.is_home(hull)),
        max(0, hull.arrives - state.hour) / HOURS,
        float(state.is_manned(hull)),
        armour / BOXES,
        inner / BOXES,
        float(hull.disabled(Comp.ENGINE)),
        float(any(each.kind == Comp.SHIP_DESTROYED for each in hull.damage)),
        hull.away / HOURS,
        fuel_hours(hull) / HOURS,
        air_hours(hull) / HOURS,
        float(hull.mission in SORTIES),
        float(hull.mission is Mission.HOLD),
        len(hull.crew) / SKILL,
        float(selected),
        float(order is not None),
        hull.urgency / SKILL,
        len(hull.damage) / SKILL,
        (LOAD_NAMES.index(hull.loads[0].partition("+")[0]) + 1) / len(LOAD_NAMES)
        if hull.loads and hull.loads[0]
        else 0.0,
    ]


def _own_people(view: SideView, desk: Desk) -> Iterable[Person | None]:
    """Yield the own persons by their number."""
    people = {desk.slot(number): person for number, person in view.state.persons.items()}
    return (people.get(n) for n in range(PERSONS))


def _person(person: Person | None, desk: Desk) -> list[float]:
    """Return one own person."""
    if person is None:
        return []
    hull = 0 if person.hull == NONE else desk.slot(person.hull) + 1
    deciding = desk.person is not None and desk.person.id == person.id
    return [
        1.0,
        *_one_of(person.fate, Fate),
        (person.skills.piloting or 0) / SKILL,
        (person.skills.gunnery or 0) / SKILL,
        person.kills / SKILL,
        person.hits / SKILL,
        hull / HULLS,
        float(person.trade is Trade.PILOT),
        int(person.race) / SKILL,
        person.missions.get(person.hull, 0) / EVENTS,
        person.idle / SKILL,
        float(deciding),
    ]


def _area(view: SideView, number: int) -> list[float]:
    """Return one area."""
    state, side = view.state, view.side
    area: Area = state.area(state.war.areas[number].name)
    there = [hull for hull in state.own(side) if hull.area == area.name]
    present = sum(hull.arrives <= state.hour for hull in there)
    return [
        1.0,
        *_one_of(area.holder, (side, Side(1 - side))),
        *_one_of(area.terrain, Terrain),
        area.days / SKILL,
        area.jump / SKILL,
        area.value / SKILL,
        float(area.base is not None),
        present / HULLS,
        (len(there) - present) / HULLS
        + float(view.contact is not None and view.contact.area == area.name),
    ]


def _tracks(view: SideView) -> tuple[Track, ...]:
    """Return the latest tracks."""
    return view.state.tracks[view.side][-TRACKS:]


def _track(state: WarState, track: Track) -> list[float]:
    """Return one enemy hull that was met."""
    number = hull_class_names().index(track.ship_class) if track.ship_class else 0
    lost = sum(FULL_ROW.bit_count() - row.bit_count() for row in track.rows if row)
    return [
        1.0,
        (state.hour - track.hour) / HOURS,
        float(bool(track.ship_class)),
        number / CLASSES,
        track.tons / TONS,
        lost / BOXES,
        sum(row > 0 for row in track.rows) / BOXES,
        track.weapons.bit_count() / SKILL,
        *_one_of(track.fate, TrackFate),
        track.meetings / SKILL,
    ]


def _report(view: SideView) -> list[float]:
    """Return the number of events by kind."""
    found = [event.kind for event in view.news]
    return [found.count(kind) / EVENTS for kind in EventKind]
