"""The hulls that a side expects of its enemy in a battle: the section `believed:` of a scenario.

It follows from what the side knows (knowledge.py): the enemy's nation and the tracks of hulls that
it has met. Classes are those of that nation and those met; skills are drawn as recruits' are. The
book has no rules for it.
"""

from __future__ import annotations

from typing import Any

from ..model import Side, class_names
from .battle_entries import CREW_KEYS, skills_of
from .dice import Dice, Purpose
from .recruits import initial_skills
from .state import Skills
from .tracks import Track, TrackFate
from .war import WarState, ship_class

TRACKS_MOST = 12
"""Hulls met that a side thinks of, the latest ones."""
LOADS = {"without": ["HELL"]}


def believed_by_sides(state: WarState) -> dict[str, Any]:
    """Return what each side expects of the other, by its name in a scenario."""
    return {side.name.lower(): believed_by(state, side) for side in Side}


def believed_by(state: WarState, side: Side) -> dict[str, Any]:
    """Return the classes and the single ships that a side expects of its enemy."""
    tracks = [track for track in state.tracks[side] if _may_return(track)][-TRACKS_MOST:]
    nation = state.war.sides[1 - side].nation
    met = {track.ship_class for track in tracks}
    known = [name for name in class_names()[1:] if ship_class(name).nation == nation or name in met]
    belief: dict[str, Any] = {"loads": LOADS}
    if known:
        belief["classes"] = [_expected(state, side, name, n) for n, name in enumerate(known)]
    first = len(class_names())
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
