"""A campaign in words and as JSON: for the commands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from spacecombat_agents.terminal import print_table
from spacecombat_env.env.campaign.codec import encode, encode_state
from spacecombat_env.rulesets.interceptor.campaign.knowledge import points_known
from spacecombat_env.rulesets.interceptor.campaign.sequence import (
    Campaign,
    CampaignPhase,
    side_view,
)
from spacecombat_env.rulesets.interceptor.campaign.state import CampaignEvent, Hull, Person
from spacecombat_env.rulesets.interceptor.campaign.war import WarState, points
from spacecombat_env.rulesets.interceptor.model import NONE, Side

__all__ = ["event_text", "print_standing", "standing_json", "waits_for"]


def waits_for(campaign: Campaign) -> str:
    """Return what a campaign waits for, as one line; `nobody` at its end."""
    if campaign.phase is CampaignPhase.OVER:
        return "nobody"
    whose = "" if campaign.side is None else f" of {campaign.side.name.lower()}"
    where = f" in {campaign.battles[0].area}" if campaign.battles else ""
    return campaign.phase.value + whose + where


def standing_json(campaign: Campaign, side: Side | None) -> dict[str, Any]:
    """Return a campaign as a side sees it, or whole for None, JSON-ready."""
    if side is not None:
        view = side_view(campaign, side)
        known = points_known(view.state, side)
        ordered = known if side == Side.RED else known[::-1]
        content = {**encode_state(view.state), "contact": encode(view.contact)}
        return {**_head(campaign), "points": list(ordered), "side": side.name.lower(), **content}
    return {
        **_head(campaign),
        "points": list(points(campaign.state)),
        **encode_state(campaign.state),
    }


def _head(campaign: Campaign) -> dict[str, Any]:
    """Return name, days, and what the campaign waits for."""
    state = campaign.state
    days, acting = state.war.days, campaign.side
    phase = {
        "phase": campaign.phase.value,
        "to_act": None if acting is None else acting.name.lower(),
    }
    return {"war": state.war.name, "days": days, **phase}


def print_standing(campaign: Campaign, side: Side | None) -> None:
    """Print a campaign as a side sees it, or whole for None."""
    state = campaign.state if side is None else side_view(campaign, side).state
    known = points(state) if side is None else points_known(state, side)
    red, blue = known if side in (None, Side.RED) else known[::-1]
    day = min(state.day + 1, state.war.days)
    print(f"{state.war.name}: day {day} of {state.war.days}, waits for {waits_for(campaign)}")
    print(f"points: red {red}, blue {blue}" + ("" if side is None else " (as far as known)"))
    print()
    areas = ((area, state.holders[area.name]) for area in state.war.areas)
    rows = [
        [area.name, "contested" if holder is None else holder.name.lower(), str(area.value)]
        for area, holder in areas
    ]
    print_table(["area", "held by", "value"], rows)
    for each in Side if side is None else (side,):
        print()
        if state.talents[each]:
            print(f"{state.war.sides[each].name} has {state.talents[each]:,} talents to buy hulls")
        print_table(
            ["hull", "no.", "where", "mission", "damage", "racks", "crew"],
            [_hull_row(state, hull) for hull in state.hulls.values() if hull.side == each],
        )
        print()
        print_table(
            ["person", "no.", "trade", "piloting", "gunnery", "kills", "state", "hull"],
            [_person_row(state, each) for each in _people(state, each)],
        )
    for text in () if side is None else _news(campaign, side):
        print(text)


def _people(state: WarState, side: Side) -> Iterator[Person]:
    """Yield the persons of a side."""
    return (person for person in state.persons.values() if person.side == side)


def _hull_row(state: WarState, hull: Hull) -> list[str]:
    """Return a hull's line."""
    if hull.destroyed:
        return [hull.name, str(hull.id), "lost", "", "", "", ""]
    late = hull.arrives - state.hour
    where = hull.area + (f" in {late} h" if late > 0 else "")
    crew = ", ".join(person.name for person in state.crew_of(hull))
    lost = sum(each.lost for each in hull.damage)
    damage = f"{lost} boxes" if lost else ""
    racks = ", ".join(each or "-" for each in hull.loads)
    return [hull.name, str(hull.id), where, hull.mission.value, damage, racks, crew]


def _person_row(state: WarState, person: Person) -> list[str]:
    """Return a person's line."""
    skills = [str(person.skills.piloting or "-"), str(person.skills.gunnery or "-")]
    hull = "" if person.hull == NONE else state.hulls[person.hull].name
    fate = person.fate.value + (f", {person.hits} hits" if person.hits else "")
    kills = str(person.kills or "")
    return [person.name, str(person.id), person.trade.value, *skills, kills, fate, hull]


def _news(campaign: Campaign, side: Side) -> Iterator[str]:
    """Yield a side's news since its last orders."""
    view = side_view(campaign, side)
    if view.news:
        yield ""
        yield "news:"
    for event in view.news:
        yield f"  {event_text(view.state, event)}"


def event_text(state: WarState, event: CampaignEvent) -> str:
    """Return an event as a line."""
    who = "" if event.who == NONE else _subject(state, event)
    number = f" {event.value}" if event.value else ""
    what = f" ({event.what})" if event.what else ""
    return f"{who or state.war.sides[event.side].name}: {event.kind.value}{number}{what}"


HULL_EVENTS = (
    *("repaired", "found the way", "lost the way", "misdirected", "out of spare parts"),
    *("arrived", "hull lost", "landing failed", "cannot enter T-space"),
)
"""Kinds of event whose subject is a hull; that of others is a person."""


def _subject(state: WarState, event: CampaignEvent) -> str:
    """Return the name of an event's hull or person."""
    if event.kind.value in HULL_EVENTS:
        return state.hulls[event.who].name if event.who in state.hulls else ""
    return state.persons[event.who].name if event.who in state.persons else ""
