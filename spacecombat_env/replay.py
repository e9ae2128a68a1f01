"""Replays: a game as its scenario, its seed and the words spoken, with digests to prove it by.

A replay file is JSON (gzipped where its name ends in `.gz`) with exactly the keys of FIELDS. Played
again, the same words from the same seed must lead through the same positions: after every decision
the first digits of the position's SHA-256 are compared, every `digest_every` decisions and at the
end all of them. `frames` plays a replay for pictures.

Nothing here knows a rule set, but for one custom: a record that has the fields `log` (a ring of
events) and `log_count` is shown to the notation with its newest events alone.
"""

from __future__ import annotations

import dataclasses
import gzip
import inspect
import json
import os
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from spacecombat_env import __version__, registry
from spacecombat_env.core.errors import ReplayError, SpaceCombatError
from spacecombat_env.core.record import digest
from spacecombat_env.core.ruleset import (
    TALLY,
    Games,
    RuleSet,
    Scenario,
    make_games,
    make_out,
    source_digest,
)

FORMAT = "spacecombat replay"
FORMAT_VERSION = 1
DIGEST_EVERY = 50
CHECK_DIGITS = 4
"""Digits of the digest that are kept for every decision."""
TRUTH = -1
PIECES = '<g id="pieces">'
"""Where the moving part of a picture begins, if it has one (replay_page.py)."""
MAX_BYTES = 64 * 2**20
"""Larger files are refused unread."""
FIELDS = (
    "format",
    "format_version",
    "made_by",
    "ruleset",
    "ruleset_version",
    "rules_hash",
    "scenario",
    "scenario_digest",
    "delegate",
    "seed",
    "agents",
    "tokens",
    "checks",
    "digest_every",
    "digests",
    "outcome",
)


class Outcome(NamedTuple):
    """How a game ended; see `Tally`."""

    verdict: int
    reason: int
    turns: int
    decisions: int
    margin: int


@dataclass(frozen=True)
class Replay:
    """A recorded game."""

    ruleset: str
    ruleset_version: int
    rules_hash: str
    """Of the sources it was recorded with; told when it no longer fits, not compared."""
    scenario: Mapping[str, Any]
    """The scenario's content, options applied: `RuleSet.load` takes it."""
    scenario_digest: str
    delegate: tuple[tuple[str, ...], ...]
    """Kinds of decision left to standing orders, per seat."""
    seed: int
    agents: Mapping[str, str]
    """Who played each seat."""
    tokens: tuple[int, ...]
    """The words of all seats, in order."""
    checks: str
    """The first digits of the digest after each decision, one after the other."""
    digest_every: int
    digests: tuple[str, ...]
    """Digests at the start, after every `digest_every` decisions, and at the end."""
    outcome: Outcome | None
    """None for a game that was not played to its end."""
    made_by: str = f"spacecombat_env {__version__}"
    file: str = dataclasses.field(default="<replay>", compare=False)
    """What errors call it."""

    def error(self, field: str, reason: str) -> ReplayError:
        """Return the error to raise about a field."""
        return ReplayError.at(self.file, field, reason)

    def rules(self) -> RuleSet:
        """Return the rule set it is played with; ReplayError where there is none."""
        try:
            ruleset = registry.ruleset(self.ruleset)
        except SpaceCombatError as cause:
            raise self.error("ruleset", str(cause)) from None
        if ruleset.version != self.ruleset_version:
            reason = f"recorded with version {self.ruleset_version}, this is {ruleset.version}"
            raise self.error("ruleset_version", reason)
        return ruleset


# -- playing -------------------------------------------------------------------------------------


class Course:
    """One game, played word by word through the engine's own door, `advance`."""

    def __init__(self, ruleset: RuleSet, scenario: Scenario, seed: int) -> None:
        self.ruleset, self.scenario = ruleset, scenario
        self.kernels = ruleset.kernels()
        dtype = scenario.table.opening.dtype
        self.games, self.scratch, self.seen = (make_games(dtype, 1) for _ in range(3))
        self.out = make_out(scenario, 1, len(ruleset.seats))
        self.tokens = np.full(1, -1, np.int64)
        self.spoken = 0
        self.kernels.start(self.games, 0, scenario.table, seed)
        self._advance(-1)

    def _advance(self, token: int) -> None:
        """Carry out a word; -1 only looks."""
        self.tokens[0] = token
        self.kernels.advance(self.games, self.scenario.table, self.tokens, self.out, (0, 1, 0, 0))

    def speak(self, token: int) -> None:
        """Say a word for the seat to act; one that is not legal loses it the game."""
        self._advance(token if token < self.scenario.actions.size else int(self.mask.argmin()))
        self.spoken += 1

    @property
    def seat(self) -> int:
        """The seat to act, -1 once the game is over."""
        return int(self.out.seat[0])

    @property
    def mask(self) -> np.ndarray:
        """The legal words of the seat to act."""
        row: np.ndarray = self.out.mask[0]
        return row

    def is_legal(self, token: int) -> bool:
        """Whether the seat to act may say a word."""
        return 0 <= token < len(self.mask) and bool(self.mask[token])

    def word(self, token: int) -> str:
        """Return a word of the seat to act as text."""
        if token >= self.scenario.actions.size:
            return str(token)
        return self.ruleset.word(self.out.seen, 0, self.scenario, self.seat, token)

    def digest(self) -> str:
        """Return the SHA-256 of the position."""
        return digest(self.games.states, 0)

    def outcome(self) -> Outcome | None:
        """Return how the game ended; None while it is open."""
        if self.seat >= 0:
            return None
        row = self.out.tally[0]
        return Outcome(*(int(row[getattr(TALLY, name)]) for name in Outcome._fields))


# -- recording -----------------------------------------------------------------------------------


class Recorder:
    """Records a game while it is played: give it every word, in order."""

    def __init__(
        self,
        ruleset: str | RuleSet,
        scenario: Scenario,
        seed: int,
        agents: Iterable[str] = (),
        digest_every: int = DIGEST_EVERY,
    ) -> None:
        self.ruleset = registry.ruleset(ruleset)
        self.course = Course(self.ruleset, scenario, seed)
        self.seed, self.digest_every = int(seed), digest_every
        names = [*agents, *("unknown" for _ in self.ruleset.seats)]
        self.agents = dict(zip(self.ruleset.seats, names, strict=False))
        self.tokens: list[int] = []
        self.checks: list[str] = []
        self.digests = [self.course.digest()]

    def add(self, token: int) -> None:
        """Record the word that the seat to act has said; ReplayError once the game is over."""
        if self.course.seat < 0:
            raise ReplayError(f"word {int(token)} comes after the end of the game")
        self.course.speak(int(token))
        self.tokens.append(int(token))
        now = self.course.digest()
        self.checks.append(now[:CHECK_DIGITS])
        if len(self.tokens) % self.digest_every == 0:
            self.digests.append(now)

    def replay(self) -> Replay:
        """Return what has been recorded so far."""
        course, rules = self.course, self.ruleset
        return Replay(
            ruleset=rules.name,
            ruleset_version=rules.version,
            rules_hash=rules_hash(rules),
            scenario=dict(course.scenario.source),
            scenario_digest=course.scenario.digest,
            delegate=course.scenario.delegate,
            seed=self.seed,
            agents=self.agents,
            tokens=tuple(self.tokens),
            checks="".join(self.checks),
            digest_every=self.digest_every,
            digests=(*self.digests, course.digest()),
            outcome=course.outcome(),
        )


def record(
    ruleset: str | RuleSet,
    scenario: Scenario,
    seed: int,
    tokens: Iterable[int],
    agents: Iterable[str] = (),
) -> Replay:
    """Return the replay of a game whose words are known; `agents` name the players by seat."""
    recorder = Recorder(ruleset, scenario, seed, agents)
    for token in tokens:
        recorder.add(int(token))
    return recorder.replay()


def rules_hash(ruleset: RuleSet) -> str:
    """Return the SHA-256 over the sources and tables that play a rule set."""
    own = [ruleset.package] if ruleset.package != Path() else []
    return source_digest([Path(__file__).parent / "core", *own])


# -- verifying -----------------------------------------------------------------------------------


def open_replay(replay: Replay) -> Course:
    """Return the game of a replay at its beginning; ReplayError where it cannot be set up."""
    ruleset = replay.rules()
    try:
        scenario = ruleset.load(replay.scenario, delegate=replay.delegate)
    except SpaceCombatError as cause:
        raise replay.error("scenario", str(cause)) from None
    if scenario.digest != replay.scenario_digest:
        reason = "its rules and opening are not those that were recorded"
        raise replay.error("scenario", reason + _other_rules(replay, ruleset))
    return Course(ruleset, scenario, replay.seed)


def verify(replay: Replay) -> Outcome | None:
    """Play a replay again and compare every digest; return its outcome.

    Raises ReplayError, naming the decision, where the game takes another course.
    """
    course = open_replay(replay)
    _compare(replay, course, "seed", 0, replay.digests[0])
    for number, token in enumerate(replay.tokens, start=1):
        said = _said(replay, course, number, token)
        course.speak(token)
        place = CHECK_DIGITS * (number - 1)
        check = replay.checks[place : place + CHECK_DIGITS]
        _compare(replay, course, f"tokens[{number}]", number, check, said)
        if number % replay.digest_every == 0:
            expected = replay.digests[number // replay.digest_every]
            _compare(replay, course, f"tokens[{number}]", number, expected, said)
    _compare(replay, course, "digests", len(replay.tokens), replay.digests[-1])
    if course.outcome() != replay.outcome:
        reason = f"recorded {_shown(replay.outcome)}, played {_shown(course.outcome())}"
        raise replay.error("outcome", reason)
    return course.outcome()


def _said(replay: Replay, course: Course, number: int, token: int) -> str:
    """Return who says what in a decision; ReplayError where it cannot be said."""
    field = f"tokens[{number}]"
    if course.seat < 0:
        count = len(replay.tokens)
        raise replay.error(field, f"the game is over after decision {number - 1} of {count}")
    agent = course.ruleset.seats[course.seat]
    said = f"decision {number}, {agent} says {course.word(token)!r}"
    last = number == len(replay.tokens) and replay.outcome is not None
    if not course.is_legal(token) and not last:  # an illegal word ends a game
        raise replay.error(field, f"{said}, which is not legal here")
    return said


def _compare(
    replay: Replay, course: Course, field: str, number: int, expected: str, said: str = ""
) -> None:
    """Raise ReplayError where the position is not the recorded one."""
    if course.digest().startswith(expected):
        return
    reason = f"{said}: it " if said else f"after decision {number} the game "
    reason += "leads to another position than the recorded one"
    raise replay.error(field, reason + _other_rules(replay, course.ruleset))


def _other_rules(replay: Replay, ruleset: RuleSet) -> str:
    """Return a remark where the sources have changed since the recording."""
    now = rules_hash(ruleset)
    if now == replay.rules_hash:
        return ""
    return f" (recorded with other sources: {replay.rules_hash[:8]}, these are {now[:8]})"


def _shown(outcome: Outcome | None) -> str:
    """Return an outcome in a few words."""
    if outcome is None:
        return "an open game"
    return " ".join(f"{name} {value}" for name, value in outcome._asdict().items())


# -- files ---------------------------------------------------------------------------------------


def save_replay(replay: Replay, path: str | os.PathLike[str]) -> Path:
    """Write a replay, gzipped where the name ends in `.gz`; the file is there whole or not."""
    path = Path(path)
    content = {"format": FORMAT, "format_version": FORMAT_VERSION}
    content |= {name: getattr(replay, name) for name in FIELDS[2:]}
    content["outcome"] = None if replay.outcome is None else replay.outcome._asdict()
    data = (json.dumps(content, separators=(",", ":"), ensure_ascii=False) + "\n").encode()
    if path.suffix == ".gz":
        data = gzip.compress(data, mtime=0)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError as cause:
        part.unlink(missing_ok=True)
        raise ReplayError.at(path, "file", f"cannot be written: {cause.strerror}") from None
    return path


def load_replay(path: str | os.PathLike[str]) -> Replay:
    """Read a replay; ReplayError, naming file, field and reason, where anything is amiss."""
    content = _content(Path(path))
    reader = _Reader(str(path), content)
    for name in content:
        if name not in FIELDS:
            raise reader.error(str(name), "unknown key")
    for name in FIELDS:
        if name not in content:
            raise reader.error(name, "missing")
    if content["format"] != FORMAT:
        raise reader.error("format", f"not {FORMAT!r}")
    if reader.integer("format_version", 1) != FORMAT_VERSION:
        reason = f"{content['format_version']}: this package reads version {FORMAT_VERSION}"
        raise reader.error("format_version", reason)
    return reader.replay()


def _content(path: Path) -> dict[str, Any]:
    """Return the JSON object in a file."""
    try:
        size = path.stat().st_size
        data = path.read_bytes() if size <= MAX_BYTES else b""
        if data[:2] == b"\x1f\x8b":
            with gzip.open(path) as file:
                data = file.read(MAX_BYTES + 1)
    except OSError as cause:
        reason = cause.strerror or "a damaged gzip file"
        raise ReplayError.at(path, "file", f"cannot be read: {reason}") from None
    except (EOFError, zlib.error):
        raise ReplayError.at(path, "file", "cannot be read: a truncated gzip file") from None
    if size > MAX_BYTES or len(data) > MAX_BYTES:
        raise ReplayError.at(path, "file", f"more than {MAX_BYTES >> 20} MiB")
    try:
        content = json.loads(data)
    except (ValueError, RecursionError) as cause:
        reason = " ".join(str(cause).split())
        raise ReplayError.at(path, "file", f"no JSON, or truncated: {reason}") from None
    if not isinstance(content, dict):
        raise ReplayError.at(path, "file", "no JSON object")
    return content


@dataclass(frozen=True)
class _Reader:
    """Reads the fields of a replay file."""

    file: str
    content: dict[str, Any]

    def error(self, field: str, reason: str) -> ReplayError:
        """Return the error to raise about a field."""
        return ReplayError.at(self.file, field, reason)

    def replay(self) -> Replay:
        """Return the replay, every field checked."""
        tokens = self.integers("tokens")
        checks = self.hexadecimal("checks", CHECK_DIGITS * len(tokens))
        every = self.integer("digest_every", 1)
        digests = self.texts("digests", self.content["digests"])
        expected = 2 + len(tokens) // every
        if len(digests) != expected:
            reason = f"{len(digests)}, not the {expected} of {len(tokens)} decisions"
            raise self.error("digests", reason)
        for number, text in enumerate(digests, start=1):
            if not re.fullmatch(r"[0-9a-f]{64}", text):
                raise self.error(f"digests[{number}]", "no SHA-256 in 64 digits")
        return Replay(
            ruleset=self.text("ruleset"),
            ruleset_version=self.integer("ruleset_version", 0),
            rules_hash=self.hexadecimal("rules_hash", 64),
            scenario=self.mapping("scenario"),
            scenario_digest=self.text("scenario_digest"),
            delegate=self.delegate(),
            seed=self.integer("seed", 0, 2**63 - 1),
            agents=self.agents(),
            tokens=tokens,
            checks=checks,
            digest_every=every,
            digests=digests,
            outcome=self.outcome(),
            made_by=self.text("made_by"),
            file=self.file,
        )

    def text(self, field: str) -> str:
        """Return a field that is text."""
        return self.texts(field, [self.content[field]])[0]

    def texts(self, field: str, values: Any) -> tuple[str, ...]:
        """Return a list of texts."""
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            raise self.error(field, "text is wanted")
        return tuple(values)

    def hexadecimal(self, field: str, digits: int) -> str:
        """Return a field of so many hexadecimal digits."""
        text = self.text(field)
        if not re.fullmatch(f"[0-9a-f]{{{digits}}}", text):
            raise self.error(field, f"not {digits} hexadecimal digits")
        return text

    def mapping(self, field: str) -> dict[str, Any]:
        """Return a field that is a mapping."""
        value = self.content[field]
        if not isinstance(value, dict):
            raise self.error(field, "no mapping")
        return value

    def integer(self, field: str, low: int, high: int = 2**31) -> int:
        """Return a field that is a whole number within bounds."""
        return self._whole(field, self.content[field], low, high)

    def integers(self, field: str) -> tuple[int, ...]:
        """Return a field that is a list of whole numbers from 0."""
        values = self.content[field]
        if not isinstance(values, list):
            raise self.error(field, "no list")
        numbered = enumerate(values, start=1)
        return tuple(self._whole(f"{field}[{n}]", value, 0, 2**31 - 1) for n, value in numbered)

    def _whole(self, field: str, value: Any, low: int, high: int) -> int:
        """Check one whole number."""
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.error(field, f"{str(value)[:20]!r} is no whole number")
        if not low <= value <= high:
            raise self.error(field, f"{value} is not within {low} to {high}")
        return value

    def delegate(self) -> tuple[tuple[str, ...], ...]:
        """Return the delegated kinds of each seat."""
        value = self.content["delegate"]
        if not isinstance(value, list):
            raise self.error("delegate", "no list, one item a seat")
        return tuple(self.texts(f"delegate[{n}]", kinds) for n, kinds in enumerate(value, start=1))

    def agents(self) -> dict[str, str]:
        """Return the players' names by seat."""
        value = self.mapping("agents")
        self.texts("agents", list(value.values()))
        return value

    def outcome(self) -> Outcome | None:
        """Return how the game ended."""
        value = self.content["outcome"]
        if value is None:
            return None
        if not isinstance(value, dict) or set(value) != set(Outcome._fields):
            raise self.error("outcome", f"not exactly {', '.join(Outcome._fields)}")
        return Outcome(
            *(self._whole(f"outcome.{n}", value[n], -(2**31), 2**31) for n in Outcome._fields)
        )


# -- pictures ------------------------------------------------------------------------------------


class Look(NamedTuple):
    """A moment of the game as one reader sees it."""

    svg: str
    lines: list[str]
    """What has happened since the last frame, in words."""
    status: list[dict[str, Any]]
    """Panels of pieces, one a side: `status` of the rule set's view, if it has one."""


Overlay = Callable[[int, Games, Scenario], Iterable[str]]
"""overlay(seat, seen, scenario) -> lines of SVG, one element a line, that lie under the pieces of
that seat's picture: what its player believes, say. `seen` is what the seat may know (game 0)."""


class Frame(NamedTuple):
    """A moment of the game worth a picture."""

    decision: int
    """Decisions made so far."""
    turn: int
    seat: int
    """Seat to act, -1 once the game is over."""
    spoken: list[tuple[int, list[str]]]
    """The words said since the last frame, as (seat, words)."""
    looks: dict[int, Look]
    """By reader: TRUTH, or the number of a seat, built from its redacted record alone."""


def frames(
    replay: Replay,
    readers: Iterable[int] | None = None,
    every: bool = False,
    overlay: Overlay | None = None,
) -> Iterator[Frame]:
    """Play a replay and yield the opening, then each decision after which something was logged.

    `readers` are those whose looks are wanted (default: TRUTH and every seat); `every` yields every
    decision; `overlay` adds to the pictures of seats. Raises ReplayError where the replay cannot be
    played.
    """
    course = open_replay(replay)
    wanted = tuple(readers) if readers is not None else (TRUTH, *range(len(course.ruleset.seats)))
    since = dict.fromkeys(wanted, 0)
    logged = 0
    spoken: list[tuple[int, list[str]]] = []
    yield _frame(course, since, spoken, overlay)
    logged = _events(course)
    for number, token in enumerate(replay.tokens, start=1):
        _said(replay, course, number, token)
        _add_word(spoken, course.seat, course.word(token))
        course.speak(token)
        if every or _events(course) > logged or course.seat < 0:
            yield _frame(course, since, spoken, overlay)
            logged, spoken = _events(course), []


def _add_word(spoken: list[tuple[int, list[str]]], seat: int, word: str) -> None:
    """Append a word to what has been said."""
    if not spoken or spoken[-1][0] != seat:
        spoken.append((seat, []))
    spoken[-1][1].append(word)


def _events(course: Course) -> int:
    """Return how many events have been logged; a record without a log counts decisions."""
    state = course.games.states[0]
    return int(state.log_count) if "log_count" in state.dtype.names else course.spoken


def _frame(
    course: Course,
    since: dict[int, int],
    spoken: list[tuple[int, list[str]]],
    overlay: Overlay | None = None,
) -> Frame:
    """Return the present moment as its readers see it; `since` counts what each has been told."""
    looks, turn = {}, 0
    for reader, told in since.items():
        seen = _seen(course, reader)
        lines = course.ruleset.log(seen, 0, course.scenario, reader, told)
        view = course.ruleset.view(seen, 0, course.scenario, reader)
        svg = _svg(course, seen, reader, told)
        if overlay is not None and reader != TRUTH:
            svg = _laid_under(svg, overlay(reader, seen, course.scenario))
        looks[reader] = Look(svg, lines, view.get("status", []))
        turn = int(view.get("turn", 0))
        since[reader] = _told(seen)
    return Frame(course.spoken, turn, course.seat, list(spoken), looks)


def _seen(course: Course, reader: int) -> Games:
    """Return what a reader sees of the present position."""
    if reader == TRUTH:
        return course.games
    course.kernels.redact(course.games, 0, course.seen, 0, reader)
    return course.seen


def _told(seen: Games) -> int:
    """Return how many events the reader of a record has been told; 0 without a log."""
    state = seen.states[0]
    return int(state.log_count) if "log_count" in state.dtype.names else 0


def _svg(course: Course, seen: Games, reader: int, told: int) -> str:
    """Draw what a reader sees, Red's edge below for all, events since that count shown."""
    draw: Callable[..., str] = course.ruleset.draw_svg
    known = inspect.signature(draw).parameters
    wishes = {"since": told, "turned": False}
    settings = {name: value for name, value in wishes.items() if name in known}
    return draw(seen, 0, course.scenario, reader, **settings)


def _laid_under(svg: str, lines: Iterable[str]) -> str:
    """Put lines before the pieces of a picture; one without pieces stays as it is."""
    before, found, rest = svg.partition(PIECES)
    return "".join((before, found, *(f"\n{line}" for line in lines), rest)) if found else svg
