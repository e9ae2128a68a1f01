"""A stored game of a tournament: one row, independent of the machine and the time."""

from __future__ import annotations

import hashlib
import zlib
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from spacecombat_agents.arena.matches.batch_games import ILLEGAL_ACTION, BatchResult, FinishedGame
from spacecombat_agents.arena.tournament.plan import TournamentPlan
from spacecombat_agents.arena.tournament.schedule import Unit
from spacecombat_env.core.ruleset import TALLY, RuleSet

if TYPE_CHECKING:
    from spacecombat_agents.bots.match_game import BotGameResult

__all__ = [
    "GameRow",
    "KEY",
    "row_of_game",
    "rows_of_batch",
    "unpack_actions",
    "unplayed_rows",
    "words_sha",
]

DRAW, VOID = 2, -1
"""Verdicts that are not a seat: a draw, and an unplayed game."""
NORMAL, RUNNER = "normal", "runner"
CAUSES = (NORMAL, "illegal", "late", "crash", "protocol", "memory", "init", "endless", RUNNER)
"""Causes of an end: the rules, a fault of a player, or none of the players' fault."""
MAX_NOTE = 4000
ACTION_DTYPE = np.dtype("<i4")


class GameRow(NamedTuple):
    """One game."""

    scenario: int
    """Scenarios and players are numbered as in the plan, from 0; `a` <= `b`."""
    a: int
    b: int
    pair: int
    """Number between these two players in this scenario, from 0."""
    game: int
    """0 if `a` takes the first seat, 1 if it takes the second."""
    seed: int
    seat_of_a: int
    verdict: int
    """Winning seat, or DRAW, or VOID."""
    reason: str
    """Reason of the rule set; the cause if no action ended the game."""
    turns: int
    decisions_first: int
    """Actions of the first seat."""
    decisions_second: int
    margin: int
    """Points of the first seat minus points of the second."""
    cause: str
    owner: str
    """Player at fault: a, b, or empty."""
    note: str
    """Detail of a fault: what was raised, answered or last requested."""
    words_sha: str
    """SHA-256 of the actions, int32 little-endian; empty if nothing was played."""
    actions: bytes | None
    """The compressed actions of games that can be viewed; see `pack_actions`."""

    @property
    def score(self) -> float:
        """Score of `a`: 0, 1/2, 1."""
        return 0.5 if self.verdict == DRAW else float(self.verdict == self.seat_of_a)


KEY = GameRow._fields[:5]


def pack_actions(actions: np.ndarray) -> bytes:
    """Return actions in stored form."""
    return zlib.compress(actions.astype(ACTION_DTYPE).tobytes(), 9)


def unpack_actions(content: bytes) -> np.ndarray:
    """Return the actions of a game, int32."""
    return np.frombuffer(zlib.decompress(content), ACTION_DTYPE).astype(np.int32)


def words_sha(actions: np.ndarray) -> str:
    """Return the SHA-256 of a game's actions."""
    return hashlib.sha256(actions.astype(ACTION_DTYPE).tobytes()).hexdigest()


def stored_actions(
    plan: TournamentPlan, pair: int, cause: str, actions: np.ndarray
) -> bytes | None:
    """Return the packed actions of a game if the plan keeps them."""
    is_stored = pair < plan.replays.pairs or (plan.replays.faults and cause != NORMAL)
    return pack_actions(actions) if is_stored else None


def rows_of_batch(
    plan: TournamentPlan, unit: Unit, rules: RuleSet, played: BatchResult, games: list[FinishedGame]
) -> list[GameRow]:
    """Return the rows of a unit that was played as a batch, in order: all whole pairs."""
    actions = {game.number: game.actions for game in games}
    seeds, tally = played.seeds.tolist(), played.tally.tolist()
    builder = _RowBuilder(plan, unit, rules)
    in_whole_pairs = np.repeat(played.finished.reshape(-1, 2).all(axis=1), 2)
    decisions = played.decisions.tolist()
    return [
        builder.row(
            number,
            seeds[number],
            tally[number],
            decisions[number],
            played.causes.get(number, ""),
            played.notes.get(number, ""),
            actions[number],
        )
        for number in np.flatnonzero(in_whole_pairs).tolist()
    ]


def row_of_game(
    plan: TournamentPlan, unit: Unit, rules: RuleSet, number: int, seed: int, ended: BotGameResult
) -> GameRow:
    """Return the row of one game of a unit that was played game by game."""
    values = ended.tally.tolist(), list(ended.decisions), ended.cause, ended.note, ended.actions
    return _RowBuilder(plan, unit, rules).row(number, seed, *values)


class _RowBuilder(NamedTuple):
    """Builds the rows of a unit from what they share."""

    plan: TournamentPlan
    unit: Unit
    rules: RuleSet

    def row(
        self,
        number: int,
        seed: int,
        tally: list[int],
        decisions: list[int],
        failure: str,
        note: str,
        actions: np.ndarray,
    ) -> GameRow:
        """Return the row of a game; `failure` is `a.crash` and the like, or empty.

        After a failure the engine received an illegal action; the row has the true cause.
        """
        unit, (owner, _, failed) = self.unit, failure.partition(".")
        is_by_rules = not failed or f".{failed}" == ILLEGAL_ACTION
        cause = "illegal" if failed and is_by_rules else failed or NORMAL
        pair = unit.first + number // 2
        return GameRow(
            *(unit.scenario, unit.a, unit.b, pair, number % 2, seed),
            seat_of_a=number % 2,
            verdict=tally[TALLY.verdict],
            reason=self.rules.reasons[tally[TALLY.reason]] if is_by_rules else cause,
            turns=tally[TALLY.turns],
            decisions_first=decisions[0],
            decisions_second=decisions[1],
            margin=tally[TALLY.margin],
            cause=cause,
            owner=owner,
            note=note[-MAX_NOTE:],
            words_sha=words_sha(actions),
            actions=stored_actions(self.plan, pair, cause, actions),
        )


def unplayed_rows(unit: Unit, seeds: list[int], note: str) -> list[GameRow]:
    """Return the rows of a unit that could not be played, through no fault of its players."""
    return [
        GameRow(
            *(unit.scenario, unit.a, unit.b, unit.first + at // 2, at % 2, seed, at % 2),
            verdict=VOID,
            reason=RUNNER,
            turns=0,
            decisions_first=0,
            decisions_second=0,
            margin=0,
            cause=RUNNER,
            owner="",
            note=note[-MAX_NOTE:],
            words_sha="",
            actions=None,
        )
        for at, seed in enumerate(seeds)
    ]
