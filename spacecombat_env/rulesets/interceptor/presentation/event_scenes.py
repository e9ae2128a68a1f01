"""Events on the map, for playback; model/constants/log.py describes their columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from spacecombat_env.core.presentation import scenes
from spacecombat_env.core.presentation.scenes import scene

from ..model import NONE, Event, Target
from .events.columns import at
from .picture_keys import craft_key, missile_key
from .piece_names import Names

Scene = Mapping[str, Any]
EFFECTS = (
    *(Event.SHOT, Event.SHIELD, Event.HIT, Event.DAMAGE, Event.WIDOWED, Event.COMPONENT),
    *(Event.WOUND, Event.TURRET, Event.BLAST, Event.COLLAPSE, Event.STATION, Event.DANGER),
    *(Event.SEEN, Event.ARRIVED, Event.LOCK, Event.FIREWALL, Event.ROCK_HIT),
    *(Event.BERTH_LOST, Event.OBSTACLE, Event.UNLED),
)
"""Events that follow from what was done before."""


def scene_of(names: Names, event: Any) -> Scene | None:
    """Return what an event shows; None for nothing."""
    if event.kind in EFFECTS:
        return scene(scenes.FOLLOW)
    tell = SCENES.get(Event(event.kind))
    return None if tell is None else tell(names, event)


def _craft(names: Names, k: int) -> str | None:
    """Return the key of a ship that the reader knows."""
    key = None if k == NONE else craft_key(names, int(k))
    return None if key is None or key.endswith(f".{NONE}") else key


def _turn(names: Names, event: Any) -> Scene:
    return scene(scenes.MOVE, piece=_craft(names, event.actor))


def _move(names: Names, event: Any) -> Scene:
    return scene(scenes.MOVE, piece=_craft(names, event.actor), path=[at(names, event)])


def _flight(names: Names, event: Any) -> Scene:
    return scene(scenes.FLY, piece=missile_key(names, event.a), path=[at(names, event)])


def _fire(names: Names, event: Any) -> Scene:
    is_craft = Target(event.c % len(Target)) == Target.CRAFT
    to = _craft(names, event.target) if is_craft else None
    return scene(scenes.FIRE, from_=_craft(names, event.actor), to=to)


def _defence(names: Names, event: Any) -> Scene:
    return scene(scenes.DEFEND, from_=_craft(names, event.actor), to=missile_key(names, event.a))


def _launch(names: Names, event: Any) -> Scene:
    return scene(scenes.LAUNCH, from_=_craft(names, event.actor), to=_craft(names, event.target))


def _lose(names: Names, event: Any) -> Scene:
    return scene(scenes.LOSE, piece=_craft(names, event.actor))


TURNS = (
    *(Event.SPEED, Event.PUSHED, Event.TURNED, Event.FACED, Event.ROLLED, Event.STORED),
    *(Event.SAFE_THRUST, Event.MANOEUVRE, Event.ALTITUDE, Event.ASTEROID),
)
"""Parts of a move that change no place."""
LOSSES = (
    *(Event.EXPLODED, Event.LEFT_MAP, Event.ABANDONED, Event.DERELICT, Event.BURNT),
    *(Event.T_SPACE, Event.LOST_AWAY, Event.LEFT_BEHIND, Event.EJECTED),
)
SCENES: dict[Event, Callable[[Names, Any], Scene]] = {
    **dict.fromkeys(TURNS, _turn),
    **dict.fromkeys((Event.MOVED, Event.PLACED, Event.ENTERED, Event.SANK, Event.DRAWN), _move),
    Event.FLEW: _flight,
    Event.FIRE: _fire,
    **dict.fromkeys((Event.INTERCEPTED, Event.GUARD), _defence),
    Event.LAUNCH: _launch,
    **dict.fromkeys(LOSSES, _lose),
}
"""The part of each event in a scene."""
