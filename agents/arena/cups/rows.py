"""A game of a cup as it is kept: one row, equal whoever played it and when."""

from __future__ import annotations

import hashlib
import zlib
from typing import NamedTuple

import numpy as np

from spacecombat_agents.arena.cups.plan import Plan
from spacecombat_agents.arena.cups.schedule import Unit
from spacecombat_agents.arena.match import ILLEGAL_WORD, Game, Played
from spacecombat_env.core.ruleset import TALLY, RuleSet

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
    """Return the rows of a unit that was played side by side, in their order."""
    words = {game.number: game.words for game in games}
    seeds, seats, tally = played.seeds.tolist(), played.seat_of_a.tolist(), played.tally.tolist()
    rows = []
    for number, (first, second) in enumerate(played.decisions.tolist()):
        pair, own = unit.first + number // 2, tally[number]
        owner, _, failed = played.causes.get(number, "").partition(".")
        said = not failed or f".{failed}" == ILLEGAL_WORD
        cause = "illegal" if failed and said else failed or NORMAL
        rows.append(
            Row(
                scenario=unit.scenario,
                a=unit.a,
                b=unit.b,
                pair=pair,
                game=number % 2,
                seed=seeds[number],
                seat_of_a=seats[number],
                verdict=own[TALLY.verdict],
                reason=rules.reasons[own[TALLY.reason]] if said else cause,
                turns=own[TALLY.turns],
                decisions_first=first,
                decisions_second=second,
                margin=own[TALLY.margin],
                cause=cause,
                owner=owner,
                note=played.notes.get(number, "")[-LONGEST_NOTE:],
                words_sha=words_sha(words[number]),
                words=kept_words(plan, pair, cause, words[number]),
            )
        )
    return rows


def of_nobody(unit: Unit, seeds: list[int], note: str) -> list[Row]:
    """Return the rows of a unit that could not be played, for no fault of its players."""
    nothing = {"turns": 0, "decisions_first": 0, "decisions_second": 0, "margin": 0}
    rest = {"owner": "", "note": note[-LONGEST_NOTE:], "words_sha": "", "words": None, **nothing}
    return [
        Row(
            *(unit.scenario, unit.a, unit.b, unit.first + at // 2, at % 2),
            seed=seed,
            seat_of_a=at % 2,
            verdict=VOID,
            reason=RUNNER,
            cause=RUNNER,
            **rest,
        )
        for at, seed in enumerate(seeds)
    ]
