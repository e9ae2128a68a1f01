"""Write designs in the form of data/ships.yaml, which reading.py reads."""

from __future__ import annotations

from typing import Any

from ..model import NONE, Facing
from .design import SIDES_OF_INSTALLATIONS, Accessory, Arm, Cockpit, Craft, Design, ShieldKind

SIDE_NAMES = tuple(side.name for side in Facing)


def as_file(design: Design) -> dict[str, Any]:
    """Return a design as a file has it: the keys of docs/interceptor_construction.md."""
    return {
        "ruleset": "interceptor",
        "name": design.name,
        "nationality": design.nationality,
        "race": list(design.races),
        "tonnage": design.tonnage,
        "thrust": design.thrust,
        "installation": design.installation,
        **parts_of(design),
    }


def parts_of(design: Design) -> dict[str, Any]:
    """Return the parts of a design: the mapping under `design:` of a ship."""
    return {
        "long_duration": design.long_duration,
        "engines": list(design.engines),
        "dcs_sets": design.dcs_sets,
        "compensator": design.compensator or None,
        "fixed": [_arm(arm, True) for arm in design.fixed],
        "turrets": [{"weapons": [_arm(arm, False) for arm in arms]} for arms in design.turrets],
        "shields": _shields(design),
        "ftl": design.ftl,
        "streamlined": design.streamlined,
        "antigrav": design.antigrav,
        "armour": _armour(design),
        "firewall": design.firewall,
        "accessories": [_accessory(each) for each in design.accessories],
        "crew": dict(design.crew),
        "cockpits": [_cockpit(each) for each in design.cockpits],
        "bridge": design.bridge,
        "powerplant": design.powerplant or "least",
        "fuel_days": design.fuel_days,
        "supplies_months": design.supplies_months,
        "cargo_bay": design.cargo_bay,
        **_contents(design),
        **({"layout": design.layout} if design.layout else {}),
    }


def _arm(arm: Arm, fixed: bool) -> dict[str, Any]:
    """Return weapons of one type."""
    found: dict[str, Any] = {"type": arm.type, "count": arm.count}
    if fixed or arm.arc in SIDES_OF_INSTALLATIONS:
        found["arc"] = arm.arc
    found["crew"] = arm.crew
    if arm.facing is not None:
        found["facing"] = arm.facing.name
    return found | _columns(arm.columns)


def _columns(columns: tuple[int, int] | None) -> dict[str, Any]:
    """Return the columns of a system on armour."""
    return {} if columns is None else {"columns": list(columns)}


def _shields(design: Design) -> dict[str, Any]:
    """Return the generators."""
    found: dict[str, Any] = {"kind": design.shields.kind.value}
    if design.shields.kind is ShieldKind.FIXED:
        found |= dict(zip(SIDE_NAMES, design.shields.rates, strict=True))
    return found


def _armour(design: Design) -> dict[str, Any]:
    """Return the boxes of armour; zeros for a ship without armour."""
    found: dict[str, Any] = dict(zip(SIDE_NAMES, design.armour.sides, strict=True))
    if design.turrets:
        found["turrets"] = list(design.armour.turrets or (0,) * len(design.turrets))
    return found


def _accessory(each: Accessory) -> dict[str, Any]:
    """Return accessories of one type."""
    found: dict[str, Any] = {"type": each.type, "count": each.count}
    if each.type == "External RC":
        found["facing"] = each.facing.name
    found |= _columns(each.columns)
    if each.rows:
        found["rows"] = [list(rows) for rows in each.rows]
    if each.carries:
        found["carries"] = [_craft(craft) for craft in each.carries]
    texts = {"group": each.group, "tons": each.tons, "crew": each.crew}
    found |= {key: value for key, value in texts.items() if value}
    return found | ({"step": 14} if each.late else {})


def _craft(craft: Craft) -> dict[str, Any]:
    """Return a carried craft."""
    return {"name": craft.name, "tons": craft.tons, "crew": craft.crew}


def _cockpit(each: Cockpit) -> dict[str, Any]:
    """Return a cockpit."""
    found = {"crew": each.crew, "races": each.races, "ejector": each.ejector}
    module = {"module": each.module} if each.module else {}
    place = {} if each.turret == NONE else {"in": f"turret {each.turret + 1}"}
    return found | module | place


def _contents(design: Design) -> dict[str, Any]:
    """Return the contents of the cargo bay besides supplies."""
    found: dict[str, Any] = {}
    if design.cargo.reloads:
        found["reloads"] = [{"type": kind, "count": n} for kind, n in design.cargo.reloads]
    if design.cargo.reserve:
        found["reserve"] = [_craft(craft) for craft in design.cargo.reserve]
    if design.cargo.other:
        found["other"] = design.cargo.other
    return {"contents": found} if found else {}
