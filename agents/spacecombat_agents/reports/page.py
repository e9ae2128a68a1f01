"""The parts of a report, and the page of sentences, sections and every number."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from spacecombat_agents.reports.charts import (
    SHARE,
    ChartFrame,
    Curve,
    IntervalRow,
    Point,
    chart,
    colour,
    intervals,
)
from spacecombat_agents.reports.rendering import render_macro, render_template

__all__ = [
    "band_figure",
    "curves_figure",
    "intervals_figure",
    "render_details",
    "render_figure",
    "render_grid",
    "render_note",
    "render_page",
    "render_paragraph",
    "render_preformatted",
    "render_section",
    "render_table",
    "render_warning",
]

ASIDE = "  "
"""Prefix of lines that a table or chart of the page repeats."""


class LegendEntry(NamedTuple):
    """A curve in the legend, with its last value."""

    css: str
    name: str
    value: str


def render_page(
    title: str,
    lead: Sequence[str],
    sections: Sequence[Markup],
    numbers: dict[str, Any],
    command: str | None,
) -> str:
    """Return a report: title, sentences, sections, the command, and every number as JSON."""
    return render_template(
        "sections.html",
        {
            "title": title,
            "lead": [line for line in lead if not line.startswith(ASIDE)],
            "sections": sections,
            "numbers": Markup(json.dumps(numbers, indent=1).replace("<", "\\u003c")),
            "command": command,
        },
    )


def render_section(title: str, *parts: Markup) -> Markup:
    """Return a part of a page under a heading."""
    return render_macro("section", title, parts)


def render_figure(
    chart: Markup,
    caption: str = "",
    title: str = "",
    legend: Sequence[LegendEntry] = (),
    extra: Markup | None = None,
) -> Markup:
    """Return a chart with its title, legend and caption, and what comes after them."""
    return render_macro("figure", chart, title, caption, legend, extra or "")


def curves_figure(
    title: str,
    curves: Sequence[Curve],
    frame: ChartFrame,
    caption: str = "",
    last: Sequence[str] | None = None,
) -> Markup:
    """Return a chart of curves; with `last`, the curves' last values as text, it has a legend."""
    legend = [
        LegendEntry(colour(each, place), each.name or "last", text)
        for place, (each, text) in enumerate(zip(curves, last or (), strict=False))
    ]
    return render_figure(chart(title, curves, frame), caption, title, legend)


def band_figure(
    title: str,
    x_name: str,
    x: Sequence[float],
    shares: tuple[Sequence[float], Sequence[float], Sequence[float]],
    levels: Sequence[float],
    caption: str,
) -> Markup:
    """Return a curve of shares with a band, in per cent.

    `shares` are the estimates and both ends of the band; `levels` are horizontal lines, in per
    cent.
    """
    points = [Point(*each) for each in zip(x, *shares, strict=True)]
    frame = SHARE._replace(x=x_name, levels=levels, from_zero=False)
    return curves_figure(title, [Curve("", points, band=True)], frame, caption)


def intervals_figure(rows: Sequence[IntervalRow], unit: str, caption: str) -> Markup:
    """Return estimates with their intervals, in `unit`, from 0."""
    return render_figure(intervals(rows, unit), caption)


def render_grid(figures: Sequence[Markup]) -> Markup:
    """Return figures side by side."""
    return render_macro("grid", figures)


def render_table(
    head: Sequence[str], rows: Sequence[Sequence[object]], numbers: bool = False
) -> Markup:
    """Return a table; `numbers`: all columns but the first are aligned to the right."""
    return render_macro("table", head, rows, numbers)


def render_details(title: str, *parts: Markup) -> Markup:
    """Return folded parts."""
    return render_macro("details", title, parts)


def render_preformatted(text: str) -> Markup:
    """Return a text as it is."""
    return render_macro("preformatted", text)


def render_paragraph(text: str) -> Markup:
    """Return a paragraph."""
    return render_macro("paragraph", text, "say")


def render_note(text: str) -> Markup:
    """Return a paragraph in small letters."""
    return render_macro("paragraph", text, "note")


def render_warning(text: str) -> Markup:
    """Return a warning."""
    return render_macro("paragraph", text, "warn")
