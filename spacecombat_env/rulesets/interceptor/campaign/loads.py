"""Loads of the racks of hulls, chosen between battles; without a choice racks are loaded at set-up.

A load is one text for each rack: `SSS`, `TGM-I+TGM-I`, `Sensor pod`, or nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from spacecombat_env.core.errors import IllegalOrderError, ScenarioError
from spacecombat_env.core.loading.reading import ConfigNode

from ..model import FIRST_POD, LOAD_NAMES, NATIONS, Nation, Side
from ..scenario.draft import Draft
from ..scenario.forces import read_ship, side_loads
from .battle_entries import LOADS, racks_of
from .hull_classes import class_record, hull_class_names, hull_rules, hull_table
from .war import WarState, with_hulls

MISSILES = LOAD_NAMES[:FIRST_POD]
"""Loads of which all racks of a hull may be filled in one step; a Decoy is one of them."""


def load_hull(state: WarState, side: Side, hull: int, racks: Sequence[str]) -> WarState:
    """IN-HPT-02 Return the state with a hull's racks loaded, for all battles to come.

    No racks at all: they are loaded at the set-up of each battle. Raises IllegalOrderError.
    """
    ship = state.hulls.get(hull)
    if ship is None or ship.side != side or ship.destroyed:
        raise IllegalOrderError.at(f"hull {hull}", "hull", "no hull of this side")
    if not state.is_home(ship):
        raise IllegalOrderError.at(ship.name, "load", "it is at no base")
    reason = refused_load(ship.ship_class, state.war.sides[side].nation, tuple(racks))
    if reason:
        raise IllegalOrderError.at(ship.name, "load", reason)
    return with_hulls(state, [replace(ship, loads=tuple(racks))])


@cache
def refused_load(name: str, nation: Nation, racks: tuple[str, ...]) -> str:
    """IN-HPT-01, 02, 04 Return why a class cannot carry a load; empty if it can."""
    key = next(key for key, each in NATIONS.items() if each == nation)
    allowed = side_loads(ConfigNode("", "", key), ConfigNode("", "", LOADS))
    ship: dict[str, Any] = {"class": name, "loads": racks_of(racks)}
    draft = Draft(hull_table(), list(hull_class_names()))
    try:
        read_ship(draft, 0, ConfigNode("", "", ship), allowed)
    except ScenarioError as cause:
        return str(cause)
    return ""


@cache
def missile_loads(name: str, nation: Nation) -> dict[str, tuple[str, ...]]:
    """IN-HPT-02 Return the loads of one kind of missile that fill all racks of a class, by kind."""
    rules, klass = hull_rules(), class_record(name)
    bears = [int(rules.mount[mount].half_tons) for mount in klass.mount[: int(klass.racks)]]
    found = {}
    for kind, missile in zip(MISSILES, rules.missile, strict=False):
        counts = [most // int(missile.half_tons) for most in bears]
        racks = tuple("+".join([kind] * count) for count in counts)
        if racks and all(counts) and not refused_load(name, nation, racks):
            found[kind] = racks
    return found
