"""Cargo bays and hangars of a class: a row of ten boxes stands for each (IN-ICB-10)."""

from __future__ import annotations

import re
from fractions import Fraction
from math import ceil
from typing import Any

from ..constants.categories import Comp
from ..constants.sizes import MAX_BAYS, MAX_COMPONENTS, NONE, WIDTH
from .designs import ShipDesign
from .tables import yaml_of

BOXES = re.compile(r": (\d+) boxes")
"""End of the name of a bay in a legend."""
BAYS = (Comp.CARGO, Comp.HANGAR)


def lay_bays(klass: Any, sheet: ShipDesign, codes: dict[str, int]) -> None:
    """IN-ICB-10, IN-IDE-35 Write its bays: their rows, boxes, and whether they are loaded."""
    klass.bays = 0
    for code, row in codes.items():
        component = klass.component[row]
        count = BOXES.search(sheet.layout["legend"][code])
        if component.kind not in BAYS or count is None or component.boxes != WIDTH:
            continue
        sheet.check("bays", klass.bays + 1, MAX_BAYS)
        bay = klass.bay[klass.bays]
        component.boxes = bay.boxes = int(count[1])
        bay.cell, bay.cargo = component.first, component.kind == Comp.CARGO
        bay.loaded = bay.cargo and is_loaded(sheet)
        klass.bays += 1
        if bay.cargo:
            _lay_reloads(klass, sheet, component)


def is_loaded(sheet: ShipDesign) -> bool:
    """IN-IDE-35 Whether its cargo bay holds anything: supplies, reloads, crated craft."""
    return bool(sheet.design.get("supplies_months") or sheet.design.get("contents"))


def _lay_reloads(klass: Any, sheet: ShipDesign, bay: Any) -> None:
    """IN-AMB-123 Missile reloads take their share of a bay's columns, from the left."""
    columns = reload_columns(sheet)
    if columns == 0:
        return
    row = int(klass.components)
    sheet.check("components", row + 1, MAX_COMPONENTS)
    klass.component[row] = bay
    reloads = klass.component[row]
    reloads.kind = Comp.MAGAZINE
    reloads.turret = reloads.weapon = reloads.crewman = NONE
    klass.cell[bay.first, :columns] = row
    klass.components += 1


def reload_columns(sheet: ShipDesign) -> int:
    """IN-AMB-123 How many of ten columns the reloads take; started ones count."""
    missiles = yaml_of("missiles.yaml")["missiles"]
    reloads = (sheet.design.get("contents") or {}).get("reloads") or []
    tons = sum(Fraction(missiles[each["type"]]["tons"]) * each.get("count", 1) for each in reloads)
    return min(WIDTH, ceil(WIDTH * tons / Fraction(sheet.design["cargo_bay"]))) if tons else 0
