"""Odds held against the truth: what a seat is shown of an order, and what the order really has.

Both come from the same tasks, tried by the engine with the same luck: in determinizations of the seat's
knowledge, and in the true game. What is left is what determinizations get wrong.

    PYTHONPATH=tests python -m kit.odds_by_decile battle_rider skirmish --games 40
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from kit.determinizing import walk
from spacecombat_env.env.game import Game
from spacecombat_env.env.table.odds_estimation import OddsEstimator

DECILES = 10
CLOSE = 0.05
"""Five points: a decile may be off by as much."""
LEAST_GAMES = 10
"""Games that a decile must have orders of."""
MOST = 40
"""Positions of a game, at most, spread over it."""


class Shown(NamedTuple):
    """An order's chance to succeed at least once."""

    game: int
    shown: float
    true: float


class Decile(NamedTuple):
    """Orders whose shown chances lie in one tenth."""

    number: int
    orders: int
    games: int
    shown: float
    true: float
    error: float
    """Standard error of the difference of the means, over games."""

    @property
    def is_right(self) -> bool:
        """Whether the means differ by five points, or two standard errors, at most."""
        return abs(self.shown - self.true) <= max(CLOSE, 2 * self.error)

    def __str__(self) -> str:
        """Return a row of a table."""
        return (
            f"{self.number * 10:3d} to {self.number * 10 + 10:3d} %: shown {self.shown:6.1%}, true {self.true:6.1%}"
            f" (error {self.error:.1%}; {self.orders} orders of {self.games} games)"
            + ("" if self.is_right else "  OFF")
        )


def truth_of(game: Game, shown: OddsEstimator) -> OddsEstimator:
    """Return an estimator that knows what is hidden: the true game, with the luck of each estimate."""
    estimator = OddsEstimator(game, 0)
    for each in shown.determinizations:
        truth = game.copy()
        truth.games.states["chance"] = each.games.states["chance"]
        estimator.determinizations.append(truth)
    return estimator


def of_position(game: Game, number: int, rng: np.random.Generator) -> Iterator[Shown]:
    """Yield an action of a position, if it leads to an outcome, there and in the truth."""
    words = game.mask.nonzero()[0]
    action, shown = int(words[int(rng.random() * len(words))]), OddsEstimator(game)
    odds = shown.odds([action]).chance
    if odds is None:
        return
    true = truth_of(game, shown).odds([action]).chance
    if true is not None:
        yield Shown(number, odds, true)


def measure(name: str, scenario: str, games: int, first: int = 0) -> list[Shown]:
    """Return odds of games of scripted players, some of whose actions are drawn at random."""
    found = list[Shown]()
    for seed in range(first, first + games):
        rng = np.random.default_rng(seed)
        share = MOST / max(MOST, length(name, scenario, seed))
        for game in walk(name, scenario, seed):
            if rng.random() < share:
                found += of_position(game, seed, rng)
    return found


def length(name: str, scenario: str, seed: int) -> int:
    """Return the number of decisions of a game."""
    return sum(1 for _ in walk(name, scenario, seed))


def deciles(found: list[Shown]) -> list[Decile]:
    """Return the deciles that orders of enough games fall into."""
    by = defaultdict[int, list[Shown]](list)
    for each in found:
        by[min(int(each.shown * DECILES), DECILES - 1)].append(each)
    rows = [decile(number, by[number]) for number in sorted(by)]
    return [row for row in rows if row.games >= LEAST_GAMES]


def decile(number: int, found: list[Shown]) -> Decile:
    """Return means of a decile, and the error of their difference, game by game."""
    off = defaultdict[int, list[float]](list)
    for each in found:
        off[each.game].append(each.true - each.shown)
    mean = float(np.mean([each.true - each.shown for each in found]))
    sums = np.array([sum(each) - mean * len(each) for each in off.values()])
    error = float(np.sqrt((sums**2).sum()) / len(found))
    shown, true = (float(np.mean([each[n] for each in found])) for n in (1, 2))
    return Decile(number, len(found), len(off), shown, true, error)


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("ruleset")
    parser.add_argument("scenario")
    parser.add_argument("--games", type=int, default=40)
    given = parser.parse_args()
    print(*deciles(measure(given.ruleset, given.scenario, given.games)), sep="\n")


if __name__ == "__main__":
    main()
