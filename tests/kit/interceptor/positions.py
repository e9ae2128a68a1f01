"""Plain copies of positions: numpy's records are slow to read one number at a time."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from spacecombat_env.core.model.hexgrid import on_map
from spacecombat_env.rulesets.interceptor.model import (
    MISSILES,
    NONE,
    WIDTH,
    Comp,
    CrewStatus,
    Load,
    MissileStatus,
    Status,
    class_names,
)

NUMBERS = (
    "turn",
    "phase",
    "step",
    "decision",
    "verdict",
    "mover",
    "blasts",
    "prize_taken",
    "size_class",
)
PIECES = ("craft", "crew", "rack", "missile", "adrift", "rock")
LEFT = (Status.ABANDONED, Status.DERELICT, Status.WRECK)
COLUMNS = np.arange(WIDTH)[::-1].copy()


def plain(records: Any) -> list[Any]:
    """Records with their numbers as plain ones; arrays of numbers, and of records, stay arrays."""
    names = records.dtype.names
    rows = np.asarray(records).tolist()
    return [SimpleNamespace(**dict(zip(names, row, strict=True))) for row in rows]


CLASSES: dict[int | bytes, Any] = {}
"""Classes as plain numbers: printed ones by row, designs of a scenario by content."""


def klass_of(rules: Any, row: int) -> Any:
    """A class, its components and weapons."""
    key = row if row < len(class_names()) else rules.classes[row : row + 1].tobytes()
    if key not in CLASSES:
        (klass,) = plain(rules.classes[row : row + 1])
        klass.component, klass.weapon = plain(klass.component), plain(klass.weapon)
        klass.bay = plain(klass.bay)
        CLASSES[key] = klass
    return CLASSES[key]


class Position:
    """A state and the rules of its game, as plain numbers."""

    def __init__(self, state: Any, rules: Any) -> None:
        self.rules, self.determinized = rules, False
        for name in NUMBERS:
            setattr(self, name, int(state[name]))
        for name in PIECES:
            setattr(self, name, plain(state[name]))
        self.goes, self.dice = state["goes"], state["dice"]
        self.rows, self.last_seen_rows = state["rows"], state["last_seen_rows"]
        self.exchange = state["exchange"]
        self.half = len(self.craft) // 2
        self.size = int(rules.option.columns), int(rules.option.rows)

    def klass(self, k: int) -> Any:
        """Class of a craft."""
        return klass_of(self.rules, self.craft[k].klass)

    def side(self, k: int) -> int:
        """Side of a craft slot."""
        return k // self.half

    def boxes(self, k: int, first: int, count: int, name: str = "rows") -> np.ndarray:
        """Boxes of some rows of a craft, column 1 first."""
        start = self.craft[k].first_row + int(first)
        rows = (self.rows if name == "rows" else self.last_seen_rows)[self.side(k)]
        rows = rows[start : start + int(count)]
        return rows[:, None] >> COLUMNS & 1

    def members(self, k: int) -> range:
        """Slots of the people of a craft."""
        first = self.craft[k].first_crew
        return range(first, first + self.klass(k).crew)

    def racks(self, k: int) -> list[Any]:
        """The racks of a craft."""
        first = self.craft[k].first_rack
        return self.rack[first : first + self.klass(k).racks]

    def is_out(self, k: int, component: int) -> bool:
        """Whether a component is disabled."""
        return bool(self.craft[k].disabled >> component & 1)

    def has_no_power(self, k: int) -> bool:
        """Whether the plant is out."""
        return self.is_out(k, int(self.klass(k).system[Comp.PLANT]))

    def is_without_thrust(self, k: int) -> bool:
        """Whether a ship has no thrust left, whatever is fed."""
        craft, klass = self.craft[k], self.klass(k)
        kinds = [part.kind for part in klass.component[: klass.components]]
        engines = [n for n, kind in enumerate(kinds) if kind == Comp.ENGINE]
        works = any(not self.is_out(k, n) for n in engines)
        idle = klass.switches and works and craft.plant_lost < 4 and not self.has_no_power(k)
        return bool(craft.thrust == 0 and not idle)

    def is_on_map(self, piece: Any) -> bool:
        """Whether a piece lies on the map."""
        return bool(on_map(piece.q, piece.r, *self.size))


# --- what a whole game keeps ---------------------------------------------------------------------


def ammunition(state: Any) -> np.ndarray:
    """Missiles of each side by kind, in racks and on the map, then pods and their shots."""
    found = np.zeros((2, MISSILES + 2), int)
    for side, rack in enumerate(np.split(np.asarray(state["rack"]), 2)):
        used = rack[rack["craft"] != NONE]
        found[side, :MISSILES] = used["load"].sum(axis=0)
        found[side, MISSILES:] = (used["pod"] != NONE).sum(), used["shots"].sum()
    for side, missile in enumerate(np.split(np.asarray(state["missile"]), 2)):
        there = missile["kind"][missile["status"] != MissileStatus.NONE]
        found[side, :MISSILES] += np.bincount(there, minlength=MISSILES)
    return found


def recount(state: Any, rules: Any) -> list[int]:
    """What each side has gained by what has become of the other's ships."""
    game, gained = Position(state, rules), [0, 0]
    for k, craft in enumerate(game.craft):
        if craft.status == Status.UNUSED:
            continue
        side, option = 1 - game.side(k), rules.option
        lost = craft.status in (*LEFT, Status.DESTROYED)
        if option.wide_loss and craft.status in (Status.ON_MAP, Status.BROKEN_OFF):
            lost = (
                game.is_without_thrust(k) or game.crew[craft.first_crew].status == CrewStatus.DEAD
            )
        if lost:
            gained[side] += int(option.destroyed[side])
        elif craft.status == Status.BROKEN_OFF:
            gained[side] += int(option.broke_off[side])
        elif craft.status == Status.LANDED:
            gained[1 - side] += int(option.landed[1 - side])
        if rules.cards[craft.card].required == Load.SENSOR_POD:
            pods = any(rack.pod == Load.SENSOR_POD for rack in game.racks(k))
            if craft.status in (Status.DESTROYED, Status.WRECK) or not pods:
                gained[side] += int(option.pod[side])
    if game.prize_taken != NONE:
        gained[game.prize_taken] += int(rules.option.prize)
    return gained
