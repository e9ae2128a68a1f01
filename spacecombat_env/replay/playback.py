"""One game, played action by action."""

from __future__ import annotations

import numpy as np

from spacecombat_env.core.model.record import digest
from spacecombat_env.core.ruleset import TALLY, RuleSet, Scenario, make_games, make_out
from spacecombat_env.replay.record import Outcome


class Playback:
    """One game, played action by action with the engine's entry point `advance`."""

    def __init__(self, ruleset: RuleSet, scenario: Scenario, seed: int) -> None:
        self.ruleset, self.scenario = ruleset, scenario
        self.kernels = ruleset.kernels()
        dtype = scenario.table.opening.dtype
        self.games, self.scratch, self.visible = (make_games(dtype, 1) for _ in range(3))
        self.out = make_out(scenario, 1, len(ruleset.seats))
        self.actions = np.full(1, -1, np.int64)
        self.decisions = 0
        self.kernels.start(self.games, 0, scenario.table, seed)
        self._advance(-1)

    def _advance(self, action: int) -> None:
        """Apply an action; -1 only refreshes."""
        self.actions[0] = action
        self.kernels.advance(self.games, self.scenario.table, self.actions, self.out, (0, 1, 0, 0))

    def step(self, action: int) -> None:
        """Apply an action of the seat to act. An illegal action loses the game."""
        self._advance(action if action < self.scenario.actions.size else int(self.mask.argmin()))
        self.decisions += 1

    @property
    def seat(self) -> int:
        """The seat to act, -1 once the game is over."""
        return int(self.out.seat[0])

    @property
    def mask(self) -> np.ndarray:
        """The action mask of the seat to act."""
        row: np.ndarray = self.out.mask[0]
        return row

    def is_legal(self, action: int) -> bool:
        """Whether an action is legal for the seat to act."""
        return 0 <= action < len(self.mask) and bool(self.mask[action])

    def action_text(self, action: int) -> str:
        """Return the text of an action of the seat to act."""
        if action >= self.scenario.actions.size:
            return str(action)
        return self.ruleset.action_text(self.out.visible, 0, self.scenario, self.seat, action)

    def digest(self) -> str:
        """Return the SHA-256 of the position."""
        return digest(self.games.states, 0)

    def outcome(self) -> Outcome | None:
        """Return how the game ended; None while it is open."""
        if self.seat >= 0:
            return None
        row = self.out.tally[0]
        return Outcome(*(int(row[getattr(TALLY, name)]) for name in Outcome._fields))
