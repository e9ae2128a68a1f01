"""The units of work of a tournament, in order: a pure function of the plan."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from spacecombat_agents.arena.tournament.plan import TournamentPlan


class Unit(NamedTuple):
    """Pairs of games of two players in one scenario, played as one piece of work."""

    scenario: int
    a: int
    b: int
    first: int
    """Number of its first pair."""
    pairs: int

    @property
    def matchup(self) -> tuple[int, int]:
        """The two players."""
        return self.a, self.b


def units(plan: TournamentPlan) -> list[Unit]:
    """Return all units except the ladder's: early pairs of all matchups come first.

    So an unfinished tournament has played all matchups about equally.
    """
    made = (
        unit
        for matchup in plan.matchups()
        for scenario in plan.meets_in(matchup)
        for unit in split(plan, scenario, matchup, 0, plan.pairs)
    )
    return sorted(made, key=lambda unit: (unit.first, unit.scenario, unit.a, unit.b))


def split(
    plan: TournamentPlan, scenario: int, matchup: tuple[int, int], first: int, pairs: int
) -> Iterator[Unit]:
    """Yield the units of a matchup's pairs in a scenario, starting with the first pair."""
    one_by_one = plan.scenarios[scenario].is_campaign or any(map(plan.is_bot, matchup))
    most = 1 if one_by_one else plan.unit
    for begin in range(first, first + pairs, most):
        yield Unit(scenario, *matchup, begin, min(most, first + pairs - begin))
