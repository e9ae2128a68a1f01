"""A recorded game as one seat lived through it: what it was shown when it was asked, and its words.

Nothing of the other seat is kept, not even how many actions it took.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from spacecombat_env.core.ruleset import Games, RuleSet, Scenario, make_games
from spacecombat_env.replay import Playback, Replay, open_replay
from spacecombat_env.replay.verifying import describe_action

RESULTS_OF_WINNER = (1.0, -1.0)
"""What a game is worth to a seat that wins and to one that loses; 0 where nobody does."""


class OrderRecord(NamedTuple):
    """An order as the seat gave it."""

    first_action: int
    """Actions of the seat before it."""
    turn: int
    question: str
    """What was asked at its first action."""
    actions: tuple[int, ...]
    text: str


class Trajectory(NamedTuple):
    """A game as a seat lived through it."""

    ruleset: RuleSet
    scenario: Scenario
    seat: int
    orders: tuple[OrderRecord, ...]
    visible: Games
    """What it knew when it began each order: its redacted records, one an order, at least one."""
    observations: np.ndarray
    """float32 (n, O): what it was shown at each of its actions."""
    masks: np.ndarray
    """int8 (n, A): what it could say."""
    actions: np.ndarray
    """int64 (n,): what it said."""
    result: float | None
    """What the game was worth to it, 1 won, -1 lost; None where it was not played to its end."""

    @property
    def order_starts(self) -> np.ndarray:
        """Return the rows of the first actions of the orders: int64 (orders,)."""
        return np.array([order.first_action for order in self.orders], np.int64)


def record_trajectory(replay: Replay, seat: int) -> Trajectory:
    """Return the game of a replay as a seat lived through it; ReplayError where it is none.

    An action that is not legal, which loses the game, is no order: it is left out.
    """
    playback = open_replay(replay)
    recorder = _TrajectoryRecorder(playback, seat)
    for number, action in enumerate(replay.actions, start=1):
        describe_action(replay, playback, number, action)
        if playback.seat == seat and playback.is_legal(action):
            recorder.record_action(action)
        playback.step(action)
        recorder.detect_new_order()
    return recorder.trajectory()


class _TrajectoryRecorder:
    """What a seat is shown and says, written down while a game is played."""

    def __init__(self, playback: Playback, seat: int) -> None:
        self.playback, self.seat = playback, seat
        self.order_starts_so_far: list[tuple[int, int, str]] = []
        """Of each order: actions before it, turn, question."""
        self.texts: list[list[str]] = []
        """Of each order: its actions in text."""
        self.records: list[np.ndarray] = []
        self.observation_rows: list[np.ndarray] = []
        self.masks: list[np.ndarray] = []
        self.actions: list[int] = []
        self.is_new = True
        """Whether the next action begins an order."""
        self._steps = self._count()

    def _count(self) -> int:
        """Return the steps that the engine has taken; by rules that do not count, the actions."""
        steps = self.playback.kernels.steps
        return self.playback.decisions if steps is None else int(steps(self.playback.games, 0))

    def detect_new_order(self) -> None:
        """See whether an order has ended: the engine has moved, or the word has gone on."""
        steps = self._count()
        if steps != self._steps or self.playback.seat != self.seat:
            self.is_new, self._steps = True, steps

    def record_action(self, action: int) -> None:
        """Write down a question to the seat and its action."""
        playback, out = self.playback, self.playback.out
        if self.is_new:
            turn = int(out.visible.states[0]["turn"])
            question = playback.ruleset.decision_text(out.visible, 0, playback.scenario, self.seat)
            self.order_starts_so_far.append((len(self.actions), turn, question))
            self.records.append(out.visible.int64[0].copy())
            self.texts.append([])
            self.is_new = False
        self.texts[-1].append(playback.action_text(action))
        self.observation_rows.append(out.observation[0].copy())
        self.masks.append(out.mask[0].copy())
        self.actions.append(int(action))

    def trajectory(self) -> Trajectory:
        """Return all that was written down."""
        playback, scenario = self.playback, self.playback.scenario
        visible = make_games(scenario.table.opening.dtype, max(1, len(self.order_starts_so_far)))
        ends = [
            *(first_action for first_action, *_ in self.order_starts_so_far[1:]),
            len(self.actions),
        ]
        orders = []
        for n, ((first_action, turn, question), end) in enumerate(
            zip(self.order_starts_so_far, ends, strict=False)
        ):
            visible.int64[n] = self.records[n]
            words = tuple(self.actions[first_action:end])
            orders.append(OrderRecord(first_action, turn, question, words, " ".join(self.texts[n])))
        observation_rows = np.array(self.observation_rows, np.int8).reshape(
            len(self.actions), scenario.observation.size
        )
        masks = np.array(self.masks, np.int8).reshape(len(self.actions), scenario.actions.size)
        return Trajectory(
            playback.ruleset,
            scenario,
            self.seat,
            tuple(orders),
            visible,
            np.multiply(observation_rows, scenario.observation.scales),
            masks,
            np.array(self.actions, np.int64),
            self._result(),
        )

    def _result(self) -> float | None:
        """Return what the game was worth to the seat, None where it is not over."""
        outcome = self.playback.outcome()
        if outcome is None:
            return None
        if outcome.verdict >= len(RESULTS_OF_WINNER):
            return 0.0
        return RESULTS_OF_WINNER[0] if outcome.verdict == self.seat else RESULTS_OF_WINNER[1]
