"""Imagined worlds: full games that look to a seat as its record does, all that is hidden dealt."""

from __future__ import annotations

import hashlib
import sys
from typing import Any

import numpy as np

from spacecombat_agents.players.base import random_bits_at
from spacecombat_env.core.ruleset import Games, Kernels, ScenarioData, make_games

SEED_BITS = np.uint64(1)
"""Of 64 random bits the lowest is dropped: kernels take seeds below 2**63."""
HASH_BYTES = 16
"""Bytes of a mark."""
MARGIN_SCALE, HIDDEN_INT64 = "MARGIN_SCALE", "HIDDEN_INT64"
"""Constants of a rule set's engine: see `REQUIRED_NAMES` in core/kernels/driver.py."""


def engine_constant(kernels: Kernels, name: str, usual: Any) -> Any:
    """Return a constant of the module that a rule set's kernels stand in; `usual` without one."""
    return getattr(sys.modules.get(kernels.determinize.__module__), name, usual)


def determinization_seeds(random_bits: np.ndarray, number: int | np.ndarray) -> np.ndarray:
    """Return the seed of the world of that number: int64 (n,), from random bits, uint64 (n,)."""
    return (random_bits_at(random_bits, np.asarray(number)) >> SEED_BITS).astype(np.int64)


def determinize(
    kernels: Kernels,
    table: ScenarioData,
    visible: Games,
    rows: np.ndarray,
    seats: np.ndarray,
    seeds: np.ndarray,
) -> Games:
    """Return a world for each of some rows of redacted records; `seats` and `seeds` go with `rows`.

    A row may be named often: each of its worlds has its own seed, and so its own luck to come.
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
    """Write a world of each of some records into places of an array of games."""
    columns = rows.tolist(), seats.tolist(), seeds.tolist(), places.tolist()
    for row, seat, seed, place in zip(*columns, strict=True):
        kernels.determinize(visible, row, table, seat, seed, games, place)


def view_hashes(visible: Games, hidden: int, rows: np.ndarray) -> list[bytes]:
    """Return a mark of what each of some records shows: equal records, equal marks.

    Its last `hidden` words, luck and log, are left out: a log may or may not have been handed over.
    """
    length = visible.int64.shape[1] - hidden
    return [
        hashlib.blake2b(visible.int64[row, :length].tobytes(), digest_size=HASH_BYTES).digest()
        for row in rows.tolist()
    ]
