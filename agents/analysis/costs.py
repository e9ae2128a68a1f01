"""The orders that cost most: what was said against what the net would have said.

Both are played on in the same worlds, dealt from what the seat knew, with the same luck, by the net
in both seats, until some turns have begun, where the net judges. The orders that are not the net's
are measured in few worlds, the dearer of them in more, the dearest in many; each round has fresh
worlds, and what is told is the last round's alone: no order is dear for the luck by which it was
chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from spacecombat_agents.analysis.fates import Fates, Trial
from spacecombat_agents.analysis.settings import AGAIN, AnalysisSettings
from spacecombat_agents.analysis.turns import HALF, Mean
from spacecombat_agents.search.playouts import Horizon

LOOK, ROUND = "look", "round"
"""Purposes of luck: of the quick look, and with a number of each round."""
LOOK_WORLDS = 8
KEPT = 3
"""So many times the orders that are told are measured a second time."""

Progress = Callable[[int], None]
"""Is told how many lines more have been played."""


class Cost(NamedTuple):
    """What an order cost against the net's, in chances: above 0 where the net's was better."""

    order: int
    """Number of the order of the life."""
    cost: Mean


class Round(NamedTuple):
    """A round of measurements."""

    worlds: int
    orders: int
    """So many at most."""


def rounds_of(settings: AnalysisSettings) -> list[Round]:
    """Return the rounds of measurements."""
    worlds, told = settings.worlds, settings.decisions
    return [
        Round(max(2, worlds // 2), settings.candidates),
        Round(worlds, KEPT * told),
        Round(AGAIN * worlds, told),
    ]


def lines_of(others: int, settings: AnalysisSettings) -> int:
    """Return how many lines are played for so many orders that are not the net's."""
    looked = 2 * others * LOOK_WORLDS if others > settings.candidates else 0
    for each in rounds_of(settings):
        others = min(others, each.orders)
        looked += 2 * others * each.worlds
    return looked


def screened(
    fates: Fates,
    trials: Sequence[Trial],
    rarity: np.ndarray,
    count: int,
    progress: Progress,
) -> list[Trial]:
    """Return the orders that are measured: of those that are not the net's the most doubtful.

    Where there are more than `count` a quick look tells: how much less likely the net was to give
    the order than its own (`rarity`, float (orders,)), and what it thinks of the two when the seat
    is asked again.
    """
    others = [trial for trial in trials if len(trial.lines) > 1]
    if len(others) <= count:
        return others
    looks = fates.of(others, LOOK_WORLDS, LOOK, Horizon(asked=True), progress)
    doubts = [
        float(rarity[trial.order] + HALF * (net - said).mean())
        for trial, (said, net) in zip(others, looks, strict=True)
    ]
    ranked = sorted(range(len(others)), key=lambda n: (-doubts[n], n))
    return [others[n] for n in sorted(ranked[:count])]


def costs(
    fates: Fates, trials: Sequence[Trial], settings: AnalysisSettings, progress: Progress
) -> tuple[dict[int, Mean], list[Cost]]:
    """Return roughly what orders cost, by number, and what the dearest of them cost, dearest first.

    A round takes the dearest of all that was seen before; the last does not count what was.
    """
    *before, last = rounds_of(settings)
    seen: dict[int, np.ndarray] = {}
    for number, each in enumerate(before):
        trials = _dearest(trials, seen)[: each.orders]
        for order, values in _measured(fates, trials, each.worlds, number, settings, progress):
            seen[order] = np.concatenate([seen.get(order, values[:0]), values])
    told = _dearest(trials, seen)[: last.orders]
    found = [
        Cost(order, Mean.of(values))
        for order, values in _measured(fates, told, last.worlds, len(before), settings, progress)
    ]
    rough = {order: Mean.of(values) for order, values in sorted(seen.items())}
    return rough, sorted(found, key=lambda each: (-each.cost.value, each.order))


def _dearest(trials: Sequence[Trial], seen: dict[int, np.ndarray]) -> list[Trial]:
    """Return orders, the dearest by what has been seen of them first; as they stand before that."""
    if not seen:
        return list(trials)
    return sorted(trials, key=lambda trial: (-seen[trial.order].mean(), trial.order))


def _measured(
    fates: Fates,
    trials: Sequence[Trial],
    worlds: int,
    number: int,
    settings: AnalysisSettings,
    progress: Progress,
) -> list[tuple[int, np.ndarray]]:
    """Return what orders cost in each of a round's worlds: order, float64 (worlds,)."""
    horizon = Horizon(turn=settings.turns)
    played = fates.of(trials, worlds, f"{ROUND} {number}", horizon, progress)
    return [
        (trial.order, HALF * (net - said))
        for trial, (said, net) in zip(trials, played, strict=True)
    ]
