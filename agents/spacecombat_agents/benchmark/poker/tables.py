"""Batches of poker by a table of all positions: NumPy in place of a loop over games.

The rules are those of `betting`, which fills the table of a rule set once, in less than a second.
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np

from spacecombat_agents.benchmark.poker import betting
from spacecombat_env.core.kernels.batch import REFRESH, UNTOUCHED
from spacecombat_env.core.model.record import as_int64
from spacecombat_env.core.ruleset import TALLY, Games, Out, ScenarioData, make_games

__all__ = ["advance"]

ILLEGAL = -1
"""In place of a key."""
DIGITS = 4 ** np.arange(betting.PUBLIC + 1 + betting.ROUNDS * betting.MAX_ACTIONS)
"""Weights of cards and actions, each 0 to 3, in the key of a position."""


class Positions(NamedTuple):
    """All positions of a game, sorted by key; row n of each array is one of them."""

    keys: np.ndarray
    """int64 (n,)."""
    after: np.ndarray
    """int64 (n, A): key of the position after each action, or `ILLEGAL`."""
    raw: np.ndarray
    """uint8 (n, bytes): the records, with seed 0."""
    visible: np.ndarray
    """uint8 (n, bytes): the records as the seat to act may know them."""
    seat: np.ndarray
    """int8 (n,): the seat to act; -1 at the end."""
    mask: np.ndarray
    """int8 (n, A)."""
    observation: np.ndarray
    """int8 (n, O)."""


def keys_of(states: np.ndarray) -> np.ndarray:
    """Return the key of each record: its cards and actions as digits, int64 (n,)."""
    actions = states["spoken"].reshape(len(states), betting.ROUNDS * betting.MAX_ACTIONS)
    return np.column_stack([states["cards"], actions]).astype(np.int64) @ DIGITS


def advance(games: Games, table: ScenarioData, actions: np.ndarray, out: Out, span: Any) -> None:
    """Apply actions to the games of a span and fill their buffers (`Kernels.advance`)."""
    low, high, auto_reset = span[:3]
    rows = low + np.flatnonzero(np.asarray(actions[low:high]) != UNTOUCHED)
    positions = positions_of(table.rules.tobytes())
    out.done[rows], out.rewards[rows] = 0, 0.0
    acting = rows[(games.states["verdict"][rows] < 0) & (actions[rows] != REFRESH)]
    take_actions(games, actions, acting, positions)
    for row in acting[games.states["verdict"][acting] >= 0].tolist():
        betting.finish(games, row, table, out, auto_reset)
    now = np.searchsorted(positions.keys, keys_of(games.states[rows]))
    is_open = games.states["verdict"][rows] < 0
    out.seat[rows] = np.where(is_open, positions.seat[now], -1)
    out.mask[rows] = positions.mask[now] * is_open[:, None]
    out.visible.raw[rows] = positions.visible[now]
    if out.observation.shape[1]:
        out.observation[rows] = positions.observation[now] * is_open[:, None]


def take_actions(games: Games, actions: np.ndarray, rows: np.ndarray, positions: Positions) -> None:
    """Move games to their next position; an illegal action loses."""
    before = np.searchsorted(positions.keys, keys_of(games.states[rows]))
    chosen = np.asarray(actions[rows])
    is_action = (chosen >= 0) & (chosen < betting.ACTION_COUNT)
    after = np.where(is_action, positions.after[before, np.where(is_action, chosen, 0)], ILLEGAL)
    legal = after != ILLEGAL
    seeds = games.states["seed"][rows[legal]]
    games.raw[rows[legal]] = positions.raw[np.searchsorted(positions.keys, after[legal])]
    games.states["seed"][rows[legal]] = seeds
    for row in rows[~legal].tolist():
        betting.settle(games.states[row], 1 - games.states[row].seat, betting.ILLEGAL)


@functools.cache
def positions_of(rules: bytes) -> Positions:
    """Return all positions of the game with these rules, as `betting` makes them."""
    opening = make_games(betting.state_dtype, 1).states
    table = ScenarioData(np.frombuffer(rules, betting.rules_dtype), opening, as_int64(opening))
    rule = table.rules[0]
    levels, games = [], make_games(betting.state_dtype, betting.count_of_deals(rule))
    for number in range(len(games.states)):
        betting.start(games, number, table, 0)
        betting.deal(games.states[number], rule, number)
    while True:
        levels.append(level := distinct_positions(games, table))
        parent, action = np.nonzero(level.mask)
        if not len(parent):
            break
        games = make_games(betting.state_dtype, len(parent))
        games.raw[:] = level.raw[parent]
        for row, taken in enumerate(action.tolist()):
            betting.apply(games, row, table, taken)
        level.after[parent, action] = keys_of(games.states)
    whole = [np.concatenate(parts) for parts in zip(*levels, strict=True)]
    order = np.argsort(whole[0])
    return Positions(*(part[order] for part in whole))


def distinct_positions(games: Games, table: ScenarioData) -> Positions:
    """Return the positions of some games without duplicates; `after` is not filled yet."""
    keys, first = np.unique(keys_of(games.states), return_index=True)
    count, actions = len(keys), betting.ACTION_COUNT
    chosen = make_games(betting.state_dtype, count)
    chosen.raw[:] = games.raw[first]
    out = Out(
        np.zeros((count, betting.count_of_columns(table.rules[0])), np.int8),
        np.zeros((count, actions), np.int8),
        np.full(count, -1, np.int8),
        np.zeros((count, 2), np.float32),
        np.zeros(count, np.uint8),
        make_games(betting.state_dtype, count),
        np.zeros((count, len(TALLY)), np.int32),
    )
    betting.advance(chosen, table, np.full(count, REFRESH), out, (0, count, 0, 0))
    after = np.full((count, actions), ILLEGAL, np.int64)
    visible = out.visible.raw
    return Positions(keys, after, chosen.raw, visible, out.seat, out.mask, out.observation)
