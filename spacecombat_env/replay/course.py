"""One game, played word by word."""

from __future__ import annotations

import numpy as np

from spacecombat_env.core.record import digest
from spacecombat_env.core.ruleset import TALLY, RuleSet, Scenario, make_games, make_out
from spacecombat_env.replay.kept import Outcome
from spacecombat_env.warming import prepare


class Course:
    """One game, played word by word through the engine's own door, `advance`."""

    def __init__(self, ruleset: RuleSet, scenario: Scenario, seed: int) -> None:
        self.ruleset, self.scenario = ruleset, scenario
        prepare(ruleset, scenario)
        self.kernels = ruleset.kernels()
        dtype = scenario.table.opening.dtype
        self.games, self.scratch, self.seen = (make_games(dtype, 1) for _ in range(3))
        self.out = make_out(scenario, 1, len(ruleset.seats))
        self.tokens = np.full(1, -1, np.int64)
        self.spoken = 0
        self.kernels.start(self.games, 0, scenario.table, seed)
        self._advance(-1)

    def _advance(self, token: int) -> None:
        """Carry out a word; -1 only looks."""
        self.tokens[0] = token
        self.kernels.advance(self.games, self.scenario.table, self.tokens, self.out, (0, 1, 0, 0))

    def speak(self, token: int) -> None:
        """Say a word for the seat to act; one that is not legal loses it the game."""
        self._advance(token if token < self.scenario.actions.size else int(self.mask.argmin()))
        self.spoken += 1

    @property
    def seat(self) -> int:
        """The seat to act, -1 once the game is over."""
        return int(self.out.seat[0])

    @property
    def mask(self) -> np.ndarray:
        """The legal words of the seat to act."""
        row: np.ndarray = self.out.mask[0]
        return row

    def is_legal(self, token: int) -> bool:
        """Whether the seat to act may say a word."""
        return 0 <= token < len(self.mask) and bool(self.mask[token])

    def word(self, token: int) -> str:
        """Return a word of the seat to act as text."""
        if token >= self.scenario.actions.size:
            return str(token)
        return self.ruleset.word(self.out.seen, 0, self.scenario, self.seat, token)

    def digest(self) -> str:
        """Return the SHA-256 of the position."""
        return digest(self.games.states, 0)

    def outcome(self) -> Outcome | None:
        """Return how the game ended; None while it is open."""
        if self.seat >= 0:
            return None
        row = self.out.tally[0]
        return Outcome(*(int(row[getattr(TALLY, name)]) for name in Outcome._fields))
