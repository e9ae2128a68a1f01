"""6.2: search and rescue after a battle, survival of the wounded, time out of action."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum
from functools import cache

from spacecombat_env.core.loading.tables import read_csv

from ...model import DATA, DIE, NONE, NUMBER, TEXT, Race, Side
from ..dice import Dice, Purpose
from ..state import DAY, WEEK, CampaignEvent, EventKind, Fate, Holding, Outcome, Person

FAST, VERY_FAST = 10, 20
"""Velocities from which a drifting crew is harder to find."""
ABSENCE = 4
"""Added to the die for weeks or days out of action."""


class Survival(Enum):
    """Results of data/crew_survival.csv."""

    DEAD = "dead"
    SEVERE = "severely wounded"
    WOUNDED = "wounded"
    SLIGHT = "slightly wounded"
    AVAILABLE = "available"


# -- search and rescue ---------------------------------------------------------------------------


@cache
def recovery_chances() -> dict[tuple[Holding, Outcome], int]:
    """IN-CAM-08 Return the number on or below which a counter is found."""
    columns = {"area": TEXT, **{outcome.value: NUMBER for outcome in Outcome}}
    rows = read_csv(DATA / "crew_recovery.csv", columns)
    return {
        (Holding(row["area"]), outcome): int(row[outcome.value])
        for row in rows
        for outcome in Outcome
    }


@cache
def modifiers(name: str) -> dict[str, int]:
    """IN-CAM-09, 11 Return the modifiers of a table by their condition; texts are left out."""
    rows = read_csv(DATA / name, {"condition": TEXT, "modifier": TEXT})
    numbered = (row for row in rows if str(row["modifier"]).lstrip("-").isdigit())
    return {str(row["condition"]): int(row["modifier"]) for row in numbered}


def recovery_chance(
    holding: Holding,
    outcome: Outcome,
    velocity: int,
    hits: int = 0,
    gravity: bool = False,
    asteroids: bool = False,
) -> int:
    """IN-CAM-08 Return the number on or below which a counter is found; may be below 1.

    `velocity` is the counter's, `hits` are those of its crewman with most (this project's reading:
    the crew of a counter shares its fate).
    """
    chance = recovery_chances()[holding, outcome]
    return chance + recovery_modifier(velocity, hits, gravity, asteroids)


def recovery_modifier(velocity: int, hits: int, gravity: bool, asteroids: bool) -> int:
    """IN-CAM-09 Return the sum of the modifiers, which changes the chance (IN-AMB-51)."""
    table = modifiers("crew_recovery_modifiers.csv")
    total = table["each wound after the first"] * max(0, hits - 1)
    if velocity >= VERY_FAST:
        total += table["velocity 20 or more"]
    elif velocity >= FAST:
        total += table["velocity 10 or more"]
    total += table["gravity effects in area"] if gravity else 0
    return total + (table["asteroids in area"] if asteroids else 0)


def is_found(die: int, chance: int) -> bool:
    """IN-AMB-51 Whether a natural die finds a counter: modifiers change the chance, not the die."""
    return die <= chance


def search(
    dice: Dice, crew: Sequence[Person], chance: int, enemy_holds: bool
) -> tuple[list[Person], list[CampaignEvent]]:
    """IN-CAM-08 Roll once for a counter: all its crew share the result."""
    return _ended(crew, is_found(dice.roll(Purpose.RECOVERY, crew[0].id), chance), enemy_holds)


def search_by_mission(
    crew: Sequence[Person], brought_home: bool, enemy_holds: bool
) -> tuple[list[Person], list[CampaignEvent]]:
    """IN-CAM-31 Return a counter's crew after a search that was played instead of rolled."""
    return _ended(crew, brought_home, enemy_holds)


def _ended(
    crew: Sequence[Person], is_home: bool, enemy_holds: bool
) -> tuple[list[Person], list[CampaignEvent]]:
    """Return the crew of a counter after the search for it."""
    if is_home:
        found = [replace(person, fate=Fate.FIT) for person in crew]
        return found, [_event(EventKind.RECOVERED, person) for person in found]
    gone = [unrecovered(person, enemy_holds) for person in crew]
    return gone, [_event(EventKind.NOT_RECOVERED, person) for person in gone]


def unrecovered(person: Person, enemy_holds: bool) -> Person:
    """IN-CAM-10 Return a crewman who was not found: dead or captured.

    The book leaves the choice open; here the enemy captures him where it holds the field.
    """
    return replace(person, fate=Fate.CAPTURED if enemy_holds else Fate.DEAD, hull=NONE)


def _event(kind: EventKind, person: Person, value: int = 0) -> CampaignEvent:
    """Return an event of a person."""
    return CampaignEvent(kind, Side(person.side), person.id, value)


# -- wounds --------------------------------------------------------------------------------------


@cache
def survival_rows() -> dict[int, Survival]:
    """IN-CAM-11 Return the results by modified roll."""
    columns = {"roll_min": NUMBER, "roll_max": NUMBER, "result": TEXT}
    return {
        roll: Survival(row["result"])
        for row in read_csv(DATA / "crew_survival.csv", columns)
        for roll in range(int(row["roll_min"]), int(row["roll_max"]) + 1)
    }


def survival_modifier(hits: int, race: Race, hospital: bool) -> int:
    """IN-CAM-11 Return the sum of the modifiers of a wounded crewman's die."""
    table = modifiers("crew_survival_modifiers.csv")
    total = table["each hit after the first"] * max(0, hits - 1)
    total += table["Hospital Bay at base or carrier"] if hospital else 0
    if race in (Race.VAUVAUSAR, Race.BAUFRIN):
        total += table["Vauvausar or Baufrin"]
    return total + (table["KessRith"] if race == Race.KESSRITH else 0)


def survival(die: int, modifier: int) -> Survival:
    """IN-CAM-11 Return the result of a natural die; rolls outside the table count as its ends."""
    if is_unmodified(die):
        return survival_rows()[die]
    return survival_rows()[max(1, min(DIE, die + modifier))]


def is_unmodified(die: int) -> bool:
    """IN-AMB-133 Whether a natural die has its printed row, without modifiers."""
    return die in (1, DIE)


def hours_out(result: Survival, die: int) -> int:
    """IN-CAM-12 Return the hours out of action; `die` is a further one."""
    if result is Survival.SEVERE:
        return (die + ABSENCE) * WEEK
    if result is Survival.WOUNDED:
        return (die + ABSENCE) * DAY
    return DAY if result is Survival.SLIGHT else 0


def treat(
    dice: Dice, person: Person, now: int, hospital: bool = False
) -> tuple[Person, list[CampaignEvent]]:
    """IN-CAM-11 Roll for a wounded crewman who is back at base at hour `now`."""
    if not person.hits:
        return person, []
    modifier = survival_modifier(person.hits, person.race, hospital)
    result = survival(dice.roll(Purpose.SURVIVAL, person.id), modifier)
    if result is Survival.DEAD:
        return replace(person, fate=Fate.DEAD, hull=NONE), [_event(EventKind.DIED, person)]
    hours = hours_out(result, dice.roll(Purpose.ABSENCE, person.id))
    fate = Fate.WOUNDED if hours else Fate.FIT
    treated = replace(person, hits=0, fate=fate, free_from=now + hours)
    kind = EventKind.HOSPITAL if hours else EventKind.FIT
    return treated, [_event(kind, person, hours)]


def recovered(person: Person, now: int) -> tuple[Person, list[CampaignEvent]]:
    """IN-CAM-12 Return a wounded crewman to service when his time is over."""
    if person.fate is not Fate.WOUNDED or person.hits or now < person.free_from:
        return person, []
    return replace(person, fate=Fate.FIT), [_event(EventKind.FIT, person)]
