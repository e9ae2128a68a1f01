"""A table with ships on it, for tests of rules: `scene()`, then `put(...)`.

table = scene()
red = table.put("CHEETAH", at=(10, 10), heading=0, velocity=5, piloting=7, gunnery=5)
blue = table.put("LANCEA", side=1, at=(10, 13), heading=3, load={Load.SSS: 1})
state, rules = table.state, table.rules
"""

from __future__ import annotations

from typing import Any

import numpy as np

from spacecombat_env.core.model.hexgrid import axial_row
from spacecombat_env.rulesets.interceptor.model import (
    CAPACITIES,
    MAX_CLASS_CREW,
    MAX_CLASSES,
    NONE,
    Control,
    Phase,
    Status,
    Step,
    class_names,
    lay_card,
    lay_class,
    printed_rules,
)
from spacecombat_env.rulesets.interceptor.model.printed.designs import ShipDesign
from spacecombat_env.rulesets.interceptor.scenario.blank import blank_state

SEED = 20


class Scene:
    """A state under work, its rules, and what is used up of each side's pools."""

    def __init__(self, capacity: str = "small", columns: int = 26, rows: int = 28) -> None:
        self.table = printed_rules()
        self.names = list(class_names())
        self.rules: Any = self.table[0]
        self.capacity = CAPACITIES[capacity]
        self.states = blank_state(self.capacity)
        self.state: Any = self.states[0]
        option = self.rules.option
        option.columns, option.rows, option.turn_limit = columns, rows, 40
        option.known_class[:MAX_CLASSES] = 1
        self.state.turn, self.state.phase, self.state.step = 1, Phase.MOVEMENT, Step.MOVE
        self.state.begun = 1  # who moves has begun to
        self.state.chance.seed_lo = SEED
        self.cards = 0
        self.craft = [0, 0]
        self.used = [{"row": 0, "crew": 0, "rack": 0} for _ in range(2)]

    def add(self, sheet: ShipDesign) -> None:
        """Add a class, unless there is one of its name."""
        if sheet.name not in self.names:
            lay_class(self.rules.classes[len(self.names)], self.rules, sheet)
            self.names.append(sheet.name)

    def put(
        self,
        name: str | int,
        side: int = 0,
        at: tuple[int, int] = (10, 10),
        heading: int = 0,
        facing: int | None = None,
        velocity: int = 0,
        piloting: int = 5,
        gunnery: int = 5,
        gunner: tuple[int, int] = (2, 6),
        familiarity: tuple[int, int] = (0, 0),
        load: dict[int, int] | None = None,
        pod: int = NONE,
    ) -> int:
        """Put a ship on the map in the hex of a printed column and row; return its slot.

        It is one of the shipped classes, or a row of rules.classes that a test has laid. The pilot has `piloting` and `gunnery`, anybody else `gunner`; `load` and `pod` go into its
        first rack.
        """
        self.cards += 1
        card = self.rules.cards[self.cards]
        card.side = side
        card.klass = self.names.index(name) if isinstance(name, str) else name
        card.pod[:] = NONE
        klass = self.rules.classes[card.klass]
        for place in range(MAX_CLASS_CREW):
            skills = (piloting, gunnery) if place == 0 else gunner
            card.crew[place].piloting, card.crew[place].gunnery = skills
        card.crew[0].fam_piloting, card.crew[0].fam_gunnery = familiarity
        card.pod[0] = pod
        for kind, count in (load or {}).items():
            card.load[0, kind] = count
        k = side * self.capacity.craft + self.craft[side]
        craft, used = self.state.craft[k], self.used[side]
        craft.first_row = used["row"]
        craft.first_crew = used["crew"] + side * self.capacity.crewmen
        craft.first_rack = used["rack"] + side * self.capacity.racks
        lay_card(self.state, self.rules, k, self.cards)
        craft.contact, craft.status, craft.control = self.craft[side], Status.ON_MAP, Control.STEADY
        craft.q, craft.r = at[0], axial_row(*at)
        craft.heading, craft.velocity = heading, velocity
        craft.facing = heading if facing is None else facing
        craft.start_velocity = velocity
        used["row"] += int(klass.rows)
        used["crew"] += int(klass.crew)
        used["rack"] += int(klass.racks)
        self.craft[side] += 1
        return k

    def pilot(self, k: int) -> Any:
        """Return the record of the pilot of a ship."""
        return self.state.crew[self.state.craft[k].first_crew]

    def block(self, k: int, facing: int) -> np.ndarray:
        """Return the armour of a facing as an array of 0 and 1, row by row from outside in."""
        klass = self.rules.classes[self.state.craft[k].klass]
        first = int(self.state.craft[k].first_row) + int(klass.armour_row[facing])
        return self._boxes(k, first, int(klass.armour_rows[facing]))

    def inside(self, k: int) -> np.ndarray:
        """Return the internal block in the same way."""
        klass = self.rules.classes[self.state.craft[k].klass]
        first = int(self.state.craft[k].first_row) + int(klass.inner)
        return self._boxes(k, first, int(klass.depth))

    def _boxes(self, k: int, first: int, count: int) -> np.ndarray:
        """Return some rows of a side's pool as boxes."""
        side = k // self.capacity.craft
        rows = self.state.rows[side, first : first + count]
        return np.array([[int(row) >> (9 - n) & 1 for n in range(10)] for row in rows])

    def events(self, kind: int) -> list[Any]:
        """Return the events of a kind in the log, oldest first."""
        log = self.state.log
        return [log[n].copy() for n in range(int(self.state.log_count)) if log[n].kind == kind]


def scene(capacity: str = "small", columns: int = 26, rows: int = 28) -> Scene:
    """Return an empty table: turn 1, Movement Phase, a map of two sheets."""
    return Scene(capacity, columns, rows)


def fixed_dice(monkeypatch: Any, module: Any, *values: int) -> list[tuple[int, int]]:
    """Let a module's dice give these values in turn; return what was asked (kind, who)."""
    left, requested = list(values), []

    def roll(state: Any, kind: int, who: int, side: int = 0) -> int:
        requested.append((int(kind), int(who)))
        return left.pop(0)

    for name in ("roll", "roll_own"):
        if hasattr(module, name):
            monkeypatch.setattr(module, name, roll)
    return requested
