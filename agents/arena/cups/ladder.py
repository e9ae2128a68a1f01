"""Further pairs where ratings learn most: laps, each chosen by the results of all before it."""

from __future__ import annotations

from collections.abc import Iterator

from spacecombat_agents.arena.cups.plan import Ladder, Plan
from spacecombat_agents.arena.cups.results import pairs_of
from spacecombat_agents.arena.cups.schedule import Unit, split
from spacecombat_agents.arena.cups.standing import Standing
from spacecombat_agents.arena.cups.store import Store

Couple = tuple[int, int]


def laps_wanted(plan: Plan, ladder: Ladder) -> Iterator[int]:
    """Yield how many couples play in each lap, until the ladder's pairs are used up."""
    cost = ladder.step * len(plan.scenarios)
    left = ladder.pairs // cost
    while left > 0:
        yield min(ladder.couples, left)
        left -= ladder.couples


def lap_couples(plan: Plan, store: Store, standing: Standing, couples: int) -> list[Couple]:
    """Return the couples from whom the ratings learn most now; nobody who is suspended."""
    from spacecombat_agents.arena.ratings import most_telling, rate

    met = pairs_of(store.rows()).meetings(len(plan.entrants), len(plan.scenarios))
    ratings = rate(met, anchor=plan.anchored, boots=1)
    everybody = len(plan.entrants)
    best = most_telling(met, ratings, everybody * (everybody - 1) // 2)
    met_in = (couple for couple in best if plan.meets_in(couple))
    fit = [couple for couple in met_in if not any(map(standing.suspended, couple))]
    return fit[:couples]


def lap_units(plan: Plan, ladder: Ladder, laps: list[list[Couple]]) -> list[Unit]:
    """Return the units of the last of some laps; pairs are numbered on from those before."""
    made: list[Unit] = []
    for couple in laps[-1]:
        first = _next_pair(plan, ladder, laps, couple)
        for scenario in plan.meets_in(couple):
            made += split(plan, scenario, couple, first, ladder.step)
    return made


def _next_pair(plan: Plan, ladder: Ladder, laps: list[list[Couple]], couple: Couple) -> int:
    """Return the number of a couple's first pair in the last of some laps."""
    before = sum(couple in lap for lap in laps[:-1])
    return (plan.pairs if couple in plan.couples() else 0) + before * ladder.step
