"""Parts of scenes: an event on the map, for playback (web/board/scenes.js).

A scene is one actor who does one thing to one target. Each rule set tells which events take part in
one, from the redacted event and the names of its reader, as it does for the sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = [
    "AIM",
    "DEFEND",
    "FIRE",
    "FLY",
    "FOLLOW",
    "JAM",
    "LAUNCH",
    "LOSE",
    "MOVE",
    "SCAN",
    "scene",
]

MOVE, SCAN, JAM, AIM, FIRE, DEFEND, LAUNCH, FLY, FOLLOW, LOSE = (
    "move",
    "scan",
    "jam",
    "aim",
    "fire",
    "defend",
    "launch",
    "fly",
    "follow",
    "lose",
)
"""Deeds: JAM and AIM prepare a scan or fire, DEFEND is fire at missiles, FLY their flight,
FOLLOW an effect of what was done before."""


def scene(does: str, **fields: Any) -> Mapping[str, Any]:
    """Return a part of a scene, without the fields that the reader does not know (None).

    `piece` moves or is lost, along the places of `path`; `from` acts and `to` is its target (keys
    of pieces; `from_` here), with this many `hits`.
    """
    known = {name.rstrip("_"): value for name, value in fields.items() if value is not None}
    return {"does": does, **known}
