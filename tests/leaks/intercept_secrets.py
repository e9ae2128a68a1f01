"""What of a game of the sensor rules is secret as play begins, and a player who finds nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
from battle_rider_secrets import half, once
from collecting import Given
from reading import Questions

from spacecombat_env.rulesets.intercept_sensors.model import (
    InterceptDecision,
    InterceptVerb,
    Status,
)


def quiet(state: Any, mask: np.ndarray) -> int:
    """Pass the scans; leave set-up and plots to the player."""
    return int(InterceptVerb.PASS) if state.decision == InterceptDecision.SCAN else -1


def unfound(given: Given) -> np.ndarray:
    """Return the games, bool (n,), in which no scan of the seat had an answer."""
    finds = given.truth["scan"][:, given.seat]["finds"].max(axis=1)
    known = half(given.truth["unit_of"], 1 - given.seat)
    return (finds == 0) & ~(known["tracked"] | known["identified"]).any(axis=1)


def first_ship(given: Given, field: str) -> np.ndarray:
    """Return a field of the enemy's first ship."""
    return half(given.truth["unit_of"], 1 - given.seat)[field][:, 0].astype(int)


def column(given: Given) -> Questions:
    """Return in which half of its columns the enemy's first ship is."""
    x = first_ship(given, "x")
    return once(given, x > np.median(x))


def row(given: Given) -> Questions:
    """Return in which half of its rows the enemy's first ship is."""
    y = first_ship(given, "y")
    return once(given, y > np.median(y))


def emissions(given: Given) -> Questions:
    """Return how the enemy's first ship has set its plant and its sensors."""
    return once(given, first_ship(given, "power") * 2 + first_ship(given, "popped"))


def loads(given: Given) -> Questions:
    """Return how many of the enemy's craft and volleys have been launched."""
    units = half(given.truth["unit_of"], 1 - given.seat)
    return once(given, (units["status"] == Status.ABOARD).sum(axis=1))
