"""The page of kept results: `docs/baselines.md`, as Markdown, with learning curves as SVG."""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from spacecombat_agents.atomic_files import atomic_write
from spacecombat_agents.baselines.measuring import LEARNERS, RANDOM
from spacecombat_agents.package_paths import CHECKOUT, LENGTHS
from spacecombat_agents.reports import charts
from spacecombat_agents.terminal import print_table
from spacecombat_env import registry
from spacecombat_env.core.errors import ConfigError

__all__ = ["print_players", "write_lengths", "write_page"]

HEAD = """# Baselines

Scores of known players in the shipped scenarios. `spacecombat baselines page` wrote this page from
the results in `docs/baselines`, which `spacecombat baselines run` measured.

- A score counts a win as 1 and a draw as 1/2. Both players play both seats of each pair, with the
  recommended delegation.
- Scores of shipped players have 95 % intervals over pairs.
- Scores of trained players are the median and the range over seeds. An interval of one run would
  say how well that run was measured, not where the next one ends
  ([reproducibility](reproducibility.md)).
- Budgets of trained players are small: they show how a run begins, not the best that a learner can
  do. The built-in learner plays half of its games against the scripted player, MaskablePPO 30 in
  100; neither has a teacher.
"""
STYLE = """<style>
svg { background: #fff } text { font: 11px sans-serif; fill: #555 } .grid { stroke: #ddd }
polyline { fill: none; stroke-width: 1.6; stroke: currentColor } circle { fill: currentColor }
.s0 { color: #1f5f8b } .s1 { color: #b5502a } text[class] { fill: currentColor }
</style>"""
CORNERS = ((44, "start"), (308, "end"))
"""Where the names of the learners stand in a picture."""
FACTS = (
    "scenario",
    "decisions a game",
    "a seat",
    "turns",
    "draws",
    "first seat",
    "actions",
    "observation",
)
FACTS_NOTE = """Games of two random players: decisions a game and (median) of each seat, turns,
share of draws, score of the first seat; sizes of action and observation space."""


def write_page(folder: Path, page: Path) -> int:
    """Write the page of the results in a folder; return the number of scenarios on it.

    Raises ConfigError if the folder holds no results.
    """
    results = [
        json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*/*.json"))
    ]
    if not results:
        raise ConfigError.at(
            folder, "folder", "holds no results; spacecombat baselines run makes them"
        )
    parts = [HEAD]
    for name in registry.names():
        of_rules = [each for each in results if each["ruleset"] == name]
        if of_rules:
            parts += rule_set_section(name, of_rules, folder, page)
    if CHECKOUT is not None and folder.resolve() == CHECKOUT / "docs" / "baselines":
        write_lengths(folder)
    with atomic_write(page) as file:
        file.write(("\n".join(parts).rstrip() + "\n").encode())
    return len(results)


def rule_set_section(
    name: str, results: Sequence[Mapping[str, Any]], folder: Path, page: Path
) -> Iterator[str]:
    """Yield the lines of a rule set: facts of its scenarios, then scores in each."""
    yield f"## {registry.ruleset(name).title}\n"
    yield FACTS_NOTE + "\n"
    yield table(FACTS, [facts(each) for each in results])
    for result in results:
        yield f"### {result['title']}\n"
        yield from scores_section(result)
        curves = learning_curves(result)
        if curves:
            picture = folder / name / f"{result['scenario']}.svg"
            with atomic_write(picture) as file:
                file.write(drawn(result["scenario"], curves).encode())
            place = picture.relative_to(page.parent).as_posix()
            yield f"![Scores in % of runs by decisions, against the scripted player]({place})\n"


def write_lengths(folder: Path, file: Path = LENGTHS) -> None:
    """Write how long games are and whom they favour, for the lobby of the service."""
    found: dict[str, dict[str, Any]] = {}
    for path in sorted(folder.glob("*/*.json")):
        result = json.loads(path.read_text(encoding="utf-8"))
        found.setdefault(result["ruleset"], {})[result["scenario"]] = lengths(result["rows"])
    with atomic_write(file) as opened:
        opened.write((json.dumps(found, indent=1) + "\n").encode())


def lengths(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return turns, decisions of a seat, draws and score of the first seat.

    They are those of two players that do not act at random, if such have met.
    """

    def skill(row: Mapping[str, Any]) -> int:
        return (row["player"] != RANDOM) + (row["against"] != RANDOM)

    row = max((row for row in rows if "against" in row and "player" in row), key=skill)
    return {
        "turns": round(row["turns"], 1),
        "decisions": round(sum(row["decisions_per_seat"].values()) / 2),
        "draws": round(row["draws"], 3),
        "first_seat": round(row["first_seat"], 3) if skill(row) == 2 else None,
    }


def facts(result: Mapping[str, Any]) -> list[str]:
    """Return the row of a scenario's facts."""
    row = next((each for each in result["rows"] if each.get("player") == RANDOM), None)
    if row is None:
        return [f"`{result['scenario']}`", *[""] * (len(FACTS) - 1)]
    seats = ", ".join(f"{count:.0f}" for count in row["decisions_per_seat"].values())
    return [
        f"`{result['scenario']}`",
        f"{row['decisions_per_game']:.0f}",
        seats,
        f"{row['turns']:.1f}",
        percent(row["draws"]),
        percent(row["first_seat"]),
        str(result["actions"]),
        str(result["observation"]),
    ]


def scores_section(result: Mapping[str, Any]) -> Iterator[str]:
    """Yield the table of a scenario: a row for each player, a column for each reference."""
    rows = result["rows"]
    against = list(dict.fromkeys(each["against"] for each in rows if "against" in each))
    players = [each for each in dict.fromkeys(row.get("player") for row in rows) if each]
    body = []
    for player in players:
        cells = [known_score(rows, player, reference) for reference in against]
        if player != RANDOM:
            body.append([f"`{player}`", *cells])
    for learner, title in LEARNERS.items():
        runs = [each for each in rows if each.get("learner") == learner]
        if runs:
            about = f"{title}, {runs[0]['decisions'] / 1e6:g} M decisions, {len(runs)} seeds"
            body.append([about, *(trained_score(runs, reference) for reference in against)])
    yield table(["player", *(f"against `{each}`" for each in against)], body)


def print_players(results: Iterable[Mapping[str, Any]], players: Sequence[str]) -> None:
    """Print the scores of players by scenario, on the terminal."""
    rows = [
        [result["scenario"], player, row["against"], known_score([row], player, row["against"])]
        for result in results
        for row in result["rows"]
        for player in players
        if row.get("player") == player
    ]
    print_table(["scenario", "player", "against", "score"], rows)


def known_score(rows: Iterable[Mapping[str, Any]], player: str, reference: str) -> str:
    """Return a player's score with its interval; empty if it was not measured."""
    for row in rows:
        if row.get("player") == player and row.get("against") == reference:
            low, high = row["interval"]
            return f"{percent(row['score'])} ({100 * low:.1f} to {100 * high:.1f})"
    return ""


def trained_score(runs: Iterable[Mapping[str, Any]], reference: str) -> str:
    """Return the median and the range of the runs' scores; empty if none was measured."""
    scores = [run["scores"][reference] for run in runs if reference in run["scores"]]
    if not scores:
        return ""
    low, high = 100 * min(scores), 100 * max(scores)
    return f"{percent(statistics.median(scores))} (runs: {low:.1f} to {high:.1f})"


def learning_curves(result: Mapping[str, Any]) -> list[charts.Curve]:
    """Return a curve for each run: its score against the last reference by decisions."""
    curves = []
    for row in result["rows"]:
        if "learner" in row and row["curve"]:
            points = [charts.Point(x, y) for x, y in list(row["curve"].values())[-1]]
            learner = list(LEARNERS).index(row["learner"])
            curves.append(charts.Curve(LEARNERS[row["learner"]], points, colour=learner))
    return curves


def drawn(title: str, curves: Sequence[charts.Curve]) -> str:
    """Return curves as a picture of its own, with a legend in its corners."""
    head, mark, rest = str(charts.chart(title, curves, charts.SHARE)).partition(">")
    colours = {curve.name: curve.colour for curve in curves}
    legend = "".join(
        f"<text class='s{colour}' x='{x}' y='205' text-anchor='{anchor}'>{name}</text>"
        for (name, colour), (x, anchor) in zip(colours.items(), CORNERS, strict=False)
    )
    start = f"{head} xmlns='http://www.w3.org/2000/svg' width='480'{mark}{STYLE}"
    return f"{start}{rest.removesuffix('</svg>')}{legend}</svg>\n"


def percent(share: float) -> str:
    """Return a share as text."""
    return f"{100 * share:.1f} %"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"
