"""Read designs: files and mappings in the form of data/ships.yaml, and the fifteen ships.

The parts under `design:` may also stand at the top. `docs/interceptor_construction.md` lists the
keys. Unknown keys and names are errors of one line, with the nearest name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from os import PathLike
from typing import Any

from spacecombat_env.core.errors import ScenarioError
from spacecombat_env.core.loading.reading import ConfigNode, closest_name
from spacecombat_env.core.loading.tables import read_yaml

from ..model import NONE, Facing
from ..model.printed.sheets import class_names
from ..model.printed.tables import yaml_of
from . import catalogue
from .design import (
    ALL_AROUND,
    ARCS,
    LEAST,
    ROLES,
    SIDES_OF_INSTALLATIONS,
    Accessory,
    Arm,
    Armour,
    Cargo,
    Cockpit,
    Craft,
    Design,
    ShieldKind,
    Shields,
    usual_days,
)
from .parts import amount

NATIONS = ("TOG", "CW/RL", "KessRith")
RACES = ("Vauvausar", "Baufrin", "Human", "Naram", "Ssora", "KessRith")
HEAD = ("name", "nationality", "race", "tonnage", "thrust", "installation")
PARTS = (
    *("long_duration", "engines", "dcs_sets", "compensator", "fixed", "turrets", "shields", "ftl"),
    *("streamlined", "antigrav", "armour", "firewall", "accessories", "crew", "cockpits"),
    *("bridge", "powerplant", "fuel_days", "supplies_months", "cargo_bay", "contents", "layout"),
)
REMARKS = ("ruleset", "status", "role_hint", "facts", "notes", "computed")
"""Keys without effect on the design."""
ARM_KEYS = ("type", "count", "arc", "crew", "facing", "columns")
ACCESSORY_KEYS = (
    *("type", "count", "facing", "columns", "rows", "group", "tons", "carries", "crew", "step"),
)
COCKPIT_KEYS = ("crew", "races", "ejector", "module", "in")
TOWED = ("Towing attachments", "FTL drive jumpers")
HANGAR, HOSPITAL = "hangar", "Hospital bay"
SIDE_NAMES = tuple(side.name for side in Facing)
MANY, HUGE = 200, 10**6


def read_design(source: str | PathLike[str] | Mapping[str, Any]) -> Design:
    """Return the design of a file, or of its content; raise ScenarioError if it is malformed."""
    if isinstance(source, Mapping):
        return design_of(ConfigNode("<design>", "", source))
    return design_of(ConfigNode(str(source), "", read_yaml(source)))


def shipped_design(name: str) -> Design:
    """Return one of the fifteen ships of data/ships.yaml; its layout is the automatic one."""
    ships = yaml_of("ships.yaml")["ships"]
    if name not in ships:
        close = closest_name(name, class_names())
        reason = f"no ship is called so{close}; there are: {', '.join(class_names()[1:])}"
        raise ScenarioError.at(name, "ship", reason)
    return design_of(ConfigNode("ships.yaml", name, {"name": name, **ships[name]}))


def design_of(top: ConfigNode) -> Design:
    """Return the design of a node."""
    nested = isinstance(top.value, Mapping) and "design" in top.value
    outer = (*HEAD, *REMARKS, "design") if nested else (*HEAD, *REMARKS, *PARTS)
    head = top.keys(outer, required=("name", "nationality", "race", "tonnage"))
    inner = head["design"].keys(PARTS) if nested else head
    design = Design(
        name=head["name"].name(),
        nationality=head["nationality"].choice(NATIONS),
        races=tuple(node.choice(RACES) for node in _one_or_more(head["race"])),
        tonnage=head["tonnage"].integer(-HUGE, HUGE),
        thrust=head["thrust"].integer(0, MANY, 0),
        installation=head["installation"].flag(),
        **_hull_parts(inner),
        **_arms(inner),
        **_people(inner),
        **_stores(inner),
    )
    if inner["fuel_days"].missing():
        return replace(design, fuel_days=usual_days(design))
    return design


def _hull_parts(node: dict[str, ConfigNode]) -> dict[str, Any]:
    """Return engines, shields, drives and armour."""
    installed = node["engines"].items()
    return {
        "engines": tuple(each.integer(0, HUGE) for each in installed),
        "dcs_sets": node["dcs_sets"].integer(0, MANY, 1 if installed else 0),
        "compensator": node["compensator"].integer(0, MANY, 0),
        "shields": _shields(node["shields"]),
        "ftl": node["ftl"].flag(),
        "streamlined": node["streamlined"].flag(),
        "antigrav": node["antigrav"].flag(),
        "armour": _armour(node["armour"]),
        "firewall": node["firewall"].flag(),
    }


def _arms(node: dict[str, ConfigNode]) -> dict[str, Any]:
    """Return weapons and accessories."""
    turrets = [each.keys(("weapons",), ("weapons",)) for each in node["turrets"].items()]
    return {
        "fixed": tuple(read_arm(each) for each in node["fixed"].items()),
        "turrets": tuple(tuple(read_arm(arm) for arm in t["weapons"].items()) for t in turrets),
        "accessories": tuple(_accessory(each) for each in node["accessories"].items()),
    }


def _people(node: dict[str, ConfigNode]) -> dict[str, Any]:
    """Return crew, cockpits and Bridge."""
    roles = node["crew"].keys(ROLES) if not node["crew"].missing() else {}
    crew = {role: roles[role].integer(0, 10_000, 0) for role in roles}
    return {
        "crew": {role: count for role, count in crew.items() if count},
        "cockpits": tuple(_cockpit(each) for each in node["cockpits"].items()),
        "bridge": node["bridge"].flag(),
        "long_duration": node["long_duration"].flag(),
    }


def _stores(node: dict[str, ConfigNode]) -> dict[str, Any]:
    """Return powerplant, fuel, cargo and layout."""
    plant = node["powerplant"]
    layout = node["layout"]
    if layout.value not in (None, "auto") and not isinstance(layout.value, Mapping):
        raise layout.error("auto, or a mapping of rows, turrets and legend")
    return {
        "powerplant": LEAST if plant.value in (None, "least") else plant.integer(1, HUGE),
        "fuel_days": node["fuel_days"].integer(0, 3650, 1),
        "supplies_months": node["supplies_months"].integer(0, 120, 0),
        "cargo_bay": _tons(node["cargo_bay"]),
        "cargo": _cargo(node["contents"]),
        "layout": layout.value if isinstance(layout.value, Mapping) else None,
    }


def _one_or_more(node: ConfigNode) -> list[ConfigNode]:
    """Return the items of a list, or the node itself where it holds one value."""
    return node.items() if isinstance(node.value, list) else [node]


def read_arm(node: ConfigNode) -> Arm:
    """Return weapons of one type."""
    keys = node.keys(ARM_KEYS, required=("type",))
    arcs = (*ARCS, *SIDES_OF_INSTALLATIONS, ALL_AROUND)
    facing = keys["facing"]
    return Arm(
        type=keys["type"].choice(catalogue.equipment()),
        count=keys["count"].integer(1, MANY, 1),
        crew=keys["crew"].text("pilot"),
        arc=keys["arc"].choice(arcs, "forward"),
        facing=None if facing.missing() else Facing[facing.choice(SIDE_NAMES)],
        columns=_columns(keys["columns"]),
    )


def _columns(node: ConfigNode) -> tuple[int, int] | None:
    """Return the first and the last column of a system on armour."""
    if node.missing():
        return None
    ends = [each.integer(1, 10) for each in node.items()]
    if len(ends) != 2 or ends[0] > ends[1]:
        raise node.error("the first and the last of ten columns")
    return ends[0], ends[1]


def _shields(node: ConfigNode) -> Shields:
    """Return the shield generators."""
    if node.missing() or node.value == "none":
        return Shields()
    keys = node.keys(("kind", *SIDE_NAMES), required=("kind",))
    kind = ShieldKind(keys["kind"].choice([each.value for each in ShieldKind]))
    return Shields(kind, tuple(keys[side].integer(0, MANY, 0) for side in SIDE_NAMES))


def _armour(node: ConfigNode) -> Armour:
    """Return the boxes of armour."""
    if node.missing() or node.value == "none":
        return Armour()
    keys = node.keys((*SIDE_NAMES, "turrets"))
    sides = tuple(keys[side].integer(0, HUGE, 0) for side in SIDE_NAMES)
    return Armour(sides, tuple(each.integer(0, HUGE) for each in keys["turrets"].items()))


def _accessory(node: ConfigNode) -> Accessory:
    """Return accessories of one type."""
    keys = node.keys(ACCESSORY_KEYS, required=("type",))
    names = [name for name in catalogue.accessories() if not name.startswith(HOSPITAL)]
    return Accessory(
        type=keys["type"].choice((*names, HOSPITAL, HANGAR, *TOWED)),
        count=keys["count"].integer(1, MANY, 1),
        facing=Facing[keys["facing"].choice(SIDE_NAMES, "A")],
        columns=_columns(keys["columns"]),
        rows=tuple(
            tuple(n.integer(1, MANY) for n in each.items()) for each in keys["rows"].items()
        ),
        group=keys["group"].text(""),
        tons=keys["tons"].integer(1, 10_000, 0),
        carries=tuple(_craft(each) for each in keys["carries"].items()),
        crew=keys["crew"].text(""),
        late=keys["step"].integer(9, 14, 9) == 14,
    )


def _craft(node: ConfigNode) -> Craft:
    """Return a carried craft: one of the fifteen ships by name, or its tons and crew."""
    if isinstance(node.value, Mapping):
        keys = node.keys(("name", "tons", "crew"), required=("tons", "crew"))
        tons, crew = keys["tons"].integer(1, 10_000), keys["crew"].integer(0, 1000)
        return Craft(keys["name"].text("craft"), tons, crew)
    name = node.choice(class_names()[1:])
    ship = yaml_of("ships.yaml")["ships"][name]
    return Craft(name, ship["tonnage"], sum(ship["design"]["crew"].values()))


def _cockpit(node: ConfigNode) -> Cockpit:
    """Return a cockpit."""
    keys = node.keys(COCKPIT_KEYS, required=("crew",))
    races = tuple(dict.fromkeys(name for name, _ in catalogue.cockpits()))
    modules = [name for name in races if name != "Multiracial"]
    return Cockpit(
        crew=keys["crew"].text(),
        races=keys["races"].choice(races, "Human/Naram/Ssora"),
        ejector=keys["ejector"].flag(),
        module=keys["module"].choice((*modules, ""), "") if not keys["module"].missing() else "",
        turret=read_place(keys["in"]),
    )


def read_place(node: ConfigNode) -> int:
    """Return a turret, from 0, or NONE for the hull."""
    place = node.text("hull")
    number = place.removeprefix("turret ")
    if place != "hull" and (not number.isdigit() or int(number) < 1):
        raise node.error("hull, or turret 1 and so on")
    return NONE if place == "hull" else int(number) - 1


def _cargo(node: ConfigNode) -> Cargo:
    """Return the contents of the bay besides supplies."""
    if node.missing():
        return Cargo()
    keys = node.keys(("reloads", "reserve", "other"))
    reloads = []
    for each in keys["reloads"].items():
        parts = each.keys(("type", "count"), required=("type",))
        kind = parts["type"].choice(catalogue.missiles())
        reloads.append((kind, parts["count"].integer(1, 10_000, 1)))
    reserve = tuple(_craft(each) for each in keys["reserve"].items())
    return Cargo(tuple(reloads), reserve, _tons(keys["other"]))


def _tons(node: ConfigNode) -> float:
    """Return a number of tons; 0 where it is absent."""
    return 0 if node.missing() else amount(node.number(0, 10_000))
