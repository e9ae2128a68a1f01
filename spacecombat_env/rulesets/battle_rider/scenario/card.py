"""Chapter CTR: a ship's card, from an evaluation and in the order of its counter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..model import Crew, class_row, class_types, crew_price
from .designs import REQUIRED_VALUES

MOUNT_ROWS = {"spinal": 2, "secondary": 2, "turret": 1}
"""Rows of weapons that a card has for each mount (BR-CTR-01, 03)."""


@dataclass
class Evaluation:
    """A ship's card."""

    name: str
    type: str
    values: dict[str, Any]
    """The `values` of a ship in a scenario file."""
    printed: dict[str, bool]
    """Marks of the card that have no effect on play: skim, process."""
    notes: list[str] = field(default_factory=list)
    """Remarks on the conversion, for the reader."""

    @property
    def ship(self) -> dict[str, Any]:
        """The ship as an entry of `ships` in a scenario file."""
        shown_values = {k: v for k, v in self.values.items() if v or k in REQUIRED_VALUES}
        return {"name": self.name, "values": shown_values}

    def as_json(self) -> dict[str, Any]:
        """Return all data as JSON."""
        return {
            "name": self.name,
            "type": self.type,
            "points": self.values["points"],
            "points_without_tender": self.values.get("points_without_tender"),
            "price_crack": crew_price(self.values["points"], Crew.CRACK),
            "price_green": crew_price(self.values["points"], Crew.GREEN),
            "card": [list(line) for line in card(self)],
            "ship": self.ship,
            "notes": self.notes,
        }


def card(evaluation: Evaluation) -> list[tuple[str, str]]:
    """BR-CTR-01 Return the fields of the card, name and text, in the order of a counter."""
    values = evaluation.values
    return [
        ("identity", f"{evaluation.name} ({evaluation.type})"),
        ("size", f"{values['size_mod']:+d}" + ("E" if values["socket_extenders"] else "")),
        ("tech level", f"TL-{values['tech_level']}"),
        *_weapon_lines(values),
        ("fire control", _fire_text(values)),
        ("sensors", _sensor_text(values)),
        ("structure", f"AV:{values['armor']}" + (" AuxB" if values["aux_bridge"] else "")),
        ("screens", f"MS:{values['meson_screen']} SC{values['sandcasters']} D{values['dampers']}"),
        ("missiles", _missile_text(values)),
        ("maneuver", _maneuver_text(evaluation)),
        ("battle riders", _rider_text(values)),
        ("points", _point_text(values)),
    ]


def _weapon_lines(values: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the rows of weapons."""
    lines = []
    for mount in MOUNT_ROWS:
        given = values.get(mount, "-")
        lines += [(mount, text) for text in (given if isinstance(given, list) else [given])]
    return lines


def _fire_text(values: Mapping[str, Any]) -> str:
    """Return fire control, with the directors of one battery where they are restricted."""
    few = values.get("restricted_directors")
    return f"FC:-{values.get('fire_control', 0)}" + (f"({few})" if few else "")


def _sensor_text(values: Mapping[str, Any]) -> str:
    """Return sensors, jammer and masking."""
    passive = f"P:{values['passive_range']}" if values.get("passive_range") else ""
    texts = [
        f"A:{values['active_range']}" if values.get("active_range") else "",
        f"[{passive}]" if values.get("passive_folding") else passive,
        f"J:{values['jammer_range']}" if values.get("jammer_range") else "",
        "Msk" if values.get("masked") else "",
    ]
    return " ".join(text for text in texts if text) or "-"


def _missile_text(values: Mapping[str, Any]) -> str:
    """Return missile directors and ready missiles."""
    directors = values.get("missile_directors")
    return f"Msl:{directors}({values['ready_missiles']})" if directors else "-"


def _maneuver_text(evaluation: Evaluation) -> str:
    """Return fuel marks, jump and Gs."""
    values = evaluation.values
    marks = ("S" if evaluation.printed["skim"] else "") + (
        "P" if evaluation.printed["process"] else ""
    )
    texts = [
        f"({marks})" if marks else "",
        f"J{values['jump']}" if values.get("jump") else "",
        f"G{values['g_rating']}" + ("*" if values.get("limited_fuel") else ""),
    ]
    return " ".join(text for text in texts if text)


def _rider_text(values: Mapping[str, Any]) -> str:
    """Return the battle riders carried."""
    if not values.get("riders_carried"):
        return "-"
    return f"{values['riders_carried']} {class_types()[class_row(values['riders_type'])]}"


def _point_text(values: Mapping[str, Any]) -> str:
    """Return one point value, or two."""
    second = values.get("points_without_tender")
    return f"{values['points']}" + (f"/{second}" if second else "")
