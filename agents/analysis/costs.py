"""The orders that cost most: what was said against what the net would have said.

Both are played on in the same worlds, dealt from what the seat knew, with the same luck, by the net
in both seats, until some turns have begun, where the net judges. The orders that are not the net's
are measured once, as far as a quick look lets them through; the dearest are measured again in
fresh worlds, more of them, and what is told is the second measurement alone: no order is dear for
the luck by which it was chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from spacecombat_agents.analysis.fates import Fates, Trial
from spacecombat_agents.analysis.turns import HALF, Mean
from spacecombat_agents.search.playouts import Horizon

LOOK, FIRST, LAST = "look", "first", "last"
"""Purposes of luck: of the quick look and of both measurements."""
LOOK_WORLDS = 8


class Cost(NamedTuple):
    """What an order cost against the net's, in chances: above 0 where the net's was better."""

    order: int
    """Number of the order of the life."""
    cost: Mean


def screened(
    fates: Fates,
    trials: Sequence[Trial],
    rarity: np.ndarray,
    count: int,
    progress: Callable[[int], None],
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


def dearest(found: Sequence[Cost]) -> list[Cost]:
    """Return costs, the dearest first."""
    return sorted(found, key=lambda each: (-each.cost.value, each.order))


def measured(
    fates: Fates,
    trials: Sequence[Trial],
    worlds: int,
    turns: int,
    purpose: str,
    progress: Callable[[int], None],
) -> list[Cost]:
    """Return what orders cost; `purpose` tells apart worlds that are to be fresh."""
    played = fates.of(trials, worlds, purpose, Horizon(turn=turns), progress)
    return [
        Cost(trial.order, Mean.of(HALF * (net - said)))
        for trial, (said, net) in zip(trials, played, strict=True)
    ]
