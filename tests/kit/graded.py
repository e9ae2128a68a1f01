"""Graded knowledge, as a toy: ships on a line, of which more is known the nearer they are.

A printed table says from which of five brackets of range on a group of fields is known. What was
known once is kept with the turn in which it was learned: reports, which are their side's own.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

import numpy as np

from spacecombat_env.core.model.fields import (
    FieldPlace,
    Knowledge,
    field,
    fields,
    nested,
    number,
    slot,
)
from spacecombat_env.core.model.record import INT8, INT16, field_names

SHIPS = 3
"""Of one side."""
BRACKETS = (2, 5, 10, 20, 40)
"""Greatest range of each bracket; farther off nothing is known."""


class Group(Enum):
    """Who knows a field: groups of what is known of an enemy ship, and others."""

    ALL = "both sides"
    OWNER = "its side"
    PLACE = "its side; the enemy within bracket 5"
    COURSE = "its side; the enemy within bracket 4"
    SIZE = "its side; the enemy within bracket 3"
    POWER = "its side; the enemy within bracket 2"
    DAMAGE = "its side; the enemy within bracket 1"


TABLE = {Group.PLACE: 5, Group.COURSE: 4, Group.SIZE: 3, Group.POWER: 2, Group.DAMAGE: 1}
"""The printed table: the farthest bracket in which a group is known."""
REPORTED = {"speed": Group.COURSE, "bulk": Group.SIZE, "power": Group.POWER, "hits": Group.DAMAGE}
"""What is kept of an enemy ship, with the turn."""

SHIP = fields(
    "ship",
    x=number(
        INT16,
        "where it is; 0 = nowhere",
        known=Group.PLACE,
        least=-99,
        most=99,
        shows="a ship that comes near is seen",
    ),
    speed=number(INT8, "squares per turn", known=Group.COURSE, least=-9, most=9),
    bulk=field(INT8, "how large it is", known=Group.SIZE, most=9),
    power=field(INT8, "power at hand", known=Group.POWER, most=9),
    reserve=field(INT8, "power in reserve", known=Group.POWER, most=9),
    hits=field(INT8, "hits it has taken", known=Group.DAMAGE, most=9),
    target=slot("ship", "ship it will fire at", known=Group.OWNER),
)
REPORT = fields(
    "report",
    **{name: number(INT8, f"its {name}, as last known", known=Group.OWNER) for name in REPORTED},
    **{
        f"{name}_turn": field(INT16, f"turn of which its {name} is known", known=Group.OWNER)
        for name in REPORTED
    },
)
STATE = fields(
    "state",
    turn=field(INT16, "the turn", known=Group.ALL),
    ship=nested(SHIP, "ships", (2 * SHIPS,), sides="halves"),
    report=nested(REPORT, "what a side knew last of each enemy ship", (2, SHIPS), sides="each"),
)


def bracket(state: Any, seat: int, k: int) -> int:
    """The bracket in which a ship is to the nearest one of a side; beyond the last, one more."""
    own = state.ship["x"][seat * SHIPS : (seat + 1) * SHIPS]
    near = min(abs(int(x) - int(state.ship[k].x)) for x in own)
    return int(np.searchsorted(BRACKETS, near)) + 1


def knows(state: Any, seat: int, place: FieldPlace) -> bool:
    """What is declared of a seat's knowledge."""
    known = place.field.known
    if known is Group.ALL or place.owner == seat:
        return True
    return known in TABLE and bracket(state, seat, place.slot) <= TABLE[known]


KNOWLEDGE = Knowledge(STATE, knows)


def learn(state: Any) -> None:
    """At the end of a turn each side writes down what it sees of enemy ships, with the date."""
    for seat in (0, 1):
        for n in range(SHIPS):
            ship, report = state.ship[(1 - seat) * SHIPS + n], state.report[seat, n]
            near = bracket(state, seat, (1 - seat) * SHIPS + n)
            for name, group in REPORTED.items():
                if near <= TABLE[group]:
                    report[name], report[f"{name}_turn"] = ship[name], state.turn


def redact_state(state: Any, seat: int) -> None:
    """The redaction, written by hand as that of a rule set is."""
    for k in range((1 - seat) * SHIPS, (2 - seat) * SHIPS):
        ship, near = state.ship[k], bracket(state, seat, k)
        ship.target = -1
        if near > 1:
            ship.hits = 0
        if near > 2:
            ship.power = ship.reserve = 0
        if near > 3:
            ship.bulk = 0
        if near > 4:
            ship.speed = 0
        if near > 5:
            ship.x = 0
    for report in state.report[1 - seat]:
        for name in field_names(report.dtype):
            report[name] = 0
