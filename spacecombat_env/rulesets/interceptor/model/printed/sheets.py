"""Record sheets: each ship of data/ships.yaml with its layout becomes a row of rules.classes.

Every constant column of a class is computed here once: rows, cells, weapons, components. Doubtful
values of the source keep their mark in the files (doubtful_values.py). Components are ordered:
weapons first, then the legend of the layout, then the armour.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from spacecombat_env.core.errors import CapacityError
from spacecombat_env.core.loading.tables import Column, read_csv

from ..constants.categories import Arc, Comp, Facing, Race, Where
from ..constants.sizes import (
    MAX_ARMOUR_ROWS,
    MAX_CELL_ROWS,
    MAX_CLASS_CREW,
    MAX_CLASS_RACKS,
    MAX_CLASS_ROWS,
    MAX_CLASSES,
    MAX_TURRETS,
    MAX_WEAPONS,
    NONE,
    WIDTH,
)
from ..constants.weapons import Family
from . import rules_dtype
from .bays import lay_bays
from .components import lay_cells, lay_components, lay_outside
from .designs import ROLES, ShipDesign, class_names
from .energy import lay_energy
from .tables import (
    DATA,
    MOUNT_NAMES,
    NATIONS,
    NUMBER,
    POINT_DEFENCE_NAMES,
    load_tables,
    weapon_names,
    yaml_of,
)

__all__ = [
    "class_names",
    "component_name",
    "lay_class",
    "lay_classes",
    "printed_rules",
    "size_class",
    "whole_rows",
]

ARCS = {"forward": Arc.FORWARD, "right": Arc.RIGHT, "aft": Arc.AFT, "left": Arc.LEFT}
SIDES = {f"side {n}": Arc.SIDE_1 + n - 1 for n in range(1, 7)}
LONG_AIR = "long life support"
RACES = {
    "Vauvausar": Race.VAUVAUSAR,
    "Baufrin": Race.BAUFRIN,
    "Human": Race.HUMAN,
    "KessRith": Race.KESSRITH,
}


def lay_classes(rules: Any) -> None:
    """Write every shipped class into a rules record that has the tables."""
    names = class_names()
    if len(names) > MAX_CLASSES:
        raise CapacityError.at(DATA / "ships.yaml", "ships", f"over {MAX_CLASSES - 1} classes")
    for number, name in enumerate(names[1:], start=1):
        ship, layout = yaml_of("ships.yaml")["ships"][name], yaml_of("icb_layouts.yaml")[name]
        lay_class(rules.classes[number], rules, ShipDesign(name, ship, layout))


@cache
def _all_printed() -> bytes:
    """Return the rules record with tables and classes."""
    table = load_tables()
    lay_classes(table[0])
    return table.tobytes()


def printed_rules() -> np.ndarray:
    """Return a fresh rules record, shape (1,), with all tables and classes and no options."""
    return np.frombuffer(bytearray(_all_printed()), rules_dtype)


def lay_class(klass: Any, rules: Any, sheet: ShipDesign) -> None:
    """Write one class."""
    _lay_hull(klass, sheet)
    _lay_rows(klass, sheet)
    _lay_arms(klass, sheet)
    codes = lay_components(klass, sheet)
    lay_cells(klass, sheet, codes)
    lay_bays(klass, sheet, codes)
    lay_outside(klass, sheet)
    _lay_systems(klass)
    _count_boxes(klass, sheet)
    _lay_damage(klass, rules)
    lay_energy(klass, rules, sheet)


def _lay_hull(klass: Any, sheet: ShipDesign) -> None:
    """Write tonnage, engines, drives and crew."""
    ship, design = sheet.ship, sheet.design
    klass.tons, klass.thrust = ship["tonnage"], ship["thrust"]
    klass.size_class = size_class(ship["tonnage"])
    klass.nation, klass.race = NATIONS[ship["nationality"]], RACES[ship["race"][0]]
    klass.engines, klass.power = len(design["engines"]), sum(design["engines"])
    klass.plant, klass.dcs = design["powerplant"], design["dcs_sets"]
    klass.compensator, klass.scale = design["compensator"] or 0, sheet.layout["scale"]
    klass.streamlined, klass.antigrav = design["streamlined"], design["antigrav"]
    klass.installation = bool(ship.get("installation", False))
    klass.ftl, klass.bridge = design["ftl"], design.get("bridge", False)
    klass.long_air = any(name.startswith(LONG_AIR) for name in sheet.layout["legend"].values())
    klass.cost = ship["computed"]["cost"]
    klass.firewall = bool(design.get("firewall") or design["armour"].get("firewall"))
    klass.variable = design["shields"]["kind"] == "variable"
    for side in Facing:
        klass.shield[side] = design["shields"].get(side.name, 0)
    crew = sheet.crew()
    sheet.check("crew", len(crew), MAX_CLASS_CREW)
    klass.crew = len(crew)
    klass.role[: len(crew)] = [ROLES[role] for role in crew]
    klass.ejectors = _ejectors(sheet)


def _ejectors(sheet: ShipDesign) -> int:
    """IN-CON-39, IN-ABN-01 Return the crewmen whose cockpits have ejectors, as bits."""
    seats = [each["crew"] for each in sheet.design["cockpits"] if each["ejector"]]
    return sum(1 << sheet.crewman(seat) for seat in seats if seat.split()[0] in ROLES)


@cache
def _size_rows() -> list[Any]:
    """Return the rows of size classes."""
    open_end = Column(int, 0, 99999, blank=99999)
    columns = {"order": NUMBER, "min_tons_exclusive": NUMBER, "max_tons_inclusive": open_end}
    return read_csv(DATA / "movement_size_order.csv", columns)


def size_class(tons: int) -> int:
    """IN-SEQ-03, IN-AMB-03 The class in which a tonnage moves."""
    for row in _size_rows():
        if int(row["min_tons_exclusive"]) < tons <= int(row["max_tons_inclusive"]):
            return int(row["order"])
    raise ValueError(tons)


def _lay_rows(klass: Any, sheet: ShipDesign) -> None:
    """Write its tower of rows: six facings, turrets, the internal block."""
    armour = sheet.design["armour"]
    external = sheet.layout.get("external") or {}
    at = 0
    for side in Facing:
        klass.external_row[side] = NONE
        if external.get(side.name):
            klass.external_row[side] = at
            at += 1
        rows = armour[side.name] // WIDTH
        sheet.check("armour rows", rows, MAX_ARMOUR_ROWS)
        klass.armour_row[side], klass.armour_rows[side] = at, rows
        klass.armour[side] = rows * WIDTH
        at += rows
    blocks = sheet.layout["turrets"]
    sheet.check("turrets", len(blocks), MAX_TURRETS)
    klass.turrets = len(blocks)
    cells = len(sheet.layout["rows"])
    for n, block in enumerate(blocks):
        rows = armour["turrets"][n] // WIDTH
        klass.turret_row[n], klass.turret_rows[n] = at, rows
        klass.turret_inner[n], klass.turret_depth[n] = at + rows, len(block)
        klass.turret_cell[n] = cells
        at += rows + len(block)
        cells += len(block)
    sheet.check("internal rows", cells, MAX_CELL_ROWS)
    klass.inner, klass.depth = at, len(sheet.layout["rows"])
    klass.cells, klass.plane_row = cells, at + klass.depth
    klass.planes = planes = (int(klass.scale) - 1).bit_length()
    klass.rows = at + klass.depth + planes * (cells + len(Facing))
    sheet.check("rows", int(klass.rows), MAX_CLASS_ROWS)


def _lay_arms(klass: Any, sheet: ShipDesign) -> None:
    """IN-OVL-01, IN-CMB-06 Weapon rows: family, arc, turret, crewman; racks are numbered."""
    arms = sheet.arms()
    sheet.check("weapons", len(arms), MAX_WEAPONS)
    klass.weapons, klass.racks = len(arms), 0
    for row, item in enumerate(arms):
        weapon = klass.weapon[row]
        weapon.turret, weapon.rack = item["turret"], NONE
        weapon.arc = _arc(klass, item)
        weapon.crewman = sheet.crewman(item["crew"])
        if item["type"] in MOUNT_NAMES:
            sheet.check("racks", klass.racks + 1, MAX_CLASS_RACKS)
            weapon.family, weapon.rack = Family.RACK, klass.racks
            klass.mount[klass.racks] = MOUNT_NAMES[item["type"]]
            klass.rack_weapon[klass.racks] = row
            klass.racks += 1
        else:
            weapon.table = weapon_names().index(item["type"])
    groups = [a["rows"] for a in sheet.design["accessories"] if a["type"] == "TOT gear"]
    for number, rows in enumerate([rows for group in groups for rows in group], start=1):
        for row in rows:
            klass.weapon[row - 1].tot = number


def _arc(klass: Any, item: dict[str, Any]) -> int:
    """IN-CMB-06, IN-OIN-02 The field of a weapon; on an installation its side.

    A turret of an installation without a side lies on that of its number.
    """
    if klass.installation:
        numbered = Arc.SIDE_1 + max(int(item["turret"]), 0) % len(SIDES)
        return SIDES.get(str(item.get("arc")), int(numbered))
    return Arc.TURRET if item["turret"] != NONE else ARCS[item["arc"]]


def _lay_systems(klass: Any) -> None:
    """Write components that are looked up by kind: avionics, plant, generators, engines."""
    klass.system[:] = NONE
    klass.shield_part[:] = NONE
    klass.guard, klass.ecm = NONE, NONE
    klass.external_mask, klass.reload_mask = 0, 0
    parts = klass.component[: klass.components]
    parts["fatal"] = parts["boxes"] // 2 + 1  # IN-DMG-09, IN-AMB-39
    for row, (kind, side, where) in enumerate(parts[["kind", "side", "where"]].tolist()):
        if klass.system[kind] == NONE:
            klass.system[kind] = row
        if kind == Comp.SHIELD:
            klass.shield_part[side] = row
        elif kind == Comp.MAGAZINE:
            klass.reload_mask |= 1 << row
        if where == Where.ARMOUR:
            klass.external_mask |= 1 << row
    plant = klass.system[Comp.PLANT]
    klass.plant_boxes = klass.component[plant].boxes
    klass.ecm = klass.system[Comp.ECM]


def _count_boxes(klass: Any, sheet: ShipDesign) -> None:
    """Count the boxes inside, and record its Safeguard."""
    klass.boxes = sum(len(block) for block in sheet.blocks) * WIDTH
    names = [item["type"] for item in sheet.design["fixed"]]
    guards = [name for name in POINT_DEFENCE_NAMES[1:] if name in names]
    if guards:
        klass.guard = POINT_DEFENCE_NAMES.index(guards[0])


def _lay_damage(klass: Any, rules: Any) -> None:
    """Write the damage of its guns forward by band of range.

    An enemy that knows the class uses it as an estimate; of an installation that of its first side.
    """
    for weapon in klass.weapon[: klass.weapons]:
        if weapon.family == Family.RACK:
            continue
        gun = rules.weapon[weapon.table]
        weapon.family = gun.family
        if weapon.arc in (Arc.FORWARD, Arc.TURRET, Arc.SIDE_1):
            klass.damage += gun.damage + gun.second


def whole_rows(klass: Any) -> np.ndarray:
    """Return the rows of an undamaged ship, as its tower lies in the pool."""
    rows = np.full(int(klass.rows), (1 << WIDTH) - 1, np.int16)
    if klass.planes:
        rows[klass.plane_row :] = 0
    for side in Facing:
        if klass.external_row[side] != NONE:
            rows[klass.external_row[side]] = klass.external[side]
    return rows


def component_name(klass: Any, row: int) -> str:
    """Return the name of a component of a class: its kind, and its row."""
    return f"{Comp(int(klass.component[row].kind)).name.lower().replace('_', ' ')} {row}"
