"""What the file of a cup says: who plays what, how often, and when it is enough.

Everything follows from this one file, and from the players and scenarios that it names.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Mapping
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

MAX_ELO = 200.0
"""Hypotheses of a test, in normalised Elo, lie within (`sequential.MAX_ELO`; that wants SciPy)."""
MAX_LABEL = 40
MAX_PLAYERS = 200
BOT_PREFIX = "bot:"
"""How players begin that are programs of their own; the command follows."""


@dataclass(frozen=True)
class PlayerSettings:
    """Somebody who plays."""

    player: str
    """Roster name, or bot:COMMAND; files are looked for from the current folder."""
    label: str = ""
    """What the report calls it; by default the player's name."""
    files: tuple[str, ...] = ()
    """More files that make it what it is: if they change, it is another player."""
    scenarios: tuple[str, ...] = ()
    """Labels of the scenarios that it plays; none for all. A network plays where its size fits."""


@dataclass(frozen=True)
class ScenarioSettings:
    """What is played."""

    ruleset: str = "battle_rider"
    """Rule set."""
    scenario: str | None = None
    """Shipped name, or a file; null for the usual one of the rule set."""
    label: str = ""
    """What the report calls it; by default the scenario's name."""
    delegate: str | tuple[str, ...] = "recommended"
    """Decisions left to the engine: recommended, none, or a list."""
    max_turns: int | None = number_field(None, 1)
    """Turn limit; null for the scenario's."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Switches of the scenario's rules: {deck: keyed}."""

    @property
    def reference(self) -> str:
        """What the plan calls it; empty for the usual one of a rule set, without a label."""
        return self.label or self.scenario or ""


@dataclass(frozen=True)
class ClockSettings:
    """How long a bot may think; other players have `deadline`."""

    kind: str = choice_field("none", "order", "bank")
    """none: no limit, but for signs of life; order: for each order; bank: and a reserve."""
    order_ms: int = number_field(2_000, 1)
    """Milliseconds for an order."""
    bank_ms: int = number_field(60_000, 0)
    """Milliseconds in reserve for a game."""
    patience_ms: int = number_field(30_000, 1)
    """Under none: milliseconds without a sign of life after which a bot is late."""


@dataclass(frozen=True)
class SprtSettings:
    """A sequential probability ratio test."""

    low: float = 0.0
    """Normalised Elo that is refused when `high` is accepted."""
    high: float = 60.0
    """Normalised Elo."""
    alpha: float = number_field(0.05, 1e-6, 0.5)
    """Chance of accepting the higher one where the lower one is true."""
    beta: float = number_field(0.05, 1e-6, 0.5)
    """Chance of the reverse."""


@dataclass(frozen=True)
class StoppingSettings:
    """When a couple has played enough, before all its pairs; looked at after every unit."""

    half_width: float | None = number_field(None, 0.001, 0.5)
    """Its score is known to so much, either way, by the anytime interval."""
    decided: bool = False
    """It is known who is the better one, by the anytime interval."""
    sprt: SprtSettings | None = None
    """A test of the first one's strength against the other's comes to an end."""
    after: int = number_field(16, 1)
    """Pairs that a couple plays at least."""


@dataclass(frozen=True)
class FaultSettings:
    """What becomes of players that fail. A fault loses its game, and counts."""

    suspend_above: float = number_field(0.2, 0.0, 1.0)
    """Whoever fails in a larger share of its games plays no more; 1 for never."""
    after: int = number_field(10, 1)
    """Games that it plays at least."""


@dataclass(frozen=True)
class LadderSettings:
    """Further pairs for those couples from whom ratings learn most."""

    pairs: int = number_field(0, 0)
    """Pairs in all, over all scenarios; 0 for none."""
    step: int = number_field(16, 1)
    """Pairs that a couple plays in each scenario before all is looked at again."""
    couples: int = number_field(4, 1)
    """Couples that play between two looks."""


@dataclass(frozen=True)
class ReplaySettings:
    """Which games can be looked at afterwards."""

    pairs: int = number_field(1, 0)
    """Of each couple in each scenario the first so many pairs."""
    faults: bool = True
    """And those that a fault ended."""
    pages: int = number_field(12, 0)
    """Of these, so many become pages beside the report: faults, short, long, close, surprising."""


@dataclass(frozen=True)
class TournamentPlan:
    """A cup."""

    entrants: tuple[PlayerSettings, ...]
    """Who plays."""
    scenarios: tuple[ScenarioSettings, ...]
    """What is played; every couple plays every scenario."""
    name: str = "cup"
    """What the report calls it."""
    seed: int | None = number_field(None, 0)
    """All luck follows from it; null for one that is drawn when the cup begins."""
    format: str = choice_field("all", "gauntlet")
    """all: everybody against everybody; gauntlet: the first entrant against each other one."""
    mirror: bool = False
    """Everybody plays itself, too: what a seat is worth."""
    anchor: str | None = None
    """Label of the entrant whose rating is 0; null for the first."""
    pairs: int = number_field(100, 1, 1_000_000)
    """Pairs of games that a couple plays in each scenario: same luck, seats exchanged."""
    unit: int = number_field(256, 1, 4096)
    """Pairs of one unit of work, played side by side; with a bot always one pair."""
    ahead: int = number_field(16, 1, 4096)
    """Units that may be under way at once: a suspension or a stop takes hold so many later."""
    deadline: float = number_field(10.0, 0.001)
    """Seconds for a decision of a MODULE:CLASS."""
    clock: ClockSettings = ClockSettings()
    """Of bots."""
    stop: StoppingSettings = StoppingSettings()
    """When a couple has played enough."""
    faults: FaultSettings = FaultSettings()
    """What becomes of players that fail."""
    ladder: LadderSettings = LadderSettings()
    """Further pairs."""
    replays: ReplaySettings = ReplaySettings()
    """Which games are kept word by word."""

    def label(self, index: int) -> str:
        """Return what an entrant is called."""
        return self.entrants[index].label or self.entrants[index].player

    @property
    def labels(self) -> list[str]:
        """What entrants are called."""
        return [self.label(index) for index in range(len(self.entrants))]

    @property
    def anchor_index(self) -> int:
        """The number of the entrant whose rating is 0."""
        return self.labels.index(self.anchor) if self.anchor is not None else 0

    def matchups(self) -> list[tuple[int, int]]:
        """Return who plays whom, the first number never above the second."""
        players = range(len(self.entrants))
        mirrors = [(each, each) for each in players] if self.mirror else []
        rows = players if self.format == "all" else range(1)
        return [(a, b) for a in rows for b in players if a < b] + mirrors

    def plays_in(self, index: int) -> list[int]:
        """Return the scenarios that an entrant plays."""
        named = self.entrants[index].scenarios
        return [
            at for at, entry in enumerate(self.scenarios) if not named or entry.reference in named
        ]

    def meets_in(self, matchup: tuple[int, int]) -> list[int]:
        """Return the scenarios that both of a couple play."""
        a, b = map(self.plays_in, matchup)
        return [scenario for scenario in a if scenario in b]

    def is_bot(self, index: int) -> bool:
        """Whether an entrant is a program of its own, which plays game by game."""
        return self.entrants[index].player.startswith(BOT_PREFIX)

    def as_json(self) -> dict[str, Any]:
        """Return plain dicts, lists and numbers, as `plan_from` reads them."""
        content: dict[str, Any] = tuples_to_lists(dataclasses.asdict(self))
        return content


def read_plan(path: str | Path) -> TournamentPlan:
    """Read the file of a cup; ConfigError names file, field and reason."""
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
        raise ConfigError.at(file, "scenarios", "there is none")
    if not any(map(plan.meets_in, plan.matchups())):
        raise ConfigError.at(file, "entrants", "nobody plays anybody: name two, or say mirror")
    if plan.ladder.pairs and len(plan.entrants) < 2:
        raise ConfigError.at(file, "ladder.pairs", "a ladder wants two entrants")
    return plan


def _check_players(plan: TournamentPlan, file: str) -> None:
    """Refuse labels that are not one line, or not of one entrant."""
    labels = plan.labels
    if len(labels) > MAX_PLAYERS:
        raise ConfigError.at(file, "entrants", f"{len(labels)} are more than {MAX_PLAYERS}")
    for at, label in enumerate(labels):
        key = "label" if plan.entrants[at].label else "player"
        field = f"entrants[{at + 1}].{key}"
        if not label or not label.isprintable():
            raise ConfigError.at(file, field, f"{label!r} cannot be printed")
        if key == "label" and len(label) > MAX_LABEL:
            raise ConfigError.at(file, field, f"{label!r} is longer than {MAX_LABEL}")
        if label in labels[:at]:
            raise ConfigError.at(file, field, f"{label!r} is there twice: give one a label")
        if plan.is_bot(at) and not plan.entrants[at].player.removeprefix(BOT_PREFIX).strip():
            raise ConfigError.at(file, f"entrants[{at + 1}].player", "bot: without a command")
    if plan.anchor is not None and plan.anchor not in labels:
        raise ConfigError.at(file, "anchor", f"{plan.anchor!r} is none of: {', '.join(labels)}")


def _check_scenarios(plan: TournamentPlan, file: str) -> None:
    """Refuse entrants who play a scenario that there is not."""
    known = [entry.reference for entry in plan.scenarios if entry.reference]
    for at, entry in enumerate(plan.entrants):
        for name in entry.scenarios:
            if name not in known:
                reason = f"{name!r} is none of: {', '.join(known)}"
                raise ConfigError.at(file, f"entrants[{at + 1}].scenarios", reason)


def _check_stop(stop: StoppingSettings, file: str) -> None:
    """Refuse tests that decide nothing."""
    test = stop.sprt
    if test is None:
        return
    if not -MAX_ELO <= test.low < test.high <= MAX_ELO:
        reason = f"{test.low:g} and {test.high:g} are not in order within {MAX_ELO:g}"
        raise ConfigError.at(file, "stop.sprt.low", reason)
    if test.alpha + test.beta >= 1.0:
        raise ConfigError.at(file, "stop.sprt.alpha", "with beta it leaves nothing to decide")


def plan_differences(
    before: Mapping[str, Any], now: Mapping[str, Any], path: str = ""
) -> Iterable[str]:
    """Yield the dotted names of what differs between two plans in JSON, and how."""
    for key in sorted({*before, *now}):
        old, new = before.get(key), now.get(key)
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            yield from plan_differences(old, new, f"{path}{key}.")
        elif old != new:
            yield f"{path}{key}: {json.dumps(old)}, not {json.dumps(new)}"
