"""What the columns of many events hold."""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.telling import SIDES
from spacecombat_env.rulesets.battle_rider.told.places import hex_number

UNTOLD = -1
"""Hits of which the firing player does not learn (pieces/referee.py)."""


def event_hex(event: Any) -> str:
    """Return the hex that an event tells."""
    return hex_number(event.a, event.b)


def bare_force(name: str) -> str:
    """Return the name of a task force or a spread without its side, which stands before."""
    return name.removeprefix(f"{SIDES[0]} ").removeprefix(f"{SIDES[1]} ")
