"""Moments at which tables are looked at, and all that a seat and the public are given of one."""

from __future__ import annotations

from collections.abc import Iterator

import walking
from kit.switches import HIDING
from kit.tables import given, of_public
from walking import Place

from spacecombat_env.env.game import Game
from spacecombat_env.env.table import Table

EVERY, MOST = 11, 330
"""Words between two moments of a game that are looked at, and after which it is left."""
PLACES: dict[str, list[Place]] = {
    "battle_rider": [
        ("skirmish", {}),
        ("skirmish", HIDING),
        ("skirmish", {"double_blind": True}),
        ("duel", {}),
    ],
    "intercept_sensors": [("duel", {}), ("picket", {}), ("infiltrator", {})],
    "interceptor": [("pair", {}), ("duel", {})],
}


def moments(name: str, first: int = 0, places: int = 9) -> Iterator[tuple[Game, int]]:
    """Yield moments of game after game, and a seed for each, without an end."""
    return walking.moments(name, PLACES[name][:places], first, EVERY, MOST)


def both_given(table: Table, seat: int, whole: bool = False) -> dict[str, str]:
    """Return all that a seat is given of a moment, and all that the public is."""
    public = {f"public {what}": text for what, text in of_public(table, whole).items()}
    return given(table, table.ruleset.seats[seat], whole=whole) | public
