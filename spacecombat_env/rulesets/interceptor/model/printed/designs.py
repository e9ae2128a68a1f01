"""A ship as in its files: design and layout (data/ships.yaml, data/icb_layouts.yaml)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from spacecombat_env.core.errors import CapacityError

from ..constants.categories import Role
from ..constants.sizes import NONE
from .tables import POINT_DEFENCE_NAMES, yaml_of

ROLES = {
    "pilot": Role.PILOT,
    "gunner": Role.GUNNER,
    "flight_engineer": Role.ENGINEER,
    "navigator": Role.NAVIGATOR,
    "ecm_operator": Role.ECM_OPERATOR,
}


def class_names() -> tuple[str, ...]:
    """Return the name of each row of `rules.classes`; row 0 is empty."""
    return ("", *yaml_of("ships.yaml")["ships"])


@dataclass
class ShipDesign:
    """A ship as in its files."""

    name: str
    ship: dict[str, Any]
    layout: dict[str, Any]

    @property
    def design(self) -> dict[str, Any]:
        """The parts of its design."""
        return self.ship["design"]

    @property
    def blocks(self) -> list[list[list[str]]]:
        """The internal block and those of its turrets, by row and column."""
        return [
            [row.split() for row in block]
            for block in (self.layout["rows"], *self.layout["turrets"])
        ]

    def crew(self) -> list[str]:
        """Return the names of the roles of its crew, the pilot first."""
        return [role for role in ROLES for _ in range(self.design["crew"].get(role, 0))]

    def crewman(self, name: str) -> int:
        """Return the place of a crewman: `gunner`, or `gunner 2` for the second of a role."""
        role, _, number = name.partition(" ")
        return self.crew().index(role) + int(number or 1) - 1

    def arms(self) -> list[dict[str, Any]]:
        """Return the weapons and racks in the order of the sheet, one each; Safeguards are none."""
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
        """Raise CapacityError for a count above the capacity of a record."""
        if count > most:
            raise CapacityError.at(self.name, what, f"{count}; at most {most}")
