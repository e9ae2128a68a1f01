"""Choose the games of a tournament worth viewing, and write their pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from spacecombat_agents.arena.ratings.elo_ratings import Ratings, rate
from spacecombat_agents.arena.tournament.game_rows import (
    DRAW,
    NORMAL,
    VOID,
    GameRow,
    unpack_actions,
)
from spacecombat_agents.arena.tournament.pair_scores import pair_scores
from spacecombat_agents.arena.tournament.plan import TournamentPlan, plan_from
from spacecombat_agents.arena.tournament.store import GameStore
from spacecombat_agents.arena.tournament.tournament import Tournament
from spacecombat_agents.game_setting import GameSetting
from spacecombat_env.replay import Replay, record
from spacecombat_env.replay.page import write_page

__all__ = ["chosen_games", "page_name", "write_game_pages"]


def chosen_games(
    plan: TournamentPlan, rows: Sequence[GameRow], ratings: Ratings
) -> list[tuple[GameRow, str]]:
    """Return the games worth viewing among those with stored actions, and why.

    First a fault of each player, then the most surprising, the closest, the longest and the
    shortest game. The rest are the first games of the strongest matchups, in each scenario in turn.
    """
    recorded = [row for row in rows if row.actions is not None and row.verdict != VOID]
    chosen: dict[GameRow, str] = {}
    for row, why in _by_interest(recorded, ratings):
        if len(chosen) >= plan.replays.pages:
            break
        chosen.setdefault(row, why)
    return list(chosen.items())


def _by_interest(rows: Sequence[GameRow], ratings: Ratings) -> Iterator[tuple[GameRow, str]]:
    """Yield games, the most interesting first."""
    owners = set()
    for row in rows:
        owner = row.a if row.owner == "a" else row.b
        if row.cause != NORMAL and owner not in owners:
            owners.add(owner)
            yield row, f"fault: {row.cause}"
    played = [row for row in rows if row.cause == NORMAL]
    if played:
        yield (
            min(played, key=lambda row: _expected_score(row, ratings)),
            "the most surprising result",
        )
        decided = [row for row in played if row.verdict != DRAW] or played
        yield min(decided, key=lambda row: abs(row.margin)), "the closest"
        yield max(played, key=lambda row: row.turns), "the longest"
        yield min(played, key=lambda row: row.turns), "the shortest"
    for row in _scenarios_in_turn(played, ratings):
        yield row, "the first pair" if row.pair == 0 else "an early pair"


def _scenarios_in_turn(rows: Sequence[GameRow], ratings: Ratings) -> list[GameRow]:
    """Return early games first, one of each scenario in turn, by the strongest players."""
    weaker = {row: min(ratings.elo[row.a], ratings.elo[row.b]) for row in rows}
    best = sorted(rows, key=lambda row: (row.pair, row.game, -weaker[row], row[:5]))
    counts: Counter[tuple[int, int, int]] = Counter()
    ranks = {}
    for row in best:
        key = row.pair, row.game, row.scenario
        ranks[row] = row.pair, row.game, counts[key], row.scenario
        counts[key] += 1
    return sorted(best, key=ranks.__getitem__)


def _expected_score(row: GameRow, ratings: Ratings) -> float:
    """Return the score that was expected of the winner; 1/2 for a draw."""
    if row.verdict == DRAW:
        return 0.5
    score = ratings.expected(row.a, row.b)
    return score if row.score == 1.0 else 1.0 - score


def page_name(row: GameRow) -> str:
    """Return the name of a game's page."""
    matchup = f"{row.scenario + 1}_{row.a + 1}_{row.b + 1}"
    return f"scenario{matchup}_pair{row.pair}_{'ab'[row.game]}.html"


def replay_of(row: GameRow, setting: GameSetting, labels: tuple[str, str]) -> Replay:
    """Return the replay of a game with stored actions; `labels` of `a` and `b`."""
    assert row.actions is not None
    names = labels if row.seat_of_a == 0 else labels[::-1]
    return record(
        setting.ruleset, setting.scenario, row.seed, unpack_actions(row.actions).tolist(), names
    )


def write_game_pages(store: GameStore, folder: Path, progress: Callable[[float], None]) -> None:
    """Write the pages of a tournament's chosen games into a folder, except existing ones."""
    content = store.content()
    plan = plan_from(content["plan"], str(store.file))
    rows = list(store.rows())
    results = pair_scores(rows).count_pair_results(len(plan.entrants), len(plan.scenarios))
    chosen = chosen_games(plan, rows, rate(results, anchor=plan.anchor_index, resamples=1))
    tournament = Tournament(plan, file=str(store.file))
    for at, (row, _) in enumerate(chosen):
        file = folder / page_name(row)
        if not file.exists():
            labels = plan.label(row.a), plan.label(row.b)
            write_page(replay_of(row, tournament.settings[row.scenario], labels), file)
        progress((at + 1) / len(chosen))
