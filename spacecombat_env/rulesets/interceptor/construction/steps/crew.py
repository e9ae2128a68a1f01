"""DesignStep 10: crew, Bridge, cockpits and quarters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from ...model import NONE
from ..catalogue import Cost, cockpits, life_support
from ..design import Cockpit, Design, ShieldKind
from ..parts import DesignStep, Line, Part, Place, Refusal
from .accessories import crew_of

BRIDGE_LEAST = 10
BRIDGE_PRICE = 10_000
"""Talents a ton."""
MULTIRACIAL = "Multiracial"
EMPIRE, COMMONWEALTH = "KessRith (Empire)", "KessRith (CW/RL)"


def lines(design: Design) -> Iterator[Line]:
    """Yield Bridge, cockpits and quarters."""
    if design.bridge:
        yield Line(DesignStep.CREW, Part.BRIDGE, "Bridge", *bridge(design.tonnage))
    for each in design.cockpits:
        cost = cockpit(each)
        if cost is not None:
            place = Place.HULL if each.turret == NONE else Place.TURRET
            item = f"cockpit {each.crew}"
            yield Line(DesignStep.CREW, Part.COCKPIT, item, *cost, place, each.turret)
    if is_long(design):
        item = f"quarters for {design.people}"
        yield Line(DesignStep.CREW, Part.QUARTERS, item, *quarters(design.people))


def is_long(design: Design) -> bool:
    """IN-CON-59 Whether it operates for more than a day, as every installation does (IN-CON-42)."""
    return design.long_duration or design.installation


def bridge(tons: int) -> Cost:
    """IN-CON-40 Return the cost of a Bridge."""
    weight = max(BRIDGE_LEAST, ceil(tons / 20))
    return Cost(weight, weight, BRIDGE_PRICE * weight)


def cockpit(each: Cockpit) -> Cost | None:
    """IN-CON-37, 38 Return the cost of a cockpit, a Multiracial one with its module.

    None where the tables have no such cockpit.
    """
    cost = cockpits().get((each.races, each.ejector))
    if cost is None or each.races != MULTIRACIAL or not each.module:
        return cost
    module = cockpits().get((each.module, each.ejector))
    return module and cost._replace(talents=cost.talents + module.talents)


def quarters(people: int) -> Cost:
    """IN-CON-41 Return the cost of quarters for everybody aboard."""
    tons, _, talents = life_support()["quarters"]
    return Cost(tons * people, 0, talents * people)


# -- who is needed -------------------------------------------------------------------------------


def required(design: Design) -> dict[str, int]:
    """IN-CON-34 Return the least number of each role."""
    ship = not design.installation
    ecm = sum(each.crew == "ecm_operator" for each in design.accessories)
    found = {
        "pilot": int(ship),
        "navigator": int(design.ftl and ship),
        "gunner": len(design.turrets),
        "flight_engineer": engineers(design),
        "ecm_operator": ecm,
        "support": support(design),
        "passengers": passengers(design),
    }
    return {role: count for role, count in found.items() if count}


def engineers(design: Design) -> int:
    """IN-CON-35 Return the flight engineers: for shields, FTL drive, and two for long flights."""
    variable = design.shields.kind is ShieldKind.VARIABLE
    engines = int(not design.installation)
    return variable + design.ftl + (engines + 1 if is_long(design) else 0)


def support(design: Design) -> int:
    """IN-CON-36 Return the support crew: for carried craft on long flights, and accessories."""
    return crew_of(design) + (len(design.carried()) if is_long(design) else 0)


def passengers(design: Design) -> int:
    """IN-CON-36 Return the passengers: the crews of carried and crated craft on long flights."""
    if not is_long(design):
        return 0
    return sum(craft.crew for craft in design.carried()) + crated_crews(design)


def crated_crews(design: Design) -> int:
    """IN-CON-61 Return the crews of crated craft; a ship without hangar need not carry them."""
    return sum(craft.crew for craft in design.cargo.reserve) if design.carried() else 0


# -- what is wrong -------------------------------------------------------------------------------


def refusals(design: Design, lines: Sequence[Line]) -> Iterator[Refusal]:
    """Yield what is wrong with crew and control."""
    yield from crew_refusals(design)
    if design.installation:
        yield from installation_refusals(design)
    yield from bridge_refusals(design)
    yield from seat_refusals(design)
    for number, each in enumerate(design.cockpits, start=1):
        yield from cockpit_refusals(design, f"cockpits[{number}]", each)


def crew_refusals(design: Design) -> Iterator[Refusal]:
    """IN-CON-34..36 Yield the roles of which there are too few, or more than one pilot."""
    for role, least in required(design).items():
        rule = {"flight_engineer": "CON-35", "support": "CON-36", "passengers": "CON-36"}
        short = least - design.crew.get(role, 0)
        if short > 0:
            reason = f"{design.crew.get(role, 0)}, {least} needed: {short} short"
            yield Refusal(DesignStep.CREW, f"crew.{role}", rule.get(role, "CON-34"), reason, short)
    if design.crew.get("pilot", 0) > 1:
        reason = f"{design.crew['pilot']} pilots, 1 allowed"
        yield Refusal(DesignStep.CREW, "crew.pilot", "CON-34", reason, design.crew["pilot"] - 1)


def installation_refusals(design: Design) -> Iterator[Refusal]:
    """IN-CON-42 Yield pilots and navigators of an installation."""
    for role in ("pilot", "navigator"):
        if design.crew.get(role):
            reason = f"an installation has no {role}"
            yield Refusal(DesignStep.CREW, f"crew.{role}", "CON-42", reason, design.crew[role])


def needs_bridge(design: Design) -> bool:
    """IN-CON-40, 42 Whether controls must be on a Bridge."""
    return design.ftl or is_long(design)


def bridge_refusals(design: Design) -> Iterator[Refusal]:
    """IN-CON-40 Yield a missing Bridge, and ejectors on a ship with one."""
    if needs_bridge(design) and not design.bridge:
        reason = "FTL drive, over 24 hours, or an installation: a Bridge is needed"
        yield Refusal(DesignStep.CREW, "bridge", "CON-40", reason)
    for number, each in enumerate(design.cockpits, start=1):
        if design.bridge and each.ejector:
            reason = "a ship with a Bridge has no ejectors"
            yield Refusal(DesignStep.CREW, f"cockpits[{number}].ejector", "CON-40", reason)


def seat_refusals(design: Design) -> Iterator[Refusal]:
    """IN-CON-37 Yield crewmen and passengers without a cockpit on a ship without a Bridge."""
    short = design.people - len(design.cockpits)
    if not design.bridge and not needs_bridge(design) and short > 0:
        reason = f"{len(design.cockpits)} cockpits for {design.people} people: {short} short"
        yield Refusal(DesignStep.CREW, "cockpits", "CON-37", reason, short)
    names = [each.crew for each in design.cockpits]
    for name in dict.fromkeys(names):
        if name not in (*design.persons, "support", "passengers"):
            reason = f"no crewman is called {name!r}; there are: {', '.join(design.persons)}"
            yield Refusal(DesignStep.CREW, "cockpits", "CON-37", reason)
        elif name in design.persons and names.count(name) > 1:
            reason = f"{names.count(name)} cockpits for {name}"
            yield Refusal(DesignStep.CREW, "cockpits", "CON-37", reason, names.count(name) - 1)


def serves(design: Design, races: str) -> bool:
    """IN-CON-38 Whether a cockpit of some races is for one of the design's."""
    if races == EMPIRE:
        return "KessRith" in design.races and design.nationality == "KessRith"
    if races == COMMONWEALTH:
        return "KessRith" in design.races and design.nationality != "KessRith"
    return any(race in races.split("/") for race in design.races)


def cockpit_refusals(design: Design, field: str, each: Cockpit) -> Iterator[Refusal]:
    """IN-CON-38, 39 Yield a cockpit of another race, or with an ejector that there is not."""
    races = each.module if each.races == MULTIRACIAL else each.races
    if not races:
        reason = "a Multiracial cockpit needs a module"
        yield Refusal(DesignStep.CREW, f"{field}.module", "CON-38", reason)
    elif not serves(design, races):
        reason = f"a cockpit of {races} in a ship of {', '.join(design.races)}"
        yield Refusal(DesignStep.CREW, f"{field}.races", "CON-38", reason)
    elif cockpit(each) is None:
        has = "no" if each.ejector else "always an"
        reason = f"a cockpit of {races} has {has} ejector"
        yield Refusal(DesignStep.CREW, f"{field}.ejector", "CON-39", reason)
    if each.turret != NONE and not each.crew.startswith("gunner"):
        reason = "only a gunner's cockpit may be in a turret"
        yield Refusal(DesignStep.CREW, f"{field}.in", "ICB-08", reason)
    if each.turret >= len(design.turrets):
        reason = f"there are {len(design.turrets)} turrets"
        yield Refusal(DesignStep.CREW, f"{field}.in", "ICB-08", reason)
