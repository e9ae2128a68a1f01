"""The orders that cost most: what was said against what the net would have said.

Both are played on in the same worlds, dealt from what the seat knew, with the same luck, by the net
in both seats, up to the horizon, where the net judges. All orders that are not the net's are
measured once, as far as a quick look lets them through; the dearest are measured again in fresh
worlds, and what is told of them is the second measurement alone: none is dear for the luck by which
it was chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from spacecombat_agents.analysis.fates import Fates, Trial
from spacecombat_agents.analysis.settings import AnalysisSettings
from spacecombat_agents.analysis.turns import HALF, Mean
from spacecombat_agents.search.playouts import Horizon

FIRST, LAST = "first", "last"
"""Purposes of luck: of both measurements."""


class Cost(NamedTuple):
    """What an order cost against the net's, in chances: above 0 where the net's was better."""

    order: int
    """Number of the order of the life."""
    cost: Mean


def screened(trials: Sequence[Trial], doubts: np.ndarray, count: int) -> list[Trial]:
    """Return the orders that are measured: of those that are not the net's the most doubtful.

    `doubts` float (orders,): how much less likely the net was to give the order than its own, and
    how far its mean chances fell after it.
    """
    others = [trial for trial in trials if len(trial.lines) > 1]
    ranked = sorted(others, key=lambda trial: (-doubts[trial.order], trial.order))
    return sorted(ranked[:count], key=lambda trial: trial.order)


def dearest(found: Sequence[Cost]) -> list[Cost]:
    """Return costs, the dearest first."""
    return sorted(found, key=lambda each: (-each.cost.value, each.order))


def measured(
    fates: Fates,
    trials: Sequence[Trial],
    settings: AnalysisSettings,
    purpose: str,
    progress: Callable[[int], None],
) -> list[Cost]:
    """Return what orders cost; `purpose` tells apart worlds that are to be fresh."""
    horizon = Horizon(settings.horizon, settings.turn)
    played = fates.of(trials, settings.worlds, purpose, horizon, progress)
    return [
        Cost(trial.order, Mean.of(HALF * (net - said)))
        for trial, (said, net) in zip(trials, played, strict=True)
    ]
