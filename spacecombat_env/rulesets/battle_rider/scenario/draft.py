"""What a scenario holds while it is read: the rules record under work, and both fleets."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from spacecombat_env.core.errors import CapacityError
from spacecombat_env.core.reading import MAX_NAME, Node, close_to
from spacecombat_env.rulesets.battle_rider.constants import NONE, Damage, ForceStatus, Result, Side
from spacecombat_env.rulesets.battle_rider.state import MAX_CLASSES
from spacecombat_env.rulesets.battle_rider.tables import class_names

SIDES = ("red", "blue")


@dataclass
class Draft:
    """The rules record under work, with the names of its class rows."""

    table: np.ndarray
    classes: list[str]

    @property
    def rules(self) -> np.record:
        """The one rules record."""
        record: np.record = self.table[0]
        return record

    def new_class(self, base: int, name: str, node: Node) -> int:
        """Return a new row of rules.classes, a copy of row `base`."""
        row = len(self.classes)
        if row == MAX_CLASSES:
            room = MAX_CLASSES - len(class_names())
            raise CapacityError.at(node.file, node.path, f"more than {room} ships of own values")
        self.rules.classes[row] = self.rules.classes[base]
        self.classes.append(name)
        return row


@dataclass
class Craft:
    """One ship or drone of a side."""

    node: Node
    default_name: str
    klass: int
    name: str = ""
    """Its own name, or the one it is given by `_name_craft`."""
    missiles: int = 0
    fuel: int = NONE
    damage: dict[Result, Damage] = field(default_factory=dict)
    detected: bool = False
    aboard: bool = False
    keeper: int = NONE
    """Place in the fleet of the tender or the controller."""
    keeper_node: Node | None = None
    """Where the file names the tender or the controller."""


@dataclass
class Force:
    """One task force of a placed side."""

    node: Node
    name: str
    craft: list[int]
    status: ForceStatus
    q: int
    r: int
    vq: int
    vr: int
    entry_turn: int = 0
    evade: int = 0
    shadow_found: bool = False


@dataclass
class Fleet:
    """One side."""

    side: Side
    node: Node
    tactics: int
    craft: list[Craft]
    forces: list[Force] | None = None
    """None: set up by decisions."""


def own_name(node: Node) -> str:
    """Return a name given by hand."""
    name = node.text()
    if len(name) > MAX_NAME:
        raise node.error(f"{len(name)} characters, {len(name) - MAX_NAME} more than {MAX_NAME}")
    return name


def named(fleet: Fleet, node: Node) -> int:
    """Return the place in the fleet of the craft a node names."""
    names = [craft.name for craft in fleet.craft]
    name = node.text()
    if name not in names:
        close = close_to(name, names) or f"; there are: {', '.join(names)}"
        raise node.error(f"no craft of this side is called {name!r}{close}")
    return names.index(name)
