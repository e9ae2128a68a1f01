"""Events on the map, for playback; model/events.py describes their columns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from spacecombat_env.core.presentation import scenes
from spacecombat_env.core.presentation.scenes import scene

from ..model import NONE, InterceptEvent
from .coordinates import place_text
from .picture_keys import unit_key
from .piece_names import InterceptNames

MOVES = (InterceptEvent.MOVED, InterceptEvent.PLACED)
SETTINGS = (InterceptEvent.POWER, InterceptEvent.POPPED)
EFFECTS = (
    *(InterceptEvent.CONTACT, InterceptEvent.ROLL, InterceptEvent.POSITION),
    *(InterceptEvent.TRACKED, InterceptEvent.GLARE),
)
"""Events that follow from a scan."""


def scene_of(names: InterceptNames, move: list[Any]) -> Mapping[str, Any] | None:
    """Return what an event or the events of a move show; None for nothing."""
    event = move[-1]
    unit = None if event.unit == NONE else unit_key(names, int(event.unit))
    if event.kind in MOVES:
        return scene(scenes.MOVE, piece=unit, path=[place_text(event.a, event.b)])
    if event.kind in SETTINGS:
        return scene(scenes.MOVE, piece=unit)
    if event.kind == InterceptEvent.SCAN:
        return scene(scenes.SCAN, from_=unit)
    if event.kind == InterceptEvent.LAUNCHED:
        return scene(scenes.LAUNCH, to=unit)
    if event.kind == InterceptEvent.GONE:
        return scene(scenes.LOSE, piece=unit)
    return scene(scenes.FOLLOW) if event.kind in EFFECTS else None
