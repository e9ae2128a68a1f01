"""The report of a tournament as one HTML page, without other files or requests."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml
from markupsafe import Markup

from spacecombat_agents.reports.charts import (
    AxisScale,
    MatrixCell,
    interval_axis,
    interval_marks,
    matrix,
)
from spacecombat_agents.reports.rendering import render_template

__all__ = ["GAMES_FOLDER", "render_page"]

TEMPLATES = Path(__file__).parent / "parts"
GAMES_FOLDER = "games"
"""Folder of the pages of games, next to the report."""
VERDICTS = {
    "fair": "Fair: any difference is within the margin",
    "first seat": "The first seat is better",
    "second seat": "The second seat is better",
    "undecided": "Undecided: more pairs are needed",
}
"""Text for each `SeatVerdict` of a scenario."""


def render_page(figures: Mapping[str, Any], *, has_game_pages: bool = True) -> str:
    """Return the page of the figures; players' texts are escaped.

    With `has_game_pages` it links to the pages of games next to it.
    """
    figures = copy.deepcopy(dict(figures))
    values = {
        **figures,
        **_template_values(figures),
        "title": figures["name"],
        "has_game_pages": has_game_pages,
    }
    return render_template("report.html", values, TEMPLATES, FILTERS)


def _template_values(figures: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the template needs besides the figures: texts and positions."""
    scale = _scale(figures["entrants"])
    for each in figures["entrants"]:
        each["at"] = interval_marks(scale, each["elo"], each["interval"])
    for each in figures["scenarios"]:
        each["titles"] = _turn_titles(each["turns"])
        if first := each["first_seat"]:
            first["at"] = interval_marks(FIRST_SEAT, first["score"], first["interval"])
    causes = sorted({cause for each in figures["faults"]["by_entrant"] for cause in each["causes"]})
    known = [each for each in figures["couples"] if each["enough"]]
    enough = [f"{each['a']} – {each['b']} ({each['enough']})" for each in known]
    return {
        "folder": GAMES_FOLDER,
        "elo_axis": interval_axis(scale),
        "first_seat_axis": interval_axis(FIRST_SEAT, 0.5, FAIR),
        "cross": _cross(figures["entrants"], figures["couples"]),
        "summary": _summary(figures),
        "draw_words": _draw_sentence(figures),
        "circle_words": _cycle_sentence(figures["circles"]),
        "enough": "; ".join(enough),
        "fault_causes": causes,
        "fault_rows": _fault_rows(figures, causes),
        "facts": _fact_rows(figures),
        "plan_text": yaml.safe_dump(figures["how"]["plan"], sort_keys=False, allow_unicode=True),
    }


# -- charts ---------------------------------------------------------------------------------------

FIRST_SEAT = AxisScale([0.1, 0.9], 0.0, 100.0, room=False)
"""Axis of the first seat's scores."""
FAIR = (0.47, 0.53)
"""Scores of the first seat in a fair scenario."""


def _scale(players: Sequence[Mapping[str, Any]]) -> AxisScale:
    """Return the axis of Elo: all ratings, and the nearby parts of intervals."""
    ratings = [each["elo"] for each in players]
    around = max(max(ratings) - min(ratings), 200.0) / 2
    ends = [end for each in players for end in each["interval"] if end is not None]
    low = max(min([*ends, *ratings]), min(ratings) - around)
    high = min(max([*ends, *ratings]), max(ratings) + around)
    return AxisScale([low, high], 0.0, 100.0)


def _turn_titles(turns: Mapping[str, Any] | None) -> list[str]:
    """Return the titles of the bars of lengths."""
    if turns is None:
        return []
    bar, titles = turns["bar"], []
    for at, count in enumerate(bar["games"]):
        first = bar["from"] + at * bar["width"]
        until = f" to {first + bar['width'] - 1}" if bar["width"] > 1 else ""
        titles.append(f"{first}{until} turns: {count} games")
    return titles


def _cross(players: Sequence[Mapping[str, Any]], matchups: Sequence[Mapping[str, Any]]) -> Markup:
    """Return the cross table, in the order of ratings."""
    cells: dict[tuple[str, str], MatrixCell] = {}
    for each in matchups:
        cell = MatrixCell(each["score"], *each["interval"])
        for one, other, its in (
            (each["a"], each["b"], cell),
            (each["b"], each["a"], cell.reverse()),
        ):
            title = f"{one} against {other}: {each['pairs']} pairs"
            cells[one, other] = its._replace(title=title)
    labels = [each["label"] for each in players]
    rows = [[cells.get((row, column)) for column in labels] for row in labels]
    return matrix(labels, rows, "Cross table")


# -- text -----------------------------------------------------------------------------------------


def _summary(figures: Mapping[str, Any]) -> str:
    """Return a sentence about the first place and its lead."""
    players = figures["entrants"]
    if not figures["couples"]:
        return "No two players have met."
    leaders = [each["label"] for each in players if each["ranks"][0] == 1]
    best = players[0]
    if len(leaders) == 1:
        second = players[1]
        if None in (best["elo"], second["elo"]):
            return f"{best['label']} is first."
        lead = f"{best['elo'] - second['elo']:.0f} Elo ahead of {second['label']}"
        return f"{best['label']} is first, {lead}."
    others = ", ".join(label for label in leaders if label != best["label"])
    return f"{best['label']} is rated highest; by these results others may be first: {others}."


def _draw_sentence(figures: Mapping[str, Any]) -> str:
    """Return a sentence about draws between equals."""
    share = figures["draw_share"]
    return f"Equals draw {share:.0%} of their games." if share else "No game was drawn."


def _cycle_sentence(circles: Mapping[str, Any] | None) -> str:
    """Return a sentence about cycles."""
    if circles is None:
        return ""
    p = circles["transitive"]["p"]
    sure = sum(each["sure"] for each in circles["cycles"])
    if circles["transitive"]["refused"]:
        sentence = f"One rating per player does not explain these results (p {chance(p)})."
    else:
        sentence = f"One rating per player explains these results well enough (p {chance(p)})."
    if sure:
        return f"{sentence} {sure} {'cycle is' if sure == 1 else 'cycles are'} significant."
    return f"{sentence} No cycle is significant."


def _fault_rows(figures: Mapping[str, Any], causes: Sequence[str]) -> list[dict[str, Any]]:
    """Return the table of faults."""
    games = {each["label"]: each["games"] for each in figures["entrants"]}
    rows = []
    for each in figures["faults"]["by_entrant"]:
        counts = [each["causes"].get(cause, 0) for cause in causes]
        played = games[each["label"]]
        share = f"{sum(counts) / played:.1%} of {played}" if played else ""
        rows.append({"label": each["label"], "counts": counts, "share": share})
    return rows


def _fact_rows(figures: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the table of settings and versions."""
    plan, about, played = figures["how"]["plan"], figures["how"]["about"], figures["played"]
    return [
        ("Program", about["package"]),
        ("Python, NumPy", f"{about['python']}, {about['numpy']}"),
        ("Engine", about.get("engine") or f"Numba {about['numba']}"),  # files of 0.1 name Numba
        ("Format", FORMATS[plan["format"]] + (", plus mirror matches" if plan["mirror"] else "")),
        ("Pairs", f"{plan['pairs']} per matchup and scenario" + _ladder_text(played["laps"])),
        ("Seed", str(plan["seed"])),
        ("Clock of bots", _clock_text(plan["clock"])),
        ("Actions", count(played["decisions"])),
        ("SHA-256 of all games", figures["how"]["rows_sha"]),
    ]


FORMATS = {"all": "round robin", "gauntlet": "the first player against each other one"}


def _ladder_text(rounds: int) -> str:
    """Return what a ladder added."""
    return f", and {rounds} {'round' if rounds == 1 else 'rounds'} of a ladder" if rounds else ""


def _clock_text(clock: Mapping[str, Any]) -> str:
    """Return a clock as text."""
    if clock["kind"] == "none":
        return "none, with a watchdog"
    order = f"{clock['order_ms']:,} ms per order"
    return order + (f", {clock['bank_ms']:,} ms per game" if clock["kind"] == "bank" else "")


# -- numbers --------------------------------------------------------------------------------------


def count(value: float) -> str:
    """Return a whole number as text."""
    return f"{value:,.0f}"


def chance(value: float) -> str:
    """Return a probability as text, to follow its letter."""
    return f"= {value:.3f}" if value >= 0.001 else "< 0.001"


def _percent(value: float | None) -> str:
    """Return a share in per cent as text."""
    return "–" if value is None else f"{100 * value:.1f} %"


def _elo(value: float | None) -> str:
    """Return a rating as text."""
    return "–" if value is None else f"{value:+.0f}".replace("-", "−").replace("+0", "0")


def _elo_span(span: Sequence[float | None]) -> str:
    """Return an interval of ratings as text."""
    if span == [0.0, 0.0]:
        return "anchor"
    if None in span:
        return "not connected"
    return " to ".join(map(_elo, span))


FILTERS = {
    "count": count,
    "chance": lambda value: chance(value).removeprefix("= "),
    "percent": _percent,
    "percent_span": lambda span: f"{100 * span[0]:.1f} to {100 * span[1]:.1f}",
    "share": lambda value: round(100 * value, 2),
    "plainly": lambda value: f"{value:g}",
    "margin": lambda value: f"{value:+.1f}".replace("-", "−"),
    "elo": _elo,
    "elo_span": _elo_span,
    "ranks": lambda ranks: str(ranks[0]) if ranks[0] == ranks[1] else f"{ranks[0]}–{ranks[1]}",
    "verdict": lambda verdict: VERDICTS[verdict],
    "delegated": lambda seats: ", ".join(sorted({*sum(seats, [])})) or "nothing",
    "options": lambda options: ", ".join(f"{key}: {value}" for key, value in options.items()),
}
"""Number filters of the template."""
