"""Which pieces an event, or the position itself, opens to the eye: slots for kit/allowed.py.

`records` are the two records of the twins as the watcher may know them; without them nothing of
the position is open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from spacecombat_env.rulesets.battle_rider.model import Decision
from spacecombat_env.rulesets.interceptor.model import Phase, Rock, steps_between

BLAST_REACH = 1
"""Hexes at which a blast destroys crews in space (IN-DES-02, 05)."""

# --- pieces of an event --------------------------------------------------------------------------


def in_column(column: str) -> Callable[[Any, Sequence[Any]], list[int]]:
    """Return what finds the piece that an event names in a column."""
    return lambda event, records: [int(event[column])]


def searchers_for(event: Any, records: Sequence[Any]) -> list[int]:
    """Return craft whose searches differ in the task force that is found alone (BR-DET-03)."""
    if not records:
        return []
    one, other = (record["craft"]["tried"] for record in records)
    bit = 1 << int(event["target"]) % (len(records[0]["tf"]) // 2)
    return [k for k in range(len(one)) if not ((one[k] ^ other[k]) & ~bit).any()]


def side_of_actor(event: Any, records: Sequence[Any]) -> list[int]:
    """Return the side of the craft that acts in an event."""
    return [2 * int(event["actor"]) // len(records[0]["craft"])] if records else []


def side_of_target(event: Any, records: Sequence[Any]) -> list[int]:
    """Return the side of the craft that an event has for a target."""
    return [2 * int(event["target"]) // len(records[0]["craft"])] if records else []


def spreads_of(event: Any, records: Sequence[Any]) -> Iterable[int]:
    """Return the spreads of the side whose spread moves: it may be divided (BR-MIS-12)."""
    if not records:
        return []
    half = len(records[0]["spread"]) // 2
    first = int(event["actor"]) // half * half
    return range(first, first + half)


def crews_in_blast(event: Any, records: Sequence[Any]) -> list[int]:
    """Return crews in space that lie in the area of a blast in either record (IN-DES-05)."""
    return [
        n
        for n in crews(records)
        if any(_is_near(record["adrift"][n], record["craft"][event["actor"]]) for record in records)
    ]


def _is_near(crew: Any, craft: Any) -> bool:
    """Whether a crew is within reach of the blast of a craft."""
    return bool(steps_between(crew, craft) <= BLAST_REACH)


def rocks_struck(event: Any, records: Sequence[Any]) -> list[int]:
    """Return the asteroids that lie, in both records, where an event hit one (IN-AST-05)."""
    wanted = Rock.ASTEROID, int(event["c"]), int(event["d"])
    return [
        n
        for n in range(len(records[0]["rock"]) if records else 0)
        if all(_kind_and_place(record["rock"][n]) == wanted for record in records)
    ]


def _kind_and_place(rock: Any) -> tuple[int, int, int]:
    """Return what a rock is, and its hex."""
    return int(rock["kind"]), int(rock["q"]), int(rock["r"])


# --- the position --------------------------------------------------------------------------------


def crews(records: Sequence[Any]) -> range:
    """Return the slots of crews in space."""
    return range(len(records[0]["adrift"]) if records else 0)


def crews_lost_on_rocks(records: Sequence[Any]) -> list[int]:
    """Return crews of whom more have died in one record, in the hex of an asteroid or a wreck.

    The die of each is public, but keyed by who it is, which is not (IN-ABN-06).
    """
    found = []
    for n in crews(records):
        crew = min((record["adrift"][n] for record in records), key=lambda each: each["people"])
        more = max(int(record["adrift"][n]["people"]) for record in records)
        record = min(records, key=lambda each: int(each["adrift"][n]["people"]))
        if int(crew["people"]) < more and _is_on_rock(record, crew):
            found.append(n)
    return found


def _is_on_rock(record: Any, crew: Any) -> bool:
    """Whether an asteroid or a wreck lies in the hex of a crew."""
    return any(
        int(rock["kind"]) != Rock.NONE and steps_between(rock, crew) == 0 for rock in record["rock"]
    )


def crews_that_steer(records: Sequence[Any]) -> list[int]:
    """Return crews that have moved in one record alone, while pieces drift.

    Those with thrust left move first (IN-AMB-94), onto a rock or off the map as well.
    """
    if any(int(record["phase"]) != Phase.DRIFTING for record in records):
        return []
    return [
        n for n in crews(records) if len({int(each["adrift"][n]["moved"]) for each in records}) > 1
    ]


def ships_that_cast_sand(records: Sequence[Any]) -> list[int]:
    """Return the place of a ship under fire that has cast as much sand at other hexsides.

    Its owner, who is asked for more, knows by which hexsides the fire comes (BR-BAT-02, BR-AMB-70).
    """
    if any(int(record["decision"]) != Decision.SAND_NUMBER for record in records) or not records:
        return []
    places = {_place_of(record, int(record["volley"]["target"])) for record in records}
    one, other = (record["battery_sand"] for record in records)
    return [n for n in places if (one[n] != other[n]).any() and one[n].sum() == other[n].sum()]


def _place_of(record: Any, craft: int) -> int:
    """Return the number of a craft on its side."""
    return craft % (len(record["craft"]) // 2)


def sides_that_cast_sand(records: Sequence[Any]) -> list[int]:
    """Return the side of such a ship."""
    return [int(records[0]["seat"])] if ships_that_cast_sand(records) else []
