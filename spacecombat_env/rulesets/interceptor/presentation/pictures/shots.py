"""Recent events on the map: ways flown, fire, missiles, hits, explosions."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from spacecombat_env.core.presentation.labels import around
from spacecombat_env.core.presentation.svg import (
    AMBER,
    BRIGHT,
    CYAN,
    DIM,
    FLASH,
    PALE,
    Point,
    line,
    number,
    svg_text,
)

from ...model import DIRECTIONS, NONE, Event, Target
from .scene import Scene
from .shapes import burst, side_mark
from .tracks import Hex, Tracks

STRUCK = 17.5
"""Distance from the centre of a hex at which the facing struck is drawn."""
LARGEST = 26.0
"""Radius of the largest burst."""
FATES = {
    Event.INTERCEPTED: ("d", "shot down", "missed"),
    Event.GUARD: ("e", "stopped", "not stopped"),
    Event.OBSTACLE: ("d", "lost", "clear"),
}
"""Fates of missiles: the column of the event that decides, and texts."""


class Volley(NamedTuple):
    """Fire of one ship at a target."""

    n: int
    """Number of its event."""
    actor: int
    target: int
    kind: int
    range: int
    shots: list[Any]
    shields: list[Any]
    rocks: list[Hex]
    """Hexes of asteroids that it has hit."""


def event_marks(scene: Scene, since: int | None) -> Iterator[str]:
    """Yield the marks of events from number `since` on."""
    tracks = Tracks(scene.names, since)
    for k, way in tracks.ways():
        yield _trail(scene, tracks, k, way)
    yield from _flights(scene, tracks)
    for volley in _volleys(tracks):
        yield from _volley(scene, tracks, volley)
    for n, event in enumerate(tracks.events):
        yield from _mark(scene, tracks, n, event)


def _trail(scene: Scene, tracks: Tracks, k: int, way: list[Hex]) -> str:
    """Return the hexes of a move, with a dot where it turned."""
    points = [scene.board.at(*hex) for hex in way]
    color = BRIGHT[scene.names.side(k)]
    joined = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    dots = "".join(
        f'<circle cx="{number(x)}" cy="{number(y)}" r="2.6"/>'
        for x, y in dict.fromkeys(scene.board.at(*hex) for hex in tracks.bends.get(k, []))
    )
    return (
        f'<g class="shot" opacity="0.75"><path d="M{joined}" fill="none" stroke="{color}" '
        f'stroke-width="2" stroke-dasharray="1 5" stroke-linecap="round"/>'
        f'<g fill="{color}">{dots}</g></g>'
    )


# --- fire ----------------------------------------------------------------------------------------


def _volleys(tracks: Tracks) -> Iterator[Volley]:
    """Yield the volleys, each with its shots and the result of shields."""
    found: list[Volley] = []
    for n, event in enumerate(tracks.events):
        if event.kind == Event.FIRE:
            found.append(Volley(n, event.actor, event.target, event.c, event.d, [], [], []))
        elif event.kind == Event.SHOT:
            mine = [volley for volley in found if volley.actor == event.actor]
            if not mine or mine[-1].target != event.target:
                mine = [Volley(n, event.actor, event.target, Target.CRAFT, 0, [], [], [])]
                found += mine
            mine[-1].shots.append(event)
        elif event.kind == Event.SHIELD:
            at = [volley for volley in found if volley.target == event.target]
            if at:
                at[-1].shields.append(event)
        elif event.kind == Event.ROCK_HIT and found and found[-1].kind == Target.ROCK:
            found[-1].rocks.append((event.c, event.d))
    yield from found


def _volley(scene: Scene, tracks: Tracks, volley: Volley) -> Iterator[str]:
    """Yield the line of fire, and the facing that it struck."""
    end = _end(scene, tracks, volley)
    if volley.actor == NONE or end is None:
        return
    start = scene.board.at(*tracks.place(volley.actor, volley.n))
    side = scene.names.side(volley.actor)
    hits = sum(bool(shot.e) for shot in volley.shots)
    tooltip = escape(_tooltip(scene, volley, hits))
    if not volley.shots or hits == 0:
        svg = line(start, end, BRIGHT[side], 1.3, 0.8, "5 4")
    else:
        svg = line(start, end, BRIGHT[side], 5, 0.25) + line(start, end, PALE[side], 1.6, 0.95)
    count = ""
    if volley.shots:
        x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        if math.dist(start, end) > 40:
            scene.marks.append(around(x, y, 12, 7))
            count = f"{hits}/{len(volley.shots)}"
            yield svg_text(x, y - 3, count, 11, PALE[side], "middle", bold=True)
    yield f'<g class="shot"><title>{tooltip}</title>{svg}</g>'
    struck = {int(shot.f) for shot in volley.shots if shot.e}
    held = {int(shield.e) for shield in volley.shields if not shield.d}
    passed = {int(shield.e) for shield in volley.shields if shield.d}
    if volley.kind == Target.CRAFT:
        for facing in sorted(struck | held | passed):
            yield _struck(scene, volley.target, facing, end, facing in held - passed)


def _tooltip(scene: Scene, volley: Volley, hits: int) -> str:
    """Return the tooltip of a line of fire."""
    names = scene.names
    target = names.craft(volley.target) if volley.kind == Target.CRAFT else "an asteroid"
    text = f"{names.craft(volley.actor)} fires at {target}"
    text += f", range {volley.range}" if volley.range else ""
    return f"{text}: {hits} of {len(volley.shots)} hit" if volley.shots else text


def _end(scene: Scene, tracks: Tracks, volley: Volley) -> Point | None:
    """Return where a volley ends, if that is disclosed."""
    if volley.rocks:
        return scene.board.at(*volley.rocks[0])
    if volley.target == NONE:
        return None
    if volley.kind == Target.CRAFT:
        return scene.board.at(*tracks.place(volley.target, volley.n))
    return None


def _struck(scene: Scene, k: int, facing: int, end: Point, held: bool) -> str:
    """IN-DIR-08, IN-MOV-09 Return the hexside of a ship that was struck."""
    craft = scene.state.craft[k]
    side = (DIRECTIONS - facing) % DIRECTIONS if craft.rolled else facing
    turn = math.radians(scene.board.turn(int(craft.facing) + side))
    points = [
        (end[0] + STRUCK * math.sin(turn + bend), end[1] - STRUCK * math.cos(turn + bend))
        for bend in (-math.pi / 6, math.pi / 6)
    ]
    return f'<g class="shot mark">{side_mark(points[0], points[1], held)}</g>'


# --- missiles ------------------------------------------------------------------------------------


def _flights(scene: Scene, tracks: Tracks) -> Iterator[str]:
    """Yield the ways of missiles, from the ship that launched them."""
    ways: dict[int, list[Point]] = {}
    for n, event in enumerate(tracks.events):
        if event.kind == Event.LAUNCH and event.actor != NONE:
            ways[event.a] = [scene.board.at(*tracks.place(event.actor, n))]
        elif event.kind == Event.FLEW:
            ways.setdefault(event.a, []).append(scene.board.at(event.c, event.d))
        elif event.kind == Event.ARRIVED and event.target != NONE:
            ways.setdefault(event.a, []).append(scene.board.at(*tracks.place(event.target, n)))
    half = len(scene.state.missile) // 2
    for n, points in ways.items():
        if len(points) < 2:
            continue
        color = PALE[n // half]
        joined = "L".join(f"{number(x)} {number(y)}" for x, y in points)
        dots = "".join(
            f'<circle cx="{number(x)}" cy="{number(y)}" r="1.8"/>' for x, y in points[1:]
        )
        yield (
            f'<g class="shot"><path d="M{joined}" fill="none" stroke="{color}" '
            f'stroke-width="1.3"/><g fill="{color}">{dots}</g></g>'
        )


# --- marks ---------------------------------------------------------------------------------------


def _mark(scene: Scene, tracks: Tracks, n: int, event: Any) -> Iterator[str]:
    """Yield the mark of an event at one place."""
    kind = event.kind
    if kind == Event.HIT and event.target != NONE:
        at = scene.board.at(*tracks.place(event.target, n))
        yield _burst(scene, at, 8 + min(abs(event.a), 30) / 2)
    elif kind in (Event.EXPLODED, Event.COLLIDED) and event.actor != NONE:
        at = scene.board.at(*tracks.place(event.actor, n))
        yield from _rings(scene, at) if kind == Event.EXPLODED else ()
        yield _burst(scene, at, LARGEST)
    elif kind == Event.ASTEROID and event.actor != NONE:
        at = scene.board.at(*tracks.place(event.actor, n))
        yield _burst(scene, at, LARGEST) if event.d else _circle(scene, at, 16, DIM)
    elif kind == Event.DECOY:
        yield _circle(scene, scene.board.at(event.c, event.d), 9, CYAN)
    elif kind == Event.SEEN and event.target != NONE:
        yield _circle(scene, scene.board.at(*tracks.place(event.target, n)), 18.5, CYAN)
    elif kind in FATES:
        yield from _fate(scene, event)


def _fate(scene: Scene, event: Any) -> Iterator[str]:
    """Yield the fate of a missile at its place."""
    column, lost, survived = FATES[event.kind]
    missile = scene.state.missile[event.a] if 0 <= event.a < len(scene.state.missile) else None
    if missile is None or not (missile.q or missile.r):
        return
    at, gone = scene.board.at(missile.q, missile.r), bool(getattr(event, column))
    title = f"<title>{lost if gone else survived}</title>"
    x, y = number(at[0]), number(at[1])
    if gone:
        cross = f'<path d="M-6 -6L6 6M6 -6L-6 6" stroke="{AMBER}" stroke-width="2"/>'
        yield f'<g class="shot mark" transform="translate({x} {y})">{title}{cross}</g>'
    else:
        yield _circle(scene, at, 8, DIM)


def _burst(scene: Scene, at: Point, size: float) -> str:
    """Return a burst."""
    scene.marks.append(around(*at, size))
    place = f"translate({number(at[0])} {number(at[1])})"
    return f'<g class="shot mark" transform="{place}">{burst(size, 0.7)}</g>'


def _circle(scene: Scene, at: Point, radius: float, color: str) -> str:
    """Return a ring."""
    scene.marks.append(around(*at, radius))
    return (
        f'<circle class="shot mark" cx="{number(at[0])}" cy="{number(at[1])}" '
        f'r="{number(radius)}" fill="none" stroke="{color}" stroke-width="1.4" opacity="0.9"/>'
    )


def _rings(scene: Scene, at: Point) -> Iterator[str]:
    """IN-DES-02 Yield the hexes that an explosion reaches."""
    for radius in (18.0, 52.0, 86.0):
        yield (
            f'<circle class="shot" cx="{number(at[0])}" cy="{number(at[1])}" '
            f'r="{number(radius)}" fill="none" stroke="{FLASH}" stroke-width="1.6" '
            f'opacity="{0.9 - radius / 130:.2f}"/>'
        )
