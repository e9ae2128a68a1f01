"""The most costly orders: each order against the best alternative.

All are played in the same worlds, sampled from what the seat knew, with common random numbers,
until some turns have begun; then the net evaluates. The first round measures orders and
alternatives (candidates.py) in few worlds. The next rounds take the more costly orders with their
better alternatives, in more worlds; the last takes each order against the best alone, in many. Each
round has new worlds and only the last round is reported, so that no cost is inflated by the
selection.

A seat that has played one order may often play the alternative next, so that nothing is lost.
Therefore an order is also played with the alternative right after it, if that is legal, and is
measured as the better of the two.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from spacecombat_agents.analysis.analysis_settings import AGAIN, AnalysisSettings
from spacecombat_agents.analysis.luck_decomposition import HALF, MeanEstimate
from spacecombat_agents.analysis.rollouts import CandidateOrders, Rollouts
from spacecombat_agents.search.playouts import Horizon
from spacecombat_agents.search.sampled_worlds import Actions

__all__ = ["OrderCost", "measure_costs", "playout_count", "screen_orders"]

LOOK_STREAM, ROUND_STREAM = "look", "round"
"""Stream purposes: of the screening and, with a number, of each round."""
LOOK_WORLDS = 8
KEPT_PER_REPORTED = 3
"""Orders in the second round, per reported order."""
ALL = 1 << 20
"""More alternatives than there are."""
KEPT_CANDIDATES = 2
"""Alternatives of an order in the second round."""

Progress = Callable[[int], None]
"""Called with the number of playouts finished since the last call."""


class OrderCost(NamedTuple):
    """The cost of an order, in probabilities: above 0 if an alternative was better."""

    order: int
    """Number of the order in the trajectory."""
    cost: MeanEstimate
    """Against the best alternative."""
    best: Actions
    """That alternative; the order itself if it is the net's choice and nothing seemed better."""
    net: MeanEstimate
    """Against the net's choice."""


class HalvingRound(NamedTuple):
    """A round of measurements."""

    worlds: int
    orders: int
    """At most this many."""
    candidates: int
    """At most this many per order."""

    @property
    def plays_after(self) -> bool:
        """Whether alternatives are also played right after the order."""
        return self.candidates != ALL

    @property
    def is_last(self) -> bool:
        """Whether it is the reported round, with the net's own order besides the best."""
        return self.candidates == 1


def halving_rounds(settings: AnalysisSettings) -> list[HalvingRound]:
    """Return the rounds of measurements."""
    worlds, reported = settings.worlds, settings.decisions
    return [
        HalvingRound(max(2, worlds // 2), settings.candidates, ALL),
        HalvingRound(worlds, KEPT_PER_REPORTED * reported, KEPT_CANDIDATES),
        HalvingRound(AGAIN * worlds, reported, 1),
    ]


def playout_count(candidate_orders: Sequence[CandidateOrders], settings: AnalysisSettings) -> int:
    """Return the maximum number of playouts for some orders and their alternatives."""
    counts = sorted(
        (len(trial.lines) for trial in candidate_orders if len(trial.lines) > 1), reverse=True
    )
    lines = LOOK_WORLDS * sum(counts) if len(counts) > settings.candidates else 0
    for each in halving_rounds(settings):
        # The order, its alternatives, later each also after it, and at last the net's own.
        most = 1 + each.candidates * (1 + each.plays_after) + each.is_last
        lines += each.worlds * sum(
            min(count + (count - 1) * each.plays_after, most) for count in counts[: each.orders]
        )
    return lines


def screen_orders(
    rollouts: Rollouts,
    candidate_orders: Sequence[CandidateOrders],
    rarity: np.ndarray,
    count: int,
    progress: Progress,
) -> list[CandidateOrders]:
    """Return the orders to measure: the most doubtful of those with alternatives.

    If there are more than `count`, a screening ranks them by two numbers. One is how much less
    likely the order was than the net's own (`rarity`, float (orders,)). The other is the net's gain
    from the order to its best alternative when the seat is to act again.
    """
    others = [trial for trial in candidate_orders if len(trial.lines) > 1]
    if len(others) <= count:
        return others
    values_of_looks = rollouts.play(
        others, LOOK_WORLDS, LOOK_STREAM, Horizon(to_act_again=True), progress
    )
    tested_orders = [
        float(rarity[trial.order] + (HALF * (values[1:] - values[0])).mean(axis=1).max())
        for trial, values in zip(others, values_of_looks, strict=True)
    ]
    ranked = sorted(range(len(others)), key=lambda n: (-tested_orders[n], n))
    return [others[n] for n in sorted(ranked[:count])]


class _TestedOrder:
    """An order under measurement: its alternatives and their gains over it."""

    def __init__(self, trial: CandidateOrders, net: Actions) -> None:
        self.order, (self.played, *self.candidates) = trial.order, trial.lines
        self.net = net
        self.gains: dict[Actions, np.ndarray] = {
            candidate: np.zeros(0) for candidate in self.candidates
        }
        """float64 (worlds,) for each, in probabilities."""
        self.gains_after: dict[Actions, np.ndarray] = dict(self.gains)
        """The same for each alternative played right after the order."""

    def gain(self, candidate: Actions) -> float:
        """Return the gain of an alternative, minus its gain when played after the order."""
        return _mean_or_zero(self.gains[candidate]) - max(
            0.0, _mean_or_zero(self.gains_after[candidate])
        )

    def rough(self) -> MeanEstimate:
        """Return the order's cost from all measurements so far."""
        return MeanEstimate(self.gain(self.best), MeanEstimate.of(self.gains[self.best]).error)

    def base(self, candidate: Actions) -> Actions:
        """Return what an alternative is measured against: the order, or the order and then it."""
        return (
            self.after(candidate)
            if _mean_or_zero(self.gains_after[candidate]) > 0.0
            else self.played
        )

    def after(self, candidate: Actions) -> Actions:
        """Return the actions of the order and an alternative."""
        return self.played + candidate

    @property
    def best(self) -> Actions:
        """The best remaining alternative, the first of equals."""
        return max(self.candidates, key=self.gain)

    @property
    def is_open(self) -> bool:
        """Whether it may have a cost: the net prefers another, or an alternative seems better."""
        return self.played != self.net or self.gain(self.best) > 0.0

    def keep_best(self, count: int) -> None:
        """Keep the best alternatives."""
        self.candidates = sorted(self.candidates, key=lambda candidate: -self.gain(candidate))[
            :count
        ]

    def trial(self, round_: HalvingRound) -> CandidateOrders:
        """Return the lines to play in a round, the order itself first."""
        lines = [self.played, *self.candidates]
        if round_.plays_after:
            lines += [self.after(candidate) for candidate in self.candidates]
        if round_.is_last:
            lines.append(self.net)
        return CandidateOrders(self.order, tuple(dict.fromkeys(lines)))

    def record(self, trial: CandidateOrders, values: np.ndarray) -> None:
        """Store the values of a trial for the seat: float64 (lines, worlds)."""
        more = dict(zip(trial.lines, HALF * (values - values[0]), strict=True))
        for candidate in self.candidates:
            self.gains[candidate] = np.concatenate([self.gains[candidate], more[candidate]])
            if self.after(candidate) in more:
                self.gains_after[candidate] = np.concatenate(
                    [self.gains_after[candidate], more[self.after(candidate)]]
                )

    def cost(self, trial: CandidateOrders, values: np.ndarray) -> OrderCost:
        """Return the order's cost from one trial alone."""
        more = dict(zip(trial.lines, HALF * (values - values[0]), strict=True))
        cost = MeanEstimate.of(more[self.best] - more[self.base(self.best)])
        return OrderCost(self.order, cost, self.best, MeanEstimate.of(more[self.net]))


def _mean_or_zero(values: np.ndarray) -> float:
    """Return the mean, or 0 of nothing."""
    return float(values.mean()) if len(values) else 0.0


def measure_costs(
    rollouts: Rollouts,
    candidate_orders: Sequence[CandidateOrders],
    nets: Sequence[Actions],
    settings: AnalysisSettings,
    progress: Progress,
) -> tuple[dict[int, MeanEstimate], list[OrderCost]]:
    """Return rough costs of orders, by number, and the costs of the most costly, highest first.

    The lines of a trial are the order and its alternatives; `nets` is the net's choice at each
    order of the trajectory. A round takes the most costly orders by all earlier rounds; the last
    does not use their values.
    """
    *before, last = halving_rounds(settings)
    tested_orders = [_TestedOrder(trial, nets[trial.order]) for trial in candidate_orders]
    rough: dict[int, MeanEstimate] = {}
    for number, each in enumerate(before):
        tested_orders = _select_dearest(tested_orders, each)
        for tested, trial, values in _play_round(
            rollouts, tested_orders, each, number, settings, progress
        ):
            tested.record(trial, values)
            rough[tested.order] = tested.rough()
    reported = _select_dearest([tested for tested in tested_orders if tested.is_open], last)
    found = [
        tested.cost(trial, values)
        for tested, trial, values in _play_round(
            rollouts, reported, last, len(before), settings, progress
        )
    ]
    return dict(sorted(rough.items())), sorted(found, key=lambda c: (-c.cost.value, c.order))


def _select_dearest(
    tested_orders: Sequence[_TestedOrder], round_: HalvingRound
) -> list[_TestedOrder]:
    """Return the orders of a round, the most costly first; halve their alternatives."""
    ranked = sorted(tested_orders, key=lambda tested: (-tested.gain(tested.best), tested.order))
    chosen = ranked[: round_.orders]
    for tested in chosen:
        tested.keep_best(round_.candidates)
    return chosen


def _play_round(
    rollouts: Rollouts,
    tested_orders: Sequence[_TestedOrder],
    round_: HalvingRound,
    number: int,
    settings: AnalysisSettings,
    progress: Progress,
) -> list[tuple[_TestedOrder, CandidateOrders, np.ndarray]]:
    """Play a round; return each order with its lines and their values for the seat."""
    candidate_orders = [tested.trial(round_) for tested in tested_orders]
    horizon = Horizon(turn=settings.turns)
    played = rollouts.play(
        candidate_orders, round_.worlds, f"{ROUND_STREAM} {number}", horizon, progress
    )
    return list(zip(tested_orders, candidate_orders, played, strict=True))
