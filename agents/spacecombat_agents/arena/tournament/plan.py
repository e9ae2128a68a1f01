"""The settings of a tournament file: players, scenarios, pairs, and stopping rules.

A tournament depends only on this file and on the players and scenarios that it names.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from spacecombat_agents.yaml_config import (
    build_dataclass,
    choice_field,
    number_field,
    parse_yaml,
    read_text,
    tuples_to_lists,
)
from spacecombat_env.core.errors import ConfigError

__all__ = [
    "BOT_PREFIX",
    "LadderSettings",
    "StoppingSettings",
    "TournamentPlan",
    "plan_from",
    "read_plan",
]

MAX_ELO = 200.0
"""Limit of a test's hypotheses, in normalized Elo (`sequential.MAX_ELO`, which needs SciPy)."""
MAX_LABEL = 40
MAX_PLAYERS = 200
CAMPAIGN = "interceptor_campaign"
"""Rule set of scenarios that are wars, with commanders as entrants."""
BOT_PREFIX = "bot:"
"""Prefix of players that are programs of their own; the command follows."""


@dataclass(frozen=True)
class PlayerSettings:
    """A player."""

    player: str
    """Roster name, or bot:COMMAND; paths are relative to the current folder."""
    label: str = ""
    """Name in the report; by default the player's name."""
    files: tuple[str, ...] = ()
    """More files that the player depends on: if they change, it is another player."""
    scenarios: tuple[str, ...] = ()
    """Labels of the scenarios that it plays; none for all. A network plays those that fit its
    size."""


@dataclass(frozen=True)
class ScenarioSettings:
    """A scenario."""

    ruleset: str = "battle_rider"
    """Rule set."""
    scenario: str | None = None
    """Bundled name, or a file; null for the rule set's default."""
    label: str = ""
    """Name in the report; by default the scenario's name."""
    delegate: str | tuple[str, ...] = "recommended"
    """Decisions left to the engine: recommended, none, or a list."""
    max_turns: int | None = number_field(None, 1)
    """Turn limit; null for the scenario's."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Options of the scenario's rules: {deck: keyed}."""

    @property
    def is_campaign(self) -> bool:
        """Whether it is a war of Interceptor, played by commanders."""
        return self.ruleset == CAMPAIGN

    @property
    def reference(self) -> str:
        """Return the name in the plan; empty for the default of a rule set without a label."""
        return self.label or self.scenario or ""


@dataclass(frozen=True)
class ClockSettings:
    """Thinking time of bots; other players have `deadline`."""

    kind: str = choice_field("none", "order", "bank")
    """none: no limit except signs of life; order: a time per order; bank: order plus a reserve."""
    order_ms: int = number_field(2_000, 1)
    """Milliseconds for an order."""
    bank_ms: int = number_field(60_000, 0)
    """Reserve in milliseconds per game."""
    patience_ms: int = number_field(30_000, 1)
    """Under none: milliseconds without a sign of life after which a bot is late."""


@dataclass(frozen=True)
class SprtSettings:
    """A sequential probability ratio test."""

    low: float = 0.0
    """Normalized Elo of the hypothesis that is rejected when `high` is accepted."""
    high: float = 60.0
    """Normalized Elo."""
    alpha: float = number_field(0.05, 1e-6, 0.5)
    """Chance of accepting the higher hypothesis if the lower one is true."""
    beta: float = number_field(0.05, 1e-6, 0.5)
    """Chance of accepting the lower hypothesis if the higher one is true."""


@dataclass(frozen=True)
class StoppingSettings:
    """When a matchup stops before all its pairs; checked after every unit."""

    half_width: float | None = number_field(None, 0.001, 0.5)
    """Stop when the anytime interval of the score is this narrow, in either direction."""
    decided: bool = False
    """Stop when the anytime interval shows which player is better."""
    sprt: SprtSettings | None = None
    """Stop when this test of the first player's strength against the second's ends."""
    after: int = number_field(16, 1)
    """Minimum of pairs per matchup."""


@dataclass(frozen=True)
class FaultSettings:
    """Handling of players that fail. A fault loses its game, and counts."""

    suspend_above: float = number_field(0.2, 0.0, 1.0)
    """Suspend a player that fails in a larger share of its games; 1 for never."""
    after: int = number_field(10, 1)
    """Games that a player plays before it can be suspended."""


@dataclass(frozen=True)
class LadderSettings:
    """Further pairs for the matchups that improve the ratings most."""

    pairs: int = number_field(0, 0)
    """Pairs in all, over all scenarios; 0 for none."""
    step: int = number_field(16, 1)
    """Pairs that a matchup plays in each scenario in one round."""
    couples: int = number_field(4, 1)
    """Matchups in a round."""


@dataclass(frozen=True)
class ReplaySettings:
    """Which games can be viewed afterwards."""

    pairs: int = number_field(1, 0)
    """The first pairs of each matchup in each scenario."""
    faults: bool = True
    """Also keep games that a fault ended."""
    pages: int = number_field(12, 0)
    """Maximum of these with pages next to the report: faults, short, long, close and surprising
    games."""


@dataclass(frozen=True)
class TournamentPlan:
    """A tournament."""

    entrants: tuple[PlayerSettings, ...]
    """The players."""
    scenarios: tuple[ScenarioSettings, ...]
    """The scenarios; every matchup plays every scenario."""
    name: str = "cup"
    """Name in the report."""
    seed: int | None = number_field(None, 0)
    """Seed of all randomness; null draws one when the tournament begins."""
    format: str = choice_field("all", "gauntlet")
    """all: round robin; gauntlet: the first player against each other one."""
    mirror: bool = False
    """Every player also plays itself, to measure the value of a seat."""
    anchor: str | None = None
    """Label of the player whose rating is 0; null for the first."""
    pairs: int = number_field(100, 1, 1_000_000)
    """Pairs of games per matchup and scenario: same seed, swapped seats."""
    unit: int = number_field(256, 1, 4096)
    """Pairs in a unit of work, played as a batch; always one pair with a bot."""
    ahead: int = number_field(16, 1, 4096)
    """Units in progress at once; a suspension or a stop takes effect this many units later."""
    deadline: float = number_field(10.0, 0.001)
    """Seconds per decision of a MODULE:CLASS."""
    clock: ClockSettings = ClockSettings()
    """Thinking time of bots."""
    stop: StoppingSettings = StoppingSettings()
    """When a matchup has played enough."""
    faults: FaultSettings = FaultSettings()
    """Handling of players that fail."""
    ladder: LadderSettings = LadderSettings()
    """Further pairs."""
    replays: ReplaySettings = ReplaySettings()
    """Which games keep their actions."""

    def label(self, index: int) -> str:
        """Return the label of a player."""
        return self.entrants[index].label or self.entrants[index].player

    @property
    def labels(self) -> list[str]:
        """The labels of all players."""
        return [self.label(index) for index in range(len(self.entrants))]

    @property
    def anchor_index(self) -> int:
        """The number of the player whose rating is 0."""
        return self.labels.index(self.anchor) if self.anchor is not None else 0

    def matchups(self) -> list[tuple[int, int]]:
        """Return the pairings; the first number is never above the second."""
        players = range(len(self.entrants))
        mirrors = [(each, each) for each in players] if self.mirror else []
        rows = players if self.format == "all" else range(1)
        return [(a, b) for a in rows for b in players if a < b] + mirrors

    def plays_in(self, index: int) -> list[int]:
        """Return the scenarios that a player plays."""
        named = self.entrants[index].scenarios
        return [
            at for at, entry in enumerate(self.scenarios) if not named or entry.reference in named
        ]

    def meets_in(self, matchup: tuple[int, int]) -> list[int]:
        """Return the scenarios that both players of a matchup play."""
        a, b = map(self.plays_in, matchup)
        return [scenario for scenario in a if scenario in b]

    def is_bot(self, index: int) -> bool:
        """Return whether a player is a program of its own, which plays game by game."""
        return self.entrants[index].player.startswith(BOT_PREFIX)

    def as_json(self) -> dict[str, Any]:
        """Return plain dicts, lists and numbers, as `plan_from` reads them."""
        content: dict[str, Any] = tuples_to_lists(dataclasses.asdict(self))
        return content


def read_plan(path: str | Path) -> TournamentPlan:
    """Read a tournament file; ConfigError names file, field and reason."""
    file = Path(path)
    return plan_from(parse_yaml(read_text(file), file), str(file))


def plan_from(content: Any, file: str = "cup") -> TournamentPlan:
    """Build a plan from nested mappings, as YAML or JSON hold them."""
    if isinstance(content, Mapping):
        content = dict(content)
        for key, name in (("entrants", "player"), ("scenarios", "scenario")):
            if isinstance(content.get(key), list):
                content[key] = [{name: v} if isinstance(v, str) else v for v in content[key]]
    plan: TournamentPlan = build_dataclass(TournamentPlan, content, file)
    _check_players(plan, file)
    _check_scenarios(plan, file)
    _check_stop(plan.stop, file)
    if not plan.scenarios:
        raise ConfigError.at(file, "scenarios", "at least one is needed")
    if not any(map(plan.meets_in, plan.matchups())):
        raise ConfigError.at(file, "entrants", "name at least two, or set mirror")
    if plan.ladder.pairs and len(plan.entrants) < 2:
        raise ConfigError.at(file, "ladder.pairs", "a ladder needs two entrants")
    return plan


def _check_players(plan: TournamentPlan, file: str) -> None:
    """Refuse labels that are not unique or do not fit on a line."""
    labels = plan.labels
    if len(labels) > MAX_PLAYERS:
        raise ConfigError.at(file, "entrants", f"{len(labels)} exceed the limit of {MAX_PLAYERS}")
    for at, label in enumerate(labels):
        key = "label" if plan.entrants[at].label else "player"
        field = f"entrants[{at + 1}].{key}"
        if not label or not label.isprintable():
            raise ConfigError.at(file, field, f"{label!r} is not printable")
        if key == "label" and len(label) > MAX_LABEL:
            raise ConfigError.at(file, field, f"{label!r} is longer than {MAX_LABEL}")
        if label in labels[:at]:
            raise ConfigError.at(file, field, f"{label!r} occurs twice: set a label for one")
        if plan.is_bot(at) and not plan.entrants[at].player.removeprefix(BOT_PREFIX).strip():
            raise ConfigError.at(file, f"entrants[{at + 1}].player", "bot: needs a command")
    if plan.anchor is not None and plan.anchor not in labels:
        raise ConfigError.at(file, "anchor", f"{plan.anchor!r} is not one of: {', '.join(labels)}")


def _check_scenarios(plan: TournamentPlan, file: str) -> None:
    """Refuse players with unknown scenarios."""
    known = [entry.reference for entry in plan.scenarios if entry.reference]
    for at, entry in enumerate(plan.entrants):
        for name in entry.scenarios:
            if name not in known:
                reason = f"{name!r} is not one of: {', '.join(known)}"
                raise ConfigError.at(file, f"entrants[{at + 1}].scenarios", reason)


def _check_stop(stop: StoppingSettings, file: str) -> None:
    """Refuse tests that cannot decide."""
    test = stop.sprt
    if test is None:
        return
    if not -MAX_ELO <= test.low < test.high <= MAX_ELO:
        reason = f"{test.low:g} and {test.high:g} must be in order and within {MAX_ELO:g}"
        raise ConfigError.at(file, "stop.sprt.low", reason)
    if test.alpha + test.beta >= 1.0:
        raise ConfigError.at(
            file, "stop.sprt.alpha", "alpha and beta are too large: their sum must be below 1"
        )
