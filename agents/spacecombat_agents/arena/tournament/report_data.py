"""The numbers of a tournament report.

They depend only on the store, not on who computes them or when.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from spacecombat_agents.arena.ratings.cycles import cross_table, cycles, nash_average, transitivity
from spacecombat_agents.arena.ratings.elo_ratings import Ratings, rate
from spacecombat_agents.arena.ratings.pair_results import PairResults, pentanomial_counts
from spacecombat_agents.arena.statistics.seat_bias import side_bias
from spacecombat_agents.arena.tournament.featured_games import chosen_games, page_name
from spacecombat_agents.arena.tournament.game_rows import NORMAL, RUNNER, GameRow
from spacecombat_agents.arena.tournament.pair_scores import PairScores, pair_scores
from spacecombat_agents.arena.tournament.plan import TournamentPlan, plan_from
from spacecombat_agents.arena.tournament.schedule import units
from spacecombat_agents.arena.tournament.standings import Standings
from spacecombat_agents.arena.tournament.store import GameStore

__all__ = ["report_data"]

FORMAT = "spacecombat/arena-report/1"
MAX_LISTED_FAULTS = 40  # Limit on faults that are listed one by one; all are counted
MAX_LISTED_CYCLES = 12
SIGNIFICANCE = 0.05  # Significance level of cycles and of the test of transitivity
MAX_BARS = 24  # Limit on the bars of a histogram of lengths
FEW_PAIRS = 20  # A matchup with fewer pairs gets a warning


def report_data(store: GameStore) -> dict[str, Any]:
    """Return the whole report, ready for JSON."""
    content = store.content()
    plan = plan_from(content["plan"], str(store.file))
    rows = list(store.rows())
    pairs = pair_scores(rows)
    results = pairs.count_pair_results(len(plan.entrants), len(plan.scenarios))
    ratings = rate(results, anchor=plan.anchor_index)
    standings = _standings_of(plan, rows)
    about = content["about"]
    data = {
        "format": FORMAT,
        "kind": content["kind"],
        "name": plan.name,
        "played": _games_played(plan, rows, pairs, store),
        "warnings": [],
        "anchor": plan.label(plan.anchor_index),
        "draw_share": _json_number(ratings.draw),
        "entrants": _player_rows(plan, about, rows, ratings, standings),
        "couples": _matchup_rows(plan, pairs, results, rows, standings),
        "circles": _cycle_data(plan, results, ratings, pairs),
        "scenarios": [
            _scenario_data(number, description, rows, pairs, ratings)
            for number, description in enumerate(about["scenarios"])
        ],
        "faults": _fault_data(plan, about, rows),
        "games": [
            _game_row(plan, about, row, why) for row, why in chosen_games(plan, rows, ratings)
        ],
        "how": {"plan": content["plan"], "about": about, "rows_sha": store.digest()},
    }
    data["warnings"] = _warnings(data, ratings, plan)
    return data


def _json_number(value: float, digits: int = 6) -> float | None:
    """Return a number for JSON: None if it is not finite."""
    return round(float(value), digits) if math.isfinite(value) else None


def _json_interval(low: float, high: float) -> list[float | None]:
    """Return an interval for JSON."""
    return [_json_number(low), _json_number(high)]


def _standings_of(plan: TournamentPlan, rows: Sequence[GameRow]) -> Standings:
    """Return suspended players and decided matchups, by all results."""
    by_couple: dict[tuple[int, int, int], dict[int, list[GameRow]]] = {}
    for row in rows:
        by_couple.setdefault(row[:3], {}).setdefault(row.pair, []).append(row)
    standings = Standings(plan)
    for unit in units(plan):
        games = by_couple.get(unit[:3], {})
        numbers = range(unit.first, unit.first + unit.pairs)
        standings.add(unit, (row for number in numbers for row in games.get(number, [])))
    return standings


def _games_played(
    plan: TournamentPlan, rows: Sequence[GameRow], pairs: PairScores, store: GameStore
) -> dict[str, Any]:
    """Return how much was played."""
    planned = sum(unit.pairs for unit in units(plan))
    return {
        "games": sum(row.cause != RUNNER for row in rows),
        "pairs": len(pairs.a),
        "pairs_planned": planned,
        "laps": len(store.rounds()),
        "unplayed": sum(row.cause == RUNNER for row in rows),
        "decisions": sum(row.decisions_first + row.decisions_second for row in rows),
    }


def _player_rows(
    plan: TournamentPlan,
    about: Mapping[str, Any],
    rows: Sequence[GameRow],
    ratings: Ratings,
    standings: Standings,
) -> list[dict[str, Any]]:
    """Return the table of players, the highest rated first; without games against themselves."""
    scores: list[Counter[float]] = [Counter() for _ in plan.entrants]
    for row in rows:
        if row.cause != RUNNER and row.a != row.b:
            scores[row.a][row.score] += 1
            scores[row.b][1.0 - row.score] += 1
    data = []
    for each in np.argsort(-ratings.elo, kind="stable").tolist():
        won, drawn, lost = (scores[each][value] for value in (1.0, 0.5, 0.0))
        games = won + drawn + lost
        data.append(
            {
                "label": plan.label(each),
                "player": about["entrants"][each]["player"],
                "hash": about["entrants"][each]["hash"],
                "elo": _json_number(ratings.elo[each]),
                "interval": _json_interval(ratings.low[each], ratings.high[each]),
                "ranks": [int(ratings.rank_low[each]), int(ratings.rank_high[each])],
                "first": _json_number(ratings.first[each]),
                "games": games,
                "pairs": int(ratings.pairs[each]),
                "won": won,
                "drawn": drawn,
                "lost": lost,
                "score": _json_number((won + drawn / 2) / games) if games else None,
                "faults": standings.faults[each],
                "suspended": standings.suspended(each),
            }
        )
    return data


def _matchup_rows(
    plan: TournamentPlan,
    pairs: PairScores,
    results: PairResults,
    rows: Sequence[GameRow],
    standings: Standings,
) -> list[dict[str, Any]]:
    """Return the score of each matchup, over all scenarios and in each."""
    table = cross_table(results)
    margins: dict[tuple[int, int], list[int]] = {}
    for row in rows:
        if row.cause != RUNNER:
            own = row.margin if row.seat_of_a == 0 else -row.margin
            margins.setdefault((row.a, row.b), []).append(own)
    data = []
    for a, b in sorted(set(zip(pairs.a.tolist(), pairs.b.tolist(), strict=True))):
        met_in = pairs.where((pairs.a == a) & (pairs.b == b))
        if a == b:
            continue
        data.append(
            {
                "a": plan.label(a),
                "b": plan.label(b),
                "pairs": len(met_in.a),
                "score": _json_number(table.score[a, b]),
                "interval": _json_interval(table.low[a, b], table.high[a, b]),
                "pairs_by_score": pentanomial_counts(met_in.first, met_in.second).tolist(),
                "margin": _json_number(float(np.mean(margins[a, b]))),
                "enough": standings.stop_reasons.get((a, b), ""),
                "scenarios": _by_scenario(met_in, results.scenarios),
            }
        )
    return data


def _by_scenario(pairs: PairScores, scenarios: int) -> list[dict[str, Any] | None]:
    """Return a matchup's score in each scenario, None if it was not played."""
    data: list[dict[str, Any] | None] = []
    for number in range(scenarios):
        own = pairs.where(pairs.scenario == number)
        score = (own.first.sum() + own.second.sum()) / (2.0 * max(len(own.a), 1))
        data.append({"pairs": len(own.a), "score": _json_number(score)} if len(own.a) else None)
    return data


def _cycle_data(
    plan: TournamentPlan, results: PairResults, ratings: Ratings, pairs: PairScores
) -> dict[str, Any] | None:
    """Return what a single rating does not explain; None for fewer than three players."""
    if len(plan.entrants) < 3 or not (pairs.a != pairs.b).any():
        return None
    fitting, mixture = transitivity(results, ratings), nash_average(results, ratings)
    found = cycles(cross_table(results))
    return {
        "transitive": {
            "chi_square": _json_number(fitting.chi_square),
            "freedom": int(fitting.dof),
            "p": _json_number(fitting.p),
            "refused": bool(fitting.p < SIGNIFICANCE),
        },
        "cycles": [
            {
                "entrants": [plan.label(each) for each in cycle.players],
                "score": _json_number(cycle.score),
                "p": _json_number(cycle.p),
                "q": _json_number(cycle.q),
                "sure": bool(cycle.q < SIGNIFICANCE),
            }
            for cycle in found[:MAX_LISTED_CYCLES]
        ],
        "mixture": [
            {
                "label": plan.label(each),
                "share": _json_number(mixture.share[each]),
                "interval": _json_interval(mixture.low[each], mixture.high[each]),
                "score_against": _json_number(mixture.rating[each]),
            }
            for each in np.argsort(-mixture.share, kind="stable").tolist()
        ],
    }


def _scenario_data(
    number: int,
    description: Mapping[str, Any],
    rows: Sequence[GameRow],
    pairs: PairScores,
    ratings: Ratings,
) -> dict[str, Any]:
    """Return the results of a scenario: seat bias, lengths and end reasons."""
    played = [row for row in rows if row.scenario == number and row.cause != RUNNER]
    own = pairs.where(pairs.scenario == number)
    turns = np.array([row.turns for row in played if row.cause == NORMAL], np.int64)
    decisions = np.array([(row.decisions_first, row.decisions_second) for row in played])
    return {
        **{
            key: description[key]
            for key in ("label", "ruleset", "ruleset_title", "scenario", "seats")
        },
        "games": len(played),
        "first_seat": _first_seat_data(own, number, ratings) if len(own.a) else None,
        "turns": _length_data(turns) if len(turns) else None,
        "decisions": np.median(decisions, axis=0).tolist() if len(played) else None,
        "ends": dict(Counter(row.reason for row in played).most_common()),
    }


def _first_seat_data(pairs: PairScores, number: int, ratings: Ratings) -> dict[str, Any]:
    """Return the advantage of the first seat."""
    bias = side_bias(pairs.first, pairs.second)
    return {
        "score": _json_number(bias.score),
        "interval": _json_interval(*bias.interval),
        "verdict": bias.verdict.value,
        "pairs": bias.pairs,
        "elo": _json_number(ratings.side[number]),
        "elo_interval": _json_interval(ratings.side_low[number], ratings.side_high[number]),
    }


def _length_data(turns: np.ndarray) -> dict[str, Any]:
    """Return the lengths of games, in turns."""
    low, high = int(turns.min()), int(turns.max())
    width = max(1, -(-(high - low + 1) // MAX_BARS))
    counts = np.bincount((turns - low) // width)
    quantiles = np.quantile(turns, [0.05, 0.5, 0.95])
    return {
        "mean": _json_number(turns.mean()),
        **dict(zip(("p5", "median", "p95"), map(_json_number, quantiles.tolist()), strict=True)),
        "least": low,
        "most": high,
        "bar": {"from": low, "width": width, "games": counts.tolist()},
    }


def _fault_data(
    plan: TournamentPlan, about: Mapping[str, Any], rows: Sequence[GameRow]
) -> dict[str, Any]:
    """Return the faults of each player by cause, and a list of the first ones."""
    at_fault = [row for row in rows if row.cause not in (NORMAL, RUNNER)]
    counts: dict[int, Counter[str]] = {}
    for row in at_fault:
        counts.setdefault(_player_at_fault(row), Counter())[row.cause] += 1
    return {
        "games": len(at_fault),
        "by_entrant": [
            {"label": plan.label(each), "causes": dict(sorted(counts[each].items()))}
            for each in sorted(counts)
        ],
        "first": [_fault_row(plan, about, row) for row in _first_faults(at_fault)],
        "unplayed": [_fault_row(plan, about, row) for row in rows if row.cause == RUNNER][
            :MAX_LISTED_FAULTS
        ],
    }


def _player_at_fault(row: GameRow) -> int:
    """Return the player at fault."""
    return row.a if row.owner == "a" else row.b


def _first_faults(rows: Sequence[GameRow]) -> list[GameRow]:
    """Return some faults, the earliest of every player and cause."""
    counts: Counter[tuple[int, str]] = Counter()
    ranked = []
    for at, row in enumerate(rows):
        key = _player_at_fault(row), row.cause
        ranked.append((counts[key], at))
        counts[key] += 1
    return [rows[at] for _, at in sorted(ranked)[:MAX_LISTED_FAULTS]]


def _fault_row(plan: TournamentPlan, about: Mapping[str, Any], row: GameRow) -> dict[str, Any]:
    """Return the row of a fault."""
    return {
        **_game_id(plan, about, row),
        "cause": row.cause,
        "owner": "" if row.cause == RUNNER else plan.label(_player_at_fault(row)),
        "note": row.note,
    }


def _game_id(plan: TournamentPlan, about: Mapping[str, Any], row: GameRow) -> dict[str, Any]:
    """Return the keys that identify a game."""
    players = [plan.label(row.a), plan.label(row.b)]
    return {
        "scenario": about["scenarios"][row.scenario]["label"],
        "first": players[row.seat_of_a],
        "second": players[1 - row.seat_of_a],
        "pair": row.pair,
        "game": row.game,
        "seed": row.seed,
    }


def _game_row(
    plan: TournamentPlan, about: Mapping[str, Any], row: GameRow, why: str
) -> dict[str, Any]:
    """Return the row of a game that can be viewed."""
    game_id = _game_id(plan, about, row)
    winner = {0: game_id["first"], 1: game_id["second"]}.get(row.verdict, "")
    return {
        **game_id,
        "why": why,
        "winner": winner,
        "reason": row.reason,
        "turns": row.turns,
        "margin": abs(row.margin),
        "page": page_name(row),
    }


def _warnings(data: Mapping[str, Any], ratings: Ratings, plan: TournamentPlan) -> list[str]:
    """Return warnings for the reader of the numbers."""
    warnings = []
    if len(ratings.groups.connected) > 1:
        groups = "; ".join(_names(plan, group) for group in ratings.groups.connected)
        warnings.append(
            "No game connects these groups, so their ratings cannot be compared with each other: "
            f"{groups}."
        )
    if len(ratings.groups.one_sided) > len(ratings.groups.connected):
        groups = "; ".join(_names(plan, group) for group in ratings.groups.one_sided)
        warnings.append(
            "Between these groups all points went one way: the results show which is ahead, but "
            f"not by how much: {groups}."
        )
    played, matchups = data["played"], data["couples"]
    thin = sum(each["pairs"] < FEW_PAIRS for each in matchups)
    if thin:
        warnings.append(f"{thin} of {len(matchups)} matchups have fewer than {FEW_PAIRS} pairs.")
    suspended = [each["label"] for each in data["entrants"] if each["suspended"]]
    if suspended:
        share, names = plan.faults.suspend_above, ", ".join(suspended)
        warnings.append(
            f"Suspended, because faults ended more than {share:.0%} of their games: {names}."
        )
    if played["unplayed"]:
        warnings.append(
            f"{played['unplayed']} games could not be played, through no fault of the players; "
            "they are played again when the tournament resumes."
        )
    planned = data["played"]["pairs_planned"]
    stopped = suspended or any(each["enough"] for each in data["couples"])
    if data["played"]["pairs"] < planned and not stopped:
        warnings.append(f"{data['played']['pairs']} of {planned} pairs have been played.")
    return warnings


def _names(plan: TournamentPlan, group: Sequence[int]) -> str:
    """Return the labels of the players of a group."""
    return ", ".join(plan.label(each) for each in group)
