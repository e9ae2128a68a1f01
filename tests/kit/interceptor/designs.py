"""Designs for tests: the worked example and a corvette with changes, and what is refused of them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from functools import cache
from typing import Any

from spacecombat_env.core.loading.tables import read_yaml
from spacecombat_env.rulesets.interceptor.construction import (
    Design,
    Refusal,
    evaluate,
    shipped_design,
)
from spacecombat_env.rulesets.interceptor.construction.class_rows import ship_design
from spacecombat_env.rulesets.interceptor.construction.design import Arm
from spacecombat_env.rulesets.interceptor.construction.generator import generate
from spacecombat_env.rulesets.interceptor.construction.icb import scale_of
from spacecombat_env.rulesets.interceptor.construction.parts import Line, Part
from spacecombat_env.rulesets.interceptor.model import DATA, Size, size_class
from spacecombat_env.rulesets.interceptor.model.printed.designs import ShipDesign

NATIONS = ("TOG", "CW/RL", "KessRith")
PETAL = shipped_design("FLUTTERING PETAL")
CINGULUM = shipped_design("CINGULUM")
PEGASUS = shipped_design("PEGASUS")
AUTUMN_LEAF = shipped_design("AUTUMN LEAF")
ORACLES: dict[str, Any] = {
    one["id"]: one
    for file in ("oracles.yaml", "oracles_ii.yaml")
    for one in read_yaml(DATA / file)["oracles"]  # type: ignore[index]
}


def given(oracle: str) -> dict[str, Any]:
    """What an oracle gives."""
    return ORACLES[oracle]["given"]


def expected(oracle: str) -> Any:
    """What an oracle expects."""
    return ORACLES[oracle]["expect"]


def petal(**changes: Any) -> Design:
    """The worked example with changes."""
    return replace(PETAL, **changes)


def refusals(design: Design) -> list[Refusal]:
    """All refusals of a design."""
    return list(evaluate(design).refusals)


def refused(design: Design) -> set[tuple[int, str]]:
    """DesignStep and rule of each refusal of a design."""
    return {(int(refusal.step), refusal.rule) for refusal in refusals(design)}


def amounts(design: Design) -> dict[tuple[int, str], float]:
    """By how much each limit is missed, by step and rule; -1 where it is not."""
    found = {(int(each.step), each.rule): each.by for each in refusals(design)}
    return defaultdict(lambda: -1, found)


def lines_of(design: Design, *parts: Part) -> list[Line]:
    """The lines of some kinds of part in a design's account."""
    return [line for line in evaluate(design).lines if line.part in parts]


def sums(lines: list[Line]) -> tuple[float, int, int]:
    """Tons, EPs and talents of some lines."""
    return sum(x.tons for x in lines), sum(x.eps for x in lines), sum(x.talents for x in lines)


def forward(kind: str, count: int = 1, **more: Any) -> Arm:
    """Weapons that bear forward and are worked by the pilot."""
    return Arm(kind, count, **more)


SCALES = {2: 2000, 3: 4001, 4: 6001, 5: 8001}
"""Scale of the boxes, and the least tons of the ship that is drawn."""


@cache
def large_ship(tons: int) -> ShipDesign:
    """The sheet of a random ship of at least some tons, with something on its armour."""
    size, seed = Size(size_class(tons)), 0
    while True:
        seed += 1
        design = generate(size, "TOG", seed)
        if design.tonnage >= tons and scale_of(design.tonnage) == scale_of(tons):
            sheet = ship_design(evaluate(design))
            if sheet.layout.get("external"):
                return sheet
