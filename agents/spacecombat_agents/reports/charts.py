"""Charts of reports: curves, intervals in rows, bars and matrices, coloured by the stylesheet.

Curves are SVG with a view box. The other charts are drawn in per cent of their width, next to texts
of the page, so that letters keep their size in a narrow window.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from spacecombat_agents.reports.rendering import render_macro

__all__ = [
    "MAX_POINTS",
    "SHARE",
    "AxisScale",
    "ChartFrame",
    "Curve",
    "IntervalRow",
    "MatrixCell",
    "Point",
    "chart",
    "colour",
    "interval_axis",
    "interval_marks",
    "intervals",
    "matrix",
    "short_number",
    "thin_points",
]

WIDTH, HEIGHT = 320, 210
LEFT_MARGIN, RIGHT, TOP, BOTTOM = 44, 12, 8, 36
BOX = {
    "width": WIDTH,
    "height": HEIGHT,
    "left": LEFT_MARGIN,
    "right": WIDTH - RIGHT,
    "top": TOP,
    "low": HEIGHT - BOTTOM,
}
"""The view box of curves, and the frame of their axes in it."""
COLOURS = 6
MAX_DOTS = 40
"""Curves with at most this many points show dots."""
DOT, LONE_DOT = 2.6, 4.0
"""Radius of a dot on a line, and of the only one of a curve."""
MAX_POINTS = 240
"""Points of a curve; longer curves are averaged."""
TICKS = 5
PADDING = 0.06
"""Space beyond the outermost values, as a share of their range."""
SI_SUFFIXES = ((1e9, "G"), (1e6, "M"), (1e3, "k"))
"""Suffixes of large numbers on an axis."""
PERCENT = 100.0
MINUS = "\N{MINUS SIGN}"


# -- curves ---------------------------------------------------------------------------------------


class Point(NamedTuple):
    """A point of a curve, with its interval if it has one."""

    x: float
    y: float
    low: float | None = None
    high: float | None = None


class Curve(NamedTuple):
    """A line of points, the leftmost first."""

    name: str
    """Empty for the only curve of a chart."""
    points: Sequence[Point]
    colour: int | None = None
    """Number of its colour; None for its place among the curves."""
    band: bool = False
    """Whether the intervals are drawn as one band, not point by point."""


class ChartFrame(NamedTuple):
    """Labels and ranges of a chart's axes."""

    x: str = "decisions"
    least: float = -math.inf
    """Lower values are drawn here; axes never extend below."""
    most: float = math.inf
    levels: Sequence[float] = ()
    """Horizontal lines."""
    diagonal: bool = False
    """Whether to draw the line y = x."""
    times: float = 1.0
    """Factor of displayed values: 100 for shares in per cent."""
    from_zero: bool = True
    """Whether the x axis begins at 0."""
    log_x: bool = False
    log_y: bool = False


SHARE = ChartFrame(least=0.0, most=100.0, times=PERCENT)
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


def chart(title: str, curves: Sequence[Curve], frame: ChartFrame) -> Markup:
    """Return a chart of curves with at least one point each."""
    scaled = [each._replace(points=_scale_points(each.points, frame)) for each in curves]
    x_scale, y_scale = _scales([point for each in scaled for point in each.points], frame)
    lines = [(y_scale(level), y_scale(level)) for level in frame.levels]
    lines += [(y_scale(frame.least), y_scale(frame.most))] if frame.diagonal else []
    shown = [
        _curve_marks(each, colour(each, place), x_scale, y_scale)
        for place, each in enumerate(scaled)
    ]
    names = ", ".join(dict.fromkeys(each.name for each in curves if each.name))
    label = f"{title}, by {frame.x}" + (f": {names}" if names else "")
    x_ticks, y_ticks = (
        [(round(scale(tick), 1), short_number(tick)) for tick in scale.ticks()]
        for scale in (x_scale, y_scale)
    )
    levels = [(round(first, 1), round(last, 1)) for first, last in lines]
    return render_macro("chart", label, BOX, frame.x, x_ticks, y_ticks, levels, shown)


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
    """Maps values to positions on a chart; by their logarithms if `log`."""

    def __init__(
        self,
        values: Sequence[float],
        start: float,
        end: float,
        *,
        least: float = -math.inf,
        most: float = math.inf,
        room: bool = True,
        log: bool = False,
    ) -> None:
        self.log = log
        low, high = self._inner(min(values)), self._inner(max(values))
        if low == high:
            low, high = low - (abs(low) / 2 or 0.5), high + (abs(high) / 2 or 0.5)
        beyond = PADDING * (high - low) if room else 0.0
        self.low, self.high = max(low - beyond, least), min(high + beyond, most)
        if self.low >= self.high:
            self.low, self.high = self.low - 0.5, self.low + 0.5
        self.start, self.end = start, end

    def _inner(self, value: float) -> float:
        """Return the value whose positions are even."""
        return math.log10(value) if self.log else value

    def __call__(self, value: float) -> float:
        """Return the position of a value, clipped to the ends."""
        value = min(max(self._inner(value), self.low), self.high)
        share = (value - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    def ticks(self) -> list[float]:
        """Return round values in the range, both ends included."""
        if self.log:
            return self._log_ticks()
        raw = (self.high - self.low) / TICKS
        power = 10.0 ** math.floor(math.log10(raw))
        step = next(power * times for times in (1, 2, 5, 10) if power * times >= raw * 0.999)
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return [n * step for n in range(first, last + 1)]

    def _log_ticks(self) -> list[float]:
        """Return powers of ten in the range, and 2 and 5 times them where there is room.

        Where there is but one of them, return round values.
        """
        powers = range(math.floor(self.low), math.ceil(self.high) + 1)
        for times in ((1, 2, 5), (1, 3), (1,)):
            found = [by * 10.0**power for power in powers for by in times]
            found = [each for each in found if self.low <= math.log10(each) <= self.high]
            if len(found) <= TICKS + 1:
                break
        ends = [10.0**self.low, 10.0**self.high]
        return found if len(found) > 1 else AxisScale(ends, 0.0, 1.0, room=False).ticks()


def _scales(points: Sequence[Point], frame: ChartFrame) -> tuple[AxisScale, AxisScale]:
    """Return both axes of a chart."""
    across = [frame.least, frame.most] if frame.diagonal else [point.x for point in points]
    if frame.from_zero and not frame.log_x and not frame.diagonal:
        across.append(0.0)
    x_scale = AxisScale(
        across,
        LEFT_MARGIN,
        WIDTH - RIGHT,
        room=not frame.from_zero or frame.log_x,
        log=frame.log_x,
    )
    ends = [end for p in points for end in (p.y, p.low, p.high) if end is not None]
    ends = [frame.least, frame.most] if frame.diagonal else [*ends, *frame.levels]
    y_scale = AxisScale(
        ends, HEIGHT - BOTTOM, TOP, least=frame.least, most=frame.most, log=frame.log_y
    )
    return x_scale, y_scale


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


def _curve_marks(curve: Curve, css: str, x_scale: AxisScale, y_scale: AxisScale) -> dict[str, Any]:
    """Return the places of a curve, with its intervals and dots."""
    places = [(round(x_scale(each.x), 1), round(y_scale(each.y), 1)) for each in curve.points]
    spans = [
        (x, round(y_scale(each.low), 1), round(y_scale(each.high), 1))
        for (x, _), each in zip(places, curve.points, strict=True)
        if each.low is not None and each.high is not None
    ]
    edge = [(x, high) for x, _, high in spans] + [(x, low) for x, low, _ in reversed(spans)]
    dots = [
        (x, y, f"{curve.name} {each.y:.4g} at {short_number(each.x)}".strip())
        for (x, y), each in zip(places, curve.points, strict=True)
    ]
    return {
        "css": css,
        "line": _outline(places),
        "band": _outline(edge) if curve.band else "",
        "whiskers": [] if curve.band else spans,
        "dots": dots if len(dots) <= MAX_DOTS else [],
        "radius": DOT if len(dots) > 1 else LONE_DOT,
    }


def _outline(places: Sequence[tuple[float, float]]) -> str:
    """Return points as SVG has them."""
    return " ".join(f"{x},{y}" for x, y in places)


# -- intervals ------------------------------------------------------------------------------------


class IntervalRow(NamedTuple):
    """An estimate and its interval."""

    name: str
    value: float
    low: float
    high: float
    colour: int = 0

    @classmethod
    def of(
        cls, name: str, value: float, ends: Sequence[float], colour: int = 0, times: float = PERCENT
    ) -> IntervalRow:
        """Return a row of values times a factor: by default a share in per cent."""
        return cls(name, times * value, times * ends[0], times * ends[1], colour)


def intervals(rows: Sequence[IntervalRow], unit: str, level: float | None = 0.0) -> Markup:
    """Return intervals in rows over one axis, in `unit`, with a line at `level`."""
    ends = [end for each in rows for end in (each.low, each.high)]
    scale = AxisScale(ends if level is None else [*ends, level], 0.0, PERCENT)
    shown = [
        {
            "name": each.name,
            "css": f"s{each.colour}",
            "marks": interval_marks(scale, each.value, (each.low, each.high)),
            "text": f"{each.value:+.1f}".replace("-", MINUS),
            "span": f"{each.low:+.1f} to {each.high:+.1f}".replace("-", MINUS),
        }
        for each in rows
    ]
    return render_macro("intervals", shown, interval_axis(scale, level), unit)


def interval_axis(
    scale: AxisScale, level: float | None = None, band: tuple[float, float] | None = None
) -> dict[str, Any]:
    """Return the axis of interval rows: ticks, a line at `level`, and a shaded band of values."""
    ticks = [(round(scale(tick), 2), f"{tick:.4g}".replace("-", MINUS)) for tick in scale.ticks()]
    low, high = map(scale, band or (scale.low, scale.low))
    return {
        "ticks": ticks,
        "level": None if level is None else round(scale(level), 2),
        "band": None if band is None else (round(low, 2), round(high - low, 2)),
    }


def interval_marks(
    scale: AxisScale, value: float, ends: Sequence[float | None]
) -> dict[str, float | bool]:
    """Return the positions of an estimate and its interval, and whether the interval exceeds."""
    low, high = ends
    open_low = low is None or low < scale.low
    open_high = high is None or high > scale.high
    return {
        "value": round(scale(value), 2),
        "low": 0 if open_low or low is None else round(scale(low), 2),
        "high": 100 if open_high or high is None else round(scale(high), 2),
        "open_low": open_low,
        "open_high": open_high,
    }


# -- matrices ------------------------------------------------------------------------------------


class MatrixCell(NamedTuple):
    """A score of the row's player against the column's, 0 to 1, with its interval."""

    score: float
    low: float
    high: float
    title: str = ""

    def reverse(self) -> MatrixCell:
        """Return the score of the column's player against the row's."""
        return MatrixCell(1.0 - self.score, 1.0 - self.high, 1.0 - self.low)


def matrix(
    labels: Sequence[str], cells: Sequence[Sequence[MatrixCell | None]], label: str
) -> Markup:
    """Return a table of scores, coloured by score; rows and columns have the same labels."""
    return render_macro("matrix", labels, cells, label)
