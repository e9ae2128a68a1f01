"""The contract between a rule set and the code that plays it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from spacecombat_env.core.model.fields import Knowledge
from spacecombat_env.core.model.layout import Layout
from spacecombat_env.core.model.odds import Salvo, TaskCheck
from spacecombat_env.core.model.reach import ReachPoint, Route
from spacecombat_env.core.model.record import allocate, as_bytes, as_int64
from spacecombat_env.core.model.switches import Switch


class Games(NamedTuple):
    """An array of games, and views of its memory as bytes and as integers, which kernels copy."""

    states: np.ndarray
    """Record array, shape (n,), of the rule set's state dtype."""
    raw: np.ndarray
    """uint8 view, shape (n, itemsize)."""
    int64: np.ndarray
    """int64 view, shape (n, itemsize / 8)."""


class ScenarioData(NamedTuple):
    """Scenario data for the kernels: printed tables and options, and the opening position."""

    rules: np.ndarray
    """Record array, shape (1,): tables, options, delegated kinds of decision."""
    opening: np.ndarray
    """Record array, shape (1,): the position before set-up."""
    opening_int64: np.ndarray
    """int64 view of `opening`."""


class Out(NamedTuple):
    """Buffers that `advance` fills, one row for each game. The caller owns them."""

    observation: np.ndarray
    """int8 (n, O): observation of the seat to act; times `Layout.scales` gives floats."""
    mask: np.ndarray
    """int8 (n, A): 1 for a legal action; all zero once a game is over."""
    seat: np.ndarray
    """int8 (n,): seat to act; -1 when the game is over."""
    rewards: np.ndarray
    """float32 (n, seats): nonzero only in the row where a game just ended."""
    done: np.ndarray
    """uint8 (n,): 1 where a game ended in this call."""
    visible: Games
    """Redacted records of the seats to act, one for each game (but see `Kernels.one_visible`)."""
    tally: np.ndarray
    """int32 (n, len(Tally)): results of the last game that ended in each row; see `Tally`."""


class Tally(NamedTuple):
    """Columns of `Out.tally`."""

    verdict: int = 0
    """Winning seat, or 2 for a draw."""
    reason: int = 1
    """Why the game ended: an index of `RuleSet.reasons`."""
    turns: int = 2
    decisions: int = 3
    """Decisions of all seats in the game."""
    margin: int = 4
    """Points of the first seat minus points of the second."""
    games: int = 5
    """Games finished in this row so far."""


TALLY = Tally()


class Kernels(NamedTuple):
    """The entry points of a rule set (its entry.py), which take arrays and an index.

    All are native except `start` and `apply`, which call `advance` for one game without
    observations.
    """

    start: Callable[..., None]
    """start(games, k, table, seed): set up game k and run it to the first decision. Two seeds
    that differ only in the bit `core.model.seeds.TWIN` share all dice except those of the
    set-up.
    """
    apply: Callable[..., int]
    """apply(games, k, table, action) -> 0, or 1 if the action is not legal (nothing changes)."""
    legal: Callable[..., int]
    """legal(visible, k, table, mask_row) -> number of legal actions of the seat to act."""
    redact: Callable[..., None]
    """redact(games, k, visible, j, seat): write the part of game k that `seat` may know to
    visible[j].
    """
    observe: Callable[..., None]
    """observe(visible, k, table, seat, row): write a seat's int8 observation from its redacted
    record.
    """
    returns: Callable[..., None]
    """returns(games, k, table, row): float32 returns of each seat; zero while a game is open."""
    determinize: Callable[..., None]
    """determinize(visible, k, table, seat, seed, games, j): write a complete state to games[j]
    that looks the same to `seat`, with new dice. In Battle Rider it deals unknown craft to
    unknown forces.
    """
    advance: Callable[..., None]
    """advance(games, table, actions, out, span): for rows lo..hi-1, apply actions[row], then
    redact, write the mask and observe for the seat to act. Here span = (lo, hi, auto_reset, flags).

    An illegal action loses the game for its seat. Special values: -1 only refreshes the buffers, -2
    leaves the row as it is, and -3 sets up a new game with the seed in the row. The value -4
    resumes a game that has stopped under the flag `batch.BY_TURNS` (seat -1, empty mask, not over).

    Where auto_reset is not 0, a new game replaces a finished one. The number auto_reset is a secret
    of the batch: the new game's seed derives from it and the old seed. Without auto_reset a
    finished game stays as it is: seat -1, empty mask, zero observation.

    Where observations have no columns, `advance` writes only masks, and a seat of -1 at the end.
    Then `out.visible` may be `games`, whose field `seat` holds the seat to act.
    """
    random_actions: Callable[..., None]
    """random_actions(mask, seeds, actions, lo, hi): draw one legal action for each row
    uniformly (-1 if none is legal); `seeds` int64 (n,) is advanced in place.
    """
    player: Callable[..., int] | None = None
    """player(games, k) -> the player to act, by number among the players of the seat to act.
    The record may be the true one or the one redacted for that seat. Required where
    `Scenario.players` is filled.
    """
    steps: Callable[..., int] | None = None
    """steps(games, k) -> number of steps that the engine has taken in a game. While it stays
    the same, the actions only build an order: nothing is drawn, done or revealed. Without this
    function every action counts as an order.
    """
    standings: Callable[..., None] | None = None
    """standings(games, found): write the first seat's lead in each game to float32 (n,), in
    units of the margin reward. It is privileged information.
    """
    one_visible: bool = False
    """Whether `advance` accepts an `out.visible` of a single record, which it overwrites for
    each row.
    """
    by_turns: bool = False
    """Whether `advance` supports the flag `batch.BY_TURNS`."""


@dataclass(frozen=True)
class Scenario:
    """A scenario ready to play: checked, converted to records, with its layouts."""

    ruleset: str
    name: str
    source: Mapping[str, Any]
    """The scenario file's content with options applied, as replays and bundles store it."""
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
    """Names of the players of each seat with several players, who share its information."""
    seat_scenarios: tuple[Scenario, ...] = ()
    """The scenario as each seat knows it, if it hides a part from each; see `known_to`."""

    def known_to(self, seat: int) -> Scenario:
        """Return the scenario as a seat may know it; the scenario itself where nothing is hidden.

        It has the same layouts, and the seat's determinizations play under its table. Whatever acts
        for the seat gets this one.
        """
        return self.seat_scenarios[seat] if self.seat_scenarios else self


class ActionMeaning(NamedTuple):
    """The meaning of an action for front ends, from the information of its seat."""

    kind: str
    """Its block of the action layout: `verbs`, `own_forces`."""
    piece: str | None = None
    """`data-k` of the piece that it names on the seat's own picture; None if there is none."""
    place: str | None = None
    """The hex or square that it names or that holds its piece, as printed."""
    number: int | None = None


class LogLine(NamedTuple):
    """A sentence of the log, and its subject."""

    text: str
    kind: str = ""
    """Name of its (first) event in lower case: `move`."""
    pieces: tuple[str, ...] = ()
    """`data-k` of the pieces named, if they are on the reader's own picture."""
    task: Mapping[str, Any] | None = None
    """Data of a task as far as the reader may know: `needs`, `drawn`, `parts` as [words, value]."""
    scene: Mapping[str, Any] | None = None
    """Its part in a scene, as far as the reader may know (core/presentation/scenes.py)."""


def default_action_meaning(
    visible: Games, k: int, scenario: Scenario, seat: int, action: int
) -> ActionMeaning:
    """Return only the block of an action, for rule sets without further meanings."""
    return ActionMeaning(scenario.actions.locate(action)[0])


def no_outcome(scenario: Scenario, verdict: int, reason: int, margin: int) -> str:
    """Return no step: for a rule set without an outcome table."""
    return ""


def nothing_grave(
    visible: Games, k: int, scenario: Scenario, seat: int, action: int, mask: Any
) -> str:
    """Return what an action gives up for good: nothing."""
    return ""


def no_tie_break(games: Games, k: int, scenario: Scenario) -> str:
    """Return how a tie was broken: there was none."""
    return ""


def no_decision_name(visible: Games, k: int) -> str:
    """Return no name: for rule sets whose decisions have none."""
    return ""


@dataclass(frozen=True)
class RuleSet:
    """One game: its actions, kernels and notation. Environments use nothing else."""

    name: str
    title: str
    version: int
    seats: tuple[str, ...]
    """Agent names, `red_0`, `blue_0`."""
    kernels: Callable[[], Kernels]
    """Loads the engine only when called."""
    load: Callable[..., Scenario]
    """load(scenario, *, delegate=..., max_turns=None, options=None) -> Scenario. The scenario
    is a shipped name, a path or a mapping. Errors are ScenarioError: file, field, reason.
    """
    scenarios: Callable[[], dict[str, str]]
    """Shipped scenario names, with a line about each."""
    delegates: Mapping[str, str]
    """Kind of decision -> what its standing order does."""
    recommended: tuple[str, ...]
    """The delegation that `env()` uses by default."""
    view: Callable[..., dict[str, Any]]
    """view(visible, k, scenario, seat) -> JSON-ready view of a seat, from a redacted record."""
    action_text: Callable[..., str]
    """action_text(visible, k, scenario, seat, action) -> text of an action ("TF-3", "detect",
    "7").
    """
    decision_text: Callable[..., str]
    """decision_text(visible, k, scenario, seat) -> the decision as text, with the order so far."""
    log: Callable[..., list[str]]
    """log(visible, k, scenario, seat, since) -> events from number `since` on as text; seat -1 =
    all.

    A record with a log has `log_count`, the number of events so far. In a redacted record it counts
    the events of the seat, so hidden events have no effect on it.
    """
    draw_text: Callable[..., str]
    """draw_text(visible, k, scenario, seat) -> ASCII picture."""
    draw_svg: Callable[..., str]
    """draw_svg(visible, k, scenario, seat) -> SVG picture; seat -1 = the true state."""
    rules_index: Callable[[], list[dict[str, str]]]
    """The rule matrix: id, chapter, tier, title."""
    reasons: tuple[str, ...] = ()
    """Texts for Tally.reason."""
    package: Path = Path()
    """Folder of the rule set."""
    default_scenario: str = "skirmish"
    """Shipped scenario that is played if none is named."""
    knowledge: Callable[[Scenario], Knowledge] | None = None
    """knowledge(scenario) -> the declared record of a state, and the levels of knowledge of a
    seat.
    """
    hidden: str = ""
    """One line on the information that players hide from each other."""
    chance: str = ""
    """One line on the role of chance."""
    action_meaning: Callable[..., ActionMeaning] = default_action_meaning
    """action_meaning(visible, k, scenario, seat, action) -> meaning of an action on the seat's
    picture.
    """
    lines: Callable[..., list[LogLine]] | None = None
    """lines(visible, k, scenario, seat, since) -> `log`, each sentence with its subject."""
    decision_name: Callable[..., str] = no_decision_name
    """decision_name(visible, k) -> name of the current decision (`Decision`) in lower case."""
    phases: Callable[[], tuple[str, ...]] = tuple
    """phases() -> the phases of the turn in order, as views name them."""
    task_checks: Callable[..., list[TaskCheck]] | None = None
    """task_checks(games, k, scenario, seat, since) -> tasks that the seat has tried in a
    determinization since number `since` of its true log. Without it there are no odds.
    """
    needs_answer: Callable[..., bool] | None = None
    """needs_answer(games, k, seat) -> whether a player must decide in a determinization before
    the tasks of the seat's order are tried. The first legal action is chosen for that player.
    """
    salvos: Callable[..., list[Salvo]] | None = None
    """salvos(games, k, scenario, seat, since, resume) -> how many of the missiles that the seat
    has launched in a determinization get through, for each target. They are launched since number
    `since` of its log; resume() plays on. The record is left changed. None: not offered."""
    salvo_orders: int = -1
    """Bits of the kinds of decision that standing orders make for both seats in resume(): all."""
    switches: Mapping[str, Switch] = field(default_factory=dict)
    """Keys of the section `rules:` of a scenario that choose between readings of the rules."""
    plans: Callable[..., list[tuple[int, ...]]] | None = None
    """plans(visible, k, scenario, seat, place) -> orders, as actions, that bring the piece to
    act to a place of the map, the simplest first; some may not be legal. None: not offered.
    """
    grave: Callable[..., str] = nothing_grave
    """grave(visible, k, scenario, seat, action, mask) -> what an action gives up for good, in
    words, as far as the seat knows whatever chance does; empty for nothing. `mask` as the seat has
    it, int8 (A,).
    """
    reach: Callable[..., ReachPoint | None] | None = None
    """reach(games, k, scenario, seat) -> the point of the order under way of the piece to act in
    a determinization; None if it does not move. None: not offered.
    """
    routes: Callable[..., list[Route]] | None = None
    """routes(games, k, scenario, seat) -> the cheapest way of the piece to act to each place in a
    determinization, where a move takes several orders. None: not offered.
    """
    belief: Callable[..., list[tuple[int, str]]] | None = None
    """belief(games, k, scenario, seat) -> the enemies that the seat does not see, in a
    determinization: number and square. None: not offered.
    """
    tie_break: Callable[..., str] = no_tie_break
    """tie_break(games, k, scenario) -> how a tie was broken in a finished game, as a sentence;
    empty where there was none.
    """
    outcome: Callable[..., str] = no_outcome
    """outcome(scenario, verdict, reason, margin) -> step of the scenario's outcome table for
    the tally of a finished game; empty if there is no such table.
    """
    has_public: bool = False
    """Whether `view`, `log`, `lines` and the pictures accept `perspective.PUBLIC` as a reader."""


def bind(function: Callable[..., Any], *arguments: Any) -> Callable[[], Any]:
    """Return a call of an entry point with arguments that do not change."""
    prepare = getattr(function, "bind", None)
    call: Callable[[], Any] = prepare(*arguments) if prepare else partial(function, *arguments)
    return call


def make_games(dtype: np.dtype, count: int) -> Games:
    """Allocate zeroed games."""
    return wrap_games(allocate(dtype, count))


def wrap_games(states: np.ndarray) -> Games:
    """Return an array of games with its views. Raise ValueError if it is not contiguous."""
    return Games(states, as_bytes(states), as_int64(states))


def select_games(games: Games, rows: np.ndarray) -> Games:
    """Copy some rows of games.

    As integers: NumPy copies rows of a record field by field, which takes 45 times as long.
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
