"""A side's knowledge of enemy hulls from one battle to the next; the book has no rules for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from ..damage.carried import seen_status
from ..model import FULL_ROW, Disclosed, Side, Status


class TrackFate(Enum):
    """The end of a hull as its enemy saw it."""

    AT_LARGE = "at large"
    BROKEN_OFF = "left the map"
    EMPTY = "without a crew"
    DESTROYED = "destroyed"


FATES = {
    Status.BROKEN_OFF: TrackFate.BROKEN_OFF,
    Status.ABANDONED: TrackFate.EMPTY,
    Status.DERELICT: TrackFate.EMPTY,
    Status.WRECK: TrackFate.DESTROYED,
    Status.DESTROYED: TrackFate.DESTROYED,
}


@dataclass(frozen=True)
class Track:
    """An enemy hull as a side saw it last, at the end of a battle."""

    hour: int
    ship_class: str = ""
    """Its class; empty while unknown."""
    tons: int = 0
    """As disclosed, 0 for never."""
    rows: tuple[int, ...] = ()
    """Boxes left of its rows as last seen, ten bits each; 0 for a row never seen."""
    weapons: int = 0
    """Weapons that were disclosed, bits by their row of the class."""
    fate: TrackFate = TrackFate.AT_LARGE
    meetings: int = 1


def is_same(track: Track, sighting: Track) -> bool:
    """IN-AMB-137 Whether a hull is known again: its class and the armour seen earlier agree.

    All boxes that were gone then are gone, and there were some. A hull that was repaired in between
    is not known again.
    """
    known = bool(track.ship_class) and track.ship_class == sighting.ship_class
    if not known or track.fate is TrackFate.DESTROYED:
        return False
    rows = [pair for pair in zip(track.rows, sighting.rows, strict=False) if all(pair)]
    wounds = any(then != FULL_ROW for then, _ in rows)
    return wounds and not any(now & ~then for then, now in rows)


def remember(tracks: Sequence[Track], sighting: Track) -> tuple[Track, ...]:
    """IN-AMB-137 Enter a hull after a battle: a new track, unless it is known again."""
    for n, track in enumerate(tracks):
        if is_same(track, sighting):
            met = replace(sighting, meetings=track.meetings + 1)
            return (*tracks[:n], met, *tracks[n + 1 :])
    return (*tracks, sighting)


def sightings(
    record: Any, rules: Any, classes: Sequence[str], side: Side, hour: int
) -> list[Track]:
    """Return the enemy hulls of a battle as a side knew them at its end.

    `record` and `rules` are the true records; only what they hold as disclosed is read. `classes`
    are the names of the battle's classes.
    """
    half = len(record.craft) // 2
    enemy = Side(1 - side)
    found = []
    for craft in record.craft[enemy * half : (enemy + 1) * half]:
        status = Status(seen_status(record, craft))
        if craft.card and status not in (Status.UNUSED, Status.WAITING, Status.ABOARD):
            fate = FATES.get(status, TrackFate.AT_LARGE)
            found.append(_sighting(record, rules, classes, enemy, craft, hour, fate))
    return found


def _sighting(
    record: Any,
    rules: Any,
    classes: Sequence[str],
    enemy: Side,
    craft: Any,
    hour: int,
    fate: TrackFate,
) -> Track:
    """Return one hull as its enemy knew it; rows only once its class is known."""
    number = int(craft.klass) if int(craft.disclosed) & Disclosed.CLASS else 0
    tons, weapons = int(craft.disclosed_tons), int(craft.disclosed_weapons)
    if not number:
        return Track(hour, tons=tons, weapons=weapons, fate=fate)
    first = int(craft.first_row)
    last = record.last_seen_rows[enemy][first : first + int(rules.classes[number].rows)]
    rows = tuple(int(row) for row in last) if craft.armour_turn else ()
    return Track(hour, classes[number], tons, rows, weapons, fate)
