"""How a game ended: played to its end, or forfeited by a seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from spacecombat_env.core.presentation.perspective import DRAW
from spacecombat_env.core.ruleset import TALLY, RuleSet
from spacecombat_env.env.game import Game

__all__ = ["Forfeit", "result_of"]


class Forfeit(NamedTuple):
    """A seat that resigned or was removed."""

    seat: int
    cause: str

    def over(self, ruleset: RuleSet) -> Mapping[str, Any]:
        """Return how the game ended: the other seat has won."""
        return {"verdict": ruleset.seats[1 - self.seat], "reason": self.cause, "margin": 0}

    def tally(self, turns: int, decisions: int) -> np.ndarray:
        """Return the tally row, int32 (len(Tally),): winner, turns, decisions; reason 0."""
        row = np.zeros(len(TALLY), np.int32)
        row[TALLY.verdict] = 1 - self.seat
        row[TALLY.turns], row[TALLY.decisions] = turns, decisions
        return row


def result_of(ruleset: RuleSet, game: Game) -> Mapping[str, Any]:
    """Return how a game that was played to its end has ended."""
    result = game.result()
    drawn = result["verdict"] == DRAW
    return {
        "verdict": "draw" if drawn else ruleset.seats[result["verdict"]],
        "reason": ruleset.reasons[result["reason"]],
        "margin": result["margin"],
    }
