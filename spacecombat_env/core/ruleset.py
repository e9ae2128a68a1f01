"""The contract between a rule set and everything that plays it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from inspect import Signature, signature
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from spacecombat_env.core.model.fields import Knowledge
from spacecombat_env.core.model.layout import Layout
from spacecombat_env.core.model.odds import TaskCheck
from spacecombat_env.core.model.record import allocate, as_bytes, as_int64


class Games(NamedTuple):
    """An array of games, and the same memory as bytes and as words, which kernels copy."""

    states: np.ndarray
    """Record array, shape (n,), of the rule set's state dtype."""
    raw: np.ndarray
    """uint8 view, shape (n, itemsize)."""
    int64: np.ndarray
    """int64 view, shape (n, itemsize / 8)."""


class ScenarioData(NamedTuple):
    """What a scenario gives the kernels: printed tables and options, and the opening position."""

    rules: np.ndarray
    """Record array, shape (1,): tables, options, delegated kinds of decision."""
    opening: np.ndarray
    """Record array, shape (1,): the position before set-up."""
    opening_int64: np.ndarray
    """int64 view of `opening`."""


class Out(NamedTuple):
    """Buffers that `advance` fills, one row a game; the caller owns them."""

    observation: np.ndarray
    """int8 (n, observations): view of the seat to act; times `Layout.scales` gives floats."""
    mask: np.ndarray
    """int8 (n, actions): 1 where the word is legal; all zero once a game is over."""
    seat: np.ndarray
    """int8 (n,): seat to act, -1 when the game is over."""
    rewards: np.ndarray
    """float32 (n, seats): nonzero only in the row where a game just ended."""
    done: np.ndarray
    """uint8 (n,): 1 where a game ended in this call."""
    visible: Games
    """What the seat to act may know: redacted records, one a game (or see `Kernels.one_visible`)."""
    tally: np.ndarray
    """int32 (n, len(Tally)): of the game that last ended in this row; see `Tally`."""


class Tally(NamedTuple):
    """Columns of `Out.tally`."""

    verdict: int = 0
    """Winning seat, or 2 for a draw."""
    reason: int = 1
    """Why the game ended; words in `RuleSet.reasons`."""
    turns: int = 2
    decisions: int = 3
    """Decisions asked of all seats in the game."""
    margin: int = 4
    """Points of the first seat over the second's."""
    games: int = 5
    """Games finished in this row so far."""


TALLY = Tally()


class Kernels(NamedTuple):
    """The doors of a rule set (its entry.py), arrays and an index in: compiled, but for `start` and
    `apply`, which call `advance` for one game and let nobody look."""

    start: Callable[..., None]
    """start(games, k, table, seed): set up game k and run it to the first decision. Two seeds that
    differ in the bit `core.seeds.TWIN` alone share all luck but that of the set-up."""
    apply: Callable[..., int]
    """apply(games, k, table, token) -> 0, or 1 if the word is not legal (nothing changes)."""
    legal: Callable[..., int]
    """legal(seen, k, table, mask_row) -> number of legal words of the seat to act."""
    redact: Callable[..., None]
    """redact(games, k, seen, j, seat): put what `seat` may know of game k into seen[j]."""
    observe: Callable[..., None]
    """observe(seen, k, table, seat, row): write seat's int8 observation from a redacted record."""
    returns: Callable[..., None]
    """returns(games, k, table, row): float32 returns of each seat; zero while a game is open."""
    determinize: Callable[..., None]
    """resample(seen, k, table, seat, seed, games, j): into games[j], a full state that looks the
    same to `seat`, with fresh luck (honest search; BR: unknown craft dealt to unknown forces)."""
    advance: Callable[..., None]
    """advance(games, table, tokens, out, span): for rows lo..hi-1 of span = (lo, hi, auto_reset,
    flags): apply tokens[row], then redact, mask and observe for the seat to act. A token
    of -1 only refreshes, one of -2 leaves the row as it is, one of -3 sets up a new game of the
    seed that stands in the row, one of -4 goes on where games stop with the
    flag `batch.BY_TURNS` (seat -1, empty mask, not over). An illegal token loses the game for
    its seat. Where auto_reset is not 0 a finished game is replaced by a new one; auto_reset is a
    secret of the batch, and the new game's seed follows from it and the old. A finished game
    without auto_reset stays as it is: seat -1, empty mask, zero observation. Where observations
    have no columns nobody looks: masks are written, a seat of -1 at the end, and no more;
    `out.visible` may be `games`, whose field `seat` tells who is asked."""
    random_actions: Callable[..., None]
    """random_words(mask, seeds, tokens, lo, hi): one evenly drawn legal word a row (-1 if none);
    `seeds` int64 (n,) is advanced in place."""
    player: Callable[..., int] | None = None
    """player(games, k) -> number, among the players of the seat to act, of the one who is asked,
    from a true record or one redacted for that seat; wanted where `Scenario.players` is filled."""
    steps: Callable[..., int] | None = None
    """steps(games, k) -> steps that the engine has taken in a game. While the number stands still
    the words of an order are only put together: nothing is drawn, done or told. Without it each
    word is an order."""
    standings: Callable[..., None] | None = None
    """standings(games, found): write the first seat's lead in points in each game as it stands, in
    wins of the margin reward, into float32 (n,): the truth, which no seat may be told."""
    one_visible: bool = False
    """Whether `advance` takes an `out.visible` of a single record, into which it lays each look over
    the last."""
    by_turns: bool = False
    """Whether `advance` stops where the flag `batch.BY_TURNS` wants it."""


@dataclass(frozen=True)
class Scenario:
    """A scenario made ready to play: checked, laid into records, with its spaces."""

    ruleset: str
    name: str
    source: Mapping[str, Any]
    """The scenario file's content, options applied; what a replay or a bundle stores."""
    table: ScenarioData
    actions: Layout
    observation: Layout
    delegate: tuple[tuple[str, ...], ...]
    """Delegated kinds of decision, per seat."""
    capacity: str
    """Capacity class: small, medium, large."""
    digest: str = field(default="")
    """SHA-256 of rules, options and opening."""
    players: tuple[tuple[str, ...], ...] = ()
    """Names of the players of each seat where a seat has several; they share what it sees."""


class ActionMeaning(NamedTuple):
    """What a word means to those who show it, from what its seat knows."""

    kind: str
    """Its block of the action layout: `verbs`, `own_forces`."""
    piece: str | None = None
    """`data-k` of the piece that it names on the seat's own picture; None where none is drawn."""
    place: str | None = None
    """The hex or square that it names, or in which its piece is, as printed."""
    number: int | None = None


class LogLine(NamedTuple):
    """A sentence of the log, and what it is about."""

    text: str
    kind: str = ""
    """Name of its (first) event in lower case: `move`."""
    pieces: tuple[str, ...] = ()
    """`data-k` of the pieces named, as far as they are on the reader's own picture."""
    task: Mapping[str, Any] | None = None
    """Of a task, as far as the reader is told: `needs`, `drawn`, `parts` as [words, value]."""


def default_action_meaning(
    visible: Games, k: int, scenario: Scenario, seat: int, action: int
) -> ActionMeaning:
    """Return the block of a word alone, for rule sets that tell no more."""
    return ActionMeaning(scenario.actions.locate(action)[0])


def no_outcome(scenario: Scenario, verdict: int, reason: int, margin: int) -> str:
    """Return no step: a rule set without an outcome table."""
    return ""


def no_decision_name(visible: Games, k: int) -> str:
    """Return no name: for rule sets whose questions have none."""
    return ""


@dataclass(frozen=True)
class RuleSet:
    """One game: its words, its kernels, its notation. The environments know nothing else."""

    name: str
    title: str
    version: int
    seats: tuple[str, ...]
    """Agent names, `red_0`, `blue_0`."""
    kernels: Callable[[], Kernels]
    """Imports entry.py (and so Numba) only when called."""
    load: Callable[..., Scenario]
    """load(scenario, *, delegate=..., max_turns=None, options=None) -> Scenario; `scenario` is a
    shipped name, a path or a mapping; errors are ScenarioError: file, field, reason."""
    scenarios: Callable[[], dict[str, str]]
    """Shipped scenario names with one line each."""
    delegates: Mapping[str, str]
    """Kind of decision -> what its standing order does."""
    recommended: tuple[str, ...]
    """The delegation that `env()` uses by default."""
    view: Callable[..., dict[str, Any]]
    """view(seen, k, scenario, seat) -> JSON-ready view of a seat, from a redacted record."""
    action_text: Callable[..., str]
    """word(seen, k, scenario, seat, token) -> the token in words ("TF-3", "detect", "7")."""
    decision_text: Callable[..., str]
    """question(seen, k, scenario, seat) -> the order so far and what is asked, in words."""
    log: Callable[..., list[str]]
    """log(seen, k, scenario, seat, since) -> events since that count, in words; seat -1 = all.

    A record with a log has `log_count`: events so far; in a redacted one those that the seat has
    been told, a number on which nothing that it is not told has an effect.
    """
    draw_text: Callable[..., str]
    """draw_text(seen, k, scenario, seat) -> ASCII picture."""
    draw_svg: Callable[..., str]
    """draw_svg(seen, k, scenario, seat) -> SVG picture; seat -1 = the truth."""
    rules_index: Callable[[], list[dict[str, str]]]
    """The rule matrix: id, chapter, tier, title."""
    reasons: tuple[str, ...] = ()
    """Words for Tally.reason."""
    package: Path = Path()
    """Folder of the rule set."""
    default_scenario: str = "skirmish"
    """Shipped scenario that is played where none is named."""
    knowledge: Callable[[Scenario], Knowledge] | None = None
    """knowledge(scenario) -> the declared record of a state, and what a seat knows of it."""
    hidden: str = ""
    """What players do not see of each other, in a line."""
    chance: str = ""
    """What is left to chance, in a line."""
    action_meaning: Callable[..., ActionMeaning] = default_action_meaning
    """meaning(seen, k, scenario, seat, token) -> what a word of the seat means on its picture."""
    lines: Callable[..., list[LogLine]] | None = None
    """lines(seen, k, scenario, seat, since) -> `log`, each sentence with what it is about."""
    decision_name: Callable[..., str] = no_decision_name
    """ask(seen, k) -> name of the question on the table (`Decision`) in lower case."""
    phases: Callable[[], tuple[str, ...]] = tuple
    """phases() -> the phases of the turn in order, as views name them."""
    task_checks: Callable[..., list[TaskCheck]] | None = None
    """trials(games, k, scenario, seat, since) -> tasks that the seat has tried in an imagined game
    since that count of its true log; without it there are no odds."""
    needs_answer: Callable[..., bool] | None = None
    """goes_on(games, k, seat) -> whether somebody must answer in an imagined game before the tasks
    of the seat's order are tried; the first legal word is said for him."""
    plans: Callable[..., list[tuple[int, ...]]] | None = None
    """plans(seen, k, scenario, seat, place) -> orders, as words, that bring the piece that is asked
    to a place of the map, the plainest first; some may not be legal. None: not offered."""
    outcome: Callable[..., str] = no_outcome
    """outcome(scenario, verdict, reason, margin) -> the step of the scenario's outcome table that a
    game has ended in, from its tally; empty where there is no such table."""
    has_public: bool = False
    """Whether `view`, `log`, `lines` and the pictures take `telling.PUBLIC` for a reader."""


@dataclass(frozen=True)
class LazyFunction:
    """A function of a rule set that is imported when it is first called, or asked what it takes."""

    module: str
    name: str

    def __call__(self, *arguments: Any, **settings: Any) -> Any:
        """Call the function."""
        return self.function(*arguments, **settings)

    @property
    def function(self) -> Callable[..., Any]:
        """The function itself."""
        found: Callable[..., Any] = getattr(import_module(self.module), self.name)
        return found

    @property
    def __signature__(self) -> Signature:
        """What the function takes, for `inspect.signature`."""
        return signature(self.function)


def lazy_functions(package: str) -> dict[str, Any]:
    """Return the fields of a RuleSet that its usual rooms fill: `entry`, `presentation/` and `visibility/`.

    The compiled kernels, and whatever tells and draws, are imported when they are wanted.
    """
    rooms = {
        "view": "presentation.views.game_view",
        "action_text": "presentation.action_text",
        "decision_text": "presentation.decision_text",
        "log": "presentation.game_log",
        "draw_text": "presentation.pictures.draw",
        "draw_svg": "presentation.pictures.draw",
        "knowledge": "visibility.knowledge",
        "action_meaning": "presentation.action_meaning",
        "decision_name": "presentation.action_meaning",
        "lines": "presentation.game_log",
        "phases": "presentation.texts",
        "task_checks": "presentation.task_checks",
        "needs_answer": "presentation.task_checks",
    }
    opened = {name: LazyFunction(f"{package}.{module}", name) for name, module in rooms.items()}
    return {"kernels": partial(import_kernels, package), "has_public": True, **opened}


def import_kernels(package: str) -> Kernels:
    """Return the KERNELS of a rule set's entry.py; imports Numba."""
    found: Kernels = import_module(f"{package}.entry").KERNELS
    return found


def make_games(dtype: np.dtype, count: int) -> Games:
    """Allocate zeroed games."""
    return wrap_games(allocate(dtype, count))


def wrap_games(states: np.ndarray) -> Games:
    """Return an array of games with its views; ValueError where it is not contiguous."""
    return Games(states, as_bytes(states), as_int64(states))


def select_games(games: Games, rows: np.ndarray) -> Games:
    """Copy some rows of games.

    As words: NumPy copies rows of a record field by field, which takes 45 times as long.
    """
    return wrap_games(games.int64[rows].view(games.states.dtype)[:, 0])


def make_out(scenario: Scenario, count: int, seats: int = 2) -> Out:
    """Allocate the buffers of `advance` for a number of games."""
    return Out(
        np.zeros((count, scenario.observation.size), np.int8),
        np.zeros((count, scenario.actions.size), np.int8),
        np.full(count, -1, np.int8),
        np.zeros((count, seats), np.float32),
        np.zeros(count, np.uint8),
        make_games(scenario.table.opening.dtype, count),
        np.zeros((count, len(TALLY)), np.int32),
    )


def source_digest(folders: list[Path], patterns: tuple[str, ...] = ("*.py", "*.csv")) -> str:
    """Return the SHA-256 over files of folders, by name and content: the rules hash."""
    total = hashlib.sha256()
    for folder in folders:
        for path in sorted(p for pattern in patterns for p in folder.rglob(pattern)):
            total.update(path.relative_to(folder).as_posix().encode())
            total.update(path.read_bytes())
    return total.hexdigest()
