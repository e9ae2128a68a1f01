"""Names on pictures: put where they cover no mark and no other name, or left for a page to put.

A label has a spot, what stands around it, and lines of text. `placed` writes labels into a still
picture: beside their spots, farther off with a leader where there is no room, in brief where there
is none at all, and not where even that would cover something (the spot's title still tells it).
`unplaced` writes them for a page, which knows its scale:

    <g class="label" data-at="x y reach" data-brief="..." data-lines="0TF-1|.Alpha~pt|-Amber"/>

Lines are parted by `|`; the first character is the tone (TONES), after `~` follow damage marks: p
for good, t for a while. Other customs of pictures for pages: `data-k` bears a piece that moves,
`class="mark"` something that names must not cover, `class="way"` a vector, which they keep off.
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
"""Tones that are written bold."""
SIZE, LINE, TICK = 10.5, 12.0, 3.5
"""Of letters, from line to line, and from damage mark to damage mark."""
AWAY = (0.0, 8.0, 18.0, 30.0, 46.0, 66.0, 90.0, 120.0)
"""How far from its spot's marks a label is tried, the nearest first."""
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
        """How wide it is, for a usual sans-serif."""
        marks = 3 + TICK * len(self.damage) if self.damage else 0
        return text_width(self.text, self.tone in BOLD) + marks

    def coded(self) -> str:
        """Return it as in `data-lines`."""
        text = self.text.replace("|", "/").replace("~", "-")
        return f"{self.tone}{text}" + (f"~{self.damage}" if self.damage else "")

    def written(self, y: float) -> str:
        """Return it at a height, beginning at 0."""
        bold = self.tone in BOLD
        name = svg_text(0, y, self.text, SIZE, TONES[self.tone], bold=bold)
        return name + ticks(text_width(self.text, bold) + 3, y, self.damage)


class Label(NamedTuple):
    """Lines of text about a spot."""

    x: float
    y: float
    reach: float
    """How far what stands at the spot extends."""
    lines: tuple[LabelLine, ...]
    brief: LabelLine
    """What is written where there is no room for all."""


def text_width(text: str, bold: bool = False) -> float:
    """Return about how wide a text is, never less than in a usual sans-serif."""
    shares = (
        0.36 if c in NARROW else 0.92 if c in WIDE else 0.73 if c.isupper() else 0.58 for c in text
    )
    return SIZE * sum(shares) * (1.06 if bold else 1.0)


def ticks(x: float, y: float, damage: str) -> str:
    """Return a mark for each damage result: red for good, amber for a while."""
    return "".join(
        f'<rect x="{number(x + TICK * n)}" y="{number(y - 7)}" width="2.4" height="7" rx="0.6" '
        f'fill="{RED if kind == "p" else AMBER}"/>'
        for n, kind in enumerate(damage)
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
        yield _written(lines, box, start, end)


def _written(lines: tuple[LabelLine, ...], box: Box, start: Point, end: Point) -> str:
    """Return a label in its box, with a leader where it stands off."""
    leader = line(start, end, DIM, 0.7, 0.7) if start != end else ""
    place = f'transform="translate({number(box[0])} {number(box[1])})"'
    text = "".join(each.written(LINE * (n + 0.8)) for n, each in enumerate(lines))
    return f'<g class="label">{leader}<g {place}>{text}</g></g>'


def _room(
    label: Label, lines: tuple[LabelLine, ...], taken: list[Box], bounds: Box
) -> tuple[Box, Point, Point] | None:
    """Return the nearest free box for some lines, and the ends of its leader, if there is any."""
    width, height = max(each.width for each in lines), LINE * len(lines)
    for away in AWAY:
        for turn in _turns():
            box = beside(label, away, turn, width, height)
            if not _is_free(box, taken, bounds):
                continue
            start, end = _leader(label, box, turn)
            if away < 12:
                return box, start, start
            if all(not any(overlap(a, b) for b in taken) for a in along(start, end, 1.0)):
                return box, start, end
    return None


def _turns() -> list[float]:
    """Return the directions in which room is looked for, level ones first."""
    angles = [2 * math.pi * n / ANGLES for n in range(ANGLES)]
    return sorted(angles, key=lambda angle: (round(abs(math.sin(angle)), 3), math.cos(angle) < 0))


def beside(label: Label, away: float, turn: float, width: float, height: float) -> Box:
    """Return the box of a label that lies in a direction, `away` from what stands at its spot."""
    dx, dy = math.cos(turn), math.sin(turn)
    x, y = label.x + (label.reach + away) * dx, label.y + (label.reach + away) * dy
    left = x - width * (0.5 - 0.5 * dx if abs(dx) < 0.9 else (dx < 0))
    top = y - height * (0.5 - 0.5 * dy)
    return left, top, left + width, top + height


def _leader(label: Label, box: Box, turn: float) -> tuple[Point, Point]:
    """Return where a leader begins at the spot and where it meets the box."""
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
    """Return the box of something centred at a place, half as wide and high as given."""
    high = wide if high is None else high
    return x - wide, y - high, x + wide, y + high


def along(start: Point, end: Point, half: float) -> list[Box]:
    """Return small boxes along a line, from its start to its end."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    count = int(math.hypot(dx, dy) / 5) + 1
    return [
        around(start[0] + dx * n / count, start[1] + dy * n / count, half) for n in range(count + 1)
    ]
