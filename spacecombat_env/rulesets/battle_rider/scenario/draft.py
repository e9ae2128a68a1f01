"""Intermediate form of a scenario: the unfinished rules record, and both fleets."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from spacecombat_env.core.errors import CapacityError
from spacecombat_env.core.loading.reading import ConfigNode, closest_name

from ..model import MAX_CLASSES, NONE, Crew, Damage, ForceStatus, Result, Side, class_names

CREWS = {crew.name.lower(): crew for crew in Crew}


@dataclass
class Draft:
    """The unfinished rules record, with the names of its class rows."""

    table: np.ndarray
    classes: list[str]
    divides: list[bool] = field(default_factory=lambda: [False, False])
    """Per side: whether its pool is made by dividing the printed ships."""
    players: tuple[int, ...] = (1, 1)
    """BR-MPL-01 Players of each side."""
    common: dict[tuple[str, int], int] = field(default_factory=dict)
    """Rows of classes changed by the `values` of a side, by its path and the printed row."""

    @property
    def rules(self) -> Any:
        """The one rules record."""
        return self.table[0]

    def new_class(self, base: int, name: str, node: ConfigNode) -> int:
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

    node: ConfigNode
    default_name: str
    klass: int
    name: str = ""
    """Its own name, or the one that `_name_craft` gives it."""
    missiles: int = 0
    sims: int = 0
    """Number of semi-independent missiles among them."""
    fuel: int = NONE
    damage: dict[Result, Damage] = field(default_factory=dict)
    crew: Crew = Crew.AVERAGE
    detected: bool = False
    powered_down: bool = False
    aboard: bool = False
    keeper: int = NONE
    """Index of its tender or controller in the fleet."""
    player: int = NONE
    """BR-MPL-01 Number of its player; NONE if absent in the file."""
    keeper_node: ConfigNode | None = None
    """Node that names its tender or controller."""
    offered: bool = False
    """For sale."""
    set_aside: bool = False
    """A place in a pool for a ship still to be picked (class row 0), or for its rider."""


@dataclass
class Force:
    """One task force of a placed side."""

    node: ConfigNode
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
    landed: bool = False


@dataclass
class Fleet:
    """One side."""

    side: Side
    node: ConfigNode
    tactics: int
    craft: list[Craft]
    values: ConfigNode
    """Changes to every printed ship of the side."""
    crew: Crew = Crew.AVERAGE
    """Quality of its crews where a ship names no other."""
    forces: list[Force] | None = None
    """None: set up by decisions."""
    readiness: int = 0
    surprised: bool = False
    buys: bool = False
    leave_out: int = 0
    """Ships drawn from a cup that do not take part."""


def own_name(node: ConfigNode) -> str:
    """Return a name given by hand."""
    return node.name()


def named(fleet: Fleet, node: ConfigNode) -> int:
    """Return the index in the fleet of the craft that a node names."""
    names = [craft.name for craft in fleet.craft]
    name = node.text()
    if name not in names:
        close = closest_name(name, names) or f"; there are: {', '.join(names)}"
        raise node.error(f"no craft of this side is called {name!r}{close}")
    return names.index(name)
