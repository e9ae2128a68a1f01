"""Plots as inline SVG with the page's colors: intervals in rows, and curves with a band."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

__all__ = ["Bar", "bar", "curve", "intervals"]

WIDE = 720
ROW = 30
LEFT_MARGIN, RIGHT, TOP, LOW = 300, 30, 10, 40
CURVE_HIGH, CURVE_LEFT = 300, 60
TICKS = 6
PERCENT = 100.0


class Bar(NamedTuple):
    """A row of a plot: an estimate and its interval."""

    name: str
    value: float
    low: float
    high: float
    css: str = "a"


def bar(
    name: str, value: float, interval: Sequence[float], css: str = "a", times: float = PERCENT
) -> Bar:
    """Return a row with an estimate and its interval, in percent by default."""
    return Bar(name, times * value, times * interval[0], times * interval[1], css)


def intervals(bars: Sequence[Bar], unit: str, zero: float | None = 0.0) -> str:
    """Return intervals in rows over one axis, in `unit`."""
    ends = [end for bar in bars for end in (bar.low, bar.high)] + (
        [zero] if zero is not None else []
    )
    scale = _Scale(ends, LEFT_MARGIN, WIDE - RIGHT)
    high = TOP + ROW * len(bars)
    parts = [_axis(scale, high, unit)]
    if zero is not None:
        parts.append(_line(scale(zero), TOP, scale(zero), high, "zero"))
    for row, bar in enumerate(bars):
        y = TOP + ROW * row + ROW / 2
        parts.append(
            f"<text x='{LEFT_MARGIN - 12}' y='{y + 4:.1f}' text-anchor='end'>"
            f"{_short(bar.name)}</text>"
        )
        parts.append(_line(scale(bar.low), y, scale(bar.high), y, bar.css))
        parts.append(
            f"<circle class='{bar.css}' cx='{scale(bar.value):.1f}' cy='{y:.1f}' r='4.5'/>"
        )
    return _svg(high + LOW, "".join(parts), f"Intervals in {unit}")


def curve(
    x: Sequence[float],
    shares: tuple[Sequence[float], Sequence[float], Sequence[float]],
    names: tuple[str, str],
    levels: Sequence[float] = (),
) -> str:
    """Return a curve with a band, in percent: `shares` are the estimates and both ends of the band.

    `names` label both axes; `levels` are horizontal lines, in percent.
    """
    y, low, high = ([PERCENT * value for value in row] for row in shares)
    across = _Scale(x, CURVE_LEFT, WIDE - RIGHT)
    up = _Scale([*low, *high, *levels], CURVE_HIGH - LOW, TOP)
    band = [(across(a), up(b)) for a, b in zip(x, high, strict=True)]
    band += [(across(a), up(b)) for a, b in zip(x, low, strict=True)][::-1]
    parts = [_axis(across, CURVE_HIGH - LOW, names[0])]
    for tick in up.ticks():
        parts.append(_line(CURVE_LEFT, up(tick), WIDE - RIGHT, up(tick), "grid"))
        parts.append(
            f"<text class='dim' x='{CURVE_LEFT - 8}' y='{up(tick) + 4:.1f}' "
            f"text-anchor='end'>{tick:g}</text>"
        )
    parts += [_line(CURVE_LEFT, up(each), WIDE - RIGHT, up(each), "zero") for each in levels]
    points = " ".join(f"{a:.1f},{b:.1f}" for a, b in band)
    line = " ".join(f"{across(a):.1f},{up(b):.1f}" for a, b in zip(x, y, strict=True))
    parts.append(f"<polygon class='band' points='{points}'/>")
    parts.append(f"<polyline class='curve' points='{line}'/>")
    parts += [
        f"<circle class='a' cx='{across(a):.1f}' cy='{up(b):.1f}' r='3.5'/>"
        for a, b in zip(x, y, strict=True)
    ]
    return _svg(CURVE_HIGH, "".join(parts), f"{names[1]} by {names[0]}")


class _Scale:
    """A linear map from values to positions."""

    def __init__(self, values: Sequence[float], start: float, end: float) -> None:
        low, high = min(values), max(values)
        room = 0.05 * (high - low) or 1.0
        self.low, self.high, self.start, self.end = low - room, high + room, start, end

    def __call__(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    def ticks(self) -> list[float]:
        """Return round values within the range."""
        raw = (self.high - self.low) / TICKS
        power = 10.0 ** len(str(int(raw))) / 10.0 if raw >= 1.0 else 0.1
        while power > raw:
            power /= 10.0
        step = next(power * times for times in (1, 2, 5, 10) if power * times >= raw)
        first = int(self.low // step) + 1
        found = [round(step * n, 10) for n in range(first, first + 2 * TICKS)]
        return [tick for tick in found if tick <= self.high]


def _axis(scale: _Scale, y: float, unit: str) -> str:
    """Return an axis with ticks and its unit."""
    parts = []
    for tick in scale.ticks():
        parts.append(_line(scale(tick), TOP, scale(tick), y, "grid"))
        parts.append(
            f"<text class='dim' x='{scale(tick):.1f}' y='{y + 16:.1f}' "
            f"text-anchor='middle'>{tick:g}</text>"
        )
    middle = (scale.start + scale.end) / 2
    parts.append(
        f"<text class='dim' x='{middle:.1f}' y='{y + 34:.1f}' text-anchor='middle'>"
        f"{escape(unit)}</text>"
    )
    return "".join(parts)


def _line(x1: float, y1: float, x2: float, y2: float, css: str) -> str:
    """Return a line."""
    wide = " stroke-width='3'" if css in "ab" else ""
    return f"<line class='{css}' x1='{x1:.1f}' y1='{y1:.1f}' x2='{x2:.1f}' y2='{y2:.1f}'{wide}/>"


def _short(name: str, most: int = 40) -> str:
    """Return a name that fits next to a row, with the full name as a tooltip."""
    cut = name if len(name) <= most else name[: most - 1] + "\N{HORIZONTAL ELLIPSIS}"
    return f"{escape(cut)}<title>{escape(name)}</title>"


def _svg(high: float, inside: str, label: str) -> str:
    """Return a picture."""
    return (
        f"<svg viewBox='0 0 {WIDE} {high:.0f}' width='{WIDE}' role='img' "
        f"aria-label='{escape(label, quote=True)}'>{inside}</svg>"
    )
