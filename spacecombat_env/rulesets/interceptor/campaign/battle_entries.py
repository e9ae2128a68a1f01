"""Ships of a campaign as a scenario file lists them: crews with their skills, wear, beliefs.

The hulls that a side expects of its enemy are the section `believed:`. They follow from what the
side knows (knowledge.py): the enemy's nation and the tracks of hulls that it has met. Classes are
those of that nation and those met; skills are drawn as recruits' are. The book has no rules for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..model import Side
from ..scenario.forces import MAX_SKILL
from ..scenario.wear import MOST_QUARTERS, MOST_WOUNDS
from .crews.experience import familiarity
from .crews.recruits import initial_skills
from .dice import Dice, Purpose
from .state import Hull, Person, Skills, Trade
from .tracks import Track, TrackFate
from .war import WarState, ship_class

CREW_KEYS = {
    Trade.PILOT: "pilots",
    Trade.GUNNER: "gunners",
    Trade.INSTALLATION_GUNNER: "gunners",
}
TRACKS_MOST = 12
"""Hulls met that a side thinks of, the latest ones."""
LOADS = {"without": ["HELL"]}


def ship_of(hull: Hull, crew: Sequence[Person]) -> dict[str, Any]:
    """Return a hull as a ship of a scenario; `crew` is in the order of its class's crew."""
    ship: dict[str, Any] = {"class": hull.ship_class, "name": hull.name}
    for trade, key in CREW_KEYS.items():
        people = [person for person in crew if person.trade is trade]
        if people:
            bonuses = [familiarity(person, hull.id) for person in people]
            pairs = zip(people, bonuses, strict=True)
            ship[key] = [skills_of(person.skills, bonus) for person, bonus in pairs]
    wear = wear_of(hull, crew)
    found = {"loads": racks_of(hull.loads), "wear": wear}
    return {**ship, **{key: value for key, value in found.items() if value}}


def racks_of(loads: Sequence[str]) -> list[list[str]]:
    """Return the loads of racks as in a scenario: a list for each."""
    return [rack.split("+") if rack else [] for rack in loads]


def skills_of(skills: Skills, bonus: Skills) -> dict[str, Any]:
    """Return skills as in a scenario, which has an upper limit."""
    return {
        "piloting": min(MAX_SKILL, skills.piloting or 0),
        "gunnery": min(MAX_SKILL, skills.gunnery or 0),
        "familiarity": [bonus.piloting or 0, bonus.gunnery or 0],
    }


def wear_of(hull: Hull, crew: Sequence[Person]) -> dict[str, Any]:
    """Return the wear of a hull as in a scenario (scenario/wear.py); empty for a whole one."""
    hits = [min(person.hits, MOST_WOUNDS) for person in crew]
    wear = {
        "boxes": sorted(box for each in hull.damage for box in (*each.boxes, *each.firewall)),
        "disabled": [each.system for each in hull.damage if each.disabled],
        "plant_lost": min(hull.plant_lost, MOST_QUARTERS),
        "hits": hits if any(hits) else [],
    }
    return {key: value for key, value in wear.items() if value}


# --- what a side expects -------------------------------------------------------------------------


def believed_by_sides(state: WarState) -> dict[str, Any]:
    """Return what each side expects of the other, by its name in a scenario."""
    return {side.name.lower(): believed_by(state, side) for side in Side}


def believed_by(state: WarState, side: Side) -> dict[str, Any]:
    """Return the classes and the single ships that a side expects of its enemy."""
    tracks = [track for track in state.tracks[side] if _may_return(track)][-TRACKS_MOST:]
    nation = state.war.sides[1 - side].nation
    met = {track.ship_class for track in tracks}
    names = state.war.classes
    known = [name for name in names[1:] if ship_class(name).nation == nation or name in met]
    belief: dict[str, Any] = {"loads": LOADS}
    if known:
        belief["classes"] = [_expected(state, side, name, n) for n, name in enumerate(known)]
    first = len(names)
    belief["ships"] = [
        _expected(state, side, track.ship_class, first + n) for n, track in enumerate(tracks)
    ]
    return belief


def _may_return(track: Track) -> bool:
    """Whether a hull whose class is known may be met again."""
    return bool(track.ship_class) and track.fate is not TrackFate.DESTROYED


def _expected(state: WarState, side: Side, name: str, number: int) -> dict[str, Any]:
    """Return a ship of a class with a crew of recruits; `number` tells it from the others."""
    klass, dice = ship_class(name), Dice(state.war.seed, state.day)
    crew: dict[str, list[dict[str, Any]]] = {}
    for place, trade in enumerate(klass.trades):
        if trade in CREW_KEYS:
            rolls = [dice.roll(Purpose.BELIEF, 2 * number + side, 2 * place + n) for n in (0, 1)]
            skills = initial_skills(trade, klass.nation, klass.race, (rolls[0], rolls[1]))
            crew.setdefault(CREW_KEYS[trade], []).append(skills_of(skills, Skills()))
    return {"class": name, **crew}
