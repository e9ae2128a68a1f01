"""The parts of a report, and the page of sentences, sections and every number."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from spacecombat_agents.reports import charts
from spacecombat_agents.reports.charts import SHARE, ChartFrame, Curve, IntervalRow, Point
from spacecombat_agents.reports.rendering import render_macro, render_template

__all__ = [
    "band_figure",
    "curves_figure",
    "intervals_figure",
    "render_details",
    "render_grid",
    "render_page",
    "render_preformatted",
    "render_section",
    "render_table",
    "render_text",
]

ASIDE = "  "
"""Prefix of lines that a table or chart of the page repeats."""


def render_page(
    title: str,
    lead: Sequence[str],
    sections: Sequence[Markup],
    numbers: dict[str, Any],
    command: str | None,
) -> str:
    """Return a report: title, sentences, sections, the command, and every number as JSON."""
    lead = [line for line in lead if not line.startswith(ASIDE)]
    text = Markup(json.dumps(numbers, indent=1).replace("<", "\\u003c"))
    values = {"title": title, "lead": lead, "sections": sections, "command": command}
    return render_template("sections.html", {**values, "numbers": text})


def render_section(title: str, *parts: Markup) -> Markup:
    """Return a part of a page under a heading."""
    return render_macro("section", title, parts)


def render_details(title: str, *parts: Markup) -> Markup:
    """Return folded parts."""
    return render_macro("details", title, parts)


def render_text(text: str, css: str = "say") -> Markup:
    """Return a paragraph: "say", "note" in small letters, or "warn"."""
    return render_macro("paragraph", text, css)


def render_preformatted(text: str) -> Markup:
    """Return a text as it is."""
    return render_macro("preformatted", text)


def render_table(
    head: Sequence[str], rows: Sequence[Sequence[object]], numbers: bool = False
) -> Markup:
    """Return a table; `numbers`: all columns but the first are aligned to the right."""
    return render_macro("table", head, rows, numbers)


def render_grid(figures: Sequence[Markup]) -> Markup:
    """Return figures side by side."""
    return render_macro("grid", figures)


def curves_figure(
    title: str,
    curves: Sequence[Curve],
    frame: ChartFrame,
    caption: str = "",
    last: Sequence[str] = (),
    more: Markup | None = None,
) -> Markup:
    """Return a chart of curves, and `more` after its caption.

    With `last`, the curves' last values as text, it has a legend.
    """
    legend = [
        (charts.colour(each, place), each.name or "last", text)
        for place, (each, text) in enumerate(zip(curves, last, strict=False))
    ]
    drawn = charts.chart(title, curves, frame)
    return render_macro("figure", drawn, title, caption, legend, more or "")


def band_figure(
    title: str,
    x_name: str,
    x: Sequence[float],
    shares: tuple[Sequence[float], Sequence[float], Sequence[float]],
    levels: Sequence[float],
    caption: str,
) -> Markup:
    """Return a curve of shares with a band, in per cent.

    `shares` are the estimates and both ends of the band; `levels` are lines, in per cent.
    """
    points = [Point(*each) for each in zip(x, *shares, strict=True)]
    frame = SHARE._replace(x=x_name, levels=levels, from_zero=False)
    return curves_figure(title, [Curve("", points, band=True)], frame, caption)


def intervals_figure(rows: Sequence[IntervalRow], unit: str, caption: str) -> Markup:
    """Return estimates with their intervals, in `unit`, from 0."""
    return render_macro("figure", charts.intervals(rows, unit), "", caption)
