"""Which pieces an event, or the position itself, opens to the eye: slots for kit/allowed.py.

`records` are the two records of the twins as the watcher may know them; without them nothing of
the position is open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from spacecombat_env.rulesets.battle_rider.model import NONE, CraftStatus, Decision
from spacecombat_env.rulesets.battle_rider.model.constants.log import Event as Fleet
from spacecombat_env.rulesets.interceptor.model import Event as Fight
from spacecombat_env.rulesets.interceptor.model import Look
from spacecombat_env.rulesets.interceptor.planet.altitude import Ascent

ABOARD = int(CraftStatus.ABOARD)

# --- pieces of an event --------------------------------------------------------------------------


def in_column(column: str) -> Callable[[Any, Sequence[Any]], list[int]]:
    """Return what finds the piece that an event names in a column."""
    return lambda event, records: [int(event[column])]


def force_found(event: Any, records: Sequence[Any]) -> list[int]:
    """Return the task force in which a craft is found."""
    return [] if int(event["actor"]) == NONE else [int(event["target"])]


def spread_found(event: Any, records: Sequence[Any]) -> list[int]:
    """Return the spread that is found: no craft is (BR-MIS-04)."""
    return [int(event["target"])] if int(event["actor"]) == NONE else []


def searchers_for(event: Any, records: Sequence[Any]) -> list[int]:
    """Return craft whose searches differ in the task force that is found alone (BR-DET-03)."""
    if not records or not force_found(event, records):
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


def looks_at_actor(event: Any, records: Sequence[Any]) -> list[int]:
    """Return where it is kept when an enemy last looked at the craft that acts in an event."""
    if not records:
        return []
    kinds, slot = len(Look), int(event["actor"]) % (len(records[0]["craft"]) // 2)
    return [kinds * slot + part for part in Look]


def spreads_of(event: Any, records: Sequence[Any]) -> Iterable[int]:
    """Return the spreads of the side whose spread moves: it may be divided (BR-MIS-12)."""
    if not records:
        return []
    half = len(records[0]["spread"]) // 2
    first = int(event["actor"]) // half * half
    return range(first, first + half)


def cargo_of(event: Any, records: Sequence[Any]) -> list[int]:
    """Return craft seen before that were aboard a ship, of the side that loses one, in one record."""
    if not records:
        return []
    half = len(records[0]["craft"]) // 2
    first = int(event["actor"]) // half * half
    return [k for k in range(first, first + half) if _was_aboard(records, k)]


def _was_aboard(records: Sequence[Any], craft: int) -> bool:
    """Whether a craft that both records show is aboard in one of them."""
    its = [record["craft"][craft] for record in records]
    return all(each["detected"] for each in its) and any(each["status"] == ABOARD for each in its)


# --- the position --------------------------------------------------------------------------------


def ships_that_cast_sand(records: Sequence[Any]) -> list[int]:
    """Return the place of a ship under fire that has cast as much sand at other hexsides.

    Its owner, who is asked for more, knows by which hexsides the fire comes (BR-BAT-02, BR-AMB-70).
    """
    if any(int(record["decision"]) != Decision.SAND_NUMBER for record in records) or not records:
        return []
    places = {_place_of(record, int(record["volley"]["target"])) for record in records}
    one, other = (record["battery_sand"] for record in records)
    return [n for n in places if one[n].sum() == other[n].sum() > 0]


def _place_of(record: Any, craft: int) -> int:
    """Return the number of a craft on its side."""
    return craft % (len(record["craft"]) // 2)


def sides_that_cast_sand(records: Sequence[Any]) -> list[int]:
    """Return the side of such a ship."""
    return [int(records[0]["seat"])] if ships_that_cast_sand(records) else []


def spreads_that_attack(records: Sequence[Any]) -> list[int]:
    """Return spreads that attack the task force which defends now: its aims are declared (BR-MIS-20)."""
    if not records or any(int(record["attack_tf"]) == NONE for record in records):
        return []
    spreads = range(len(records[0]["spread"]))
    return [k for k in spreads if all(_attacks(record, k) for record in records)]


def _attacks(record: Any, spread: int) -> bool:
    """Whether a spread attacks the task force that defends."""
    return bool(record["spread"][spread]["target_tf"] == record["attack_tf"])


def forces_with_something_new(records: Sequence[Any]) -> list[int]:
    """Return enemy task forces of which it was known that they hide nothing more, in one record.

    An undetected craft that joins one hides its shadow again: it may be searched again (BR-AMB-28).
    """
    if not records or any(int(record["seat"]) not in (0, 1) for record in records):
        return []
    half = len(records[0]["tf"]) // 2
    first = (1 - int(records[0]["seat"])) * half
    return list(range(first, first + half))


# --- what comes of an event ----------------------------------------------------------------------


def is_slowed(event: Any, before: Sequence[Any]) -> bool:
    """Whether a ship loses a point of velocity as it enters the interface (IN-PLN-10).

    It has neither wings nor lifters that work and are fed; the damage to them is secret.
    """
    last = before[-1] if before else None
    if last is None or (int(event["kind"]), int(last["kind"])) != (Fight.SPEED, Fight.INTERFACE):
        return False
    return bool(event["actor"] == last["actor"]) and int(event["b"]) == int(event["a"]) - 1


def is_slowed_or_sinks(event: Any, before: Sequence[Any]) -> bool:
    """Whether a ship is slowed as above, or sinks at the end of movement.

    A ship on lifters sinks where these are out or not fed (IN-POW-09, IN-IDE-31), which is secret.
    """
    kind = int(event["kind"])
    sinks = kind == Fight.SANK or (kind == Fight.ALTITUDE and int(event["d"]) == Ascent.SANK)
    return sinks or is_slowed(event, before)


def is_shot_down(event: Any, before: Sequence[Any]) -> bool:
    """Whether a spread is gone that another has attacked, or that has attacked (BR-AMB-43).

    By how many it was attacked is secret. The dampers of the ship that it attacks draw cards; in
    double-blind play its side learns of its missiles alone (BR-MIS-25).
    """
    if int(event["kind"]) != Fleet.SPREAD_GONE:
        return False
    attacks = [each for each in before if int(each["kind"]) == Fleet.SPREAD_ATTACK]
    return any(
        each["c"] == event["a"] if each["side"] != event["side"] else each["actor"] == event["a"]
        for each in attacks
    )


def is_steered(event: Any, before: Sequence[Any]) -> bool:
    """Whether standing orders steer a side's missiles after it has found something (BR-MIS-12).

    Where that is was hidden until then, so it need not be the same in both twins.
    """
    if int(event["kind"]) != Fleet.SPREAD_MOVE:
        return False
    found = [each for each in before if int(each["kind"]) == Fleet.DETECTED]
    return any(each["side"] != event["side"] for each in found)


def is_shot_down_or_steered(event: Any, before: Sequence[Any]) -> bool:
    """Whether missiles are gone, or go, by what was told before."""
    return is_shot_down(event, before) or is_steered(event, before)


def is_another_search(records: Sequence[Any]) -> bool:
    """Whether who may jam is asked of a search from other hexes, or of another tech level."""
    if not records or any(int(record["decision"]) != Decision.JAM for record in records):
        return False
    one, other = (record["attempt"] for record in records)
    return bool(one["range"] != other["range"] or one["tech_level"] != other["tech_level"])
