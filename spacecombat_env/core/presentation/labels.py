"""Place names on pictures so that they cover no mark and no other name, or leave that to a page.

A label has a spot, the extent of the mark there, and lines of text. The function `placed` writes
labels into a still picture. It tries places next to the spot, then farther ones with a leader, then
the short form. A label that still covers something is left out; the spot's title holds its text.

The function `unplaced` writes labels for a page, which knows its scale:

    <g class="label" data-at="x y reach" data-brief="..." data-lines="0TF-1|.Alpha~pt|-Amber"/>

Lines are separated by `|`. The first character is the tone (TONES). Damage marks follow `~`: p for
permanent, t for temporary. Pages use further attributes: `data-k` names a moving piece,
`class="mark"` something that labels must not cover, and `class="way"` a vector that they avoid.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from xml.sax.saxutils import quoteattr

from spacecombat_env.core.presentation.svg import (
    AMBER,
    BRIGHT,
    DIM,
    GREEN,
    PALE,
    RED,
    TEXT,
    Point,
    line,
    number,
    svg_text,
)

TONES = {"0": BRIGHT[0], "1": BRIGHT[1], "r": PALE[0], "b": PALE[1], ".": TEXT, "-": DIM}
TONES |= {"a": AMBER, "g": GREEN}
BOLD = "01rba"
"""Tones in bold type."""
SIZE, LINE, TICK = 10.5, 12.0, 3.5
"""Font size, line height, and distance between damage marks."""
AWAY = (0.0, 8.0, 18.0, 30.0, 46.0, 66.0, 90.0, 120.0)
"""Distances from the spot's marks at which a label is tried, the nearest first."""
ANGLES = 16
NARROW, WIDE = "iljtfrI.,:;'|!()[]- ", "mwMW%@+"

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class LabelLine(NamedTuple):
    """A line of a label."""

    text: str
    tone: str = "."
    damage: str = ""
    """A letter for each damage mark: p, t."""

    @property
    def width(self) -> float:
        """Width in a usual sans-serif font."""
        marks = 3 + TICK * len(self.damage) if self.damage else 0
        return text_width(self.text, self.tone in BOLD) + marks

    def coded(self) -> str:
        """Return the line as in `data-lines`."""
        text = self.text.replace("|", "/").replace("~", "-")
        return f"{self.tone}{text}" + (f"~{self.damage}" if self.damage else "")

    def svg_text(self, y: float) -> str:
        """Return the line as SVG at a height, starting at x = 0."""
        bold = self.tone in BOLD
        name = svg_text(0, y, self.text, SIZE, TONES[self.tone], bold=bold)
        return name + ticks(text_width(self.text, bold) + 3, y, self.damage)


class Label(NamedTuple):
    """Lines of text at a spot."""

    x: float
    y: float
    reach: float
    """Radius of the mark at the spot."""
    lines: tuple[LabelLine, ...]
    brief: LabelLine
    """Short form, where there is no room for all lines."""


def text_width(text: str, bold: bool = False) -> float:
    """Return an upper estimate of a text's width in a usual sans-serif font."""
    shares = (
        0.36 if c in NARROW else 0.92 if c in WIDE else 0.73 if c.isupper() else 0.58 for c in text
    )
    return SIZE * sum(shares) * (1.06 if bold else 1.0)


def ticks(x: float, y: float, damage: str) -> str:
    """Return a mark for each damage result: red for permanent, amber and lower for temporary."""
    marks = {"p": (7, RED)}
    return "".join(
        f'<rect x="{number(x + TICK * n)}" y="{number(y - high)}" width="2.4" height="{high}" '
        f'rx="0.6" fill="{color}"/>'
        for n, (high, color) in enumerate(marks.get(kind, (4, AMBER)) for kind in damage)
    )


def unplaced(labels: Iterable[Label]) -> Iterator[str]:
    """Yield labels for a page to place."""
    for label in labels:
        lines = quoteattr("|".join(each.coded() for each in label.lines))
        at = f"{number(label.x)} {number(label.y)} {number(label.reach)}"
        brief = quoteattr(label.brief.coded())
        yield f'<g class="label" data-at="{at}" data-brief={brief} data-lines={lines}/>'


def placed(labels: Iterable[Label], marks: Iterable[Box], bounds: Box) -> Iterator[str]:
    """Yield labels at places where they cover no mark, no name and no leader."""
    taken = list(marks)
    for label in labels:
        found = _room(label, label.lines, taken, bounds)
        lines = label.lines
        if found is None:
            lines = (label.brief,)
            found = _room(label, lines, taken, bounds)
        if found is None:
            continue
        box, start, end = found
        taken.append(box)
        taken += along(start, end, 1.5) if start != end else []
        yield _label_svg(lines, box, start, end)


def _label_svg(lines: tuple[LabelLine, ...], box: Box, start: Point, end: Point) -> str:
    """Return a label in its box, with a leader if it is away from its spot."""
    leader = line(start, end, DIM, 0.7, 0.7) if start != end else ""
    place = f'transform="translate({number(box[0])} {number(box[1])})"'
    text = "".join(each.svg_text(LINE * (n + 0.8)) for n, each in enumerate(lines))
    return f'<g class="label">{leader}<g {place}>{text}</g></g>'


def _room(
    label: Label, lines: tuple[LabelLine, ...], taken: list[Box], bounds: Box
) -> tuple[Box, Point, Point] | None:
    """Return the nearest free box for some lines, and the ends of its leader; None if none is
    free.
    """
    width, height = max(each.width for each in lines), LINE * len(lines)
    for away in AWAY:
        for turn in _directions():
            box = beside(label, away, turn, width, height)
            if not _is_free(box, taken, bounds):
                continue
            start, end = _leader(label, box, turn)
            if away < 12:
                return box, start, start
            if all(not any(overlap(a, b) for b in taken) for a in along(start, end, 1.0)):
                return box, start, end
    return None


def _directions() -> list[float]:
    """Return the directions to try, horizontal ones first."""
    angles = [2 * math.pi * n / ANGLES for n in range(ANGLES)]
    return sorted(angles, key=lambda angle: (round(abs(math.sin(angle)), 3), math.cos(angle) < 0))


def beside(label: Label, away: float, turn: float, width: float, height: float) -> Box:
    """Return the box of a label in a direction, at distance `away` from the mark at its spot."""
    dx, dy = math.cos(turn), math.sin(turn)
    x, y = label.x + (label.reach + away) * dx, label.y + (label.reach + away) * dy
    left = x - width * (0.5 - 0.5 * dx if abs(dx) < 0.9 else (dx < 0))
    top = y - height * (0.5 - 0.5 * dy)
    return left, top, left + width, top + height


def _leader(label: Label, box: Box, turn: float) -> tuple[Point, Point]:
    """Return the two ends of a leader: at the spot and at the box."""
    start = (
        label.x + label.reach * math.cos(turn),
        label.y + label.reach * math.sin(turn),
    )
    end = (min(max(start[0], box[0]), box[2]), min(max(start[1], box[1]), box[3]))
    return start, end


def _is_free(box: Box, taken: list[Box], bounds: Box) -> bool:
    """Whether a box lies within bounds and covers nothing."""
    inside = box[0] >= bounds[0] and box[1] >= bounds[1]
    inside = inside and box[2] <= bounds[2] and box[3] <= bounds[3]
    return inside and not any(overlap(box, other) for other in taken)


def overlap(a: Box, b: Box) -> bool:
    """Whether two boxes share any area."""
    return min(a[2], b[2]) > max(a[0], b[0]) and min(a[3], b[3]) > max(a[1], b[1])


def around(x: float, y: float, wide: float, high: float | None = None) -> Box:
    """Return the box around a centre, with half its width and half its height."""
    high = wide if high is None else high
    return x - wide, y - high, x + wide, y + high


def along(start: Point, end: Point, half: float) -> list[Box]:
    """Return small boxes along a line, from its start to its end."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    count = int(math.hypot(dx, dy) / 5) + 1
    return [
        around(start[0] + dx * n / count, start[1] + dy * n / count, half) for n in range(count + 1)
    ]
