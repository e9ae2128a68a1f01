"""The results of the page `docs/benchmark.md`: everything from the heading `## Results` on."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from spacecombat_agents.atomic_files import atomic_write
from spacecombat_agents.baselines.measuring import RANDOM
from spacecombat_agents.baselines.page import percent, table
from spacecombat_agents.benchmark.scores import (
    Summary,
    elo_ratings,
    summary_of_counts,
    summary_of_values,
)
from spacecombat_agents.benchmark.tracks import BUDGETS, SEEDS, TRACKS, UNTRAINED, Track
from spacecombat_agents.yaml_config import read_text
from spacecombat_env.core.errors import ConfigError

__all__ = ["write_page"]

HEADING = "## Results"
REFERENCE = ("built_in", "maskable_ppo", "cleanrl", "rllib")
"""The trained reference entries (`examples/benchmark`)."""
NOTE = """`spacecombat benchmark page` writes this part from the results in `docs/benchmark`.
Means are interquartile means over five seeds. In brackets are 95 % intervals of a bootstrap over
seeds and pairs.
"""
EXACT_HEAD = ("entry", "budget", "NashConv", "worst seed", "actions", "minutes a seed")
Result = Mapping[str, Any]


def write_page(folder: Path, page: Path) -> int:
    """Write the results of a folder into the page; return the number of results on it.

    ConfigError if the page or its heading is missing.
    """
    text = read_text(page)
    manual, heading, _ = text.partition(f"{HEADING}\n")
    if not heading:
        raise ConfigError.at(page, "file", f"has no line {HEADING!r}")
    results = [
        json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*/*/*.json"))
    ]
    parts = [manual + heading, NOTE]
    for where in TRACKS:
        parts += _track_section(where, [each for each in results if each["track"] == where.name])
    with atomic_write(page) as file:
        file.write(("\n".join(parts).rstrip() + "\n").encode())
    return len(results)


def _track_section(where: Track, results: Sequence[Result]) -> Iterator[str]:
    """Yield the lines of a track."""
    yield f"### `{where.name}`\n"
    order = {budget: number for number, budget in enumerate(BUDGETS)}
    ordered = sorted(results, key=lambda each: (order[each["budget"]], each["entry"]))
    if ordered and where.is_exact:
        yield table(EXACT_HEAD, [_exact_row(each) for each in ordered])
    elif ordered:
        anchors = list(dict.fromkeys(row["against"] for each in ordered for row in _anchors(each)))
        ratings = {
            budget: _ratings([each for each in ordered if each["budget"] in (budget, UNTRAINED)])
            for budget in BUDGETS
        }
        head = ["entry", "budget", *(f"against `{name}`" for name in anchors), "worst seed"]
        head += ["best response", "attackers", "Elo", "actions", "minutes a seed"]
        yield table(head, [_match_row(each, anchors, ratings[each["budget"]]) for each in ordered])
    missing = [_missing(budget, results) for budget in BUDGETS if budget != UNTRAINED]
    if any(missing):
        yield f"Not run: {'; '.join(filter(None, missing))}.\n"


def _missing(budget: str, results: Sequence[Result]) -> str:
    """Return the reference entries without a result for a budget; empty if there are none."""
    done = {each["entry"] for each in results if each["budget"] == budget}
    names = [f"`{name}`" for name in REFERENCE if name not in done]
    listed = "all" if len(names) == len(REFERENCE) else ", ".join(names)
    return f"{listed} with budget `{budget}`" if names else ""


def _anchors(result: Result) -> list[Result]:
    """Return the rows of matches against anchors."""
    return [row for row in result["rows"] if "against" in row]


def _player(result: Result) -> str:
    """Return the name of an entry in ratings: a player that is not trained has its own."""
    return str(
        result["policies"][0]["player"] if result["budget"] == UNTRAINED else result["entry"]
    )


def _first_cells(result: Result) -> list[str]:
    """Return the cells that name an entry."""
    mark = ", open" if result["open"] else ""
    return [f"`{result['entry']}`: {result['title']}{mark}", result["budget"]]


def _cost_cells(result: Result) -> list[str]:
    """Return the cells of what training used: the most of the seeds, and the mean time."""
    policies = result["policies"]
    minutes = np.mean([each["minutes"] for each in policies])
    actions = max(each["actions"] for each in policies)
    return [f"{actions:,}", f"{minutes:.1f}"] if actions else ["", ""]


def _exact_row(result: Result) -> list[str]:
    """Return the row of an entry on an exact track, in chips a game."""
    values = [row["nash_conv"] for row in result["rows"] if "nash_conv" in row]
    if len(values) == 1:
        cells = [f"{values[0]:.3f}", ""]
    else:
        found = summary_of_values(values)
        mean = f"{found.mean:.3f} ({found.low:.3f} to {found.high:.3f})"
        cells = [mean + _of_seeds(len(values)), f"{found.worst:.3f}"]
    return [*_first_cells(result), *cells, *_cost_cells(result)]


def _match_row(result: Result, anchors: Sequence[str], ratings: Mapping[str, str]) -> list[str]:
    """Return the row of an entry that played matches."""
    cells, met = [], []
    for anchor in anchors:
        rows = [row for row in _anchors(result) if row["against"] == anchor]
        cells.append(_cell(summary_of_counts([[row["counts"]] for row in rows])) if rows else "")
        cells[-1] += _of_seeds(len(rows)) if rows and result["budget"] != UNTRAINED else ""
        met += rows
    by_seed: dict[int, list[float]] = {}
    for row in met:
        by_seed.setdefault(row["seed"], []).append(row["score"])
    worst = min(float(np.mean(scores)) for scores in by_seed.values()) if by_seed else None
    attacks = [row for row in result["rows"] if "attack" in row]
    trained = sum(row["attackers"] * len(row["starts"]) for row in attacks)
    return [
        *_first_cells(result),
        *cells,
        percent(worst) if worst is not None and len(by_seed) > 1 else "",
        _best_response(result),
        f"{trained} on {len(attacks)} of {len(result['policies'])} policies" if trained else "none",
        ratings.get(_player(result), ""),
        *_cost_cells(result),
    ]


def _cell(found: Summary) -> str:
    """Return a mean with its interval."""
    return f"{percent(found.mean)} ({100 * found.low:.1f} to {100 * found.high:.1f})"


def _of_seeds(count: int) -> str:
    """Return a note if seeds are missing."""
    return "" if count == len(SEEDS) else f", {count} of {len(SEEDS)} seeds"


def _best_response(result: Result) -> str:
    """Return the largest score reached against a policy, averaged over the policies."""
    worst: dict[int, tuple[float, str]] = {}
    for row in result["rows"]:
        lost = row["score"] if "attack" in row else 1.0 - row["score"]
        by = "attacker" if "attack" in row else row.get("against") or row["entry"]
        worst[row["seed"]] = max(worst.get(row["seed"], (0.0, "")), (lost, by))
    names = ", ".join(f"`{name}`" for name in sorted({name for _, name in worst.values()}))
    mean = float(np.mean([lost for lost, _ in worst.values()])) if worst else 0.0
    return f"{percent(mean)} by {names}" if worst else ""


def _ratings(results: Sequence[Result]) -> dict[str, str]:
    """Return Elo by entry, the random player at 0, from all matches of these results."""
    matches: dict[tuple[str, str], np.ndarray] = {}
    for result in results:
        for row in result["rows"]:
            if "counts" in row:
                pair = _player(result), row.get("against") or row["entry"]
                matches[pair] = matches.get(pair, 0) + np.array(row["counts"])
    players = list(dict.fromkeys([RANDOM, *(name for pair in matches for name in pair)]))
    ratings = elo_ratings(players, matches)
    return {
        name: f"{elo:.0f}" + (f" ({low:.0f} to {high:.0f})" if high > low else "")
        for name, (elo, low, high) in ratings.items()
    }
