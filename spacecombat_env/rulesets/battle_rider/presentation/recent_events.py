"""Recent events on the map: beams, locks, sightings and hits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from spacecombat_env.core.presentation.labels import around
from spacecombat_env.core.presentation.perspective import is_own
from spacecombat_env.core.presentation.svg import BRIGHT, CYAN, PALE, line, number

from ..model import NONE, CraftStatus, Event, Grade, Phase
from .game_log import events
from .pictures.scene import Scene


def recent_events(scene: Scene, since: int | None) -> Iterator[str]:
    """Yield beams, locks, sightings and hits."""
    first = _round_start(scene) if since is None else since
    aimed = NONE
    for event in events(scene.state, scene.names.seat, first):
        if event.kind == Event.FIRE:
            yield from _shot(scene, event, aimed)
        elif event.kind in (Event.SCAN, Event.LOCK):
            aimed = event.target
            yield from _sensor(scene, event)
        elif event.kind == Event.DETECTED:
            yield from _sighting(scene, event)
        elif event.kind == Event.MISSILES_FIRE and event.b:
            place = _craft_place(scene, event.target)
            yield from [scene.burst(*place, 19, 0.9)] if place else []


def _round_start(scene: Scene) -> int:
    """Return the number of the event with which the present round began."""
    found = [event.kind == Event.ROUND for event in events(scene.state, -2, 0)]
    count = scene.state.log_count
    if scene.state.phase != Phase.OPERATIONS or True not in found:
        return count
    return count - found[::-1].index(True)


def _shot(scene: Scene, event: Any, aimed: int) -> Iterator[str]:
    """Yield the beams of one ship at another; `aimed` is the task force it locked on."""
    start = scene.places.get(event.c)
    end = _craft_place(scene, event.target, aimed)
    if start is None or end is None:
        return
    color = BRIGHT[event.side]
    glow, core = line(start, end, color, 5, 0.22), line(start, end, PALE[event.side], 1.3, 0.9)
    yield f'<g class="shot">{glow}{core}</g>'
    if event.b:
        yield scene.burst(*end, 15 + min(event.b, 8) / 2, 0.85)


def _craft_place(scene: Scene, index: int, aimed: int = NONE) -> tuple[float, float] | None:
    """Return the place of a ship, or its last one if destroyed, where it is certain."""
    if index == NONE:
        return None
    craft = scene.state.craft[index]
    if craft.status == CraftStatus.IN_FORCE and craft.tf != NONE:
        return scene.places.get(craft.tf)
    if aimed in scene.places:
        return scene.places[aimed]
    fresh = [marker for marker in scene.state.whiteout if marker.timer == 2]
    return scene.board.at(fresh[0].q, fresh[0].r) if len(fresh) == 1 else None


def _sensor(scene: Scene, event: Any) -> Iterator[str]:
    """Yield the line of a sensor attempt, where both of its ends are known."""
    in_full = is_own(scene.names.seat, event.side)
    force = scene.state.craft[event.actor].tf if in_full and event.actor >= 0 else event.actor
    start, end = scene.places.get(force), scene.places.get(event.target)
    if event.c != NONE and scene.state.spread[event.c].count > 0:
        end = scene.board.at(scene.state.spread[event.c].q, scene.state.spread[event.c].r)
    if start is None or end is None or force == NONE:
        return
    faint = 0.3 if event.b == Grade.FAILURE else 0.8
    yield line(start, end, CYAN, 0.9, faint, "5 4")


def _sighting(scene: Scene, event: Any) -> Iterator[str]:
    """Yield a ring around a detected piece."""
    place = None
    if event.actor != NONE:
        place = _craft_place(scene, event.actor)
    elif scene.state.spread[event.target].count > 0:
        spread = scene.state.spread[event.target]
        place = scene.board.at(spread.q, spread.r)
    if place is not None:
        scene.marks.append(around(*place, 17.5))
        yield (
            f'<circle class="mark" cx="{number(place[0])}" cy="{number(place[1])}" r="16.5" '
            f'fill="none" stroke="{CYAN}" stroke-width="1.6" opacity="0.9"/>'
        )
