"""The alternatives to each order: the net's likeliest orders, and those of other advisers.

The first alternative takes the likeliest action each time to the order's end: the net's choice. The
next ones branch from it at some action and continue with the likeliest actions. Another adviser is
queried action by action, with the records that the seat would see.

All are played in a determinized world, like the search's candidates: until an order ends, nothing
is rolled, done or revealed, so its actions are legal in every world that looks the same.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from spacecombat_agents.analysis.net_evaluator import NetEvaluator
from spacecombat_agents.players.base import Agent
from spacecombat_agents.search.determinization import determinize
from spacecombat_agents.search.game_batch import GameBatch
from spacecombat_agents.search.net_player import action_probs
from spacecombat_agents.search.order_sampler import OrderStart
from spacecombat_agents.search.sampled_worlds import Actions
from spacecombat_agents.search.trajectory import Trajectory

__all__ = ["CandidateOrder", "likely_orders", "order_probs", "player_orders"]

MIN_PROB = 1e-300
"""Smallest probability of an action, so that its logarithm is finite."""
MIN_BRANCH_RATIO = 1e-4
"""Smallest probability of the net's alternatives, relative to its likeliest order."""

ActionSelector = Callable[[GameBatch, np.ndarray], np.ndarray]
"""(batch, float64 (n, A) the net's probability of each action) -> actions, int (n,)."""


class CandidateOrder(NamedTuple):
    """An order and the net's probability of it."""

    actions: Actions
    text: str
    chance: float
    """Probability of exactly these actions, by the net itself, before a level's temperature."""
    by: str = ""
    """The player that would choose it."""


class Branch(NamedTuple):
    """Where an order could depart from the one that was played."""

    log_prob: float
    actions: Actions
    """Up to the action that differs."""


@dataclass
class _PartialOrder:
    """An order under construction."""

    actions: list[int] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    log_prob: float = 0.0
    branches: list[Branch] = field(default_factory=list)

    def to_candidate(self, by: str) -> CandidateOrder:
        """Return the completed order."""
        return CandidateOrder(
            tuple(self.actions), " ".join(self.texts), math.exp(self.log_prob), by
        )


def order_probs(trajectory: Trajectory, logits: np.ndarray) -> np.ndarray:
    """Return the probability of each order that was played: float64 (orders,); `logits` (n, A)."""
    if not len(trajectory.actions):
        return np.zeros(0)
    probs = action_probs(logits, trajectory.masks)
    logs = np.log(
        np.maximum(probs[np.arange(len(trajectory.actions)), trajectory.actions], MIN_PROB)
    )
    return np.exp(np.add.reduceat(logs, trajectory.order_starts))


def likely_orders(
    trajectory: Trajectory,
    evaluator: NetEvaluator,
    batch: GameBatch,
    seeds: np.ndarray,
    count: int = 1,
) -> list[list[CandidateOrder]]:
    """Return the net's orders at each order of a trajectory, up to `count`, its own choice first.

    `seeds` int64 (orders,), one per world.
    """
    generator = _OrderGenerator(trajectory, evaluator, batch, seeds)
    places = list(range(len(seeds)))
    first = generator.generate(places, [()] * len(places), _greedy, count - 1)
    found = [[each.to_candidate(evaluator.name)] for each in first]
    branched = [
        (place, branch.actions)
        for place, each in enumerate(first)
        for branch in _best_branches(each.branches, count - 1)
        if branch.log_prob >= each.log_prob + math.log(MIN_BRANCH_RATIO)
    ]
    more = generator.generate(
        [place for place, _ in branched], [actions for _, actions in branched], _greedy
    )
    for (place, _), each in zip(branched, more, strict=True):
        found[place].append(each.to_candidate(evaluator.name))
    return found


def player_orders(
    trajectory: Trajectory,
    evaluator: NetEvaluator,
    player: Agent,
    batch: GameBatch,
    seeds: np.ndarray,
) -> list[list[CandidateOrder]]:
    """Return a player's choice at each order of a trajectory, one each; `seeds` as above."""
    generator = _OrderGenerator(trajectory, evaluator, batch, seeds)
    places = list(range(len(seeds)))
    order = generator.generate(
        places, [()] * len(places), lambda batch, _: batch.query_players((player, player))
    )
    return [[each.to_candidate(player.name)] for each in order]


def _greedy(batch: GameBatch, probs: np.ndarray) -> np.ndarray:
    """Play the likeliest action."""
    return probs.argmax(axis=1)


def _best_branches(branches: Sequence[Branch], count: int) -> list[Branch]:
    """Return the likeliest branches, the likeliest first."""
    return sorted(branches, key=lambda each: (-each.log_prob, each.actions))[:count]


class _OrderGenerator:
    """Plays alternatives to the orders of a trajectory, in a world for each place."""

    def __init__(
        self, trajectory: Trajectory, evaluator: NetEvaluator, batch: GameBatch, seeds: np.ndarray
    ) -> None:
        self.trajectory, self.evaluator, self.batch, self.seeds = (
            trajectory,
            evaluator,
            batch,
            seeds,
        )

    def generate(
        self,
        places: Sequence[int],
        prefixes: Sequence[Actions],
        selector: ActionSelector,
        branches: int = 0,
    ) -> list[_PartialOrder]:
        """Play an order at each place: first its prefix, then the selector's actions.

        Record up to `branches` alternatives at each action.
        """
        found: list[_PartialOrder] = []
        for start in range(0, len(places), self.batch.width):
            part = slice(start, start + self.batch.width)
            found += self._generate_batch(
                np.array(places[part]), prefixes[part], selector, branches
            )
        return found

    def _generate_batch(
        self,
        places: np.ndarray,
        prefixes: Sequence[Actions],
        selector: ActionSelector,
        branches: int,
    ) -> list[_PartialOrder]:
        """Play as many orders as fit in the batch."""
        batch, trajectory = self.batch, self.trajectory
        seats = np.full(len(places), trajectory.seat, np.int8)
        worlds = determinize(
            batch.kernels, batch.table, trajectory.visible, places, seats, self.seeds[places]
        )
        jobs = np.arange(len(places))
        batch.clear()
        batch.add(worlds, jobs, jobs, self.seeds[places].astype(np.uint64))
        order_start = OrderStart(batch)
        found = [_PartialOrder() for _ in places]
        while batch.count:
            masks, jobs_there = batch.masks, batch.job[: batch.count].tolist()
            logits = self.evaluator.evaluate(batch.env.floats(np.arange(batch.count)), masks).logits
            probs = action_probs(logits, masks)
            actions = np.array(selector(batch, probs))
            for row, job in enumerate(jobs_there):
                actions[row] = self._extend(
                    found[job], prefixes[job], row, probs[row], int(actions[row]), branches
                )
            batch.step(actions)
            batch.remove(order_start.is_complete(batch))
        return found

    def _extend(
        self,
        order: _PartialOrder,
        prefixes: Actions,
        row: int,
        probs: np.ndarray,
        action: int,
        branches: int,
    ) -> int:
        """Append the next action of an order and return it; record its alternatives."""
        number, before = len(order.actions), tuple(order.actions)
        action = prefixes[number] if number < len(prefixes) else action
        if branches:
            others = np.argsort(-probs, kind="stable")[: branches + 1].tolist()
            order.branches += [
                Branch(order.log_prob + math.log(probs[other]), (*before, other))
                for other in others
                if other != action and probs[other] > MIN_PROB
            ]
        visible = self.batch.env.out.visible
        trajectory = self.trajectory
        order.actions.append(action)
        order.texts.append(
            trajectory.ruleset.action_text(
                visible, row, trajectory.scenario, trajectory.seat, action
            )
        )
        order.log_prob += math.log(max(probs[action], MIN_PROB))
        return action
