"""Hulls and persons of a campaign as ships of a scenario file: crews with their skills, wear."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..scenario.forces import MAX_SKILL
from ..scenario.wear import MOST_QUARTERS, MOST_WOUNDS
from .experience import familiarity
from .state import Hull, Person, Skills, Trade

CREW_KEYS = {Trade.PILOT: "pilots", Trade.GUNNER: "gunners"}


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
    return {**ship, "wear": wear} if wear else ship


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
