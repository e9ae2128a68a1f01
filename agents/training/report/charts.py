"""Curves as inline SVG, coloured by the page; small, so that many stand beside each other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

WIDE, HIGH = 360, 230
LEFT, RIGHT, TOP, LOW = 48, 12, 8, 36
COLOURS = 6
DOTTED = 40
"""Up to so many points each has a dot."""
MOST_POINTS = 240
"""Of a curve; more are averaged, as many together as it takes."""
TICKS = 5
ROOM = 0.06
"""Beyond the outermost values, as a share of what lies between them."""
SHORT = ((1e9, "G"), (1e6, "M"), (1e3, "k"))
"""How large numbers are written on an axis."""


class Point(NamedTuple):
    """A point of a curve, and its interval where it has one."""

    x: float
    y: float
    low: float | None = None
    high: float | None = None


class Curve(NamedTuple):
    """A line of points, oldest first."""

    name: str
    """Empty for the only one of a chart."""
    points: Sequence[Point]
    colour: int | None = None
    """Its number among the colours; None for its place among the curves."""


class Frame(NamedTuple):
    """What the axes of a chart mean, and how far they reach."""

    x: str = "decisions"
    least: float = -math.inf
    """Values below are drawn at it; axes never go beyond."""
    most: float = math.inf
    level: float | None = None
    """A line across."""
    diagonal: bool = False
    """A line on which y is x."""
    times: float = 1.0
    """By which values are multiplied: 100 for shares told in per cent."""


SHARE = Frame(least=0.0, most=100.0, times=100.0)
"""Shares, told in per cent."""


def thinned(points: Sequence[Point]) -> list[Point]:
    """Return about `MOST_POINTS` points: neighbours as their mean, without intervals; the last."""
    together = -(-len(points) // MOST_POINTS)
    if together <= 1:
        return list(points)
    parts = (points[at : at + together] for at in range(0, len(points), together))
    means = [
        Point(sum(each.x for each in part) / len(part), sum(each.y for each in part) / len(part))
        for part in parts
    ]
    return [*means, points[-1]]


def chart(title: str, curves: Sequence[Curve], frame: Frame) -> str:
    """Return a chart of curves that have a point each at least."""
    scaled = [each._replace(points=_scaled(each.points, frame)) for each in curves]
    points = [point for each in scaled for point in each.points]
    across = Scale([0.0, *(point.x for point in points)], LEFT, WIDE - RIGHT, room=False)
    ends = [end for p in points for end in (p.y, p.low, p.high) if end is not None]
    ends += [] if frame.level is None else [frame.level]
    if frame.diagonal:
        across = Scale([frame.least, frame.most], LEFT, WIDE - RIGHT, room=False)
        ends = [frame.least, frame.most]
    up = Scale(ends, HIGH - LOW, TOP, least=frame.least, most=frame.most)
    parts = [*_across(across, frame.x), *_up(up)]
    if frame.level is not None:
        parts.append(_line((LEFT, up(frame.level)), (WIDE - RIGHT, up(frame.level)), "zero"))
    if frame.diagonal:
        ends_at = [(across(end), up(end)) for end in (frame.least, frame.most)]
        parts.append(_line(ends_at[0], ends_at[1], "zero"))
    parts += [_drawn(each, colour(each, place), across, up) for place, each in enumerate(scaled)]
    names = ", ".join(each.name for each in curves if each.name)
    label = f"{title}, by {frame.x}" + (f": {names}" if names else "")
    return (
        f"<svg class='chart' viewBox='0 0 {WIDE} {HIGH}' role='img' "
        f"aria-label='{escape(label, quote=True)}'>{''.join(parts)}</svg>"
    )


def colour(curve: Curve, place: int) -> str:
    """Return the class of a curve; beyond the colours there are, dashed."""
    number = place if curve.colour is None else curve.colour
    return f"s{number % COLOURS}" + (" dashed" if number >= COLOURS else "")


def short(value: float) -> str:
    """Return a number as an axis tells it: 1.5M, 200k, 0.03."""
    for size, letter in SHORT:
        if abs(value) >= size:
            return f"{value / size:.4g}{letter}"
    return f"{value:.4g}"


class Scale:
    """From values to places on a chart."""

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
        beyond = ROOM * (high - low) if room else 0.0
        self.low, self.high = max(low - beyond, least), min(high + beyond, most)
        if self.low >= self.high:
            self.low, self.high = self.low - 0.5, self.low + 0.5
        self.start, self.end = start, end

    def __call__(self, value: float) -> float:
        """Return the place of a value; one beyond the ends is at the end."""
        value = min(max(value, self.low), self.high)
        share = (value - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    def ticks(self) -> list[float]:
        """Return round values within, both ends included."""
        raw = (self.high - self.low) / TICKS
        power = 10.0 ** math.floor(math.log10(raw))
        step = next(power * times for times in (1, 2, 5, 10) if power * times >= raw * 0.999)
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return [n * step for n in range(first, last + 1)]


def _scaled(points: Sequence[Point], frame: Frame) -> list[Point]:
    """Return points with values as the axis tells them."""
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


def _drawn(curve: Curve, css: str, across: Scale, up: Scale) -> str:
    """Return a curve, its intervals and its dots."""
    places = [(across(point.x), up(point.y)) for point in curve.points]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    parts = [
        _line((x, up(point.low)), (x, up(point.high)), "whisker")
        for (x, _), point in zip(places, curve.points, strict=True)
        if point.low is not None and point.high is not None
    ]
    parts.append(f"<polyline points='{line}'/>")
    if len(places) <= DOTTED:
        for (x, y), point in zip(places, curve.points, strict=True):
            told = escape(f"{curve.name} {point.y:.4g} at {short(point.x)}".strip())
            parts.append(
                f"<circle cx='{x:.1f}' cy='{y:.1f}' r='2.6'><title>{told}</title></circle>"
            )
    return f"<g class='{css}'>{''.join(parts)}</g>"


def _across(scale: Scale, name: str) -> list[str]:
    """Return the lower axis."""
    parts = []
    for tick in scale.ticks():
        x = scale(tick)
        parts.append(_line((x, TOP), (x, HIGH - LOW), "grid"))
        parts.append(_text(x, HIGH - LOW + 14, short(tick), "middle"))
    parts.append(_text((LEFT + WIDE - RIGHT) / 2, HIGH - 5, name, "middle"))
    return parts


def _up(scale: Scale) -> list[str]:
    """Return the axis on the left."""
    parts = []
    for tick in scale.ticks():
        y = scale(tick)
        parts.append(_line((LEFT, y), (WIDE - RIGHT, y), "grid"))
        parts.append(_text(LEFT - 6, y + 4, short(tick), "end"))
    return parts


def _line(start: tuple[float, float], end: tuple[float, float], css: str) -> str:
    """Return a line."""
    (x1, y1), (x2, y2) = start, end
    return f"<line class='{css}' x1='{x1:.1f}' y1='{y1:.1f}' x2='{x2:.1f}' y2='{y2:.1f}'/>"


def _text(x: float, y: float, words: str, anchor: str) -> str:
    """Return words of an axis."""
    return (
        f"<text class='dim' x='{x:.1f}' y='{y:.1f}' text-anchor='{anchor}'>{escape(words)}</text>"
    )
