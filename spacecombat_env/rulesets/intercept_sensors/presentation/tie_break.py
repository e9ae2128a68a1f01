"""How a tie was broken, in a finished game."""

from __future__ import annotations

from spacecombat_env.core.presentation.perspective import SIDES
from spacecombat_env.core.ruleset import Games, Scenario

from ..model import InterceptReason, InterceptSide, InterceptVerdict, letter_of
from ..victory import longest, margin


def tie_break(games: Games, k: int, scenario: Scenario) -> str:
    """IC-SEQ-03 Return how a tie was broken: of tracks held equally long, or at the turn limit."""
    state, rules = games.states[k], scenario.table.rules[0]
    if state.reason == InterceptReason.HELD:
        turns, other = (
            longest(state, rules, InterceptSide.A),
            longest(state, rules, InterceptSide.B),
        )
        began = int(state.turn) - int(turns) + 1
        first = SIDES[letter_of(began)]
        both = f"Both sides held a track for {turns} turns"
        tie = (
            f"{both}; {first} scanned first in turn {began}, in which both began, and wins the tie."
        )
        return tie if turns == other else ""
    at_limit = state.reason == InterceptReason.TURN_LIMIT
    if at_limit and rules.option.limit_verdict in (InterceptVerdict.A, InterceptVerdict.B):
        return f"At the turn limit the scenario gives the game to {SIDES[state.verdict]}."
    return "The points are equal." if at_limit and margin(state) == 0 else ""
