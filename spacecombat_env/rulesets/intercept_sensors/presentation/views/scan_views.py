"""Scans and their answers in the view, and each side's map of its searches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from spacecombat_env.core.presentation.perspective import SEATS

from ...model import ABSENT, BOX_NAMES, BOXES, FIRST_SIGNATURE, NONE, Signature
from ..coordinates import area_text, board_box, mirrored_column
from ..piece_names import InterceptNames
from ..texts import SENSOR_TEXT, SIGNATURE_TEXT
from .place_views import place_keys
from .unit_views import RESULTS


def scan_view(names: InterceptNames, side: int, scan: Any) -> dict[str, Any]:
    """Return a scan as announced, with its answers."""
    option = names.option
    last = scan.side - 1
    columns = sorted(
        mirrored_column(names.columns, names.seat, x) for x in (scan.left, scan.left + last)
    )
    return {
        "turn": scan.turn,
        "side": SEATS[side],
        "ship": None if scan.unit == NONE else names.unit(scan.unit),
        "sensor": SENSOR_TEXT[scan.sensor],
        "area": area_text(scan.left, scan.top, scan.side, option.columns, option.rows),
        "squares_across": scan.side,
        "top_left": [scan.left, scan.top],
        "bottom_right": [scan.left + last, scan.top + last],
        "board_top_left": [columns[0], scan.top],
        "board_bottom_right": [columns[1], scan.top + last],
        "strength": scan.strength,
        "sunglare": bool(scan.glare),
        "roll": scan.roll or None,
        "finds": [_find(names, scan, find) for find in scan.find[: scan.finds]],
    }


def _find(names: InterceptNames, scan: Any, find: Any) -> dict[str, Any]:
    """Return one answer to a scan."""
    return {
        "result": RESULTS[find.result],
        "signal": find.signal,
        "signatures": announced_signatures(scan, find),
        **place_keys(names, find.x, find.y),
    }


def announced_signatures(scan: Any, find: Any) -> dict[str, int]:
    """IC-SIG-03 Return the signatures that were announced."""
    first = FIRST_SIGNATURE[scan.sensor]
    count = FIRST_SIGNATURE[scan.sensor + 1] - first
    return {
        SIGNATURE_TEXT[Signature(first + n)]: find.value[n]
        for n in range(count)
        if find.value[n] != ABSENT
    }


def search_map(names: InterceptNames, side: int) -> Iterator[dict[str, Any]]:
    """Yield the boxes that a side has lately searched in vain, or in which a unit answered."""
    for box in range(BOXES):
        quiet, trace = names.state.quiet[side][box], names.state.traces[side][box]
        if quiet or trace:
            yield {
                "side": SEATS[side],
                "box": BOX_NAMES[box],
                "board_box": board_box(names.columns, names.seat, box),
                "quiet": quiet,
                "trace": trace,
            }
