"""Custom ships of a scenario: a printed card with changes, or a full set of values."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from spacecombat_env.core.loading.reading import ConfigNode, closest_name

from ..model import (
    BEAMS,
    DRONE_TYPES,
    GLOBE_COLUMNS,
    LATER_COLUMNS,
    MAX_NUMBER,
    MAX_RANGE,
    NONE,
    SHIP_COLUMNS,
    WEAPON_ROWS,
    Beam,
    class_names,
    class_row,
    set_value,
)
from .draft import Draft

MOUNTS = ("spinal", "secondary", "turret")
REQUIRED_VALUES = ("tech_level", "size_mod", "g_rating", "points")
WEAPON = re.compile(
    r"(?P<kind>[LPM])(?:\((?:x(?P<number>\d+))?(?:-(?P<overpower>[12]))?\))?"
    r"(?P<range>\d+):(?P<damage>(?:\d{1,2}|X)(?:(?:-(?:\d{1,2}|X)){3})?)"
)


def ready_missiles(draft: Draft, row: int) -> int:
    """BR-CTR-10 The ready missiles of a class."""
    return int(draft.rules.classes[row].missiles)


def printed_class(node: ConfigNode) -> int:
    """Return the row of a printed ship class."""
    ships = class_names()[1 : -len(DRONE_TYPES)]
    name = node.text()
    if name not in ships:
        close = closest_name(name, ships) or f"; there are: {', '.join(ships)}"
        raise node.error(f"no ship class is called {name!r}{close}")
    return class_row(name)


def own_class(draft: Draft, node: ConfigNode, base: int, name: str) -> int:
    """Return the row of a custom ship: a printed card with changes, or its own values."""
    numbers = SHIP_COLUMNS | LATER_COLUMNS | GLOBE_COLUMNS
    columns = (*numbers, "riders_type", "area_jammer", *MOUNTS)
    keys = node.keys(columns, required=() if base else REQUIRED_VALUES)
    row = draft.new_class(base, name, node)
    klass = draft.rules.classes[row]
    if not base:
        klass.fuel = klass.points_without_tender = klass.restricted_directors = NONE
    for column, bounds in numbers.items():
        if not keys[column].missing():
            low, high = int(bounds.low or 0), int(bounds.high or 0)
            switch = (low, high) == (0, 1)
            value = int(keys[column].flag()) if switch else keys[column].integer(low, high)
            set_value(klass, column, value)
    klass.area_jammer = keys["area_jammer"].flag()
    globe = klass.globe_capacity > 0
    if not keys["black_globe"].missing() and bool(klass.black_globe) != globe:
        raise keys["black_globe"].error("a black globe has globe_capacity, other ships have none")
    klass.black_globe = globe
    if not keys["riders_type"].missing():
        klass.rider_klass = printed_class(keys["riders_type"])
    if bool(klass.riders) != bool(klass.rider_klass):
        raise node.error("riders_type and riders_carried go together")
    _set_weapons(klass, keys)
    return row


def common_class(draft: Draft, values: ConfigNode, base: int) -> int:
    """Return the row of a printed class with the changes that all ships of its side have."""
    if values.missing():
        return base
    made = draft.common.get((values.path, base))
    if made is None:
        made = draft.common[values.path, base] = own_class(draft, values, base, draft.classes[base])
        rider = int(draft.rules.classes[base].rider_klass)
        if rider:
            draft.rules.classes[made].rider_klass = common_class(draft, values, rider)
    return made


def _set_weapons(klass: np.record, keys: dict[str, ConfigNode]) -> None:
    """BR-CTR-01, 03 Write the weapons given in book notation into the four weapon rows.

    Given mounts replace those of the printed card.
    """
    if all(keys[mount].missing() for mount in MOUNTS):
        return
    printed = {"spinal": (0, 1), "secondary": (1, 2), "turret": (3,)}
    rows: dict[str, list[Any]] = {}
    for mount, places in printed.items():
        if keys[mount].missing():
            spinal = mount == "spinal"
            weapons = [klass.weapon[k] for k in places if klass.weapon[k].kind != Beam.NONE]
            rows[mount] = [weapon.copy() for weapon in weapons if bool(weapon.spinal) == spinal]
        else:
            rows[mount] = [_weapon(klass, item, mount) for item in _one_or_more(keys[mount])]
    _write_weapons(klass, rows, keys)


def _one_or_more(node: ConfigNode) -> list[ConfigNode]:
    """Return the items of a list, or the node itself where it holds one value."""
    return node.items() if isinstance(node.value, list) else [node]


def _weapon(klass: np.record, node: ConfigNode, mount: str) -> np.record:
    """BR-CTR-02 Return the weapon record of a text such as M(-2)10:11-9-6-3 or L(x20-2)10:1."""
    text = node.text()
    found = WEAPON.fullmatch(text)
    if found is None:
        raise node.error(f"{text!r} is not a weapon such as M(-2)10:11-9-6-3 or L(x20-2)10:1")
    number, short = int(found["number"] or 1), int(found["range"])
    if not 1 <= number <= MAX_NUMBER:
        raise node.error(f"{number} weapons: 1 to {MAX_NUMBER} are possible")
    if not 1 <= short <= MAX_RANGE:
        raise node.error(f"short range {short}: 1 to {MAX_RANGE} hexes are possible")
    damage = [NONE if value == "X" else int(value) for value in found["damage"].split("-")]
    weapon: np.record = klass.weapon[0].copy()
    weapon.kind = BEAMS[found["kind"]]
    weapon.spinal = mount == "spinal"
    weapon.number = number
    weapon.overpower = int(found["overpower"] or 0)
    weapon.range = short
    weapon.damage[:] = damage if len(damage) == 4 else damage * 4
    return weapon


def _write_weapons(
    klass: np.record, rows: dict[str, list[Any]], keys: dict[str, ConfigNode]
) -> None:
    """Put spinal mounts first, the turret last; two spinal mounts take a secondary's row."""
    limits = {"spinal": 2, "secondary": 3 - max(1, len(rows["spinal"])), "turret": 1}
    for mount, limit in limits.items():
        if len(rows[mount]) > limit:
            raise keys[mount].error(f"{len(rows[mount])} rows of weapons, at most {limit}")
    first = {"spinal": 0, "secondary": max(1, len(rows["spinal"])), "turret": 3}
    beams = sum(int(weapon.number) for weapons in rows.values() for weapon in weapons)
    if beams > MAX_NUMBER:
        given = next(keys[mount] for mount in MOUNTS if not keys[mount].missing())
        raise given.error(f"{beams} beams on one ship, {beams - MAX_NUMBER} more than {MAX_NUMBER}")
    klass.weapon[:] = np.zeros(WEAPON_ROWS, klass.weapon.dtype)
    for mount, weapons in rows.items():
        for offset, weapon in enumerate(weapons):
            klass.weapon[first[mount] + offset] = weapon
