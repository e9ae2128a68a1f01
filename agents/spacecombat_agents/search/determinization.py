"""Determinizations: full games consistent with a seat's record, with everything hidden sampled."""

from __future__ import annotations

import hashlib
from importlib import import_module
from typing import Any

import numpy as np

from spacecombat_agents.players.base import random_bits_at
from spacecombat_env.core.ruleset import Games, Kernels, ScenarioData, make_games

__all__ = [
    "determinization_seeds",
    "determinize",
    "engine_constant",
    "view_hashes",
    "write_determinization",
]

SEED_BITS = np.uint64(1)
"""Of 64 random bits the lowest is dropped, because kernels take seeds below 2**63."""
HASH_BYTES = 16
"""Bytes of a hash."""
MARGIN_SCALE, HIDDEN_INT64 = "MARGIN_SCALE", "HIDDEN_INT64"
"""Constants of a rule set's engine: see `REQUIRED_NAMES` in core/kernels/driver.py."""


def engine_constant(kernels: Kernels, name: str, usual: Any) -> Any:
    """Return a constant of the module of a rule set's kernels, or the default."""
    return getattr(import_module(kernels.determinize.__module__), name, usual)


def determinization_seeds(random_bits: np.ndarray, number: int | np.ndarray) -> np.ndarray:
    """Return the seeds of worlds number `number`: int64 (n,), from random bits, uint64 (n,)."""
    return (random_bits_at(random_bits, np.asarray(number)) >> SEED_BITS).astype(np.int64)


def determinize(
    kernels: Kernels,
    table: ScenarioData,
    visible: Games,
    rows: np.ndarray,
    seats: np.ndarray,
    seeds: np.ndarray,
) -> Games:
    """Return a world for each of `rows` of redacted records; `seats` and `seeds` go with them.

    A row may occur often: each of its worlds has its own seed, which also seeds its dice.
    """
    worlds = make_games(visible.states.dtype, len(rows))
    write_determinization(kernels, table, visible, rows, seats, seeds, worlds, np.arange(len(rows)))
    return worlds


def write_determinization(
    kernels: Kernels,
    table: ScenarioData,
    visible: Games,
    rows: np.ndarray,
    seats: np.ndarray,
    seeds: np.ndarray,
    games: Games,
    places: np.ndarray,
) -> None:
    """Write a world for each of some records into `places` of an array of games."""
    columns = rows.tolist(), seats.tolist(), seeds.tolist(), places.tolist()
    for row, seat, seed, place in zip(*columns, strict=True):
        kernels.determinize(visible, row, table, seat, seed, games, place)


def view_hashes(visible: Games, hidden: int, rows: np.ndarray) -> list[bytes]:
    """Return a hash of the visible part of each record.

    The last `hidden` entries (random streams and log) are excluded, as records may lack a log.
    """
    length = visible.int64.shape[1] - hidden
    return [
        hashlib.blake2b(visible.int64[row, :length].tobytes(), digest_size=HASH_BYTES).digest()
        for row in rows.tolist()
    ]
