"""Worlds of positions, sampled from what a seat knows, and the playouts of orders in them.

All orders of a position are played in the same worlds with common random numbers, so that
differences are due to the orders.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from spacecombat_agents.players.base import random_bits_at
from spacecombat_agents.search.determinization import determinization_seeds, determinize
from spacecombat_agents.search.playouts import NO_ACTION, SEAT_SIGN, PlayoutStarts
from spacecombat_env.core.ruleset import Games, Kernels, ScenarioData

__all__ = ["Actions", "SampledWorlds", "pad_actions", "sample_worlds"]

Actions = tuple[int, ...]


class SampledWorlds(NamedTuple):
    """`per_position` worlds of each of some positions, one position after the other."""

    games: Games
    streams: np.ndarray
    """uint64 (positions * per_position,): random streams of the players in each world."""
    per_position: int
    seats: np.ndarray
    """int8 (positions,): the seat to act."""

    def starts(self, orders: Sequence[Sequence[Actions]]) -> PlayoutStarts:
        """Return a playout of each order of each position in each world of that position."""
        counts = [len(each) for each in orders]
        own = np.concatenate(
            [
                np.tile(np.arange(self.per_position), n) + at * self.per_position
                for at, n in enumerate(counts)
            ]
        )
        prefix = pad_actions([actions for each in orders for actions in each])
        return PlayoutStarts(own, self.streams[own], np.repeat(prefix, self.per_position, axis=0))

    def values(self, value: np.ndarray, orders: Sequence[Sequence[Actions]]) -> list[np.ndarray]:
        """Return each position's values of its orders for its seat: float64 (orders, per_position).

        `value` float64 (playouts,) are those of `starts`' playouts for the first seat.
        """
        counts = [len(each) for each in orders]
        signs = SEAT_SIGN[np.repeat(self.seats, counts)][:, None]
        return np.split(value.reshape(-1, self.per_position) * signs, np.cumsum(counts)[:-1])


def sample_worlds(
    kernels: Kernels,
    table: ScenarioData,
    visible: Games,
    rows: np.ndarray,
    seats: np.ndarray,
    random_bits: np.ndarray,
    numbers: np.ndarray,
    player_numbers: np.ndarray,
) -> SampledWorlds:
    """Return worlds for each of `rows` of redacted records; `seats` and `random_bits` go with them.

    `numbers` and `player_numbers` (count,) number the streams of a position's worlds and of the
    players in them.
    """
    count, bits = len(numbers), np.repeat(random_bits, len(numbers))
    seeds = determinization_seeds(bits, np.tile(numbers, len(rows)))
    at = np.repeat(rows, count), np.repeat(seats, count), seeds
    games = determinize(kernels, table, visible, *at)
    streams = random_bits_at(bits, np.tile(player_numbers, len(rows)))
    return SampledWorlds(games, streams, count, seats)


def pad_actions(orders: Sequence[Actions]) -> np.ndarray:
    """Return actions as int64 (n, longest), NO_ACTION after the last of each."""
    rows = np.full((len(orders), max(map(len, orders), default=0)), NO_ACTION, np.int64)
    for row, actions in zip(rows, orders, strict=True):
        row[: len(actions)] = actions
    return rows
