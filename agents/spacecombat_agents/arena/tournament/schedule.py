"""The units of work of a cup, in their order: a pure function of the plan."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from spacecombat_agents.arena.tournament.plan import TournamentPlan


class Unit(NamedTuple):
    """Pairs of games of two entrants in one scenario, played as one."""

    scenario: int
    a: int
    b: int
    first: int
    """The number of its first pair."""
    pairs: int

    @property
    def matchup(self) -> tuple[int, int]:
        """Who plays."""
        return self.a, self.b


def units(plan: TournamentPlan) -> list[Unit]:
    """Return all units but the ladder's: early pairs of all couples before late ones of any.

    So a cup that is not yet at its end has played alike with everybody.
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
    """Yield the units of a couple's pairs in a scenario, from the first one on."""
    most = 1 if any(map(plan.is_bot, matchup)) else plan.unit
    for begin in range(first, first + pairs, most):
        yield Unit(scenario, *matchup, begin, min(most, first + pairs - begin))
