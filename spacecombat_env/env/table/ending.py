"""How a game ended: played to its end, forfeited by a seat, or drawn by consent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from spacecombat_env.core.presentation.perspective import DRAW
from spacecombat_env.core.ruleset import TALLY, RuleSet
from spacecombat_env.env.game import Game

__all__ = ["DRAWN", "Forfeit", "result_of"]

DRAWN = "draw"
"""Verdict of a drawn game, in place of a seat."""


class Forfeit(NamedTuple):
    """A seat that resigned or was removed, or DRAW where both agreed to end the game."""

    seat: int
    cause: str

    @property
    def winner(self) -> int:
        """The seat that has won, or DRAW."""
        return DRAW if self.seat == DRAW else 1 - self.seat

    def over(self, ruleset: RuleSet) -> Mapping[str, Any]:
        """Return how the game ended."""
        verdict = DRAWN if self.winner == DRAW else ruleset.seats[self.winner]
        return {"verdict": verdict, "reason": self.cause, "margin": 0}

    def tally(self, turns: int, decisions: int) -> np.ndarray:
        """Return the tally row, int32 (len(Tally),): winner, turns, decisions; reason 0."""
        row = np.zeros(len(TALLY), np.int32)
        row[TALLY.verdict] = self.winner
        row[TALLY.turns], row[TALLY.decisions] = turns, decisions
        return row


def result_of(ruleset: RuleSet, game: Game) -> Mapping[str, Any]:
    """Return how a game that was played to its end has ended."""
    result = game.result()
    drawn = result["verdict"] == DRAW
    why = ruleset.tie_break(game.games, 0, game.scenario)
    over = {
        "verdict": DRAWN if drawn else ruleset.seats[result["verdict"]],
        "reason": ruleset.reasons[result["reason"]],
        "margin": result["margin"],
    }
    return {**over, "tie_break": why} if why else over
