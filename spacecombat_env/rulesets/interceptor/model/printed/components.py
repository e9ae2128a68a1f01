"""Components of a class: codes of a layout, the place of their boxes, components on armour."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from spacecombat_env.core.loading.tables import Column, read_csv

from ..constants.categories import Comp, Facing, Where
from ..constants.sizes import LEFTMOST, MAX_COMPONENTS, NONE, WIDTH
from .designs import ShipDesign
from .tables import DATA, MOUNT_NAMES

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
    "Autoloader magazine": Comp.MAGAZINE,
    "TOT gear": Comp.TOT_GEAR,
    "FTL drive": Comp.FTL_DRIVE,
    "anti-grav lifters": Comp.ANTIGRAV,
    "Bridge": Comp.BRIDGE,
    "Internal RC": Comp.RESCUE,
    "External RC": Comp.RESCUE,
    "ECM": Comp.ECM,
    "Internal ECM": Comp.ECM,
    "Repair facility": Comp.REPAIR,
}
"""Kinds by the whole name in a legend."""
PREFIXES = {
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
    "hangar": Comp.HANGAR,
    "Towing attachments": Comp.TOWING,
    "FTL drive jumpers": Comp.JUMPERS,
    "Hospital bay": Comp.HOSPITAL,
    "DCS set": Comp.DCS,
    "ACS": Comp.ACS,
    "Safeguard": Comp.POINT_DEFENCE,
}
"""Kinds by the beginning of a name; no beginning begins another."""
SINGLE = (Comp.COCKPIT, *(kind for kind in Comp if Comp.TRANSPONDER <= kind <= Comp.THRUST_CONTROL))
"""Kinds whose boxes are never scaled: cockpits and avionics (IN-DMG-14)."""
FREE_BOX = ".."
ARM_CODE = re.compile(r"T?[WH]\d+")
"""Codes of weapons and racks."""
TURRET_NAME = re.compile(r"turret (\d+): ")
"""Beginning of the names of what lies in a turret."""
LEFT_SIDE, RIGHT_SIDE = 1, 0


def lay_components(klass: Any, sheet: ShipDesign) -> dict[str, int]:
    """Write the components inside; return the component of each code of the layout."""
    arms = [item["type"] for item in sheet.arms()]
    inside = [row for row, name in enumerate(arms) if not name.startswith("External ")]
    legend = sheet.layout["legend"]
    codes: dict[str, int] = {}
    order = sorted(
        legend, key=lambda code: (not ARM_CODE.fullmatch(code), _turret_of(legend[code]))
    )
    for code in order:
        if code == FREE_BOX or _is_free(sheet, legend[code]):
            continue
        sheet.check("components", len(codes) + 1, MAX_COMPONENTS)
        codes[code] = len(codes)
        component = klass.component[codes[code]]
        name = TURRET_NAME.sub("", legend[code])
        component.turret = _turret_of(legend[code])
        component.where = Where.INSIDE if component.turret == NONE else Where.TURRET
        component.weapon, component.crewman = NONE, NONE
        digits = "".join(c for c in code if c.isdigit())
        component.number = int(digits) if digits else 1
        if ARM_CODE.fullmatch(code) and name in (arms[row] for row in inside):
            _bind_arm(klass, sheet, component, codes[code], name)
        else:
            _lay_kind(component, name, sheet)
        if component.kind == Comp.MAGAZINE:
            component.weapon = _launcher_of(klass, sheet, component, codes[code])
    klass.components = len(codes)
    return codes


def _turret_of(name: str) -> int:
    """Return the turret in which the component of a name lies, from 0; NONE for the hull."""
    found = TURRET_NAME.match(name)
    return int(found[1]) - 1 if found else NONE


def _is_free(sheet: ShipDesign, name: str) -> bool:
    """IN-IDE-17 A free hit: the FTL computer of a ship without a drive."""
    return name == "FTL navigation computer" and not sheet.design["ftl"]


def _bind_arm(klass: Any, sheet: ShipDesign, component: Any, row: int, name: str) -> None:
    """Bind a component to the next weapon row of its name and turret."""
    bound = klass.component["weapon"][:row]
    for weapon, item in enumerate(sheet.arms()):
        if item["type"] == name and item["turret"] == component.turret and weapon not in bound:
            component.weapon = weapon
            klass.weapon[weapon].component = row
            break
    else:
        raise ValueError(f"{sheet.name}: {name} is not a weapon of its sheet")
    component.kind = Comp.WEAPON
    if name in MOUNT_NAMES:
        component.kind = Comp.AUTOLOADER if name == "Autoloader" else Comp.HARDPOINT


def _launcher_of(klass: Any, sheet: ShipDesign, component: Any, row: int) -> int:
    """IN-IDE-23 Return the weapon row of the Autoloader that a magazine feeds."""
    fed = [part.weapon for part in klass.component[:row] if part.kind == Comp.MAGAZINE]
    for part in klass.component[:row]:
        same = part.kind == Comp.AUTOLOADER and part.turret == component.turret
        if same and part.weapon not in fed:
            return int(part.weapon)
    raise ValueError(f"{sheet.name}: a magazine without Autoloader")


def kind_of(name: str) -> Comp:
    """Return the kind of a component's name; FREE for an unknown name."""
    if name.endswith("structure"):
        return Comp.TURRET
    begun = (kind for start, kind in PREFIXES.items() if name.startswith(start))
    return KINDS[name] if name in KINDS else next(begun, Comp.FREE)


def _lay_kind(component: Any, name: str, sheet: ShipDesign) -> None:
    """Set the kind of a component from its name."""
    kind = component.kind = kind_of(name)
    parts = name.split()
    if kind == Comp.SHIELD:
        component.side = Facing[next(part for part in parts if part in Facing.__members__)]
    if kind in (Comp.DCS, Comp.ACS):
        component.side = LEFT_SIDE if parts[-1] == "left" else RIGHT_SIDE
    if kind == Comp.COCKPIT:
        component.crewman = sheet.crewman(name.partition(" ")[2])
    if kind in (Comp.ENGINE, Comp.PLANT, Comp.COMPENSATOR) or parts[0] == "shield":
        component.rating = int(parts[-1])
    if kind in (Comp.TOWING, Comp.JUMPERS):
        component.rating = tow_capacity(name)
    if kind == Comp.FREE:
        raise ValueError(f"{sheet.name}: what is {name!r}?")


def lay_cells(klass: Any, sheet: ShipDesign, codes: dict[str, int]) -> None:
    """Write the component under each box, and count boxes and rows of each."""
    klass.cell[:] = NONE
    klass.external_cell[:] = NONE
    component = klass.component
    legend = sheet.layout["legend"]
    single = {code for code in legend if kind_of(TURRET_NAME.sub("", legend[code])) in SINGLE}
    rows = [(row, boxes) for block in sheet.blocks for row, boxes in enumerate(block)]
    for cell, (row, boxes) in enumerate(rows):
        assert len(boxes) == WIDTH, f"{sheet.name}: row {row}"
        klass.cell[cell] = inside = [codes.get(code, NONE) for code in boxes]
        klass.unscaled[cell] = sum(LEFTMOST >> n for n, code in enumerate(boxes) if code in single)
        for part in set(inside) - {NONE}:
            if component["boxes"][part] == 0:
                component["first"][part] = row
            component["last"][part] = row
            component["boxes"][part] += inside.count(part)


def lay_outside(klass: Any, sheet: ShipDesign) -> None:
    """IN-DMG-12 Components on the armour of a facing, and their columns."""
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


@cache
def _tows() -> tuple[tuple[str, int], ...]:
    """IN-CON-25 Return system and greatest tonnage of each row of towing.csv."""
    rows = read_csv(
        DATA / "towing.csv", {"system": Column(str), "max_tow_tons": Column(int, 1, 99999)}
    )
    return tuple((str(row["system"]), int(str(row["max_tow_tons"]))) for row in rows)


def tow_capacity(name: str) -> int:
    """IN-CON-25 Return the tons that gear moves: `Towing attachments 300 t` moves 500."""
    tons = int(name.split()[-2])
    return min(most for system, most in _tows() if name.startswith(system) and most >= tons)
