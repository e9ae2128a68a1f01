"""Games of the fighter rules as they are played: begun from a scenario, spoken action by action."""

from __future__ import annotations

from typing import Any

import numpy as np

from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.interceptor.entry import KERNELS
from spacecombat_env.rulesets.interceptor.model import Decision, Step
from spacecombat_env.rulesets.interceptor.scenario import load


class Play:
    """One game under way."""

    def __init__(self, scenario: Any, seed: int = 1, delegate: Any = (), **more: Any) -> None:
        self.scenario = load(scenario, delegate=delegate, **more)
        self.table = self.scenario.table
        self.rules: Any = self.table.rules[0]
        self.games = make_games(self.table.opening.dtype, 1)
        KERNELS.start(self.games, 0, self.table, seed)
        self.state: Any = self.games.states[0]

    @property
    def decision(self) -> Decision:
        """The question on the table."""
        return Decision(int(self.state.decision))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.step == Step.OVER)

    def legal_actions(self) -> list[int]:
        """Return the legal actions."""
        mask = np.zeros(self.scenario.actions.size, np.int8)
        KERNELS.legal(self.games, 0, self.table, mask)
        return [int(action) for action in np.flatnonzero(mask)]

    def say(self, action: int) -> None:
        """Say an action, which must be legal."""
        refused = KERNELS.apply(self.games, 0, self.table, int(action))
        assert not refused, f"{self.decision.name}: {action} is not among {self.legal_actions()}"

    def say_number(self, number: int) -> None:
        """Say a number up to 23."""
        first = self.scenario.actions.offsets["amounts"]
        self.say(first + number)

    def play_at_random(self, seed: int = 1, decisions: int = 1000) -> int:
        """Play on at random; return the decisions taken."""
        generator = np.random.default_rng(seed)
        for taken in range(decisions):
            if self.is_over:
                return taken
            self.say(int(generator.choice(self.legal_actions())))
        return decisions
