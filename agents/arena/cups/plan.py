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

from spacecombat_agents.reading import build, choice, number, parse_yaml, plain, read_text
from spacecombat_env.core.errors import ConfigError

FARTHEST = 200.0
"""Hypotheses of a test, in normalised Elo, lie within (`sequential.FARTHEST`; that wants SciPy)."""
LONGEST_LABEL = 40
MOST_ENTRANTS = 200
BOT = "bot:"
"""How players begin that are programs of their own; the command follows."""


@dataclass(frozen=True)
class Entrant:
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
class Place:
    """What is played."""

    ruleset: str = "battle_rider"
    """Rule set."""
    scenario: str | None = None
    """Shipped name, or a file; null for the usual one of the rule set."""
    label: str = ""
    """What the report calls it; by default the scenario's name."""
    delegate: str | tuple[str, ...] = "recommended"
    """Decisions left to the engine: recommended, none, or a list."""
    max_turns: int | None = number(None, 1)
    """Turn limit; null for the scenario's."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Switches of the scenario's rules: {deck: keyed}."""

    @property
    def called(self) -> str:
        """What the plan calls it; empty for the usual one of a rule set, without a label."""
        return self.label or self.scenario or ""


@dataclass(frozen=True)
class Clock:
    """How long a bot may think; other players have `deadline`."""

    kind: str = choice("none", "order", "bank")
    """none: no limit, but for signs of life; order: for each order; bank: and a reserve."""
    order_ms: int = number(2_000, 1)
    """Milliseconds for an order."""
    bank_ms: int = number(60_000, 0)
    """Milliseconds in reserve for a game."""
    patience_ms: int = number(30_000, 1)
    """Under none: milliseconds without a sign of life after which a bot is late."""


@dataclass(frozen=True)
class Test:
    """A sequential probability ratio test."""

    low: float = 0.0
    """Normalised Elo that is refused when `high` is accepted."""
    high: float = 60.0
    """Normalised Elo."""
    alpha: float = number(0.05, 1e-6, 0.5)
    """Chance of accepting the higher one where the lower one is true."""
    beta: float = number(0.05, 1e-6, 0.5)
    """Chance of the reverse."""


@dataclass(frozen=True)
class Stopping:
    """When a couple has played enough, before all its pairs; looked at after every unit."""

    half_width: float | None = number(None, 0.001, 0.5)
    """Its score is known to so much, either way, by the anytime interval."""
    decided: bool = False
    """It is known who is the better one, by the anytime interval."""
    sprt: Test | None = None
    """A test of the first one's strength against the other's comes to an end."""
    after: int = number(16, 1)
    """Pairs that a couple plays at least."""


@dataclass(frozen=True)
class Faults:
    """What becomes of players that fail. A fault loses its game, and counts."""

    suspend_above: float = number(0.2, 0.0, 1.0)
    """Whoever fails in a larger share of its games plays no more; 1 for never."""
    after: int = number(10, 1)
    """Games that it plays at least."""


@dataclass(frozen=True)
class Ladder:
    """Further pairs for those couples from whom ratings learn most."""

    pairs: int = number(0, 0)
    """Pairs in all, over all scenarios; 0 for none."""
    step: int = number(16, 1)
    """Pairs that a couple plays in each scenario before all is looked at again."""
    couples: int = number(4, 1)
    """Couples that play between two looks."""


@dataclass(frozen=True)
class Replays:
    """Which games can be looked at afterwards."""

    pairs: int = number(1, 0)
    """Of each couple in each scenario the first so many pairs."""
    faults: bool = True
    """And those that a fault ended."""
    pages: int = number(12, 0)
    """Of these, so many become pages beside the report: faults, short, long, close, surprising."""


@dataclass(frozen=True)
class Plan:
    """A cup."""

    entrants: tuple[Entrant, ...]
    """Who plays."""
    scenarios: tuple[Place, ...]
    """What is played; every couple plays every scenario."""
    name: str = "cup"
    """What the report calls it."""
    seed: int | None = number(None, 0)
    """All luck follows from it; null for one that is drawn when the cup begins."""
    format: str = choice("all", "gauntlet")
    """all: everybody against everybody; gauntlet: the first entrant against each other one."""
    mirror: bool = False
    """Everybody plays itself, too: what a seat is worth."""
    anchor: str | None = None
    """Label of the entrant whose rating is 0; null for the first."""
    pairs: int = number(100, 1, 1_000_000)
    """Pairs of games that a couple plays in each scenario: same luck, seats exchanged."""
    unit: int = number(256, 1, 4096)
    """Pairs of one unit of work, played side by side; with a bot always one pair."""
    ahead: int = number(16, 1, 4096)
    """Units that may be under way at once: a suspension or a stop takes hold so many later."""
    deadline: float = number(10.0, 0.001)
    """Seconds for a decision of a MODULE:CLASS."""
    clock: Clock = Clock()
    """Of bots."""
    stop: Stopping = Stopping()
    """When a couple has played enough."""
    faults: Faults = Faults()
    """What becomes of players that fail."""
    ladder: Ladder = Ladder()
    """Further pairs."""
    replays: Replays = Replays()
    """Which games are kept word by word."""

    def label(self, entrant: int) -> str:
        """Return what an entrant is called."""
        return self.entrants[entrant].label or self.entrants[entrant].player

    @property
    def labels(self) -> list[str]:
        """What entrants are called."""
        return [self.label(entrant) for entrant in range(len(self.entrants))]

    @property
    def anchored(self) -> int:
        """The number of the entrant whose rating is 0."""
        return self.labels.index(self.anchor) if self.anchor is not None else 0

    def couples(self) -> list[tuple[int, int]]:
        """Return who plays whom, the first number never above the second."""
        everybody = range(len(self.entrants))
        own = [(each, each) for each in everybody] if self.mirror else []
        rows = everybody if self.format == "all" else range(1)
        return [(a, b) for a in rows for b in everybody if a < b] + own

    def plays_in(self, entrant: int) -> list[int]:
        """Return the scenarios that an entrant plays."""
        named = self.entrants[entrant].scenarios
        return [at for at, its in enumerate(self.scenarios) if not named or its.called in named]

    def meets_in(self, couple: tuple[int, int]) -> list[int]:
        """Return the scenarios that both of a couple play."""
        a, b = map(self.plays_in, couple)
        return [scenario for scenario in a if scenario in b]

    def is_bot(self, entrant: int) -> bool:
        """Whether an entrant is a program of its own, which plays game by game."""
        return self.entrants[entrant].player.startswith(BOT)

    def as_json(self) -> dict[str, Any]:
        """Return plain dicts, lists and numbers, as `plan_from` reads them."""
        content: dict[str, Any] = plain(dataclasses.asdict(self))
        return content


def read_plan(path: str | Path) -> Plan:
    """Read the file of a cup; ConfigError names file, field and reason."""
    file = Path(path)
    return plan_from(parse_yaml(read_text(file), file), str(file))


def plan_from(content: Any, file: str = "cup") -> Plan:
    """Build a plan from nested mappings, as YAML or JSON hold them."""
    if isinstance(content, Mapping):
        content = dict(content)
        for key, name in (("entrants", "player"), ("scenarios", "scenario")):
            if isinstance(content.get(key), list):
                content[key] = [{name: v} if isinstance(v, str) else v for v in content[key]]
    plan: Plan = build(Plan, content, file)
    _check_entrants(plan, file)
    _check_places(plan, file)
    _check_stop(plan.stop, file)
    if not plan.scenarios:
        raise ConfigError.at(file, "scenarios", "there is none")
    if not any(map(plan.meets_in, plan.couples())):
        raise ConfigError.at(file, "entrants", "nobody plays anybody: name two, or say mirror")
    if plan.ladder.pairs and len(plan.entrants) < 2:
        raise ConfigError.at(file, "ladder.pairs", "a ladder wants two entrants")
    return plan


def _check_entrants(plan: Plan, file: str) -> None:
    """Refuse labels that are not one line, or not of one entrant."""
    labels = plan.labels
    if len(labels) > MOST_ENTRANTS:
        raise ConfigError.at(file, "entrants", f"{len(labels)} are more than {MOST_ENTRANTS}")
    for at, label in enumerate(labels):
        given = "label" if plan.entrants[at].label else "player"
        field = f"entrants[{at + 1}].{given}"
        if not label or not label.isprintable():
            raise ConfigError.at(file, field, f"{label!r} cannot be printed")
        if given == "label" and len(label) > LONGEST_LABEL:
            raise ConfigError.at(file, field, f"{label!r} is longer than {LONGEST_LABEL}")
        if label in labels[:at]:
            raise ConfigError.at(file, field, f"{label!r} is there twice: give one a label")
        if plan.is_bot(at) and not plan.entrants[at].player.removeprefix(BOT).strip():
            raise ConfigError.at(file, f"entrants[{at + 1}].player", "bot: without a command")
    if plan.anchor is not None and plan.anchor not in labels:
        raise ConfigError.at(file, "anchor", f"{plan.anchor!r} is none of: {', '.join(labels)}")


def _check_places(plan: Plan, file: str) -> None:
    """Refuse entrants who play a scenario that there is not."""
    known = [its.called for its in plan.scenarios if its.called]
    for at, its in enumerate(plan.entrants):
        for name in its.scenarios:
            if name not in known:
                reason = f"{name!r} is none of: {', '.join(known)}"
                raise ConfigError.at(file, f"entrants[{at + 1}].scenarios", reason)


def _check_stop(stop: Stopping, file: str) -> None:
    """Refuse tests that decide nothing."""
    test = stop.sprt
    if test is None:
        return
    if not -FARTHEST <= test.low < test.high <= FARTHEST:
        reason = f"{test.low:g} and {test.high:g} are not in order within {FARTHEST:g}"
        raise ConfigError.at(file, "stop.sprt.low", reason)
    if test.alpha + test.beta >= 1.0:
        raise ConfigError.at(file, "stop.sprt.alpha", "with beta it leaves nothing to decide")


def differing(before: Mapping[str, Any], now: Mapping[str, Any], path: str = "") -> Iterable[str]:
    """Yield the dotted names of what differs between two plans in JSON, and how."""
    for key in sorted({*before, *now}):
        old, new = before.get(key), now.get(key)
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            yield from differing(old, new, f"{path}{key}.")
        elif old != new:
            yield f"{path}{key}: {json.dumps(old)}, not {json.dumps(new)}"
