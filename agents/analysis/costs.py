"""The orders that cost most: what was said against the best of what could have been said.

All of them are played on in the same worlds, dealt from what the seat knew, with the same luck,
until some turns have begun, where the net judges. What was said and its rivals (rivals.py) are
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

from spacecombat_agents.analysis.fates import Fates, Trial, Words
from spacecombat_agents.analysis.settings import AGAIN, AnalysisSettings
from spacecombat_agents.analysis.turns import HALF, Mean
from spacecombat_agents.search.playouts import Horizon

LOOK, ROUND = "look", "round"
"""Purposes of luck: of the quick look, and with a number of each round."""
LOOK_WORLDS = 8
KEPT = 3
"""So many times the orders that are told are measured a second time."""
ALL = 1 << 20
"""Rivals, more than there are."""
KEPT_RIVALS = 2
"""Rivals of an order that are measured a second time, the better ones."""

Progress = Callable[[int], None]
"""Is told how many lines more have been played."""


class Cost(NamedTuple):
    """What an order cost, in chances: above 0 where something else was better."""

    order: int
    """Number of the order of the life."""
    cost: Mean
    """Against the best rival."""
    best: Words
    """That rival; what was said itself where the net says so and nothing seemed better."""
    net: Mean
    """Against what the net would have said."""


class Round(NamedTuple):
    """A round of measurements."""

    worlds: int
    orders: int
    """So many at most."""
    rivals: int
    """Of each so many at most."""

    @property
    def makes_up(self) -> bool:
        """Whether rivals are also said right after the order."""
        return self.rivals != ALL

    @property
    def is_last(self) -> bool:
        """Whether it is what is told, with the net's own order beside the best."""
        return self.rivals == 1


def rounds_of(settings: AnalysisSettings) -> list[Round]:
    """Return the rounds of measurements."""
    worlds, told = settings.worlds, settings.decisions
    return [
        Round(max(2, worlds // 2), settings.candidates, ALL),
        Round(worlds, KEPT * told, KEPT_RIVALS),
        Round(AGAIN * worlds, told, 1),
    ]


def lines_of(trials: Sequence[Trial], settings: AnalysisSettings) -> int:
    """Return how many lines are played for some orders and their rivals, at most."""
    counts = sorted((len(trial.lines) for trial in trials if len(trial.lines) > 1), reverse=True)
    looked = LOOK_WORLDS * sum(counts) if len(counts) > settings.candidates else 0
    for each in rounds_of(settings):
        # What was said, its rivals, and in later rounds each after it, in the last the net's own.
        most = 1 + each.rivals * (1 + each.makes_up) + each.is_last
        looked += each.worlds * sum(
            min(count + (count - 1) * each.makes_up, most) for count in counts[: each.orders]
        )
    return looked


def screened(
    fates: Fates,
    trials: Sequence[Trial],
    rarity: np.ndarray,
    count: int,
    progress: Progress,
) -> list[Trial]:
    """Return the orders that are measured: of those that have rivals the most doubtful.

    Where there are more than `count` a quick look tells: how much less likely the net was to give
    the order than its own (`rarity`, float (orders,)), and what it thinks of the order and the best
    of its rivals when the seat is asked again.
    """
    others = [trial for trial in trials if len(trial.lines) > 1]
    if len(others) <= count:
        return others
    looks = fates.of(others, LOOK_WORLDS, LOOK, Horizon(asked=True), progress)
    doubts = [
        float(rarity[trial.order] + (HALF * (look[1:] - look[0])).mean(axis=1).max())
        for trial, look in zip(others, looks, strict=True)
    ]
    ranked = sorted(range(len(others)), key=lambda n: (-doubts[n], n))
    return [others[n] for n in sorted(ranked[:count])]


class _Doubt:
    """An order that is measured: what was said, its rivals, and what they were worth more."""

    def __init__(self, trial: Trial, net: Words) -> None:
        self.order, (self.said, *self.rivals) = trial.order, trial.lines
        self.net = net
        self.gains: dict[Words, np.ndarray] = {rival: np.zeros(0) for rival in self.rivals}
        """float64 (worlds,) of each, in chances."""
        self.late: dict[Words, np.ndarray] = dict(self.gains)
        """The same of each that is said right after the order."""

    def gain(self, rival: Words) -> float:
        """Return what is missed of a rival: what it was worth more, less what it is worth after."""
        return _mean(self.gains[rival]) - max(0.0, _mean(self.late[rival]))

    def rough(self) -> Mean:
        """Return what the order cost by all that has been seen."""
        return Mean(self.gain(self.best), Mean.of(self.gains[self.best]).error)

    def base(self, rival: Words) -> Words:
        """Return how a rival is measured: by the order, or by the order with the rival after it."""
        return self.after(rival) if _mean(self.late[rival]) > 0.0 else self.said

    def after(self, rival: Words) -> Words:
        """Return the words of the order and a rival."""
        return self.said + rival

    @property
    def best(self) -> Words:
        """The best rival of those that are left, the first of equals."""
        return max(self.rivals, key=self.gain)

    @property
    def is_open(self) -> bool:
        """Whether it may have cost something: the net says otherwise, or a rival seems better."""
        return self.said != self.net or self.gain(self.best) > 0.0

    def halve(self, count: int) -> None:
        """Leave the best rivals."""
        self.rivals = sorted(self.rivals, key=lambda rival: -self.gain(rival))[:count]

    def trial(self, round_: Round) -> Trial:
        """Return what is to be played in a round, what was said first."""
        lines = [self.said, *self.rivals]
        if round_.makes_up:
            lines += [self.after(rival) for rival in self.rivals]
        if round_.is_last:
            lines.append(self.net)
        return Trial(self.order, tuple(dict.fromkeys(lines)))

    def book(self, trial: Trial, values: np.ndarray) -> None:
        """Take what was seen of a trial: float64 (lines, worlds), worth to the seat."""
        more = dict(zip(trial.lines, HALF * (values - values[0]), strict=True))
        for rival in self.rivals:
            self.gains[rival] = np.concatenate([self.gains[rival], more[rival]])
            if self.after(rival) in more:
                self.late[rival] = np.concatenate([self.late[rival], more[self.after(rival)]])

    def cost(self, trial: Trial, values: np.ndarray) -> Cost:
        """Return what the order cost by a trial alone."""
        more = dict(zip(trial.lines, HALF * (values - values[0]), strict=True))
        cost = Mean.of(more[self.best] - more[self.base(self.best)])
        return Cost(self.order, cost, self.best, Mean.of(more[self.net]))


def _mean(values: np.ndarray) -> float:
    """Return a mean, of nothing 0."""
    return float(values.mean()) if len(values) else 0.0


def costs(
    fates: Fates,
    trials: Sequence[Trial],
    nets: Sequence[Words],
    settings: AnalysisSettings,
    progress: Progress,
) -> tuple[dict[int, Mean], list[Cost]]:
    """Return roughly what orders cost, by number, and what the dearest of them cost, dearest first.

    The lines of a trial are what was said and its rivals; `nets` is what the net would have said
    at each order of the life. A round takes the dearest of all that was seen before; the last does
    not count what was.
    """
    *before, last = rounds_of(settings)
    doubts = [_Doubt(trial, nets[trial.order]) for trial in trials]
    rough: dict[int, Mean] = {}
    for number, each in enumerate(before):
        doubts = _dearest(doubts, each)
        for doubt, trial, values in _measured(fates, doubts, each, number, settings, progress):
            doubt.book(trial, values)
            rough[doubt.order] = doubt.rough()
    told = _dearest([doubt for doubt in doubts if doubt.is_open], last)
    found = [
        doubt.cost(trial, values)
        for doubt, trial, values in _measured(fates, told, last, len(before), settings, progress)
    ]
    return dict(sorted(rough.items())), sorted(found, key=lambda c: (-c.cost.value, c.order))


def _dearest(doubts: Sequence[_Doubt], round_: Round) -> list[_Doubt]:
    """Return the orders of a round, the dearest by what has been seen first; halve their rivals."""
    ranked = sorted(doubts, key=lambda doubt: (-doubt.gain(doubt.best), doubt.order))
    chosen = ranked[: round_.orders]
    for doubt in chosen:
        doubt.halve(round_.rivals)
    return chosen


def _measured(
    fates: Fates,
    doubts: Sequence[_Doubt],
    round_: Round,
    number: int,
    settings: AnalysisSettings,
    progress: Progress,
) -> list[tuple[_Doubt, Trial, np.ndarray]]:
    """Play a round; return each order with what was played, and its worth to the seat."""
    trials = [doubt.trial(round_) for doubt in doubts]
    horizon = Horizon(turn=settings.turns)
    played = fates.of(trials, round_.worlds, f"{ROUND} {number}", horizon, progress)
    return list(zip(doubts, trials, played, strict=True))
