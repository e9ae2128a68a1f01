"""DesignStep 15: how many boxes an internal block has, and how many each part takes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil
from typing import Any

from ..model import NONE, WIDTH
from ..model.printed.tables import yaml_of
from .design import Design
from .parts import Line, Part, Place, up

AVIONICS = {
    "TR": "Transponder",
    "CO": "Communications",
    "LS": "Long-range sensors",
    "SC": "Scanner",
    "NC": "Navigation computer",
    "FN": "FTL navigation computer",
    "FC": "Main fire control",
    "SS": "Shield synchronizer",
    "HC": "Helm control",
    "TC": "Thrust control",
}
"""Codes of the row of avionics, and their names."""
CORVETTE = 1000
"""From this tonnage on a block is larger."""
BAYS = (Part.CARGO, Part.HANGAR)
"""Empty systems, shown as one dotted row."""
PAIRED = (Part.DCS, Part.ACS)
"""Systems split evenly between left and right."""


def rules() -> dict[str, Any]:
    """Return data/icb_rules.yaml."""
    found: dict[str, Any] = yaml_of("icb_rules.yaml")
    return found


def scale_of(tons: int) -> int:
    """IN-ICB-14 Return how many tons a box stands for."""
    rows = rules()["scale"]
    return next(
        (r["tons_per_box"] for r in rows if tons <= r["tons_max"]), rows[-1]["tons_per_box"]
    )


def size_boxes(tons: int) -> int:
    """IN-AMB-56 Return the boxes that a block has for the size of its ship; 1,000 t is large."""
    return int(rules()["size"]["from_1000" if tons >= CORVETTE else "below_1000"])


def internal_boxes(tons: int, lines: Sequence[Line]) -> int:
    """IN-ICB-04 Return the boxes of the internal block.

    Size, avionics and Ship Destroyed are added after the division by the scale (IN-ICB-14).
    """
    apart = (Place.PLATING, Place.OUTSIDE, Place.TURRET)
    body = tons - sum(Fraction(line.tons) for line in lines if line.place in apart)
    return int(up(body / scale_of(tons) + size_boxes(tons) + len(AVIONICS) + WIDTH, WIDTH))


def turret_boxes(tons: int, lines: Sequence[Line], turret: int) -> int:
    """IN-ICB-05 Return the boxes of a turret's block: its parts and structure."""
    parts = sum(Fraction(line.tons) for line in lines if line.turret == turret != NONE)
    return int(up(parts / scale_of(tons), WIDTH))


def boxes_of(line: Line, scale: int) -> int:
    """IN-ICB-08, 14 Return the boxes of a part: four for a cockpit, else its tons by the scale."""
    if line.part is Part.COCKPIT:
        return int(rules()["cockpit_boxes"])
    found = max(1, ceil(Fraction(line.tons) / scale))
    return even(found) if line.part in PAIRED else found


def even(boxes: int) -> int:
    """IN-ICB-09 Return an even number of boxes, so that each side has as many; at least two."""
    return max(2, boxes + boxes % 2)


def outside_boxes(tons: float, scale: int) -> int:
    """IN-ICB-14 Return the boxes of a system on armour, which are scaled, but at most a row."""
    return min(WIDTH, max(1, ceil(Fraction(tons) / scale)))


def free_avionics(design: Design) -> list[str]:
    """IN-ICB-12 Return the avionics that are free hits, because the ship does not use them."""
    free = list(rules()["unused_avionics_are_free"]["installation"]) if design.installation else []
    if not design.ftl and "FTL navigation computer" not in free:
        free.append("FTL navigation computer")
    if not has_missiles(design):
        free.append("Scanner")
    return free


def has_missiles(design: Design) -> bool:
    """Whether there is a rack for missiles."""
    return any(arm.equipment.part is Part.RACK for arm, _ in design.arms())
