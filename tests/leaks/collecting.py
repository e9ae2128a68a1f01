"""Games played to the end of their first turn, and all that a seat is given of them on the way.

A seat is given its observation, its legal words, its redacted record (view, pictures and words are
made from that alone) with its log in it, and the questions that it is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.lib.recfunctions import structured_to_unstructured

from spacecombat_agents.players.scripted import captain_module
from spacecombat_agents.scripted.engine import captain_function
from spacecombat_agents.scripted.parameters import style_argument
from spacecombat_env.core.ruleset import RuleSet, Scenario, make_games

MOMENTS = ("set-up", "first turn")
"""A seat's first decision of turn 1, and its first of turn 2."""
MOST_DECISIONS = 2000
DECISIONS = 128  # kinds of question, at most


class Given(NamedTuple):
    """What one seat is given at one moment of many games, and the truth: a row a game."""

    seat: int
    game: np.ndarray
    """int (n,): seed of the game."""
    visible: np.ndarray
    """Redacted records, log in it, shape (n,)."""
    truth: np.ndarray
    """True records, shape (n,), for the secrets to be guessed."""
    observation: np.ndarray
    mask: np.ndarray
    to_act: np.ndarray
    """int (n, QUESTIONS): how often the seat was asked each kind of question so far."""

    def where(self, kept: np.ndarray) -> Given:
        """Return the games marked in a bool array of shape (n,)."""
        return Given(self.seat, *(column[kept] for column in self[1:]))

    def columns(self) -> np.ndarray:
        """Return all that is given as numbers, float32 (n, columns), but what never changes."""
        parts = [numbers(self.visible), self.observation, self.mask, self.to_act]
        return varied(np.concatenate([np.asarray(part, np.float32) for part in parts], axis=1))


def numbers(records: np.ndarray) -> np.ndarray:
    """Return every field of records as float32 (n, fields)."""
    return np.asarray(structured_to_unstructured(records), np.float32)


def varied(columns: np.ndarray) -> np.ndarray:
    """Return the columns that are not the same in every row."""
    return columns[:, (columns != columns[:1]).any(axis=0)]


class Play:
    """Games of one scenario, one after another, by one kind of player in both seats.

    `player` is "random", or the name of a doctrine of the scripted captain. Where `quiet` is given,
    quiet(state, mask) names a word for some questions, or -1 to leave it to the player: so can a
    player keep back every act that the other side sees.
    """

    def __init__(
        self,
        ruleset: RuleSet,
        scenario: Any,
        player: str = "random",
        quiet: Callable[[Any, np.ndarray], int] | None = None,
        **settings: Any,
    ) -> None:
        self.scenario: Scenario = ruleset.load(scenario, **settings)
        self.kernels = ruleset.kernels()
        self.quiet = quiet
        dtype = self.scenario.table.opening.dtype
        self.games, self.visible = make_games(dtype, 1), make_games(dtype, 1)
        self.mask = np.zeros((1, self.scenario.actions.size), np.int8)
        self.actions = np.zeros(1, np.int64)
        self.luck = np.zeros(1, np.int64)
        self.captain = None if player == "random" else captain_module(ruleset.name)
        self.doctrine = style_argument(self.captain, player) if self.captain else 0
        if self.captain is not None:
            self.choose = captain_function(self.captain.__name__, "choose")

    def word(self) -> int:
        """Return the word of the seat to act."""
        state = self.games.states[0]
        self.kernels.legal(self.games, 0, self.scenario.table, self.mask[0])
        word = self.quiet(state, self.mask[0]) if self.quiet else -1
        if word >= 0:
            return word
        self.kernels.random_actions(self.mask, self.luck, self.actions, 0, 1)
        if self.captain is None:
            return int(self.actions[0])
        self.kernels.redact(self.games, 0, self.visible, 0, int(state.seat))
        drawn = (
            (np.abs(self.luck) % 2**31,)
            if getattr(self.captain, "NEEDS_RANDOM_BITS", False)
            else ()
        )
        table, rows = self.scenario.table, np.zeros(1, np.int64)
        self.choose(self.visible, table, self.mask, self.doctrine, rows, self.actions, *drawn)
        return int(self.actions[0])

    def collect(self, seeds: Sequence[int]) -> dict[tuple[str, int], Given]:
        """Play games to each seat's first decision of turn 2; return what is given by moment, seat.

        A game that ends before, or in which a seat is not asked, is left out there.
        """
        rows: dict[tuple[str, int], list[tuple[Any, ...]]] = {
            (moment, seat): [] for moment in MOMENTS for seat in range(2)
        }
        for seed in seeds:
            self._play(int(seed), rows)
        return {key: self._given(key[1], kept) for key, kept in rows.items() if kept}

    def _play(self, seed: int, rows: dict[tuple[str, int], list[tuple[Any, ...]]]) -> None:
        """Play one game and append a row to each list whose moment comes."""
        state = self.games.states[0]
        self.kernels.start(self.games, 0, self.scenario.table, seed)
        self.luck[0] = seed
        asked = np.zeros((2, DECISIONS), np.int16)
        due = [0, 0]
        for _ in range(MOST_DECISIONS):
            if state.verdict >= 0:
                return
            seat, turn = int(state.seat), int(state.turn)
            asked[seat, int(state.decision)] += 1
            if turn > due[seat]:
                if turn <= len(MOMENTS):
                    rows[MOMENTS[turn - 1], seat].append(self._row(seed, seat, asked))
                due[seat] = turn
                if min(due) >= len(MOMENTS):
                    return
            self.kernels.apply(self.games, 0, self.scenario.table, self.word())

    def _row(self, seed: int, seat: int, asked: np.ndarray) -> tuple[Any, ...]:
        """Return all that the seat is given now, and the truth."""
        self.kernels.redact(self.games, 0, self.visible, 0, seat)
        observation = np.zeros(self.scenario.observation.size, np.int8)
        self.kernels.observe(self.visible, 0, self.scenario.table, seat, observation)
        mask = np.zeros(self.scenario.actions.size, np.int8)
        self.kernels.legal(self.visible, 0, self.scenario.table, mask)
        visible, truth = self.visible.states[:1].copy(), self.games.states[:1].copy()
        return seed, visible, truth, observation, mask, asked[seat].copy()

    def _given(self, seat: int, kept: list[tuple[Any, ...]]) -> Given:
        """Return rows as arrays."""
        seeds, visible, truth, observation, mask, asked = zip(*kept, strict=True)
        return Given(
            seat,
            np.array(seeds),
            np.concatenate(visible),
            np.concatenate(truth),
            np.array(observation),
            np.array(mask),
            np.array(asked),
        )
