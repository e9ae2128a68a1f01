"""Orders as people write them: `CHEETAH 1: patrol Ciria belt`, `TOG 4: raise gunnery`, `avoid`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from spacecombat_agents.campaign.journal import Act, answer_act, orders_act
from spacecombat_env.core.errors import UnknownOrderError
from spacecombat_env.rulesets.interceptor.campaign.sequence import SideView, StaffAct
from spacecombat_env.rulesets.interceptor.campaign.state import Hull, Mission, Person, Skill
from spacecombat_env.rulesets.interceptor.campaign.war import Order
from spacecombat_env.rulesets.interceptor.model import NONE

__all__ = ["parse_orders"]

ANSWERS = {"fight": False, "avoid": True}
MISSIONS = {mission.value: mission for mission in Mission}
SKILLS = [skill.value for skill in Skill]
CREW, REPAIR, LOAD, RAISE, LOSE, BUY = STAFF = "crew", "repair", "load", "raise", "lose", "buy"
EMPTY = "-"


def parse_orders(view: SideView, texts: Sequence[str]) -> Act:
    """Return the act of a side's texts; raise UnknownOrderError for one that cannot be read.

    An order is `fight` or `avoid`; `HULL: MISSION AREA`, `HULL: rest`, `HULL: crew NAME, NAME`,
    `HULL: repair SYSTEM, SYSTEM`, `HULL: load RACK, RACK`, a rack being `SSS`, `TGM-I+TGM-I` or
    `-` for empty; `buy: CLASS`; `PERSON: raise SKILL`, `PERSON: lose SKILL`. Hulls and persons have
    names, or numbers as `show` prints them.
    """
    if len(texts) == 1 and texts[0].strip().lower() in ANSWERS:
        return answer_act(view.side, ANSWERS[texts[0].strip().lower()])
    staff: list[StaffAct] = []
    orders: list[Order] = []
    for text in texts:
        subject, colon, rest = (part.strip() for part in text.partition(":"))
        verb, _, values = rest.partition(" ")
        verb = BUY if subject.lower() == BUY else verb.lower()
        if not colon:
            raise UnknownOrderError.at(text, "order", "write HULL: MISSION AREA, fight or avoid")
        if verb in STAFF:
            staff.append(_staff_act(view, text, subject, verb, rest if verb == BUY else values))
        elif verb in MISSIONS:
            area = _area(view, text, values) if values.strip() else ""
            orders.append(Order(_hull(view, text, subject).id, MISSIONS[verb], area))
        else:
            known = ", ".join((*MISSIONS, *STAFF[:-1]))
            raise UnknownOrderError.at(text, "order", f"{verb!r} is unknown; there are {known}")
    return orders_act(view.side, staff, orders)


def _staff_act(view: SideView, text: str, subject: str, verb: str, values: str) -> StaffAct:
    """Return a choice about persons, repairs, loads or purchases."""
    if verb in (RAISE, LOSE):
        return _skill_act(view, text, subject, verb, values.strip().lower())
    if verb == BUY:
        return StaffAct(BUY, NONE, (values.strip().upper(),))
    names: tuple[str | int, ...] = tuple(each.strip() for each in values.split(",") if each.strip())
    if verb == CREW:
        names = tuple(_person(view, text, str(name)).id for name in names)
    if verb == LOAD:
        names = tuple(_rack(str(name)) for name in names)
    return StaffAct(verb, _hull(view, text, subject).id, names)


def _rack(text: str) -> str:
    """Return the load of a rack as campaigns keep it; `-` is an empty one."""
    return "" if text == EMPTY else "+".join(each.strip() for each in text.split("+"))


def _skill_act(view: SideView, text: str, subject: str, verb: str, skill: str) -> StaffAct:
    """Return a choice of a skill."""
    if skill not in SKILLS:
        raise UnknownOrderError.at(text, "skill", f"{skill!r} is none of {', '.join(SKILLS)}")
    return StaffAct(verb, _person(view, text, subject).id, (skill,))


def _hull(view: SideView, text: str, name: str) -> Hull:
    """Return an own hull by name or number."""
    for hull in view.state.own(view.side):
        if name.lower() in _names(hull):
            return hull
    raise UnknownOrderError.at(text, "hull", f"no hull of this side is called {name!r}")


def _person(view: SideView, text: str, name: str) -> Person:
    """Return an own person by name or number."""
    for person in view.state.persons.values():
        if name.lower() in _names(person):
            return person
    raise UnknownOrderError.at(text, "person", f"nobody of this side is called {name!r}")


def _names(each: Hull | Person) -> Iterable[str]:
    """Return the names of a hull or person in small letters: also its number."""
    return each.name.lower(), str(each.id)


def _area(view: SideView, text: str, name: str) -> str:
    """Return an area's name as the war has it."""
    for area in view.state.war.areas:
        if area.name.lower() == name.strip().lower():
            return area.name
    known = ", ".join(area.name for area in view.state.war.areas)
    raise UnknownOrderError.at(text, "area", f"{name.strip()!r} is unknown; there are {known}")
