"""The account of a design: the fifteen steps in order, with sums and refusals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..model.printed.sheets import size_class
from .catalogue import size_names
from .design import Design
from .icb import internal_boxes, scale_of, turret_boxes
from .layout import Layout, automatic_layout
from .layout_checks import given_layout
from .parts import DesignStep, Line, Part, Refusal, amount
from .steps import STEPS, hull, power, weapons


@dataclass(frozen=True)
class Account:
    """The sums, refusals and layout of a design."""

    design: Design
    """With its powerplant, where the design left it open."""
    lines: tuple[Line, ...]
    refusals: tuple[Refusal, ...]
    remarks: tuple[str, ...]
    """Legal choices that are worth a second look."""
    layout: Layout | None
    """None where the boxes do not fit."""

    @property
    def is_legal(self) -> bool:
        """Whether nothing is refused."""
        return not self.refusals

    @property
    def tons(self) -> float:
        """Tons used."""
        return amount(sum(line.tons for line in self.lines))

    @property
    def talents(self) -> int:
        """Price of the ship, without missiles, pods and craft."""
        return sum(line.talents for line in self.lines)

    @property
    def tons_left(self) -> float:
        """IN-CON-55 Tons that may still be spent on anything; negative for an overweight ship."""
        return amount(self.design.tonnage - self.tons)

    def after(self, step: DesignStep) -> tuple[float, int]:
        """Return the tons left and the talents spent after a step."""
        done = [line for line in self.lines if line.step <= step]
        left = self.design.tonnage - sum(line.tons for line in done)
        return amount(left), sum(line.talents for line in done)

    def totals(self) -> dict[str, Any]:
        """Return the sums, under the names of `computed` in data/ships.yaml."""
        design = self.design
        plating = [line.tons for line in self.lines if line.part is Part.ARMOUR]
        rows = sum(design.armour.blocks) / 10
        return {
            "size_class": size_names()[size_class(min(max(1, design.tonnage), hull.LARGEST))],
            "engine_power": design.power,
            "eps_all_systems": power.eps_of(self.lines),
            "eps_minimum": max(power.three_sums(design, self.lines).values()),
            "power_switchable": power.can_switch(design),
            "powerplant": design.powerplant,
            "allocatable_eps": power.allocatable(design, self.lines),
            "tons_used": self.tons,
            "tons_spare": self.tons_left,
            "cost": self.talents,
            "armour_tons_per_10": amount(sum(plating) / rows) if rows else 0,
            "fuel_tons": amount(sum(x.tons for x in self.lines if x.part is Part.FUEL)),
            "icb_scale": scale_of(design.tonnage),
            "icb_boxes": internal_boxes(design.tonnage, self.lines),
            "turret_icb_boxes": [
                turret_boxes(design.tonnage, self.lines, n) for n in range(len(design.turrets))
            ],
        }


def steps_in_order() -> Iterator[Any]:
    """IN-CON-01 Yield the modules of the fifteen steps, in order."""
    yield from STEPS


def evaluate(design: Design) -> Account:
    """Return the account of a design.

    No step stops the others, so all refusals are found at once.
    """
    design, lines = add_up(design)
    refusals = [found for step in steps_in_order() for found in step.refusals(design, lines)]
    refusals += weight_refusals(design, lines)
    layout, misfits = (automatic_layout, given_layout)[design.layout is not None](design, lines)
    refusals += misfits
    remarks = [*weapons.overloads(design), *(layout.remarks if layout else ())]
    refusals.sort(key=lambda refusal: refusal.step)
    return Account(design, tuple(lines), tuple(refusals), tuple(remarks), layout)


def add_up(design: Design) -> tuple[Design, list[Line]]:
    """Return the design with its powerplant, and the lines of its account by step."""
    lines: list[Line] = []
    for step in steps_in_order():
        if step is power:
            design = power.with_plant(design, lines)
        lines += step.lines(design)
    return design, sorted(lines, key=lambda line: line.step)


def weight_refusals(design: Design, lines: list[Line]) -> list[Refusal]:
    """IN-CON-55 Return a refusal for an overweight ship."""
    used = amount(sum(line.tons for line in lines))
    over = amount(used - design.tonnage)
    if over <= 0:
        return []
    reason = f"{over:g} t over, {used:g} of {design.tonnage}"
    return [Refusal(DesignStep.ACCOUNT, "tonnage", "CON-55", reason, over)]
