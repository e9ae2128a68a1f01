"""Scans in pictures: their areas, their finds, and their labels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.sax.saxutils import escape

from spacecombat_env.core.presentation.labels import Label, LabelLine, around
from spacecombat_env.core.presentation.perspective import SIDES, UMPIRE, logged_events
from spacecombat_env.core.presentation.svg import AMBER, BRIGHT, Point, number, question_mark

from ...model import NONE, InterceptEvent, Result, Sensor
from ..coordinates import area_text
from ..views.known_pieces import scans
from .board import Area, shade
from .scene import InterceptScene
from .shapes import circle, cross

FADING = (0.6, 0.4, 0.22)
"""Opacity of own scans of the last turns."""
SHORT = ("VIS", "IR", "RAD", "NEU", "MASS")
"""Kinds of scan, abbreviated for the map."""


def earlier_scans(scene: InterceptScene) -> Iterator[str]:
    """Yield the outlines of the reader's own scans of earlier turns."""
    if scene.names.seat == UMPIRE:
        return
    for scan in scans(scene.names, scene.names.seat):
        age = scene.state.turn - scan.turn
        if 1 <= age <= len(FADING):
            color = AMBER if scan.finds else BRIGHT[scene.names.seat]
            yield from _outline(scene, scan, color, FADING[age - 1])


def _outline(scene: InterceptScene, scan: Any, color: str, opacity: float) -> Iterator[str]:
    """Yield a scan's edge."""
    area = scene.board.area(scan.left, scan.top, scan.side, scan.side)
    if area:
        more = f' stroke="{color}" stroke-dasharray="2 3" opacity="{opacity:g}"'
        yield shade(area, color, 0, more)


def present_scans(scene: InterceptScene, since: int | None) -> Iterator[str]:
    """Yield the scans of this turn; those from event `since` on are drawn more strongly."""
    fresh = _fresh(scene, since)
    for side, scan in _scans_of_turn(scene):
        is_fresh = since is None or (side, scan.sensor, scan.left, scan.top) in fresh
        yield from _present_scan(scene, side, scan, is_fresh)


def _fresh(scene: InterceptScene, since: int | None) -> set[tuple[int, ...]]:
    """Return side, kind and corner of the scans announced since an event."""
    return {
        (event.side, event.a, event.b, event.c)
        for event in logged_events(scene.state, since or 0)
        if event.kind == InterceptEvent.SCAN
    }


def _present_scan(scene: InterceptScene, side: int, scan: Any, fresh: bool) -> Iterator[str]:
    """Yield a scan's area."""
    area = scene.board.area(scan.left, scan.top, scan.side, scan.side)
    if area is None:
        return
    color = BRIGHT[side]
    opacity = 0.16 if fresh else 0.09
    edge = f' stroke="{color}" stroke-width="1.5" stroke-opacity="{0.95 if fresh else 0.6:g}"'
    label = f"<title>{escape(_scan_tooltip(scene, side, scan))}</title>"
    yield f'<g class="shot">{label}{shade(area, color, opacity, edge)}</g>'


def _scan_tooltip(scene: InterceptScene, side: int, scan: Any) -> str:
    """Return the tooltip of a scan."""
    option = scene.names.option
    who = SIDES[side] if scan.unit == NONE else scene.names.unit(scan.unit)
    area = area_text(scan.left, scan.top, scan.side, option.columns, option.rows)
    return f"{who}: {Sensor(scan.sensor).name.lower()} scan of {area}"


def findings(scene: InterceptScene) -> Iterator[str]:
    """Yield the finds of the scans of this turn."""
    for side, scan in _scans_of_turn(scene):
        yield from _marks(scene, side, scan)


def _scans_of_turn(scene: InterceptScene) -> Iterator[tuple[int, Any]]:
    """Yield the scans of this turn with their sides."""
    for side in range(2):
        for scan in scans(scene.names, side):
            if scan.turn == scene.state.turn and scene.state.turn:
                yield side, scan


def _marks(scene: InterceptScene, side: int, scan: Any) -> Iterator[str]:
    """Yield a question mark for contacts, a cross for each position, a ring for each track."""
    area = scene.board.area(scan.left, scan.top, scan.side, scan.side)
    found = scan.find[: scan.finds]
    contacts = [find for find in found if find.result == Result.CONTACT]
    if contacts and area:
        size = min(max(16.0, min(area[2], area[3]) * 0.4), 40.0)
        x, y = area[0] + area[2] / 2, area[1] + area[3] / 2
        scene.marks.append(around(x, y, size * 0.35, size * 0.6))
        yield f'<g class="shot mark" opacity="0.7">{question_mark(x, y, size, AMBER)}</g>'
    for find in found:
        if find.result != Result.CONTACT:
            x, y = scene.board.at(find.x, find.y)
            tracked = find.result == Result.TRACKED
            mark = circle(BRIGHT[side], 14, 0.55) if tracked else cross(AMBER, 7)
            scene.marks.append(around(x, y, 15 if tracked else 9))
            place = f"translate({number(x)} {number(y)})"
            yield f'<g class="shot mark" transform="{place}">{mark}</g>'


def scan_labels(scene: InterceptScene) -> list[Label]:
    """Return the labels of the scans of this turn."""
    found = _scans_of_turn(scene)
    return [label for side, scan in found for label in _scan_label(scene, side, scan)]


def _scan_label(scene: InterceptScene, side: int, scan: Any) -> Iterator[Label]:
    """Yield kind, strength and outcome of a scan, at a corner of its area."""
    area = scene.board.area(scan.left, scan.top, scan.side, scan.side)
    if area is None:
        return
    kind = f"{SHORT[scan.sensor]} {scan.strength:+d}"
    text = f"{kind} in glare" if scan.glare else kind
    results = result_text(scan)
    tone = "a" if results else "rb"[side]
    label = LabelLine(f"{text}: {results}" if results else text, tone)
    yield Label(*_corner(scene, area), 0.0, (label,), LabelLine(kind, tone))


def _corner(scene: InterceptScene, area: Area) -> Point:
    """Return a corner of a scan's area without another label, if there is one."""
    x, y, w, h = area
    corners = [(x + 5, y), (x + w - 5, y), (x + 5, y + h), (x + w - 5, y + h)]
    free = [corner for corner in corners if corner not in scene.corners_named]
    scene.corners_named.append((free or corners)[0])
    return scene.corners_named[-1]


def result_text(scan: Any) -> str:
    """Return the answers to a scan: `contact 3, tracked 12`, with their signals."""
    found = scan.find[: scan.finds]
    return ", ".join(f"{Result(find.result).name.lower()} {find.signal}" for find in found)
