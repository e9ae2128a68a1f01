"""Record sheets: each ship of data/ships.yaml with its layout becomes a row of rules.classes.

Every constant column of a class is laid out here once: rows, cells, weapons, components. What the
source leaves in doubt keeps its mark in the files (pieces/marks.py). The order of components is
weapons first, then as the legend of the layout lists them, then what lies on the armour.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from spacecombat_env.core.errors import CapacityError
from spacecombat_env.core.tables import Column, read_csv
from spacecombat_env.rulesets.interceptor.pieces.constants.kinds import (
    Arc,
    Comp,
    Facing,
    Family,
    Race,
    Role,
    Where,
)
from spacecombat_env.rulesets.interceptor.pieces.constants.sizes import (
    BANDS,
    LEFTMOST,
    MAX_ARMOUR_ROWS,
    MAX_CELL_ROWS,
    MAX_CLASS_CREW,
    MAX_CLASS_RACKS,
    MAX_CLASSES,
    MAX_COMPONENTS,
    MAX_TURRETS,
    MAX_WEAPONS,
    NONE,
    WIDTH,
)
from spacecombat_env.rulesets.interceptor.pieces.tables import (
    DATA,
    MOUNT_NAMES,
    NATIONS,
    NUMBER,
    POINT_DEFENCE_NAMES,
    weapon_names,
    yaml_of,
)

KINDS = {
    "Transponder": Comp.TRANSPONDER,
    "Communications": Comp.COMMUNICATIONS,
    "Long-range sensors": Comp.LONG_RANGE_SENSORS,
    "Scanner": Comp.SCANNER,
    "Navigation computer": Comp.NAVIGATION,
    "FTL navigation computer": Comp.FTL_NAVIGATION,
    "Main fire control": Comp.FIRE_CONTROL,
    "Shield synchronizer": Comp.SYNCHRONIZER,
    "Helm control": Comp.HELM,
    "Thrust control": Comp.THRUST_CONTROL,
    "Ship Destroyed row": Comp.SHIP_DESTROYED,
    "Autoloader": Comp.AUTOLOADER,
    "TOT gear": Comp.TOT_GEAR,
    "FTL drive": Comp.FTL_DRIVE,
    "anti-grav lifters": Comp.ANTIGRAV,
    "Bridge": Comp.BRIDGE,
    "Internal RC": Comp.RESCUE,
    "External RC": Comp.RESCUE,
    "ECM": Comp.ECM,
}
"""Kinds by the whole name in a legend."""
BEGINNINGS = {
    "engine": Comp.ENGINE,
    "linkage": Comp.LINKAGE,
    "compensator": Comp.COMPENSATOR,
    "shield": Comp.SHIELD,
    "variable shield": Comp.SHIELD,
    "cockpit": Comp.COCKPIT,
    "powerplant": Comp.PLANT,
    "fuel": Comp.FUEL,
    "basic life support": Comp.LIFE_SUPPORT,
    "long life support": Comp.LIFE_SUPPORT,
    "quarters": Comp.QUARTERS,
    "cargo bay": Comp.CARGO,
    "DCS set": Comp.DCS,
    "ACS": Comp.ACS,
    "Safeguard": Comp.POINT_DEFENCE,
}
"""Kinds by how a name begins; a longer beginning goes first."""
ARCS = {"forward": Arc.FORWARD, "right": Arc.RIGHT, "aft": Arc.AFT, "left": Arc.LEFT}
ROLES = {
    "pilot": Role.PILOT,
    "gunner": Role.GUNNER,
    "flight_engineer": Role.ENGINEER,
    "navigator": Role.NAVIGATOR,
}
RACES = {
    "Vauvausar": Race.VAUVAUSAR,
    "Baufrin": Race.BAUFRIN,
    "Human": Race.HUMAN,
    "KessRith": Race.KESSRITH,
}
FREE_BOX = ".."
ARM_CODE = re.compile(r"T?[WH]\d+")
"""Codes of weapons and racks."""
LEFT, RIGHT = 1, 0


def class_names() -> tuple[str, ...]:
    """Return the name of each row of `rules.classes`; row 0 is nobody's."""
    return ("", *yaml_of("ships.yaml")["ships"])


def lay_classes(rules: Any) -> None:
    """Lay every shipped class into a rules record that has the tables."""
    names = class_names()
    if len(names) > MAX_CLASSES:
        raise CapacityError.at(DATA / "ships.yaml", "ships", f"over {MAX_CLASSES - 1} classes")
    for number, name in enumerate(names[1:], start=1):
        ship, layout = yaml_of("ships.yaml")["ships"][name], yaml_of("icb_layouts.yaml")[name]
        lay_class(rules.classes[number], rules, Sheet(name, ship, layout))


@dataclass
class Sheet:
    """A ship as its files have it."""

    name: str
    ship: dict[str, Any]
    layout: dict[str, Any]

    @property
    def design(self) -> dict[str, Any]:
        """What it was built of."""
        return self.ship["design"]

    @property
    def blocks(self) -> list[list[list[str]]]:
        """The internal block and those of its turrets, by row and column."""
        return [
            [row.split() for row in block]
            for block in (self.layout["rows"], *self.layout["turrets"])
        ]

    def crew(self) -> list[str]:
        """Names of the roles of its crew, the pilot first."""
        return [role for role in ROLES for _ in range(self.design["crew"].get(role, 0))]

    def arms(self) -> list[dict[str, Any]]:
        """Weapons and racks in the order of the sheet, one each; Safeguards are none."""
        fixed = [(item, NONE) for item in self.design["fixed"]]
        turrets = enumerate(self.design["turrets"])
        turreted = [(item, n) for n, turret in turrets for item in turret["weapons"]]
        return [
            {**item, "turret": turret}
            for item, turret in fixed + turreted
            for _ in range(item["count"])
            if item["type"] not in POINT_DEFENCE_NAMES[1:]
        ]

    def check(self, what: str, count: int, most: int) -> None:
        """Raise CapacityError where there is more of something than a record holds."""
        if count > most:
            raise CapacityError.at(self.name, what, f"{count}; at most {most}")


def lay_class(klass: Any, rules: Any, sheet: Sheet) -> None:
    """Lay one class."""
    _lay_hull(klass, sheet)
    _lay_rows(klass, sheet)
    _lay_arms(klass, sheet)
    codes = _lay_components(klass, sheet)
    _lay_cells(klass, sheet, codes)
    _lay_outside(klass, sheet)
    _lay_systems(klass)
    _count_boxes(klass, sheet)
    _lay_damage(klass, rules)


def _lay_hull(klass: Any, sheet: Sheet) -> None:
    """Tonnage, engines, drives, crew."""
    ship, design = sheet.ship, sheet.design
    klass.tons, klass.thrust = ship["tonnage"], ship["thrust"]
    klass.size_class = size_class(ship["tonnage"])
    klass.nation, klass.race = NATIONS[ship["nationality"]], RACES[ship["race"][0]]
    klass.engines, klass.power = len(design["engines"]), sum(design["engines"])
    klass.plant, klass.dcs = design["powerplant"], design["dcs_sets"]
    klass.compensator, klass.scale = design["compensator"] or 0, sheet.layout["scale"]
    klass.streamlined, klass.antigrav = design["streamlined"], design["antigrav"]
    klass.ftl, klass.bridge = design["ftl"], design.get("bridge", False)
    klass.cost = ship["computed"]["cost"]
    klass.firewall = bool(design.get("firewall") or design["armour"].get("firewall"))
    klass.variable = design["shields"]["kind"] == "variable"
    for side in Facing:
        klass.shield[side] = design["shields"].get(side.name, 0)
    crew = sheet.crew()
    sheet.check("crew", len(crew), MAX_CLASS_CREW)
    klass.crew = len(crew)
    klass.role[: len(crew)] = [ROLES[role] for role in crew]


@cache
def _size_rows() -> list[Any]:
    """Return the rows of size classes."""
    open_end = Column(int, 0, 99999, blank=99999)
    columns = {"order": NUMBER, "min_tons_exclusive": NUMBER, "max_tons_inclusive": open_end}
    return read_csv(DATA / "movement_size_order.csv", columns)


def size_class(tons: int) -> int:
    """IN-SEQ-03, IN-AMB-03 The class in which so many tons move."""
    for row in _size_rows():
        if int(row["min_tons_exclusive"]) < tons <= int(row["max_tons_inclusive"]):
            return int(row["order"])
    raise ValueError(tons)


def _lay_rows(klass: Any, sheet: Sheet) -> None:
    """Lay out its tower of rows: six facings, turrets, the internal block."""
    armour = sheet.design["armour"]
    outside = sheet.layout.get("external") or {}
    at = 0
    for side in Facing:
        klass.external_row[side] = NONE
        if outside.get(side.name):
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
    klass.rows = at + klass.depth


def _lay_arms(klass: Any, sheet: Sheet) -> None:
    """IN-OVL-01, IN-CMB-06 Weapon rows: family, arc, turret, who works it; racks are numbered."""
    arms = sheet.arms()
    sheet.check("weapons", len(arms), MAX_WEAPONS)
    klass.weapons, klass.racks = len(arms), 0
    crew = sheet.crew()
    for row, item in enumerate(arms):
        weapon = klass.weapon[row]
        weapon.turret, weapon.rack = item["turret"], NONE
        weapon.arc = Arc.TURRET if item["turret"] != NONE else ARCS[item["arc"]]
        weapon.crewman = crew.index(item["crew"])
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


def _lay_components(klass: Any, sheet: Sheet) -> dict[str, int]:
    """Lay the components inside; return the component of each code of the layout."""
    arms = [item["type"] for item in sheet.arms()]
    inside = [row for row, name in enumerate(arms) if not name.startswith("External ")]
    legend = sheet.layout["legend"]
    codes: dict[str, int] = {}
    order = sorted(legend, key=lambda code: (not ARM_CODE.fullmatch(code), _turret_of(code)))
    for code in order:
        if code == FREE_BOX or _is_free(sheet, legend[code]):
            continue
        sheet.check("components", len(codes) + 1, MAX_COMPONENTS)
        codes[code] = len(codes)
        component = klass.component[codes[code]]
        name = legend[code].rpartition(": ")[2] if code.startswith("T") else legend[code]
        component.turret = _turret_of(code)
        component.where = Where.INSIDE if component.turret == NONE else Where.TURRET
        component.weapon, component.crewman = NONE, NONE
        digits = "".join(c for c in code if c.isdigit())
        component.number = int(digits) if digits else 1
        if ARM_CODE.fullmatch(code) and name in (arms[row] for row in inside):
            _bind_arm(klass, sheet, component, codes[code], name)
        else:
            _lay_kind(component, name, sheet)
    klass.components = len(codes)
    return codes


def _turret_of(code: str) -> int:
    """Return the turret in which a code's component lies: turret codes begin with T."""
    return 0 if code[:2] in ("TW", "TH", "TS") else NONE


def _is_free(sheet: Sheet, name: str) -> bool:
    """IN-IDE-17 What is a free hit: the FTL computer of a ship without a drive."""
    return name == "FTL navigation computer" and not sheet.design["ftl"]


def _bind_arm(klass: Any, sheet: Sheet, component: Any, row: int, name: str) -> None:
    """Make a component that of the next weapon row of its name and turret."""
    for weapon, item in enumerate(sheet.arms()):
        free = not any(int(c.weapon) == weapon for c in klass.component[:row])
        if item["type"] == name and item["turret"] == component.turret and free:
            component.weapon = weapon
            klass.weapon[weapon].component = row
            break
    else:
        raise ValueError(f"{sheet.name}: {name} is no weapon of its sheet")
    component.kind = Comp.WEAPON
    if name in MOUNT_NAMES:
        component.kind = Comp.AUTOLOADER if name == "Autoloader" else Comp.HARDPOINT


def _lay_kind(component: Any, name: str, sheet: Sheet) -> None:
    """Lay what a component is, from its name."""
    component.kind = KINDS.get(name, Comp.FREE)
    for start in sorted(BEGINNINGS, key=len, reverse=True):
        if component.kind == Comp.FREE and name.startswith(start):
            component.kind = BEGINNINGS[start]
    if name.endswith("structure"):
        component.kind = Comp.TURRET
    words = name.split()
    if component.kind == Comp.SHIELD:
        component.side = Facing[next(word for word in words if word in Facing.__members__)]
    if component.kind in (Comp.DCS, Comp.ACS):
        component.side = LEFT if words[-1] == "left" else RIGHT
    if component.kind == Comp.COCKPIT:
        component.crewman = sheet.crew().index(words[1])
    if component.kind in (Comp.ENGINE, Comp.PLANT, Comp.COMPENSATOR) or words[0] == "shield":
        component.rating = int(words[-1])
    if component.kind == Comp.FREE:
        raise ValueError(f"{sheet.name}: what is {name!r}?")


def _lay_cells(klass: Any, sheet: Sheet, codes: dict[str, int]) -> None:
    """Lay the component under each box, and count boxes and rows of each."""
    klass.cell[:] = NONE
    klass.external_cell[:] = NONE
    first = 0
    for block in sheet.blocks:
        for row, boxes in enumerate(block):
            assert len(boxes) == WIDTH, f"{sheet.name}: row {row}"
            for column, code in enumerate(boxes):
                if code not in codes:
                    continue
                component = klass.component[codes[code]]
                klass.cell[first + row, column] = codes[code]
                component.first = row if component.boxes == 0 else component.first
                component.last = row
                component.boxes += 1
        first += len(block)


def _lay_outside(klass: Any, sheet: Sheet) -> None:
    """IN-DMG-12 What lies on the armour of a facing, and over which columns."""
    for name, items in (sheet.layout.get("external") or {}).items():
        side = Facing[name]
        for item in items:
            row = int(klass.components)
            sheet.check("components", row + 1, MAX_COMPONENTS)
            component = klass.component[row]
            component.where, component.side, component.turret = Where.ARMOUR, side, NONE
            component.weapon, component.crewman = NONE, NONE
            component.kind = Comp.RESCUE
            if item["type"] in MOUNT_NAMES:
                _bind_arm(klass, sheet, component, row, item["type"])
            left, right = item["columns"]
            component.boxes, component.number = right - left + 1, 1
            for column in range(left - 1, right):
                klass.external_cell[side, column] = row
                klass.external[side] |= LEFTMOST >> column
            klass.components += 1


def _lay_systems(klass: Any) -> None:
    """Lay what is looked up by kind: avionics, plant, generators, engines."""
    klass.system[:] = NONE
    klass.shield_part[:] = NONE
    klass.guard, klass.ecm = NONE, NONE
    klass.engine_mask, klass.external_mask = 0, 0
    for row in range(int(klass.components)):
        component = klass.component[row]
        component.fatal = component.boxes // 2 + 1  # IN-DMG-09, IN-AMB-39
        if klass.system[component.kind] == NONE:
            klass.system[component.kind] = row
        if component.kind == Comp.SHIELD:
            klass.shield_part[component.side] = row
        elif component.kind == Comp.ENGINE:
            klass.engine_mask |= 1 << row
        if component.where == Where.ARMOUR:
            klass.external_mask |= 1 << row
    plant = klass.system[Comp.PLANT]
    klass.plant_boxes = klass.component[plant].boxes
    klass.ecm = klass.system[Comp.ECM]


def _count_boxes(klass: Any, sheet: Sheet) -> None:
    """Count the boxes inside, and note its Safeguard."""
    klass.boxes = sum(len(block) for block in sheet.blocks) * WIDTH
    names = [item["type"] for item in sheet.design["fixed"]]
    guards = [name for name in POINT_DEFENCE_NAMES[1:] if name in names]
    if guards:
        klass.guard = POINT_DEFENCE_NAMES.index(guards[0])


def _lay_damage(klass: Any, rules: Any) -> None:
    """What its guns do forward by band of range: what an enemy reckons with who knows the class."""
    for row in range(int(klass.weapons)):
        weapon = klass.weapon[row]
        if weapon.family == Family.RACK:
            continue
        gun = rules.weapon[weapon.table]
        weapon.family = gun.family
        if weapon.arc in (Arc.FORWARD, Arc.TURRET):
            for band in range(BANDS):
                klass.damage[band] += gun.damage[band] + gun.second[band]


def whole_rows(klass: Any) -> np.ndarray:
    """Return the rows of a ship that has lost nothing, as its tower lies in the pool."""
    rows = np.full(int(klass.rows), (1 << WIDTH) - 1, np.int16)
    for side in Facing:
        if klass.external_row[side] != NONE:
            rows[klass.external_row[side]] = klass.external[side]
    return rows
