"""The scale of a victory, by the scenario's outcome table."""

from __future__ import annotations

from spacecombat_env.core.presentation.perspective import DRAW, OPEN, options_of, resolved_of
from spacecombat_env.core.ruleset import Scenario

from ..model import Reason


def outcome(scenario: Scenario, verdict: int, reason: int, margin: int) -> str:
    """IN-SCN-14 Return the step of the outcome table that a game has ended in; else an empty text.

    It is empty for a game that is open, a draw, or lost by an illegal action. The margin lies in
    the row that the points have (IN-AMB-105).
    """
    if verdict in (OPEN, DRAW) or reason == Reason.ILLEGAL_ORDER:
        return ""
    table = options_of(scenario).outcome[verdict]
    row = next((n for n, least in enumerate(table) if least <= abs(margin)), len(table))
    return step(scenario, verdict, row)


def step(scenario: Scenario, winner: int, row: int) -> str:
    """Return the name of a row of a side's outcome table; empty where the scenario has none."""
    names = resolved_of(scenario)["outcome"][winner]
    return names[row] if 0 <= row < len(names) else ""
