"""Energy Points of a class: what each of its components needs, and what is always fed."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

from spacecombat_env.core.loading.tables import Column, read_csv

from ..constants.categories import Comp, Role
from ..constants.sizes import FLICKER_STEP, NONE
from .designs import ShipDesign
from .tables import DATA, NUMBER

LEAST_DRIVE = 50
"""Tons of the smallest FTL drive (IN-CON-17)."""


@cache
def rack_eps() -> dict[str, int]:
    """Return the EPs of each kind of rack."""
    rows = read_csv(DATA / "hardpoints.csv", {"id": Column(str), "eps": NUMBER})
    return {str(row["id"]): int(row["eps"]) for row in rows}


def lay_energy(klass: Any, rules: Any, sheet: ShipDesign) -> None:
    """IN-POW-01, IN-AMB-113 Write the EPs of components, of permanent users, who can switch."""
    computed = sheet.ship["computed"]
    klass.permanent = computed["powerplant"] - computed["allocatable_eps"]
    klass.switches = Role.ENGINEER in klass.role[: klass.crew]
    arms = [item["type"] for item in sheet.arms()]
    for component in klass.component[: klass.components]:
        component.eps = _eps(klass, rules, component)
        if component.weapon != NONE and component.kind != Comp.MAGAZINE:
            gun = rules.weapon[klass.weapon[component.weapon].table]
            component.eps = rack_eps().get(arms[component.weapon], gun.eps)


def _eps(klass: Any, rules: Any, component: Any) -> int:
    """Return the EPs of a component that is no weapon; 0 for permanent users."""
    tons = int(klass.tons)
    if component.kind == Comp.ENGINE:
        return int(component.rating)
    if component.kind == Comp.SHIELD:
        rate = FLICKER_STEP if klass.variable else int(klass.shield[component.side])
        return int(rules.shield_eps[rate // FLICKER_STEP]) * math.ceil(tons / 1000)
    if component.kind == Comp.ANTIGRAV:
        return math.ceil(tons * 5 / 100)
    if component.kind == Comp.FTL_DRIVE:
        return max(LEAST_DRIVE, math.ceil(tons / 10))
    return 0
