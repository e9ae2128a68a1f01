"""Whole games at random in Python, as numbers to compare with those of other programs."""

from __future__ import annotations

from typing import Any

import numpy as np

from spacecombat_env import registry
from spacecombat_env.core.ruleset import RuleSet, Scenario
from spacecombat_env.env.game import Game, open_scenario

MODULUS = 2147483647
SCENARIOS = {"intercept_sensors": "duel", "battle_rider": "skirmish", "interceptor": "duel"}


def opened(ruleset: str, scenario: str = "") -> tuple[RuleSet, Scenario]:
    """A rule set, and a scenario of it."""
    found = registry.ruleset(ruleset)
    return found, open_scenario(found, scenario or SCENARIOS[ruleset])


def folded(total: int, row: np.ndarray) -> int:
    """Fold a row of int8 into a sum; the same in engine_games.js."""
    own = int(np.dot(row.astype(np.int64) + 128, np.arange(1, len(row) + 1)))
    return (total * 31 + own % MODULUS) % MODULUS


class RandomGame:
    """A game, and the draws of its actions."""

    def __init__(self, ruleset: RuleSet, scenario: Scenario, seed: int) -> None:
        self.game = Game(ruleset, scenario)
        self.restart(seed)

    def restart(self, seed: int) -> None:
        """Begin again."""
        self.game.out.tally[:] = 0
        self.game.start(seed)
        self.draw = np.array([seed], np.int64)
        self.action = np.zeros(1, np.int64)

    def step(self) -> int:
        """Draw an action and apply it; return it."""
        game = self.game
        game.kernels.random_actions(game.out.mask, self.draw, self.action, 0, 1)
        game.step(int(self.action[0]))
        return int(self.action[0])

    def play(self, every: int = 1) -> list[Any]:
        """Play to the end: what came of it, and a sum over masks and observations."""
        game, total, decisions = self.game, 0, 0
        while game.seat >= 0:
            if decisions % every == 0:
                total = folded(folded(total, game.mask), self.observation(decisions & 1))
                total = (total * 31 + game.seat + game.player) % MODULUS
            self.step()
            decisions += 1
        returns = np.zeros(2, np.float32)
        game.kernels.returns(game.games, 0, game.scenario.table, returns)
        return [game.digest(), total, decisions, returns.tolist(), game.out.tally[0, :5].tolist()]

    def observation(self, seat: int) -> np.ndarray:
        """The observation of a seat as stored: int8 (O,)."""
        game = self.game
        row = np.zeros(len(game.row), np.int8)
        game.kernels.observe(game.visible_to(seat), 0, game.scenario.table, seat, row)
        return row


def played_all(ruleset: RuleSet, scenario: Scenario, first: int, count: int, every: int = 1) -> Any:
    """Play games with seeds from `first` on."""
    one = RandomGame(ruleset, scenario, first)
    found = []
    for seed in range(first, first + count):
        one.restart(seed)
        found.append(one.play(every))
    return found
