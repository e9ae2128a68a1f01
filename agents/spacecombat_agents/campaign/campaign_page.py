"""The page of a campaign: points by day, battles, areas, hulls, persons, repairs.

With a reader it is made from that side's views alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from spacecombat_agents.campaign.journal import BATTLE, Entry
from spacecombat_agents.campaign.standings import standing_json, waits_for
from spacecombat_agents.reports.charts import ChartFrame, Curve, Point
from spacecombat_agents.reports.page import (
    curves_figure,
    render_grid,
    render_page,
    render_section,
    render_table,
    render_text,
)
from spacecombat_env.rulesets.interceptor.campaign.knowledge import points_known
from spacecombat_env.rulesets.interceptor.campaign.sequence import (
    Campaign,
    CampaignPhase,
    side_view,
)
from spacecombat_env.rulesets.interceptor.campaign.state import (
    CampaignEvent,
    EventKind,
    Fate,
    Hull,
    Person,
)
from spacecombat_env.rulesets.interceptor.campaign.tracks import Track
from spacecombat_env.rulesets.interceptor.campaign.war import WarState, points
from spacecombat_env.rulesets.interceptor.model import NONE, Side

__all__ = ["render_campaign"]

BY_DAY = ChartFrame(x="day", least=0.0)
COLOURS = {Side.RED: 1, Side.BLUE: 0}


@dataclass(frozen=True)
class Morning:
    """A campaign on a morning, as the reader knows it."""

    day: int
    state: WarState
    points: tuple[int, int]
    """Red's and Blue's."""
    news: tuple[CampaignEvent, ...]
    """Of the day before."""


@dataclass(frozen=True)
class BattleMark:
    """A battle as the reader knows it."""

    day: int
    area: str
    beaten: tuple[Side, ...]
    """Sides that lost it; both in a draw."""
    lost: tuple[int, ...]
    """Hulls lost by the sides that the reader knows of."""


def render_campaign(entries: Sequence[Entry], reader: Side | None) -> str:
    """Return the page of a journal's campaign for a side, or for None with everything."""
    mornings = list(_mornings(entries, reader))
    battles = list(_battles(entries, reader))
    last = entries[-1].campaign
    state = mornings[-1].state
    known = (reader,) if reader is not None else tuple(Side)
    sections = [
        render_section("The war", *_war_parts(mornings, battles, known)),
        render_section("Areas", _area_table(mornings)),
    ]
    for side in known:
        name = state.war.sides[side].name
        sections.append(render_section(f"Hulls of {name}", *_hull_parts(mornings, side)))
        sections.append(render_section(f"Crews of {name}", _person_table(state, side)))
        sections.append(render_section(f"Repairs of {name}", _repair_part(mornings, side)))
        if state.tracks[side]:
            title = f"Enemy hulls that {name} has met"
            sections.append(render_section(title, _track_table(state.tracks[side])))
    title = f"Campaign of {state.war.name}"
    numbers: dict[str, Any] = {
        "points": [[each.day, *each.points] for each in mornings],
        "standing": standing_json(last, reader),
    }
    return render_page(title, _lead(mornings, last, reader), sections, numbers, None)


# -- what the reader knows -----------------------------------------------------------------------


def _mornings(entries: Sequence[Entry], reader: Side | None) -> Iterator[Morning]:
    """Yield the campaign on each morning, and at its end."""
    for entry in entries:
        campaign = entry.campaign
        first = campaign.phase is CampaignPhase.ORDERS and campaign.side == Side.RED
        if first or campaign.phase is CampaignPhase.OVER or entry is entries[-1]:
            yield _morning(campaign, reader)


def _morning(campaign: Campaign, reader: Side | None) -> Morning:
    """Return a campaign as the reader knows it."""
    day = campaign.state.day
    if reader is None:
        news = (*campaign.news[Side.RED], *campaign.news[Side.BLUE])
        return Morning(day, campaign.state, points(campaign.state), news)
    view = side_view(campaign, reader)
    own, enemy = points_known(view.state, reader)
    ordered = (own, enemy) if reader == Side.RED else (enemy, own)
    return Morning(day, view.state, ordered, view.news)


def _battles(entries: Sequence[Entry], reader: Side | None) -> Iterator[BattleMark]:
    """Yield the battles; of losses only those of the sides that the reader knows."""
    known = tuple(Side) if reader is None else (reader,)
    for before, entry in zip(entries, entries[1:], strict=False):
        if entry.act["act"] != BATTLE:
            continue
        area, result = entry.act["area"], entry.act["result"]
        beaten = tuple(Side(side) for where, side in result["beaten"] if where == area)
        lost = [
            event["side"]
            for event in result["events"]
            if event["kind"] == EventKind.HULL_LOST.value
        ]
        counts = tuple(lost.count(int(side)) for side in known)
        yield BattleMark(before.campaign.state.day + 1, area, beaten, counts)


def _lead(mornings: Sequence[Morning], last: Campaign, reader: Side | None) -> list[str]:
    """Return the sentences at the head of the page."""
    state, (red, blue) = mornings[-1].state, mornings[-1].points
    names = [force.name for force in state.war.sides]
    over = last.phase is CampaignPhase.OVER
    when = "is over" if over else f"is on day {state.day + 1} of {state.war.days}"
    lines = [f"The campaign {when}: {names[0]} {red} points, {names[1]} {blue}."]
    if not over:
        lines.append(f"It waits for {waits_for(last)}.")
    if reader is not None:
        lines.append(
            f"This page has what {names[reader]} knows. Of the enemy's losses it counts hulls that "
            "were seen destroyed and whose class is known."
        )
    return lines


# -- parts ---------------------------------------------------------------------------------------


def _war_parts(
    mornings: Sequence[Morning], battles: Sequence[BattleMark], known: Sequence[Side]
) -> list[Markup]:
    """Return the points by day, with the battles under them."""
    names = [force.name for force in mornings[-1].state.war.sides]
    curves = [
        Curve(names[side], [Point(each.day, each.points[side]) for each in mornings], COLOURS[side])
        for side in Side
    ]
    ends = [str(mornings[-1].points[side]) for side in Side]
    chart = curves_figure("Points", curves, BY_DAY, "Points at the end of each day.", ends)
    if not battles:
        return [chart, render_text("There were no battles.")]
    heads = [f"hulls lost by {names[side]}" for side in known]
    rows = [
        [
            each.day,
            each.area,
            " and ".join(names[side] for side in each.beaten) or "nobody",
            *each.lost,
        ]
        for each in battles
    ]
    return [chart, render_table(["day", "battle in", "lost by", *heads], rows)]


def _area_table(mornings: Sequence[Morning]) -> Markup:
    """Return who held each area, and when."""
    state = mornings[-1].state
    rows = []
    for area in state.war.areas:
        spans: list[tuple[str, int]] = []
        for each in mornings:
            holder = each.state.holders[area.name]
            name = "contested" if holder is None else state.war.sides[holder].name
            if not spans or spans[-1][0] != name:
                spans.append((name, each.day + 1))
        spells = "; ".join(f"{name} from day {day}" for name, day in spans)
        rows.append([area.name, area.terrain.value, area.value, spells])
    return render_table(["area", "terrain", "value", "held by"], rows)


def _hull_parts(mornings: Sequence[Morning], side: Side) -> list[Markup]:
    """Return a chart of wear by day, and the hulls as they are."""
    state = mornings[-1].state
    hulls = [hull for hull in state.hulls.values() if hull.side == side]
    worn = [curve for hull in hulls if (curve := _wear(mornings, hull))]
    figures = [curves_figure(curve.name, [curve], BY_DAY, "Boxes lost, by day.") for curve in worn]
    rows = [_hull_row(state, hull) for hull in hulls]
    table = render_table(["hull", "state", "boxes lost", "systems", "crew"], rows)
    return [table, render_grid(figures)] if figures else [table]


def _wear(mornings: Sequence[Morning], hull: Hull) -> Curve | None:
    """Return the lost boxes of a hull by day; None where it never lost any."""
    on_days = [(each.day, each.state.hulls.get(hull.id)) for each in mornings]
    found = [
        Point(day, sum(damage.lost for damage in there.damage))
        for day, there in on_days
        if there is not None and not there.destroyed
    ]
    return Curve(hull.name, found, COLOURS[hull.side]) if any(p.y for p in found) else None


def _hull_row(state: WarState, hull: Hull) -> list[str]:
    """Return a hull's line."""
    if hull.destroyed:
        return [hull.name, "lost", "", "", ""]
    where = f"{hull.mission.value}, {hull.area}"
    systems = ", ".join(f"{each.system} ({each.lost})" for each in hull.damage)
    crew = ", ".join(person.name for person in state.crew_of(hull)) or "nobody"
    return [hull.name, where, str(sum(each.lost for each in hull.damage)), systems, crew]


def _person_table(state: WarState, side: Side) -> Markup:
    """Return the persons of a side with their records."""
    rows = [_person_row(state, each) for each in state.persons.values() if each.side == side]
    head = ["person", "trade", "piloting", "gunnery", "kills", "missions", "state", "hull"]
    return render_table(head, rows)


def _person_row(state: WarState, person: Person) -> list[object]:
    """Return a person's line."""
    skills = [person.skills.piloting, person.skills.gunnery]
    flown = ", ".join(f"{state.hulls[n].name}: {count}" for n, count in person.missions.items())
    wounds = f", {person.hits} hits" if person.hits and person.fate is Fate.FIT else ""
    hull = "" if person.hull == NONE else state.hulls[person.hull].name
    levels = ["" if each is None else each for each in skills]
    fate = person.fate.value + wounds
    return [person.name, person.trade.value, *levels, person.kills, flown, fate, hull]


def _repair_part(mornings: Sequence[Morning], side: Side) -> Markup:
    """Return the boxes repaired by day."""
    found: Counter[tuple[int, str]] = Counter()
    for each in mornings:
        for event in each.news:
            if event.kind is EventKind.REPAIRED and event.side == side:
                found[each.day, each.state.hulls[event.who].name] += event.value
    if not found:
        return render_text("Nothing has been repaired.")
    bars = [(day, name, count, "▮" * min(count, 40)) for (day, name), count in found.items()]
    rows = [list(each) for each in sorted(bars)]
    return render_table(["day", "hull", "boxes repaired", ""], rows)


def _track_table(tracks: Sequence[Track]) -> Markup:
    """Return the enemy hulls that a side has met."""
    rows = [
        [each.hour // 24 + 1, each.ship_class or "?", each.tons or "?", each.meetings]
        + [each.fate.value]
        for each in tracks
    ]
    return render_table(["day", "class", "tons", "battles", "last known"], rows)
