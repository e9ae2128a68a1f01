"""Further pairs where ratings learn most, in rounds that depend on all results before them."""

from __future__ import annotations

from collections.abc import Iterator

from spacecombat_agents.arena.tournament.pair_scores import pair_scores
from spacecombat_agents.arena.tournament.plan import LadderSettings, TournamentPlan
from spacecombat_agents.arena.tournament.schedule import Unit, split
from spacecombat_agents.arena.tournament.standings import Standings
from spacecombat_agents.arena.tournament.store import GameStore

__all__ = ["choose_matchups", "round_sizes", "round_units"]

Matchup = tuple[int, int]


def round_sizes(plan: TournamentPlan, ladder: LadderSettings) -> Iterator[int]:
    """Yield the number of matchups in each round, until the ladder's pairs are used up."""
    cost = ladder.step * len(plan.scenarios)
    left = ladder.pairs // cost
    while left > 0:
        yield min(ladder.couples, left)
        left -= ladder.couples


def choose_matchups(
    plan: TournamentPlan, store: GameStore, standings: Standings, matchups: int
) -> list[Matchup]:
    """Return the matchups that the ratings learn most from now; no suspended players."""
    from spacecombat_agents.arena.ratings.elo_ratings import most_informative, rate

    results = pair_scores(store.rows()).count_pair_results(len(plan.entrants), len(plan.scenarios))
    ratings = rate(results, anchor=plan.anchor_index, resamples=1)
    player_count = len(plan.entrants)
    best = most_informative(results, ratings, player_count * (player_count - 1) // 2)
    playable = (matchup for matchup in best if plan.meets_in(matchup))
    available = [matchup for matchup in playable if not any(map(standings.suspended, matchup))]
    return available[:matchups]


def round_units(
    plan: TournamentPlan, ladder: LadderSettings, rounds: list[list[Matchup]]
) -> list[Unit]:
    """Return the units of the last of some rounds; pairs are numbered after those before."""
    units: list[Unit] = []
    for matchup in rounds[-1]:
        first = _next_pair(plan, ladder, rounds, matchup)
        for scenario in plan.meets_in(matchup):
            units += split(plan, scenario, matchup, first, ladder.step)
    return units


def _next_pair(
    plan: TournamentPlan, ladder: LadderSettings, rounds: list[list[Matchup]], matchup: Matchup
) -> int:
    """Return the number of a matchup's first pair in the last of some rounds."""
    played_before = sum(matchup in ladder_round for ladder_round in rounds[:-1])
    return (plan.pairs if matchup in plan.matchups() else 0) + played_before * ladder.step
