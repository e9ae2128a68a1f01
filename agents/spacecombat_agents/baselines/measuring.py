"""Measure one scenario: facts of its games, and scores of known players and of trained ones."""

from __future__ import annotations

import importlib.metadata
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from spacecombat_agents.arena.matches.match import MatchResult
from spacecombat_agents.arena.provenance import provenance
from spacecombat_agents.evaluation.match_runs import run_match
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.info.scripted_players import scripted_players
from spacecombat_agents.players.bundles.builtin import builtin_opponents
from spacecombat_agents.players.bundles.bundle import read_bundle
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.terminal import Progress, write_json
from spacecombat_env import registry
from spacecombat_env.core.errors import ConfigError

__all__ = [
    "LEARNERS",
    "RANDOM",
    "SEARCH",
    "Budget",
    "KeptResults",
    "known_players",
    "made_with",
    "measure_scenario",
    "shipped_settings",
]

RANDOM, SEARCH = "random", "ismcts:100"
LEARNERS = {"fast": "built-in learner", "sb3": "MaskablePPO"}
"""Learners that can be measured: values of `learner` in a training configuration."""
SEED = 1
"""Seed of every match."""
OPPONENTS = {
    "fast": {RANDOM: 0.1, "reference": 0.5, "self": 0.1, "mirror": 0.3},
    "sb3": {RANDOM: 0.3, "reference": 0.3, "self": 0.4},
}
"""Shares of a learner's games by opponent; `reference` is the usual scripted player."""
TUNED: Mapping[str, Mapping[str, Any]] = {
    "fast": {
        "fast": {"lanes": 1, "learning_rate": 0.001, "final_learning_rate": 0.00005},
        "network": {"form": "pair", "policy_layers": [128, 128], "value_layers": [64, 64]},
    },
    "sb3": {
        "ppo": {"learning_rate": 0.001, "final_learning_rate": 0.0001, "gamma": 0.999},
        "network": {"policy_layers": [128, 128], "value_layers": [64, 64]},
    },
}
"""Sections of a learner's configuration."""


class Budget(NamedTuple):
    """How much is measured in a scenario."""

    pairs: int
    """Pairs of games of a match."""
    search_pairs: int
    """The same for the player that searches; 0 leaves it out."""
    seeds: int
    """Runs of each learner, with the seeds 1, 2, ...; 0 trains nothing."""
    decisions: int
    """Decisions of the learner in each run."""


def result_file(folder: Path, setting: GameSetting) -> Path:
    """Return the file that keeps what was measured of a scenario."""
    return folder / setting.ruleset.name / f"{setting.scenario.name}.json"


def references(setting: GameSetting) -> list[str]:
    """Return the players that all others are measured against: random, and a scripted one."""
    listed = {each["ruleset"]: each["agents"] for each in scripted_players()}
    return [RANDOM, *listed.get(setting.ruleset.name, [])[:1]]


def known_players(setting: GameSetting) -> list[str]:
    """Return names of players that need no training here: scripted, shipped, searching."""
    listed = {each["ruleset"]: each["agents"] for each in scripted_players()}
    levels = []
    for file, path in builtin_opponents().items():
        bundle = read_bundle(path)
        made_for = bundle.manifest["rules"]["name"], bundle.manifest["scenario"]["name"]
        if made_for == (setting.ruleset.name, setting.scenario.name):
            levels += [f"{file}@{level.id}" for level in bundle.levels]
    return [*listed.get(setting.ruleset.name, []), *levels, SEARCH]


def measure_scenario(
    setting: GameSetting,
    folder: Path,
    runs: Path,
    learners: Sequence[str],
    budget: Budget,
    players: Sequence[str] = (),
) -> dict[str, Any]:
    """Measure what the file of a scenario lacks, and return its content.

    `players` are measured instead of random and the known ones, if any are named.

    Each row is kept as soon as it is measured, so that an interrupted measurement resumes. Rows of
    other rules are dropped. Runs of learners are kept in `runs`, and resumed.
    """
    kept = KeptResults(result_file(folder, setting), head_of(setting))
    for name in players or (RANDOM, *known_players(setting)):
        pairs = budget.search_pairs if name == SEARCH else budget.pairs
        for reference in references(setting) if pairs else []:
            row = {"player": name, "against": reference, "pairs": pairs}
            if not kept.has(row) and (name != reference or name == RANDOM):
                kept.add({**row, **play(setting, name, reference, pairs)})
    for learner in learners:
        for seed in range(1, budget.seeds + 1):
            row = {"learner": learner, "seed": seed, "decisions": budget.decisions}
            if not kept.has(row):
                run = runs / setting.ruleset.name / setting.scenario.name / f"{learner}_{seed}"
                kept.add({**row, **train_run(setting, learner, seed, budget, run)})
    return kept.content


def head_of(setting: GameSetting) -> dict[str, Any]:
    """Return the facts of a scenario that its file begins with."""
    scenario = setting.scenario
    return {
        "ruleset": setting.ruleset.name,
        "scenario": scenario.name,
        "title": str(scenario.source.get("title", scenario.name)),
        "rules_hash": provenance(setting.ruleset)["rules_hash"],
        "actions": int(scenario.actions.size),
        "observation": int(scenario.observation.size),
    }


class KeptResults:
    """A file of results: what it holds, and how a row is added."""

    def __init__(self, path: Path, head: Mapping[str, Any]) -> None:
        """Open the file; rows are dropped if `rules_hash` in the head is another one."""
        self.path = path
        self.content: dict[str, Any] = {"rows": []}
        if path.exists():
            self.content = json.loads(path.read_text(encoding="utf-8"))
        if self.content.get("rules_hash") != head["rules_hash"]:
            self.content = {"rows": []}
        self.content |= head

    def has(self, row: Mapping[str, Any]) -> bool:
        """Whether a row with these fields was measured."""
        return any(row.items() <= each.items() for each in self.rows_by_value())

    def rows_by_value(self) -> list[dict[str, Any]]:
        """Return the rows without what cannot be compared: lists and tables."""
        simple = (str, int, float)
        return [
            {key: value for key, value in row.items() if isinstance(value, simple)}
            for row in self.content["rows"]
        ]

    def add(self, row: Mapping[str, Any]) -> None:
        """Keep a row."""
        self.content["rows"].append(dict(row))
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_json(self.path, self.content)


def play(setting: GameSetting, a: str, b: str, pairs: int) -> dict[str, Any]:
    """Play a match of two players and return its figures."""
    players = make_agent(a, setting), make_agent(b, setting)
    result = run_match(setting, players, pairs=pairs, seed=SEED)
    return {**figures(result), "made": made_with(setting)}


def figures(result: MatchResult) -> dict[str, Any]:
    """Return the figures of a match that the page shows."""
    return {
        "score": result.score_a,
        "interval": list(result.interval),
        "draws": result.draws / result.games,
        "first_seat": result.first_seat_score,
        "turns": result.mean_turns,
        "decisions_per_game": result.mean_decisions,
        "decisions_per_seat": result.median_decisions_per_seat,
    }


def train_run(
    setting: GameSetting, learner: str, seed: int, budget: Budget, folder: Path
) -> dict[str, Any]:
    """Train a learner and return its scores and its learning curve."""
    from spacecombat_agents.training.config import config_from
    from spacecombat_agents.training.trainer import train

    against = references(setting)
    weights = dict(OPPONENTS[learner])
    share = weights.pop("reference")
    weights[against[-1]] = weights.get(against[-1], 0) + share
    config = {
        "ruleset": setting.ruleset.name,
        "scenario": setting.scenario.name,
        "learner": learner,
        "seed": seed,
        "torch_threads": 1,
        "budget": {"minutes": None, "decisions": budget.decisions},
        "opponents": {"weights": weights},
        "evaluation": {"every_minutes": 0.1, "final_pairs": budget.pairs, "opponents": against},
        **TUNED[learner],
    }
    with Progress(1.0, f"{LEARNERS[learner]}, seed {seed}") as progress:
        result = train(
            config_from(config),
            folder,
            resume=(folder / "config.yaml").exists(),
            report=lambda status: progress.reach(status.share, ""),
        )
    scores = {each["agent_b"]: each["score_a"] for each in result["evaluations"]}
    return {"scores": scores, "curve": learning_curve(folder), "made": made_with(setting, "torch")}


def learning_curve(folder: Path) -> dict[str, list[list[float]]]:
    """Return points (decisions, score) of a run by opponent."""
    curves: dict[str, list[list[float]]] = {}
    path = folder / "evaluations.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    for line in lines:
        point = json.loads(line)
        place = [point["at_decisions"], point["score_a"]]
        curves.setdefault(point["agent_b"], []).append(place)
    return curves


def made_with(setting: GameSetting, *libraries: str) -> dict[str, Any]:
    """Return versions, command and processor of a row."""
    made = provenance(setting.ruleset)
    keys = ("package", "ruleset_version", "command", "cpu", "python", "numpy")
    found = {name: importlib.metadata.version(name) for name in libraries}
    return {key: made[key] for key in keys} | found


def shipped_settings(rulesets: Sequence[str], scenarios: Sequence[str]) -> list[GameSetting]:
    """Return the shipped scenarios of these names, of these rule sets; all if none is named.

    Raises ConfigError for a scenario that no chosen rule set has.
    """
    found = [
        GameSetting.of(ruleset, scenario)
        for ruleset in rulesets or registry.names()
        for scenario in registry.ruleset(ruleset).scenarios()
        if not scenarios or scenario in scenarios
    ]
    missing = set(scenarios) - {setting.scenario.name for setting in found}
    if missing:
        raise ConfigError.at(
            "baselines", "scenario", f"{', '.join(sorted(missing))}: no such scenario"
        )
    return found
