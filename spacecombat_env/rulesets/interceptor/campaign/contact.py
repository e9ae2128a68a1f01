"""Contact, avoidance and the scenario of a battle; all of it is this project's, not the book's.

A battle is played elsewhere: `scenario_of` is the content of a scenario file, `settle` takes the
finished game's true records.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..model import NATIONS, NONE, Comp, Side, Status, Verdict
from .aftermath import Aftermath, DriftingCrew, aftermath
from .battle_entries import LOADS, believed_by_sides, ship_of
from .condition import present_thrust
from .crews.recovery import recovery_chance, search
from .dice import Dice, Purpose
from .hull_classes import own_designs
from .state import (
    DAY,
    Area,
    CampaignEvent,
    EventKind,
    Fate,
    Holding,
    Hull,
    Outcome,
    Person,
    Terrain,
)
from .tracks import Track, remember, sightings
from .war import Drift, WarState, with_hulls, with_persons

CONTACT_MOST = 9
HULLS_FOR_ONE = 4
"""Hulls in an area that make contact more likely by 1."""
HULLS_MOST = 6
"""Hulls of a side in one battle; those that arrive later stay out of it."""
VITAL = (Comp.PLANT, Comp.COCKPIT)
"""Components without which a hull does not fight."""
ROCKS = 20
TURNS = 40
ZONES = (
    {"zone": {"map": 2, "rows": [13, 14]}, "heading": 1, "facing": 1},
    {"zone": {"map": 1, "rows": [1, 2]}, "heading": 4, "facing": 4},
)
"""Of the side that sets up first, and of the other."""
WELL = {
    "planet": {"edge": "bottom", "interface": 1},
    "gravity": {"from_row": {"map": 1, "row": 14}},
}
"""A planet below the map, as in the third scenario of the book."""
WELL_ZONES = (
    {"zone": {"map": 2, "columns": [1, 2], "rows": [3, 8]}, "heading": 2, "facing": 2},
    {"zone": {"map": 2, "columns": [25, 26], "rows": [3, 8]}, "heading": 6, "facing": 6},
)
"""There both sides begin equally far above it, to the left and to the right."""
VELOCITY = 5
POINTS = {
    "destroyed": 20,
    "broke_off": 5,
    "destroyed_means": "usual",
    "outcome": [[51, "decisive"], [11, "substantive"], [0, "marginal"]],
}


@dataclass(frozen=True)
class Battle:
    """Hulls of both sides that have met."""

    number: int
    """The area's, in the order of the war."""
    area: str
    hulls: tuple[tuple[int, ...], tuple[int, ...]]
    """Ids of Red's and Blue's."""
    first: Side
    """The side that arrived first, and sets up first."""
    seed: int


# -- contact -------------------------------------------------------------------------------------


def present(state: WarState, side: Side, area: str) -> list[Hull]:
    """Return the hulls of a side that are in an area today, earliest first."""
    here = [
        hull
        for hull in state.own(side)
        if hull.area == area and hull.arrives <= state.hour + DAY and can_fight(state, hull)
    ]
    return sorted(here, key=lambda hull: (hull.arrives, hull.id))[:HULLS_MOST]


def can_fight(state: WarState, hull: Hull) -> bool:
    """Whether a hull has its whole crew, and a plant and cockpits that work."""
    return state.is_manned(hull) and not any(hull.disabled(kind) for kind in VITAL)


def contact_number(contact: int, hulls: int) -> int:
    """Return the number on or below which missions in an area meet."""
    return min(CONTACT_MOST, contact + hulls // HULLS_FOR_ONE)


def contacts(state: WarState) -> list[Battle]:
    """Return the battles of the day, if both sides accept them."""
    dice = Dice(state.war.seed, state.day)
    found = []
    for number, area in enumerate(state.war.areas):
        sides = [present(state, side, area.name) for side in Side]
        if all(sides) and _meet(state, dice, number, area, sides):
            found.append(_battle(state, dice, number, area, sides))
    return found


def _meet(state: WarState, dice: Dice, number: int, area: Area, sides: list[list[Hull]]) -> bool:
    """Whether the hulls in an area meet: always at a base, else by a die."""
    hulls = len(sides[Side.RED]) + len(sides[Side.BLUE])
    die = dice.roll(Purpose.CONTACT, number)
    return area.base is not None or die <= contact_number(state.war.contact, hulls)


def _battle(
    state: WarState, dice: Dice, number: int, area: Area, sides: list[list[Hull]]
) -> Battle:
    """Return the battle of an area; at equal times the side that controls it sets up first."""
    arrivals = [min(hull.arrives for hull in hulls) for hulls in sides]
    first = Side.RED if arrivals[Side.RED] < arrivals[Side.BLUE] else Side.BLUE
    holder = state.holders[area.name]
    if arrivals[Side.RED] == arrivals[Side.BLUE] and holder is not None:
        first = holder
    red, blue = (tuple(hull.id for hull in hulls) for hulls in sides)
    return Battle(number, area.name, (red, blue), first, dice.bits(Purpose.BATTLE, number))


def may_avoid(state: WarState, battle: Battle, side: Side) -> bool:
    """Whether a side may avoid a battle: its slowest hull outruns the enemy's fastest."""
    own, enemy = (
        [present_thrust(state.hulls[n]) for n in battle.hulls[s]] for s in (side, 1 - side)
    )
    return min(own) > max(enemy)


def avoid(state: WarState, battle: Battle, side: Side) -> tuple[WarState, list[CampaignEvent]]:
    """Return the state after a side has avoided a battle, as if it had lost without loss.

    Raises ValueError if it may not.
    """
    if not may_avoid(state, battle, side):
        raise ValueError(f"{state.war.sides[side].name} is not faster than its enemy")
    beaten = state.beaten | {(battle.area, side)}
    return replace(state, beaten=beaten), [CampaignEvent(EventKind.AVOIDED, side, what=battle.area)]


# -- the battle ----------------------------------------------------------------------------------


def scenario_of(state: WarState, battle: Battle) -> dict[str, Any]:
    """Return the content of a battle's scenario (scenario/__init__.py).

    Racks are loaded at set-up. Each side knows of the enemy's hulls their number and size classes,
    and what it remembers (battle_entries.py). A class has its name once it is seen from near. In a
    war with `morale` a player leads the hull that came first; the crews of others may lose heart
    (IN-CAM-02). In a gravity well a planet draws all that fly (IN-AMB-197).
    """
    area = state.war.area(battle.area)
    name = f"{state.war.name} {state.day + 1}.{battle.number}"
    content = {
        "name": name,
        "map": {"sheets": 2},
        "sides": {side.name.lower(): _side_of(state, battle, side) for side in Side},
        "believed": believed_by_sides(state),
        "victory": POINTS,
        "turn_limit": TURNS,
    }
    if state.war.designs:
        content["designs"] = [own_designs()[name] for name in state.war.designs]
    if state.war.morale:
        content["morale"] = {
            side.name.lower(): state.hulls[battle.hulls[side][0]].name for side in Side
        }
    if area.terrain is Terrain.ASTEROIDS:
        content["asteroids"] = {"count": ROCKS, "placed": "alternately"}
    return {**content, **WELL} if area.terrain is Terrain.WELL else content


def _side_of(state: WarState, battle: Battle, side: Side) -> dict[str, Any]:
    """Return one side of a scenario."""
    in_well = state.war.area(battle.area).terrain is Terrain.WELL
    zones = WELL_ZONES if in_well else ZONES
    force = state.war.sides[side]
    hulls = [state.hulls[hull] for hull in battle.hulls[side]]
    return {
        "name": force.name,
        "nation": next(name for name, nation in NATIONS.items() if nation == force.nation),
        "sets_up": 1 if battle.first == side else 2,
        "velocity": VELOCITY,
        **zones[0 if battle.first == side else 1],
        "loads": LOADS,
        "ships": [ship_of(hull, state.crew_of(hull)) for hull in hulls],
    }


# -- its end -------------------------------------------------------------------------------------


def outcomes_of(record: Any) -> dict[Side, Outcome]:
    """Return how a finished battle has ended for each side; a draw is lost by both.

    `record` is its true state.
    """
    half = len(record.craft) // 2
    found = {}
    for side in Side:
        craft = record.craft[side * half : (side + 1) * half]
        stayed = any(each.card and each.status == Status.ON_MAP for each in craft)
        won = Verdict(int(record.verdict)) == side
        found[side] = (Outcome.WON_STAYED if stayed else Outcome.WON_LEFT) if won else Outcome.LOST
    return found


def settle(
    state: WarState, battle: Battle, record: Any, rules: Any
) -> tuple[WarState, list[CampaignEvent]]:
    """Return the war after a battle, by the true records of its finished game."""
    outcomes = outcomes_of(record)
    cards = enumerate((*battle.hulls[Side.RED], *battle.hulls[Side.BLUE]), start=1)
    ships = {card: state.hulls[hull] for card, hull in cards}
    done = aftermath(record, rules, ships, state.persons, outcomes)
    sighted = [sightings(record, rules, state.war.classes, side, state.hour) for side in Side]
    return conclude(state, battle, done, outcomes, sighted)


def conclude(
    state: WarState,
    battle: Battle,
    done: Aftermath,
    outcomes: dict[Side, Outcome],
    sighted: Sequence[Sequence[Track]],
) -> tuple[WarState, list[CampaignEvent]]:
    """Return the war after a battle, by its aftermath and the enemy hulls that each side saw."""
    state = with_persons(with_hulls(state, done.hulls), done.persons)
    beaten = {(battle.area, side) for side in Side if outcomes[side] is Outcome.LOST}
    fought = state.fought.union(*battle.hulls)
    state = replace(state, fought=fought, beaten=state.beaten | beaten)
    red, blue = (_tracks(state.tracks[side], sighted[side]) for side in Side)
    state = replace(state, tracks=(red, blue))
    state, events = _search(state, battle, _counters(done.counters, done.persons), outcomes)
    return state, [*done.events, *events]


def _tracks(tracks: tuple[Track, ...], sighted: Iterable[Track]) -> tuple[Track, ...]:
    """Return a side's tracks after a battle."""
    for sighting in sighted:
        tracks = remember(tracks, sighting)
    return tracks


def _counters(counters: Iterable[DriftingCrew], persons: Iterable[Person]) -> list[DriftingCrew]:
    """Return all who drift, also those whose counter has left the map: one each, at rest."""
    found = list(counters)
    known = {person for counter in found for person in counter.crew}
    missing = [each for each in persons if each.fate is Fate.MISSING and each.id not in known]
    return found + [DriftingCrew(each.side, (each.id,), 0) for each in missing]


def _search(
    state: WarState, battle: Battle, counters: list[DriftingCrew], outcomes: dict[Side, Outcome]
) -> tuple[WarState, list[CampaignEvent]]:
    """IN-CAM-08 Roll for each counter, or leave it to a mission (IN-CAM-31)."""
    if state.war.plays_rescue:
        left = (Drift(each.side, battle.area, each.crew, state.day) for each in counters)
        return replace(state, drifting=(*state.drifting, *left)), []
    dice, events = Dice(state.war.seed, state.day), []
    for each in counters:
        crew = [state.persons[person] for person in each.crew]
        chance = chance_of(state.area(battle.area), each, crew, outcomes[each.side])
        holds = enemy_holds(state.area(battle.area), each.side, outcomes[each.side])
        found, news = search(dice, crew, chance, holds)
        state = with_persons(state, [replace(person, hull=NONE) for person in found])
        events += news
    return state, events


def chance_of(area: Area, counter: DriftingCrew, crew: Iterable[Person], outcome: Outcome) -> int:
    """IN-CAM-08 Return the number on or below which a counter is found in an area."""
    return recovery_chance(
        area.seen_by(counter.side),
        outcome,
        counter.velocity,
        max(person.hits for person in crew),
        gravity=area.terrain is Terrain.WELL,
        asteroids=area.terrain is Terrain.ASTEROIDS,
    )


def enemy_holds(area: Area, side: Side, outcome: Outcome) -> bool:
    """Whether the enemy of a side can take prisoners in an area."""
    return outcome is Outcome.LOST or area.seen_by(side) is Holding.ENEMY
