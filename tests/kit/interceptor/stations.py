"""An orbital installation on a table: the design of configs/designs/bastion.yaml."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from kit.interceptor.scenes import Scene
from spacecombat_env.rulesets.interceptor.construction.account import Account, evaluate
from spacecombat_env.rulesets.interceptor.construction.class_rows import class_row
from spacecombat_env.rulesets.interceptor.construction.reading import read_design
from spacecombat_env.rulesets.interceptor.model import class_names

DESIGN = Path(__file__).parents[3] / "configs" / "designs" / "bastion.yaml"
SIDES = 6


@cache
def bastion() -> Account:
    """Return the account of the design."""
    return evaluate(read_design(DESIGN))


def lay_station(table: Scene) -> int:
    """Write the class into the rules of a table; return its row."""
    row = len(class_names())
    table.rules.classes[row] = class_row(bastion())
    return row


def put_station(table: Scene, side: int = 1, at: tuple[int, int] = (10, 14), **more: Any) -> int:
    """Put the installation on the map; return its slot."""
    return table.put(lay_station(table), side, at, **more)


def rows_on(table: Scene, k: int, side: int, turret: bool, rack: bool = False) -> list[int]:
    """Return the weapon rows of a side, counted from 1: turreted or fixed, guns or racks."""
    klass = table.rules.classes[table.state.craft[k].klass]
    return [
        w
        for w in range(int(klass.weapons))
        if klass.weapon[w].arc - 5 == side - 1
        and (klass.weapon[w].turret >= 0) == turret
        and (klass.weapon[w].rack >= 0) == rack
    ]
