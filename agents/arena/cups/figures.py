"""What the games of a cup show, as numbers: everything that its report says.

A function of the store alone: whoever made it, and when, the numbers are the same.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from spacecombat_agents.arena.bias import side_bias
from spacecombat_agents.arena.cups.plan import Plan, plan_from
from spacecombat_agents.arena.cups.replays import chosen_games, page_name
from spacecombat_agents.arena.cups.results import Pairs, pairs_of
from spacecombat_agents.arena.cups.rows import NORMAL, RUNNER, Row
from spacecombat_agents.arena.cups.schedule import units
from spacecombat_agents.arena.cups.standing import Standing
from spacecombat_agents.arena.cups.store import Store
from spacecombat_agents.arena.cycles import cross_table, cycles, nash_average, transitivity
from spacecombat_agents.arena.meetings import Meetings, five_counts
from spacecombat_agents.arena.ratings import Ratings, rate

FORMAT = "spacecombat/arena-report/1"
LISTED_FAULTS = 40
"""Faults that are told one by one; all are counted."""
LISTED_CYCLES = 12
SURE = 0.05
"""A cycle is named as one, and transitivity refused, where chance does so less often."""
BARS = 24
"""Of a histogram of lengths."""
FEW_PAIRS = 20
"""Below, an interval says little of a couple."""


def figures(store: Store) -> dict[str, Any]:
    """Return everything that a report says, ready for JSON."""
    content = store.content()
    plan = plan_from(content["plan"], str(store.file))
    rows = list(store.rows())
    pairs = pairs_of(rows)
    met = pairs.meetings(len(plan.entrants), len(plan.scenarios))
    ratings = rate(met, anchor=plan.anchored)
    standing = _standing(plan, rows)
    about = content["about"]
    made = {
        "format": FORMAT,
        "kind": content["kind"],
        "name": plan.name,
        "played": _played(plan, rows, pairs, store),
        "warnings": [],
        "anchor": plan.label(plan.anchored),
        "draw_share": _number(ratings.draw),
        "entrants": _entrants(plan, about, rows, ratings, standing),
        "couples": _couples(plan, pairs, met, rows, standing),
        "circles": _circles(plan, met, ratings, pairs),
        "scenarios": [
            _scenario(number, told, rows, pairs, ratings)
            for number, told in enumerate(about["scenarios"])
        ],
        "faults": _faults(plan, about, rows),
        "games": [_game(plan, about, row, why) for row, why in chosen_games(plan, rows, ratings)],
        "how": {"plan": content["plan"], "about": about, "rows_sha": store.digest()},
    }
    made["warnings"] = _warnings(made, ratings, plan)
    return made


def _number(value: float, digits: int = 6) -> float | None:
    """Return a number for JSON: None where it is none, or has no end."""
    return round(float(value), digits) if math.isfinite(value) else None


def _span(low: float, high: float) -> list[float | None]:
    """Return an interval for JSON."""
    return [_number(low), _number(high)]


def _standing(plan: Plan, rows: Sequence[Row]) -> Standing:
    """Return who is suspended and who has played enough, by all results."""
    by_couple: dict[tuple[int, int, int], dict[int, list[Row]]] = {}
    for row in rows:
        by_couple.setdefault(row[:3], {}).setdefault(row.pair, []).append(row)
    standing = Standing(plan)
    for unit in units(plan):
        games = by_couple.get(unit[:3], {})
        numbers = range(unit.first, unit.first + unit.pairs)
        standing.take(unit, (row for number in numbers for row in games.get(number, [])))
    return standing


def _played(plan: Plan, rows: Sequence[Row], pairs: Pairs, store: Store) -> dict[str, Any]:
    """Return how much was played."""
    planned = sum(unit.pairs for unit in units(plan))
    return {
        "games": sum(row.cause != RUNNER for row in rows),
        "pairs": len(pairs.a),
        "pairs_planned": planned,
        "laps": len(store.laps()),
        "unplayed": sum(row.cause == RUNNER for row in rows),
        "decisions": sum(row.decisions_first + row.decisions_second for row in rows),
    }


def _entrants(
    plan: Plan, about: Mapping[str, Any], rows: Sequence[Row], ratings: Ratings, standing: Standing
) -> list[dict[str, Any]]:
    """Return the table of entrants, the highest rated first; games against itself are left out."""
    scores: list[Counter[float]] = [Counter() for _ in plan.entrants]
    for row in rows:
        if row.cause != RUNNER and row.a != row.b:
            scores[row.a][row.score] += 1
            scores[row.b][1.0 - row.score] += 1
    made = []
    for each in np.argsort(-ratings.elo, kind="stable").tolist():
        won, drawn, lost = (scores[each][value] for value in (1.0, 0.5, 0.0))
        games = won + drawn + lost
        made.append(
            {
                "label": plan.label(each),
                "player": about["entrants"][each]["player"],
                "hash": about["entrants"][each]["hash"],
                "elo": _number(ratings.elo[each]),
                "interval": _span(ratings.low[each], ratings.high[each]),
                "ranks": [int(ratings.rank_low[each]), int(ratings.rank_high[each])],
                "first": _number(ratings.first[each]),
                "games": games,
                "pairs": int(ratings.pairs[each]),
                "won": won,
                "drawn": drawn,
                "lost": lost,
                "score": _number((won + drawn / 2) / games) if games else None,
                "faults": standing.faults[each],
                "suspended": standing.suspended(each),
            }
        )
    return made


def _couples(
    plan: Plan, pairs: Pairs, met: Meetings, rows: Sequence[Row], standing: Standing
) -> list[dict[str, Any]]:
    """Return how each couple did, over all scenarios and in each."""
    table = cross_table(met)
    margins: dict[tuple[int, int], list[int]] = {}
    for row in rows:
        if row.cause != RUNNER:
            own = row.margin if row.seat_of_a == 0 else -row.margin
            margins.setdefault((row.a, row.b), []).append(own)
    made = []
    for a, b in sorted(set(zip(pairs.a.tolist(), pairs.b.tolist(), strict=True))):
        met_in = pairs.where((pairs.a == a) & (pairs.b == b))
        if a == b:
            continue
        made.append(
            {
                "a": plan.label(a),
                "b": plan.label(b),
                "pairs": len(met_in.a),
                "score": _number(table.score[a, b]),
                "interval": _span(table.low[a, b], table.high[a, b]),
                "pairs_by_score": five_counts(met_in.first, met_in.second).tolist(),
                "margin": _number(float(np.mean(margins[a, b]))),
                "enough": standing.enough.get((a, b), ""),
                "scenarios": _by_scenario(met_in, met.scenarios),
            }
        )
    return made


def _by_scenario(pairs: Pairs, scenarios: int) -> list[dict[str, Any] | None]:
    """Return a couple's score in each scenario, None where it has not met."""
    made: list[dict[str, Any] | None] = []
    for number in range(scenarios):
        own = pairs.where(pairs.scenario == number)
        score = (own.first.sum() + own.second.sum()) / (2.0 * max(len(own.a), 1))
        made.append({"pairs": len(own.a), "score": _number(score)} if len(own.a) else None)
    return made


def _circles(plan: Plan, met: Meetings, ratings: Ratings, pairs: Pairs) -> dict[str, Any] | None:
    """Return what one number an entrant does not tell; None where there are not three."""
    if len(plan.entrants) < 3 or not (pairs.a != pairs.b).any():
        return None
    fitting, mixture = transitivity(met, ratings), nash_average(met, ratings)
    found = cycles(cross_table(met))
    return {
        "transitive": {
            "chi_square": _number(fitting.chi_square),
            "freedom": int(fitting.freedom),
            "p": _number(fitting.p),
            "refused": bool(fitting.p < SURE),
        },
        "cycles": [
            {
                "entrants": [plan.label(each) for each in cycle.entrants],
                "score": _number(cycle.score),
                "p": _number(cycle.p),
                "q": _number(cycle.q),
                "sure": bool(cycle.q < SURE),
            }
            for cycle in found[:LISTED_CYCLES]
        ],
        "mixture": [
            {
                "label": plan.label(each),
                "share": _number(mixture.share[each]),
                "interval": _span(mixture.low[each], mixture.high[each]),
                "score_against": _number(mixture.rating[each]),
            }
            for each in np.argsort(-mixture.share, kind="stable").tolist()
        ],
    }


def _scenario(
    number: int, told: Mapping[str, Any], rows: Sequence[Row], pairs: Pairs, ratings: Ratings
) -> dict[str, Any]:
    """Return how a scenario went: who sits better, how long games are, how they end."""
    played = [row for row in rows if row.scenario == number and row.cause != RUNNER]
    own = pairs.where(pairs.scenario == number)
    turns = np.array([row.turns for row in played if row.cause == NORMAL], np.int64)
    decisions = np.array([(row.decisions_first, row.decisions_second) for row in played])
    return {
        **{key: told[key] for key in ("label", "ruleset", "ruleset_title", "scenario", "seats")},
        "games": len(played),
        "first_seat": _first_seat(own, number, ratings) if len(own.a) else None,
        "turns": _lengths(turns) if len(turns) else None,
        "decisions": np.median(decisions, axis=0).tolist() if len(played) else None,
        "ends": dict(Counter(row.reason for row in played).most_common()),
    }


def _first_seat(pairs: Pairs, number: int, ratings: Ratings) -> dict[str, Any]:
    """Return what it is worth to sit first."""
    bias = side_bias(pairs.first, pairs.second)
    return {
        "score": _number(bias.score),
        "interval": _span(*bias.interval),
        "verdict": bias.verdict.value,
        "pairs": bias.pairs,
        "elo": _number(ratings.side[number]),
        "elo_interval": _span(ratings.side_low[number], ratings.side_high[number]),
    }


def _lengths(turns: np.ndarray) -> dict[str, Any]:
    """Return how long games are, in turns."""
    low, high = int(turns.min()), int(turns.max())
    width = max(1, -(-(high - low + 1) // BARS))
    counts = np.bincount((turns - low) // width)
    quantiles = np.quantile(turns, [0.05, 0.5, 0.95])
    return {
        "mean": _number(turns.mean()),
        **dict(zip(("p5", "median", "p95"), map(_number, quantiles.tolist()), strict=True)),
        "least": low,
        "most": high,
        "bar": {"from": low, "width": width, "games": counts.tolist()},
    }


def _faults(plan: Plan, about: Mapping[str, Any], rows: Sequence[Row]) -> dict[str, Any]:
    """Return who failed how often and how; the first ones one by one."""
    at_fault = [row for row in rows if row.cause not in (NORMAL, RUNNER)]
    counts: dict[int, Counter[str]] = {}
    for row in at_fault:
        counts.setdefault(_owner(row), Counter())[row.cause] += 1
    return {
        "games": len(at_fault),
        "by_entrant": [
            {"label": plan.label(each), "causes": dict(sorted(counts[each].items()))}
            for each in sorted(counts)
        ],
        "first": [_fault(plan, about, row) for row in _first_faults(at_fault)],
        "unplayed": [_fault(plan, about, row) for row in rows if row.cause == RUNNER][
            :LISTED_FAULTS
        ],
    }


def _owner(row: Row) -> int:
    """Return the entrant at fault."""
    return row.a if row.owner == "a" else row.b


def _first_faults(rows: Sequence[Row]) -> list[Row]:
    """Return some faults, of every entrant and cause as early as any."""
    seen: Counter[tuple[int, str]] = Counter()
    placed = []
    for at, row in enumerate(rows):
        key = _owner(row), row.cause
        placed.append((seen[key], at))
        seen[key] += 1
    return [rows[at] for _, at in sorted(placed)[:LISTED_FAULTS]]


def _fault(plan: Plan, about: Mapping[str, Any], row: Row) -> dict[str, Any]:
    """Return a fault."""
    return {
        **_which(plan, about, row),
        "cause": row.cause,
        "owner": "" if row.cause == RUNNER else plan.label(_owner(row)),
        "note": row.note,
    }


def _which(plan: Plan, about: Mapping[str, Any], row: Row) -> dict[str, Any]:
    """Return which game it is."""
    players = [plan.label(row.a), plan.label(row.b)]
    return {
        "scenario": about["scenarios"][row.scenario]["label"],
        "first": players[row.seat_of_a],
        "second": players[1 - row.seat_of_a],
        "pair": row.pair,
        "game": row.game,
        "seed": row.seed,
    }


def _game(plan: Plan, about: Mapping[str, Any], row: Row, why: str) -> dict[str, Any]:
    """Return a game that can be looked at."""
    its = _which(plan, about, row)
    winner = {0: its["first"], 1: its["second"]}.get(row.verdict, "")
    return {
        **its,
        "why": why,
        "winner": winner,
        "reason": row.reason,
        "turns": row.turns,
        "margin": abs(row.margin),
        "page": page_name(row),
    }


def _warnings(made: Mapping[str, Any], ratings: Ratings, plan: Plan) -> list[str]:
    """Return what a reader must know before believing a number."""
    words = []
    if len(ratings.groups.connected) > 1:
        groups = "; ".join(_names(plan, group) for group in ratings.groups.connected)
        words.append(
            "No game joins these groups, so ratings of different ones cannot be compared: "
            f"{groups}."
        )
    if len(ratings.groups.one_sided) > len(ratings.groups.connected):
        groups = "; ".join(_names(plan, group) for group in ratings.groups.one_sided)
        words.append(
            "Between these groups all points went one way: who is ahead is measured, by how much "
            f"is not: {groups}."
        )
    played, couples = made["played"], made["couples"]
    thin = sum(each["pairs"] < FEW_PAIRS for each in couples)
    if thin:
        words.append(f"{thin} of {len(couples)} couples have met in fewer than {FEW_PAIRS} pairs.")
    suspended = [each["label"] for each in made["entrants"] if each["suspended"]]
    if suspended:
        share, names = plan.faults.suspend_above, ", ".join(suspended)
        words.append(f"Suspended, as faults ended more than {share:.0%} of their games: {names}.")
    if played["unplayed"]:
        words.append(
            f"{played['unplayed']} games could not be played, for no fault of players; "
            "they are played again when the cup goes on."
        )
    wanted = made["played"]["pairs_planned"]
    stopped = suspended or any(each["enough"] for each in made["couples"])
    if made["played"]["pairs"] < wanted and not stopped:
        words.append(f"{made['played']['pairs']} of {wanted} pairs have been played.")
    return words


def _names(plan: Plan, group: Sequence[int]) -> str:
    """Return the entrants of a group."""
    return ", ".join(plan.label(each) for each in group)
