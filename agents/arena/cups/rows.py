"""A game of a cup as it is kept: one row, equal whoever played it and when."""

from __future__ import annotations

import hashlib
import zlib
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from spacecombat_agents.arena.cups.plan import Plan
from spacecombat_agents.arena.cups.schedule import Unit
from spacecombat_agents.arena.playing import ILLEGAL_WORD, Game, Played
from spacecombat_env.core.ruleset import TALLY, RuleSet

if TYPE_CHECKING:
    from spacecombat_agents.bots.games import Ended

DRAW, VOID = 2, -1
"""Verdicts that are no seat: nobody won; nothing was played."""
NORMAL, RUNNER = "normal", "runner"
CAUSES = (NORMAL, "illegal", "late", "crash", "protocol", "memory", "init", "endless", RUNNER)
"""Why a game ended: by its rules, by a fault of a player, or for no fault of theirs."""
LONGEST_NOTE = 4000
WORDS = np.dtype("<i4")


class Row(NamedTuple):
    """One game."""

    scenario: int
    """Numbers of scenario and entrants are those of the plan, from 0; `a` <= `b`."""
    a: int
    b: int
    pair: int
    """Its number between these two in this scenario, from 0."""
    game: int
    """0 where `a` sits first, 1 where it sits second."""
    seed: int
    seat_of_a: int
    verdict: int
    """Winning seat, or DRAW, or VOID."""
    reason: str
    """Why, in the rule set's words; where no word decided, the cause."""
    turns: int
    decisions_first: int
    """Words of the first seat."""
    decisions_second: int
    margin: int
    """Points of the first seat over the second's."""
    cause: str
    owner: str
    """Who is at fault: a, b, or nobody."""
    note: str
    """Of a fault: what was raised, answered or asked last."""
    words_sha: str
    """SHA-256 of the words, int32 little-endian; empty where nothing was played."""
    words: bytes | None
    """The words, compressed, of those games that can be looked at; see `packed`."""

    @property
    def score(self) -> float:
        """Score of `a`: 0, 1/2, 1."""
        return 0.5 if self.verdict == DRAW else float(self.verdict == self.seat_of_a)


KEY = Row._fields[:5]


def packed(words: np.ndarray) -> bytes:
    """Return words as they are kept."""
    return zlib.compress(words.astype(WORDS).tobytes(), 9)


def unpacked(content: bytes) -> np.ndarray:
    """Return the words of a game, int32."""
    return np.frombuffer(zlib.decompress(content), WORDS).astype(np.int32)


def words_sha(words: np.ndarray) -> str:
    """Return the SHA-256 of a game's words."""
    return hashlib.sha256(words.astype(WORDS).tobytes()).hexdigest()


def kept_words(plan: Plan, pair: int, cause: str, words: np.ndarray) -> bytes | None:
    """Return the words of a game if the plan wants them kept."""
    wanted = pair < plan.replays.pairs or (plan.replays.faults and cause != NORMAL)
    return packed(words) if wanted else None


def of_batch(
    plan: Plan, unit: Unit, rules: RuleSet, played: Played, games: list[Game]
) -> list[Row]:
    """Return the rows of a unit that was played side by side, in their order: all whole pairs."""
    words = {game.number: game.words for game in games}
    seeds, tally = played.seeds.tolist(), played.tally.tolist()
    made = _Rows(plan, unit, rules)
    whole = np.repeat(played.over.reshape(-1, 2).all(axis=1), 2)
    decisions = played.decisions.tolist()
    return [
        made.row(
            number,
            seeds[number],
            tally[number],
            decisions[number],
            played.causes.get(number, ""),
            played.notes.get(number, ""),
            words[number],
        )
        for number in np.flatnonzero(whole).tolist()
    ]


def of_game(plan: Plan, unit: Unit, rules: RuleSet, number: int, seed: int, ended: Ended) -> Row:
    """Return the row of a unit's game that was played alone."""
    told = ended.tally.tolist(), list(ended.decisions), ended.cause, ended.note, ended.words
    return _Rows(plan, unit, rules).row(number, seed, *told)


class _Rows(NamedTuple):
    """What the rows of a unit share."""

    plan: Plan
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
        words: np.ndarray,
    ) -> Row:
        """Return the row of a game; `failure` is `a.crash` and the like, or empty.

        Where no word came the engine was told one that is not legal: the cause is told as it was.
        """
        unit, (owner, _, failed) = self.unit, failure.partition(".")
        said = not failed or f".{failed}" == ILLEGAL_WORD
        cause = "illegal" if failed and said else failed or NORMAL
        pair = unit.first + number // 2
        return Row(
            *(unit.scenario, unit.a, unit.b, pair, number % 2, seed),
            seat_of_a=number % 2,
            verdict=tally[TALLY.verdict],
            reason=self.rules.reasons[tally[TALLY.reason]] if said else cause,
            turns=tally[TALLY.turns],
            decisions_first=decisions[0],
            decisions_second=decisions[1],
            margin=tally[TALLY.margin],
            cause=cause,
            owner=owner,
            note=note[-LONGEST_NOTE:],
            words_sha=words_sha(words),
            words=kept_words(self.plan, pair, cause, words),
        )


def of_nobody(unit: Unit, seeds: list[int], note: str) -> list[Row]:
    """Return the rows of a unit that could not be played, for no fault of its players."""
    return [
        Row(
            *(unit.scenario, unit.a, unit.b, unit.first + at // 2, at % 2, seed, at % 2),
            verdict=VOID,
            reason=RUNNER,
            turns=0,
            decisions_first=0,
            decisions_second=0,
            margin=0,
            cause=RUNNER,
            owner="",
            note=note[-LONGEST_NOTE:],
            words_sha="",
            words=None,
        )
        for at, seed in enumerate(seeds)
    ]
