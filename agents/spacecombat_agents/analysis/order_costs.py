"""The orders that cost most: what was said against the best of what could have been said.

All of them are played on in the same worlds, dealt from what the seat knew, with the same luck,
until some turns have begun, where the net judges. What was said and its rivals (candidates.py) are
measured in few worlds; the dearer orders, and the better of their rivals, in more; the dearest
against the best alone, in many. Each round has fresh worlds, and what is told is the last round's
alone: no order is dear for the luck by which it, or its rival, was chosen.

A seat that has detected may move as well after it: what it can still do has not been missed by its
order. So an order is also played on with the rival said right after it, where that can be said, and
is measured as the better of the two.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from spacecombat_agents.analysis.analysis_settings import AGAIN, AnalysisSettings
from spacecombat_agents.analysis.luck_decomposition import HALF, MeanEstimate
from spacecombat_agents.analysis.rollouts import Actions, CandidateOrders, Rollouts
from spacecombat_agents.search.playouts import Horizon

LOOK_STREAM, ROUND_STREAM = "look", "round"
"""Purposes of luck: of the quick look, and with a number of each round."""
LOOK_WORLDS = 8
KEPT_PER_REPORTED = 3
"""So many times the orders that are told are measured a second time."""
ALL = 1 << 20
"""Rivals, more than there are."""
KEPT_CANDIDATES = 2
"""Rivals of an order that are measured a second time, the better ones."""

Progress = Callable[[int], None]
"""Is told how many lines more have been played."""


class OrderCost(NamedTuple):
    """What an order cost, in chances: above 0 where something else was better."""

    order: int
    """Number of the order of the life."""
    cost: MeanEstimate
    """Against the best rival."""
    best: Actions
    """That rival; what was said itself where the net says so and nothing seemed better."""
    net: MeanEstimate
    """Against what the net would have said."""


class HalvingRound(NamedTuple):
    """A round of measurements."""

    worlds: int
    orders: int
    """So many at most."""
    candidates: int
    """Of each so many at most."""

    @property
    def plays_after(self) -> bool:
        """Whether rivals are also said right after the order."""
        return self.candidates != ALL

    @property
    def is_last(self) -> bool:
        """Whether it is what is told, with the net's own order beside the best."""
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
    """Return how many lines are played for some orders and their rivals, at most."""
    counts = sorted(
        (len(trial.lines) for trial in candidate_orders if len(trial.lines) > 1), reverse=True
    )
    lines = LOOK_WORLDS * sum(counts) if len(counts) > settings.candidates else 0
    for each in halving_rounds(settings):
        # What was said, its rivals, and in later rounds each after it, in the last the net's own.
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
    """Return the orders that are measured: of those that have rivals the most doubtful.

    Where there are more than `count` a quick look tells: how much less likely the net was to give
    the order than its own (`rarity`, float (orders,)), and what it thinks of the order and the best
    of its rivals when the seat is asked again.
    """
    others = [trial for trial in candidate_orders if len(trial.lines) > 1]
    if len(others) <= count:
        return others
    values_of_looks = rollouts.play(
        others, LOOK_WORLDS, LOOK_STREAM, Horizon(to_act_again=True), progress
    )
    tested_orders = [
        float(rarity[trial.order] + (HALF * (look[1:] - look[0])).mean(axis=1).max())
        for trial, look in zip(others, values_of_looks, strict=True)
    ]
    ranked = sorted(range(len(others)), key=lambda n: (-tested_orders[n], n))
    return [others[n] for n in sorted(ranked[:count])]


class _TestedOrder:
    """An order that is measured: what was said, its rivals, and what they were worth more."""

    def __init__(self, trial: CandidateOrders, net: Actions) -> None:
        self.order, (self.played, *self.candidates) = trial.order, trial.lines
        self.net = net
        self.gains: dict[Actions, np.ndarray] = {
            candidate: np.zeros(0) for candidate in self.candidates
        }
        """float64 (worlds,) of each, in chances."""
        self.gains_after: dict[Actions, np.ndarray] = dict(self.gains)
        """The same of each that is said right after the order."""

    def gain(self, candidate: Actions) -> float:
        """Return what is missed of a rival: what it was worth more, less what it is worth after."""
        return _mean_or_zero(self.gains[candidate]) - max(
            0.0, _mean_or_zero(self.gains_after[candidate])
        )

    def rough(self) -> MeanEstimate:
        """Return what the order cost by all that has been seen."""
        return MeanEstimate(self.gain(self.best), MeanEstimate.of(self.gains[self.best]).error)

    def base(self, candidate: Actions) -> Actions:
        """Return how a rival is measured: by the order, or by the order with the rival after it."""
        return (
            self.after(candidate)
            if _mean_or_zero(self.gains_after[candidate]) > 0.0
            else self.played
        )

    def after(self, candidate: Actions) -> Actions:
        """Return the actions of the order and a rival."""
        return self.played + candidate

    @property
    def best(self) -> Actions:
        """The best rival of those that are left, the first of equals."""
        return max(self.candidates, key=self.gain)

    @property
    def is_open(self) -> bool:
        """Whether it may have cost something: the net says otherwise, or a rival seems better."""
        return self.played != self.net or self.gain(self.best) > 0.0

    def keep_best(self, count: int) -> None:
        """Leave the best rivals."""
        self.candidates = sorted(self.candidates, key=lambda candidate: -self.gain(candidate))[
            :count
        ]

    def trial(self, round_: HalvingRound) -> CandidateOrders:
        """Return what is to be played in a round, what was said first."""
        lines = [self.played, *self.candidates]
        if round_.plays_after:
            lines += [self.after(candidate) for candidate in self.candidates]
        if round_.is_last:
            lines.append(self.net)
        return CandidateOrders(self.order, tuple(dict.fromkeys(lines)))

    def record(self, trial: CandidateOrders, values: np.ndarray) -> None:
        """Take what was seen of a trial: float64 (lines, worlds), worth to the seat."""
        more = dict(zip(trial.lines, HALF * (values - values[0]), strict=True))
        for candidate in self.candidates:
            self.gains[candidate] = np.concatenate([self.gains[candidate], more[candidate]])
            if self.after(candidate) in more:
                self.gains_after[candidate] = np.concatenate(
                    [self.gains_after[candidate], more[self.after(candidate)]]
                )

    def cost(self, trial: CandidateOrders, values: np.ndarray) -> OrderCost:
        """Return what the order cost by a trial alone."""
        more = dict(zip(trial.lines, HALF * (values - values[0]), strict=True))
        cost = MeanEstimate.of(more[self.best] - more[self.base(self.best)])
        return OrderCost(self.order, cost, self.best, MeanEstimate.of(more[self.net]))


def _mean_or_zero(values: np.ndarray) -> float:
    """Return a mean, of nothing 0."""
    return float(values.mean()) if len(values) else 0.0


def measure_costs(
    rollouts: Rollouts,
    candidate_orders: Sequence[CandidateOrders],
    nets: Sequence[Actions],
    settings: AnalysisSettings,
    progress: Progress,
) -> tuple[dict[int, MeanEstimate], list[OrderCost]]:
    """Return roughly what orders cost, by number, and what the dearest of them cost, dearest first.

    The lines of a trial are what was said and its rivals; `nets` is what the net would have said
    at each order of the life. A round takes the dearest of all that was seen before; the last does
    not count what was.
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
    """Return the orders of a round, the dearest by what has been seen first; halve their rivals."""
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
    """Play a round; return each order with what was played, and its worth to the seat."""
    candidate_orders = [tested.trial(round_) for tested in tested_orders]
    horizon = Horizon(turn=settings.turns)
    played = rollouts.play(
        candidate_orders, round_.worlds, f"{ROUND_STREAM} {number}", horizon, progress
    )
    return list(zip(tested_orders, candidate_orders, played, strict=True))
