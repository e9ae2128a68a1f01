"""A recorded game as one seat lived through it: what it was shown when it was asked, and its words.

Nothing of the other seat is kept, not even how many words it spoke.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from spacecombat_env.core.ruleset import Games, RuleSet, Scenario, make_games
from spacecombat_env.replay import Course, Replay, open_replay
from spacecombat_env.replay.verifying import said_in

WINS = (1.0, -1.0)
"""What a game is worth to a seat that wins and to one that loses; 0 where nobody does."""


class Given(NamedTuple):
    """An order as the seat gave it."""

    own: int
    """Words of the seat before it."""
    turn: int
    question: str
    """What was asked at its first word."""
    words: tuple[int, ...]
    text: str


class Life(NamedTuple):
    """A game as a seat lived through it."""

    ruleset: RuleSet
    scenario: Scenario
    seat: int
    orders: tuple[Given, ...]
    seen: Games
    """What it knew when it began each order: its redacted records, one an order, at least one."""
    observations: np.ndarray
    """float32 (n, O): what it was shown at each of its words."""
    masks: np.ndarray
    """int8 (n, A): what it could say."""
    tokens: np.ndarray
    """int64 (n,): what it said."""
    result: float | None
    """What the game was worth to it, 1 won, -1 lost; None where it was not played to its end."""

    @property
    def begins(self) -> np.ndarray:
        """Return the rows of the first words of the orders: int64 (orders,)."""
        return np.array([order.own for order in self.orders], np.int64)


def live(replay: Replay, seat: int) -> Life:
    """Return the game of a replay as a seat lived through it; ReplayError where it is none.

    A word that is not legal, which loses the game, is no order: it is left out.
    """
    course = open_replay(replay)
    diary = _Diary(course, seat)
    for number, token in enumerate(replay.tokens, start=1):
        said_in(replay, course, number, token)
        if course.seat == seat and course.is_legal(token):
            diary.write(token)
        course.speak(token)
        diary.look()
    return diary.life()


class _Diary:
    """What a seat is shown and says, written down while a game is played."""

    def __init__(self, course: Course, seat: int) -> None:
        self.course, self.seat = course, seat
        self.begun: list[tuple[int, int, str]] = []
        """Of each order: words before it, turn, question."""
        self.said: list[list[str]] = []
        """Of each order: its words in text."""
        self.records: list[np.ndarray] = []
        self.rows: list[np.ndarray] = []
        self.masks: list[np.ndarray] = []
        self.tokens: list[int] = []
        self.is_new = True
        """Whether the next word begins an order."""
        self._steps = self._count()

    def _count(self) -> int:
        """Return the steps that the engine has taken; by rules that do not count, the words."""
        steps = self.course.kernels.steps
        return self.course.spoken if steps is None else int(steps(self.course.games, 0))

    def look(self) -> None:
        """See whether an order has ended: the engine has moved, or the word has gone on."""
        steps = self._count()
        if steps != self._steps or self.course.seat != self.seat:
            self.is_new, self._steps = True, steps

    def write(self, token: int) -> None:
        """Write down a question to the seat and its word."""
        course, out = self.course, self.course.out
        if self.is_new:
            turn = int(out.seen.states[0]["turn"])
            question = course.ruleset.question(out.seen, 0, course.scenario, self.seat)
            self.begun.append((len(self.tokens), turn, question))
            self.records.append(out.seen.words[0].copy())
            self.said.append([])
            self.is_new = False
        self.said[-1].append(course.word(token))
        self.rows.append(out.observation[0].copy())
        self.masks.append(out.mask[0].copy())
        self.tokens.append(int(token))

    def life(self) -> Life:
        """Return all that was written down."""
        course, scenario = self.course, self.course.scenario
        seen = make_games(scenario.table.opening.dtype, max(1, len(self.begun)))
        ends = [*(own for own, *_ in self.begun[1:]), len(self.tokens)]
        orders = []
        for n, ((own, turn, question), end) in enumerate(zip(self.begun, ends, strict=False)):
            seen.words[n] = self.records[n]
            words = tuple(self.tokens[own:end])
            orders.append(Given(own, turn, question, words, " ".join(self.said[n])))
        rows = np.array(self.rows, np.int8).reshape(len(self.tokens), scenario.observation.size)
        masks = np.array(self.masks, np.int8).reshape(len(self.tokens), scenario.actions.size)
        return Life(
            course.ruleset,
            scenario,
            self.seat,
            tuple(orders),
            seen,
            np.multiply(rows, scenario.observation.scales),
            masks,
            np.array(self.tokens, np.int64),
            self._result(),
        )

    def _result(self) -> float | None:
        """Return what the game was worth to the seat, None where it is not over."""
        outcome = self.course.outcome()
        if outcome is None:
            return None
        if outcome.verdict >= len(WINS):
            return 0.0
        return WINS[0] if outcome.verdict == self.seat else WINS[1]
