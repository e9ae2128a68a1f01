"""2.1 to 2.3: kills and levels, familiarity with a hull, loss of skill without use."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from spacecombat_env.core.loading.tables import read_csv

from ...model import DATA, NUMBER, OPEN_END, TEXT, Side
from ..state import CampaignEvent, EventKind, Person, Skill, Skills, Trade

FAMILIARITY_RUN, SKILL_RUN = 5, 10
"""Non-combat missions in a row that cost a mission of familiarity, and a level."""
LEVEL_ROW = "kills needed per +1 skill level"


# -- kills ---------------------------------------------------------------------------------------


@cache
def kills_for_level() -> int:
    """IN-CRW-06 Return the kills that raise a skill by one."""
    rows = read_csv(DATA / "kill_values.csv", {"target": TEXT, "kills": TEXT})
    return next(int(row["kills"]) for row in rows if row["target"] == LEVEL_ROW)


def credit(person: Person, worth: int) -> tuple[Person, list[CampaignEvent]]:
    """IN-CRW-06 Credit kills by their worth (IN-CRW-08); levels gained wait for a choice."""
    levels, progress = divmod(person.progress + worth, kills_for_level())
    events = [_event(EventKind.KILL, person, worth)] if worth else []
    events += [_event(EventKind.LEVEL_GAINED, person, levels)] if levels else []
    gained = replace(
        person,
        kills=person.kills + worth,
        progress=progress,
        raises_due=person.raises_due + levels,
    )
    return gained, events


def raise_skill(person: Person, skill: Skill) -> Person:
    """IN-CRW-06 Raise the chosen skill by a level that was gained; there is no upper limit.

    Raises ValueError if none was gained, or the person has not learned the skill.
    """
    if not person.raises_due:
        raise ValueError(f"{person.name} has gained no level")
    return replace(_changed(person, skill, 1), raises_due=person.raises_due - 1)


def _event(kind: EventKind, person: Person, value: int = 0) -> CampaignEvent:
    """Return an event of a person."""
    return CampaignEvent(kind, Side(person.side), person.id, value)


def _changed(person: Person, skill: Skill, by: int) -> Person:
    """Return a person with a skill changed; raise ValueError if he has not learned it."""
    level = person.skills.of(skill)
    if level is None:
        raise ValueError(f"{person.name} has no {skill.value}")
    return replace(person, skills=replace(person.skills, **{skill.value: level + by}))


# -- familiarity ---------------------------------------------------------------------------------


@cache
def familiarity_rows() -> tuple[tuple[int, int, int, int], ...]:
    """IN-CRW-09 Return least and greatest missions with the bonuses of Piloting and Gunnery."""
    names = {"missions_min": NUMBER, "missions_max": OPEN_END}
    columns = {**names, "piloting_bonus": NUMBER, "gunnery_bonus": NUMBER}
    rows = read_csv(DATA / "familiarity.csv", columns)
    return tuple(tuple(int(row[name]) for name in columns) for row in rows)  # type: ignore[misc]


def familiarity(person: Person, hull: int) -> Skills:
    """IN-CRW-11 Return the bonuses in a hull (id): only missions in this very hull count.

    Gunners gain no Piloting (IN-CRW-12).
    """
    missions = person.missions.get(hull, 0)
    for least, most, piloting, gunnery in familiarity_rows():
        if least <= missions <= most:
            return Skills(piloting if person.trade is Trade.PILOT else 0, gunnery)
    return Skills(0, 0)


def forget_hull(person: Person, hull: int) -> Person:
    """IN-CRW-11 Drop the missions in a hull that is destroyed."""
    kept = {each: missions for each, missions in person.missions.items() if each != hull}
    return replace(person, missions=kept)


# -- use -----------------------------------------------------------------------------------------


def fly_combat(person: Person, hull: int) -> Person:
    """IN-CRW-10 Count a combat mission in a hull; it ends the run of others."""
    missions = {**person.missions, hull: person.missions.get(hull, 0) + 1}
    return replace(person, missions=missions, idle=0)


def fly_idle(person: Person, hull: int) -> tuple[Person, list[CampaignEvent]]:
    """IN-CRW-13 Count a non-combat mission; runs cost familiarity and skill (IN-CRW-14)."""
    person = replace(person, idle=person.idle + 1)
    forgot, events = _forget_mission(person, hull)
    return _rust(forgot), events


def _forget_mission(person: Person, hull: int) -> tuple[Person, list[CampaignEvent]]:
    """Take a mission off the tally of the hull in which the person serves, if it is time."""
    if not costs_familiarity(person, hull):
        return person, []
    missions = {**person.missions, hull: person.missions[hull] - 1}
    return replace(person, missions=missions), [_event(EventKind.FAMILIARITY_LOST, person, 1)]


def costs_familiarity(person: Person, hull: int) -> bool:
    """IN-CRW-13 Whether the last non-combat mission is the fifth in a row, and there is a tally."""
    return person.idle % FAMILIARITY_RUN == 0 and person.missions.get(hull, 0) > 0


def _rust(person: Person) -> Person:
    """Make a level due that the player takes off a skill, if it is time."""
    return replace(person, losses_due=person.losses_due + costs_level(person))


def costs_level(person: Person) -> bool:
    """IN-CRW-14 Whether the last non-combat mission is the tenth in a row, and a level is left."""
    return person.idle % SKILL_RUN == 0 and bool(losable(person))


def losable(person: Person) -> list[Skill]:
    """IN-CRW-15 Return the skills above the initial level: no other can be lost."""
    return [skill for skill in Skill if _above(person, skill)]


def _above(person: Person, skill: Skill) -> bool:
    """Whether a skill is above its initial level."""
    now, then = person.skills.of(skill), person.initial.of(skill)
    return now is not None and then is not None and now > then


def lose_skill(person: Person, skill: Skill) -> tuple[Person, CampaignEvent]:
    """IN-CRW-14 Take a level that is due off the chosen skill.

    Raises ValueError if none is due, or the skill is at its initial level (IN-CRW-15).
    """
    if not person.losses_due or skill not in losable(person):
        raise ValueError(f"{person.name} has no {skill.value} to lose")
    rusty = replace(_changed(person, skill, -1), losses_due=person.losses_due - 1)
    return rusty, _event(EventKind.LEVEL_LOST, person, 1)
