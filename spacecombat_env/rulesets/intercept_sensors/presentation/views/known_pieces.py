"""Which units and scans a reader knows, and the values of a unit that scans use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...model import ABSENT, RECENT_SCANS, Sensor, Signature
from ...scans.planets import is_shadowed
from ...scans.signatures import best_signature, signature
from ...scans.sunglare import is_in_sunshine, knows_glare
from ...scans.tracking import is_working
from ..piece_names import InterceptNames


def units(names: InterceptNames, side: int) -> Iterator[int]:
    """Yield the units of a side that the reader may name, by slot."""
    for index in range(side * names.slots, (side + 1) * names.slots):
        if names.is_known(index):
            yield index


def scans(names: InterceptNames, side: int) -> list[Any]:
    """Return the scans of a side in the record, oldest first."""
    count = names.state.scans[side]
    numbers = range(max(0, count - RECENT_SCANS), count)
    return [names.state.scan[side][number % RECENT_SCANS] for number in numbers]


def emissions(names: InterceptNames, unit: Any) -> dict[Signature, int]:
    """IC-SIG-01, 05 Return the signatures of a unit that it gives off."""
    given_off = signature
    found = {kind: given_off(names.state, names.rules, unit, kind) for kind in Signature}
    return {kind: value for kind, value in found.items() if value != ABSENT}


def in_shadow(names: InterceptNames, unit: Any) -> bool:
    """IC-PLA-01 Return whether a unit stands in a shadow column."""
    return bool(is_shadowed(names.state, names.rules, unit.x, unit.y))


def looks_out(names: InterceptNames, unit: Any) -> bool:
    """IC-QST-02, 03 Return whether a unit has a working sensor that sunglare can blind."""
    return any(
        knows_glare(sensor)
        and is_working(names.rules, unit, sensor)
        and is_in_sunshine(names.state, names.rules, unit, sensor)
        for sensor in Sensor
    )


def best_emissions(names: InterceptNames, unit: Any) -> dict[Sensor, int]:
    """IC-SNS-05 Return the greatest signature for each sensor that sees any."""
    best = best_signature
    found = {sensor: best(names.state, names.rules, unit, sensor) for sensor in Sensor}
    return {sensor: value for sensor, value in found.items() if value != ABSENT}
