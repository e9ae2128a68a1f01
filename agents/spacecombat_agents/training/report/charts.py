"""Curves as inline SVG, coloured by the page's stylesheet; small, so that many fit in a row."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

__all__ = [
    "AxisScale",
    "ChartFrame",
    "Curve",
    "MAX_POINTS",
    "Point",
    "SHARE",
    "chart",
    "colour",
    "short_number",
    "thin_points",
]

WIDTH, HEIGHT = 360, 230
LEFT_MARGIN, RIGHT, TOP, BOTTOM = 48, 12, 8, 36
COLOURS = 6
MAX_DOTS = 40
"""Curves with at most this many points show dots."""
MAX_POINTS = 240
"""Points of a curve; longer curves are averaged."""
TICKS = 5
PADDING = 0.06
"""Space beyond the outermost values, as a share of their range."""
SI_SUFFIXES = ((1e9, "G"), (1e6, "M"), (1e3, "k"))
"""Suffixes of large numbers on an axis."""


class Point(NamedTuple):
    """A point of a curve, with its interval if it has one."""

    x: float
    y: float
    low: float | None = None
    high: float | None = None


class Curve(NamedTuple):
    """A line of points, oldest first."""

    name: str
    """Empty for the only curve of a chart."""
    points: Sequence[Point]
    colour: int | None = None
    """Number of its colour; None for its place among the curves."""


class ChartFrame(NamedTuple):
    """Labels and ranges of a chart's axes."""

    x: str = "decisions"
    least: float = -math.inf
    """Lower values are drawn here; axes never extend below."""
    most: float = math.inf
    level: float | None = None
    """A horizontal line."""
    diagonal: bool = False
    """Whether to draw the line y = x."""
    times: float = 1.0
    """Factor of displayed values: 100 for shares in per cent."""


SHARE = ChartFrame(least=0.0, most=100.0, times=100.0)
"""Shares, in per cent."""


def thin_points(points: Sequence[Point]) -> list[Point]:
    """Return about `MAX_POINTS` points: means of neighbours without intervals, and the last."""
    together = -(-len(points) // MAX_POINTS)
    if together <= 1:
        return list(points)
    parts = (points[at : at + together] for at in range(0, len(points), together))
    means = [
        Point(sum(each.x for each in part) / len(part), sum(each.y for each in part) / len(part))
        for part in parts
    ]
    return [*means, points[-1]]


def chart(title: str, curves: Sequence[Curve], frame: ChartFrame) -> str:
    """Return a chart of curves with at least one point each."""
    scaled = [each._replace(points=_scale_points(each.points, frame)) for each in curves]
    points = [point for each in scaled for point in each.points]
    x_scale = AxisScale(
        [0.0, *(point.x for point in points)], LEFT_MARGIN, WIDTH - RIGHT, room=False
    )
    ends = [end for p in points for end in (p.y, p.low, p.high) if end is not None]
    ends += [] if frame.level is None else [frame.level]
    if frame.diagonal:
        x_scale = AxisScale([frame.least, frame.most], LEFT_MARGIN, WIDTH - RIGHT, room=False)
        ends = [frame.least, frame.most]
    y_scale = AxisScale(ends, HEIGHT - BOTTOM, TOP, least=frame.least, most=frame.most)
    parts = [*_draw_x_axis(x_scale, frame.x), *_draw_y_axis(y_scale)]
    if frame.level is not None:
        parts.append(
            _draw_line(
                (LEFT_MARGIN, y_scale(frame.level)), (WIDTH - RIGHT, y_scale(frame.level)), "zero"
            )
        )
    if frame.diagonal:
        ends_at = [(x_scale(end), y_scale(end)) for end in (frame.least, frame.most)]
        parts.append(_draw_line(ends_at[0], ends_at[1], "zero"))
    parts += [
        _draw_curve(each, colour(each, place), x_scale, y_scale)
        for place, each in enumerate(scaled)
    ]
    names = ", ".join(each.name for each in curves if each.name)
    label = f"{title}, by {frame.x}" + (f": {names}" if names else "")
    return (
        f"<svg class='chart' viewBox='0 0 {WIDTH} {HEIGHT}' role='img' "
        f"aria-label='{escape(label, quote=True)}'>{''.join(parts)}</svg>"
    )


def colour(curve: Curve, place: int) -> str:
    """Return the CSS class of a curve; it is dashed when the colours run out."""
    number = place if curve.colour is None else curve.colour
    return f"s{number % COLOURS}" + (" dashed" if number >= COLOURS else "")


def short_number(value: float) -> str:
    """Return a number as an axis shows it: 1.5M, 200k, 0.03."""
    for size, letter in SI_SUFFIXES:
        if abs(value) >= size:
            return f"{value / size:.4g}{letter}"
    return f"{value:.4g}"


class AxisScale:
    """Maps values to positions on a chart."""

    def __init__(
        self,
        values: Sequence[float],
        start: float,
        end: float,
        *,
        least: float = -math.inf,
        most: float = math.inf,
        room: bool = True,
    ) -> None:
        low, high = min(values), max(values)
        if low == high:
            low, high = low - (abs(low) / 2 or 0.5), high + (abs(high) / 2 or 0.5)
        beyond = PADDING * (high - low) if room else 0.0
        self.low, self.high = max(low - beyond, least), min(high + beyond, most)
        if self.low >= self.high:
            self.low, self.high = self.low - 0.5, self.low + 0.5
        self.start, self.end = start, end

    def __call__(self, value: float) -> float:
        """Return the position of a value, clipped to the ends."""
        value = min(max(value, self.low), self.high)
        share = (value - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    def ticks(self) -> list[float]:
        """Return round values in the range, both ends included."""
        raw = (self.high - self.low) / TICKS
        power = 10.0 ** math.floor(math.log10(raw))
        step = next(power * times for times in (1, 2, 5, 10) if power * times >= raw * 0.999)
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return [n * step for n in range(first, last + 1)]


def _scale_points(points: Sequence[Point], frame: ChartFrame) -> list[Point]:
    """Return points with values as the axis shows them."""
    times = frame.times
    return [
        Point(
            times * point.x if frame.diagonal else point.x,
            times * point.y,
            None if point.low is None else times * point.low,
            None if point.high is None else times * point.high,
        )
        for point in points
    ]


def _draw_curve(curve: Curve, css: str, x_scale: AxisScale, y_scale: AxisScale) -> str:
    """Return a curve with its intervals and dots."""
    places = [(x_scale(point.x), y_scale(point.y)) for point in curve.points]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    parts = [
        _draw_line((x, y_scale(point.low)), (x, y_scale(point.high)), "whisker")
        for (x, _), point in zip(places, curve.points, strict=True)
        if point.low is not None and point.high is not None
    ]
    parts.append(f"<polyline points='{line}'/>")
    if len(places) <= MAX_DOTS:
        for (x, y), point in zip(places, curve.points, strict=True):
            label_text = escape(f"{curve.name} {point.y:.4g} at {short_number(point.x)}".strip())
            parts.append(
                f"<circle cx='{x:.1f}' cy='{y:.1f}' r='2.6'><title>{label_text}</title></circle>"
            )
    return f"<g class='{css}'>{''.join(parts)}</g>"


def _draw_x_axis(scale: AxisScale, name: str) -> list[str]:
    """Return the lower axis."""
    parts = []
    for tick in scale.ticks():
        x = scale(tick)
        parts.append(_draw_line((x, TOP), (x, HEIGHT - BOTTOM), "grid"))
        parts.append(_draw_text(x, HEIGHT - BOTTOM + 14, short_number(tick), "middle"))
    parts.append(_draw_text((LEFT_MARGIN + WIDTH - RIGHT) / 2, HEIGHT - 5, name, "middle"))
    return parts


def _draw_y_axis(scale: AxisScale) -> list[str]:
    """Return the axis on the left."""
    parts = []
    for tick in scale.ticks():
        y = scale(tick)
        parts.append(_draw_line((LEFT_MARGIN, y), (WIDTH - RIGHT, y), "grid"))
        parts.append(_draw_text(LEFT_MARGIN - 6, y + 4, short_number(tick), "end"))
    return parts


def _draw_line(start: tuple[float, float], end: tuple[float, float], css: str) -> str:
    """Return a line."""
    (x1, y1), (x2, y2) = start, end
    return f"<line class='{css}' x1='{x1:.1f}' y1='{y1:.1f}' x2='{x2:.1f}' y2='{y2:.1f}'/>"


def _draw_text(x: float, y: float, text: str, anchor: str) -> str:
    """Return a label of an axis."""
    return f"<text class='dim' x='{x:.1f}' y='{y:.1f}' text-anchor='{anchor}'>{escape(text)}</text>"
