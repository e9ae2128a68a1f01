"""Events on the map, for playback; events/ describes their columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from spacecombat_env.core.presentation import scenes
from spacecombat_env.core.presentation.perspective import is_own
from spacecombat_env.core.presentation.scenes import scene

from ..model import NONE, Event
from .coordinates import hex_number
from .events.columns import UNDISCLOSED, contact_in
from .events.movement import ends_on_map
from .picture_keys import craft_key, spread_key
from .piece_names import Names

Scene = Mapping[str, Any]
EFFECTS = (
    *(Event.DETECTED, Event.SHADOW, Event.SCREENED, Event.DAMAGE, Event.MARKER, Event.TASK),
    *(Event.GLOBE_ABSORBS, Event.JUMP_RESERVE, Event.FORCE_REMOVED, Event.SPREAD_GONE),
    *(Event.TUMBLE, Event.FLICKER, Event.DAMPED),
)
"""Events that follow from what was done before."""


def scene_of(names: Names, group: list[Any]) -> Scene | None:
    """Return what a group of events shows; None for nothing."""
    event = group[-1]
    if event.kind in EFFECTS:
        return scene(scenes.FOLLOW)
    tell = SCENES.get(Event(event.kind))
    return None if tell is None else tell(names, event)


def _force(names: Names, event: Any, column: str = "target") -> str | None:
    """Return the key of a task force as it was known at the event."""
    index = int(getattr(event, column))
    if index == NONE:
        return None
    side = index // names.slots[1]
    number = index if is_own(names.seat, side) else contact_in(event, column)
    return None if number == NONE else f"f{side}.{number}"


def _craft(names: Names, index: int) -> str | None:
    """Return the key of a craft's counter."""
    return None if index == NONE else craft_key(names, index)


def _spread(names: Names, index: int) -> str | None:
    """Return the key of a spread."""
    return None if index == NONE else spread_key(names, index)


def _move(names: Names, event: Any) -> Scene:
    path = [hex_number(event.a, event.b)] if ends_on_map(names, event) else None
    return scene(scenes.MOVE, piece=_force(names, event), path=path)


def _fly(names: Names, event: Any) -> Scene:
    path = [hex_number(event.a, event.b)]
    return scene(scenes.FLY, piece=_spread(names, int(event.actor)), path=path)


def _aimed_at(names: Names, event: Any) -> str | None:
    """Return the key of what a sensor is aimed at."""
    return _spread(names, int(event.c)) if event.c != NONE else _force(names, event)


def _seeker(names: Names, event: Any) -> str | None:
    """Return the key of who scans or locks; column actor is a task force of the enemy's."""
    if is_own(names.seat, event.side):
        return _craft(names, int(event.actor))
    return _force(names, event, "actor")


def _scan(names: Names, event: Any) -> Scene:
    return scene(scenes.SCAN, from_=_seeker(names, event), to=_aimed_at(names, event))


def _lock(names: Names, event: Any) -> Scene:
    names.aimed[int(event.side)] = _aimed_at(names, event)
    return scene(scenes.AIM, from_=_seeker(names, event), to=_aimed_at(names, event))


def _overpower(names: Names, event: Any) -> Scene:
    return scene(scenes.AIM, from_=_craft(names, int(event.actor)))


def _jam(names: Names, event: Any) -> Scene:
    return scene(scenes.JAM, to=_force(names, event))


def _fire(names: Names, event: Any) -> Scene:
    to = _craft(names, int(event.target)) or names.aimed.get(int(event.side))
    hits = None if event.b == UNDISCLOSED else int(event.b)
    return scene(scenes.FIRE, from_=_force(names, event, "c"), to=to, hits=hits)


def _defense_fire(names: Names, event: Any) -> Scene:
    to = _spread(names, int(event.target))
    return scene(scenes.DEFEND, from_=_force(names, event, "actor"), to=to, hits=int(event.b))


def _missiles_fire(names: Names, event: Any) -> Scene:
    hits = None if event.b == UNDISCLOSED else int(event.b)
    from_, to = _spread(names, int(event.actor)), _craft(names, int(event.target))
    return scene(scenes.FIRE, from_=from_, to=to, hits=hits)


def _launch(names: Names, event: Any) -> Scene:
    to = _spread(names, int(event.target))
    return scene(scenes.LAUNCH, from_=_craft(names, int(event.actor)), to=to)


def _lose(names: Names, event: Any) -> Scene:
    return scene(scenes.LOSE, piece=_craft(names, int(event.actor)))


SCENES: dict[Event, Callable[[Names, Any], Scene]] = {
    Event.MOVE: _move,
    Event.SPREAD_MOVE: _fly,
    Event.SPREAD_ATTACK: _fly,
    Event.SCAN: _scan,
    Event.JAMMED: _jam,
    Event.LOCK: _lock,
    **dict.fromkeys((Event.OVERPOWER, Event.OVERLOAD), _overpower),
    Event.FIRE: _fire,
    Event.DEFENSE_FIRE: _defense_fire,
    Event.MISSILES_FIRE: _missiles_fire,
    Event.LAUNCH_MISSILES: _launch,
    **dict.fromkeys((Event.DESTROYED, Event.LEFT_MAP, Event.DRONE_LOST), _lose),
    Event.CAPTURED: _lose,
}
"""The part of each event in a scene."""
