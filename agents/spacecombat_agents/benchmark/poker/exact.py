"""How much a policy loses to its best responses: exactly, over every deal and every action.

A policy is a function. `nash_conv` calls it once, with every position at which a seat acts:

    observations  float32 (n, O), as BatchEnv.floats writes them
    masks         int8 (n, A), 1 where an action is legal
    -> probabilities  (n, A), 0 where an action is not legal; each row adds up to 1

All positions of one depth are expanded at once. Positions whose records look the same to the seat
to act, byte for byte, are one information set. Recall is perfect and actions are public, so all
positions of a set have the same depth, and its seat reached them by the same actions.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from spacecombat_agents.benchmark.poker import betting, kuhn, leduc
from spacecombat_env.core.ruleset import Games, Scenario, make_games, make_out

Policy = Callable[[np.ndarray, np.ndarray], np.ndarray]
"""(observations, masks) -> probabilities."""
GAMES = {"kuhn": kuhn, "leduc": leduc}
TOLERANCE = 1e-4
"""Allowed difference of the sum of a row from 1: networks compute in float32."""


class GameLevel(NamedTuple):
    """All positions after the same number of actions; row n of each array is one of them."""

    seat: np.ndarray
    """int8 (n,): the seat to act; -1 at the end."""
    mask: np.ndarray
    """int8 (n, A)."""
    floats: np.ndarray
    """float32 (n, O): the observation of the seat to act."""
    sets: np.ndarray
    """int (n,): number of the information set within the level."""
    chips: np.ndarray
    """float64 (n,): chips that the first seat has won; 0 during the game."""
    parent: np.ndarray
    """int (n,): row of the level before; -1 in the first."""
    action: np.ndarray
    """int (n,): the action that led here from there; -1 in the first."""


BestResponse = Callable[[int, GameLevel, np.ndarray], np.ndarray]
"""(depth, level, value of each action (n, A)) -> value of each position (n,), to the first seat."""


def nash_conv(policy: Policy, name: str = "kuhn") -> float:
    """Return the chips a game that best responses win of a policy, added up over both seats.

    It is 0 for an equilibrium, and twice the exploitability. `name` is kuhn or leduc. ValueError if
    the policy returns no probabilities.
    """
    probs = action_probs_of(policy, name)
    return sum(best_response(name, probs, seat) for seat in range(2))


def value(policy: Policy, name: str = "kuhn") -> float:
    """Return the chips a game that the first seat wins if both play a policy."""
    probs = action_probs_of(policy, name)
    return backwards(name, lambda depth, _, actions: (probs[depth] * actions).sum(axis=1))


def action_probs_of(policy: Policy, name: str) -> list[np.ndarray]:
    """Return the probabilities (n, A) of a policy by level.

    ValueError if they are no probabilities of legal actions.
    """
    levels = tree(name)
    acting = [level.seat >= 0 for level in levels]
    pairs = list(zip(levels, acting, strict=True))
    masks = np.concatenate([level.mask[rows] for level, rows in pairs])
    floats = np.concatenate([level.floats[rows] for level, rows in pairs])
    given = np.asarray(policy(floats, masks), np.float64)
    if given.shape != masks.shape or (given < 0.0).any() or given[masks == 0].any():
        raise ValueError("are not an array (n, A) of numbers from 0, with 0 for illegal actions")
    sums = given.sum(axis=1, keepdims=True)
    if not np.allclose(sums, 1.0, atol=TOLERANCE):
        raise ValueError("do not add up to 1 in every row")
    made = [np.zeros(level.mask.shape) for level in levels]
    ends = np.cumsum([int(rows.sum()) for rows in acting])[:-1]
    for probs, rows, part in zip(made, acting, np.split(given / sums, ends), strict=True):
        probs[rows] = part
    return made


def best_response(name: str, probs: list[np.ndarray], seat: int) -> float:
    """Return the chips a game that the best response in one seat wins of a policy in the other.

    In each information set it takes the action that wins most over the set's positions, weighted by
    the probabilities of the deal and of the enemy's actions.
    """
    reach, sign = reach_without(name, probs, seat), 1.0 if seat == 0 else -1.0

    def answered(depth: int, level: GameLevel, actions: np.ndarray) -> np.ndarray:
        own = level.seat == seat
        best = best_response_actions(level, own, sign * reach[depth][:, None] * actions)
        worth = (probs[depth] * actions).sum(axis=1)
        worth[own] = actions[own, best[level.sets[own]]]
        return worth

    return sign * backwards(name, answered)


def best_response_actions(level: GameLevel, own: np.ndarray, actions: np.ndarray) -> np.ndarray:
    """Return the legal action of the largest total value in each information set."""
    total = np.zeros((len(level.sets), actions.shape[1]))
    np.add.at(total, level.sets[own], actions[own])
    legal = np.ones(total.shape, bool)
    legal[level.sets[own]] = level.mask[own] > 0
    return np.where(legal, total, -np.inf).argmax(axis=1)


def reach_without(name: str, probs: list[np.ndarray], seat: int) -> list[np.ndarray]:
    """Return the probability of each position by level, without the seat's own actions."""
    levels = tree(name)
    reach = [np.full(len(levels[0].seat), 1.0 / len(levels[0].seat))]
    for depth in range(1, len(levels)):
        before, now = levels[depth - 1], levels[depth]
        taken = np.where(before.seat == seat, 1.0, probs[depth - 1].T).T
        reach.append(reach[-1][now.parent] * taken[now.parent, now.action])
    return reach


def backwards(name: str, answer: BestResponse) -> float:
    """Return the value of the game to the first seat, in chips, by backward induction."""
    levels = tree(name)
    worth = levels[-1].chips
    for depth in range(len(levels) - 2, -1, -1):
        level, following = levels[depth], levels[depth + 1]
        actions = np.zeros(level.mask.shape)
        actions[following.parent, following.action] = worth
        worth = np.where(level.seat < 0, level.chips, answer(depth, level, actions))
    return float(worth.mean())


# -- the tree -------------------------------------------------------------------------------------


@functools.cache
def tree(name: str) -> tuple[GameLevel, ...]:
    """Return all positions of a game by depth; the first are the deals, all equally likely."""
    scenario = GAMES[name].RULESET.load()
    games, nobody = deals(scenario), np.full(betting.count_of_deals(scenario.table.rules[0]), -1)
    level = step_games(games, scenario, nobody, nobody, GAMES[name].CHIPS)
    levels = [level]
    while (level.seat >= 0).any():
        parent, action = np.nonzero(level.mask)
        after = make_games(games.states.dtype, len(parent))
        after.raw[:] = games.raw[parent]
        level = step_games(after, scenario, parent, action, GAMES[name].CHIPS)
        games = after
        levels.append(level)
    return tuple(levels)


def deals(scenario: Scenario) -> Games:
    """Return a game of every deal, before the first action."""
    rules = scenario.table.rules[0]
    count = betting.count_of_deals(rules)
    games = make_games(scenario.table.opening.dtype, count)
    for number in range(count):
        betting.start(games, number, scenario.table, 0)
        betting.deal(games.states[number], rules, number)
    return games


def step_games(
    games: Games, scenario: Scenario, parent: np.ndarray, action: np.ndarray, chips: int
) -> GameLevel:
    """Apply an action in each game, -1 for none, and return the positions."""
    count = len(parent)
    out = make_out(scenario, count)
    betting.advance(games, scenario.table, action.astype(np.int64), out, (0, count, 0, 0))
    looks = np.column_stack([out.seat.view(np.uint8), out.visible.raw])
    _, sets = np.unique(looks, axis=0, return_inverse=True)
    won = np.rint(out.rewards[:, 0].astype(np.float64) * chips)
    floats = out.observation * scenario.observation.scales
    return GameLevel(out.seat, out.mask, floats, sets.reshape(-1), won, parent, action)
