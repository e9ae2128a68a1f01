"""A side's knowledge of enemy hulls from one battle to the next; the book has no rules for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..model import FULL_ROW


@dataclass(frozen=True)
class Track:
    """An enemy hull as a side saw it last, at the end of a battle."""

    hour: int
    ship_class: str = ""
    """Its class; empty while unknown."""
    tons: int = 0
    rows: tuple[int, ...] = ()
    """Rows of armour as seen, ten bits each; empty if never seen."""
    weapons: int = 0
    """Weapons that were disclosed, bits by their row of the class."""
    fate: str = ""
    """`destroyed`, `left`, or empty while it is at large."""
    meetings: int = 1


def is_same(track: Track, sighting: Track) -> bool:
    """IN-AMB-137 Whether a hull is known again: its class and its damaged armour rows agree."""
    if not track.ship_class or track.ship_class != sighting.ship_class or track.fate == "destroyed":
        return False
    return track.rows == sighting.rows and any(row != FULL_ROW for row in track.rows)


def remember(tracks: Sequence[Track], begun: Track, ended: Track) -> tuple[Track, ...]:
    """IN-AMB-137 Enter a hull of a battle: a new track, unless it is known again.

    `begun` is the hull as first seen in the battle, `ended` as last seen.
    """
    for n, track in enumerate(tracks):
        if is_same(track, begun):
            met = replace(ended, meetings=track.meetings + 1)
            return (*tracks[:n], met, *tracks[n + 1 :])
    return (*tracks, ended)
