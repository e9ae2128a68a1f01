"""A recorded game from one seat's view: what it saw at its decisions, and its actions.

It holds nothing of the other seat, not even how many actions it took.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from spacecombat_env.core.ruleset import Games, RuleSet, Scenario, make_games
from spacecombat_env.replay import Playback, Replay, open_replay
from spacecombat_env.replay.verifying import describe_action

__all__ = ["OrderRecord", "Trajectory", "decision_number", "record_trajectory"]

RESULTS_OF_WINNER = (1.0, -1.0)
"""A game's value for a seat that wins and for one that loses; 0 for a draw."""


class OrderRecord(NamedTuple):
    """An order of the seat."""

    first_action: int
    """Number of the seat's actions before it."""
    turn: int
    decision_text: str
    """Text of the decision at its first action."""
    actions: tuple[int, ...]
    text: str


class Trajectory(NamedTuple):
    """A game from one seat's view."""

    ruleset: RuleSet
    scenario: Scenario
    seat: int
    orders: tuple[OrderRecord, ...]
    visible: Games
    """Its redacted records at the beginning of each order, at least one."""
    observations: np.ndarray
    """float32 (n, O): its observation at each of its actions."""
    masks: np.ndarray
    """int8 (n, A): its legal actions."""
    actions: np.ndarray
    """int64 (n,): its actions."""
    decisions: np.ndarray
    """int64 (n,): the numbers of its decisions, see `decision_number`."""
    result: float | None
    """The game's result for the seat, 1 won, -1 lost; None if it did not end."""

    @property
    def seat_name(self) -> str:
        """Return the name of the seat."""
        return self.ruleset.seats[self.seat]

    @property
    def order_starts(self) -> np.ndarray:
        """Return the rows of the first actions of the orders: int64 (orders,)."""
        return np.array([order.first_action for order in self.orders], np.int64)


def decision_number(games: Games) -> int:
    """Return the number of the first game's decision; 0 in rule sets that do not number them."""
    state, names = games.states[0], games.states.dtype.names or ()
    return int(state["decision"]) if "decision" in names else 0


def record_trajectory(replay: Replay, seat: int) -> Trajectory:
    """Return the game of a replay from a seat's view; ReplayError if it cannot be played.

    An illegal action, which loses the game, is no order and is left out.
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
    """Records what a seat sees and does while a game is played."""

    def __init__(self, playback: Playback, seat: int) -> None:
        self.playback, self.seat = playback, seat
        self.order_starts_so_far: list[tuple[int, int, str]] = []
        """For each order: actions before it, turn, decision text."""
        self.texts: list[list[str]] = []
        """For each order: the texts of its actions."""
        self.records: list[np.ndarray] = []
        self.observation_rows: list[np.ndarray] = []
        self.masks: list[np.ndarray] = []
        self.actions: list[int] = []
        self.decisions: list[int] = []
        self.is_new = True
        """Whether the next action begins an order."""
        self._steps = self._count()

    def _count(self) -> int:
        """Return the engine's step count, or the number of actions if there is none."""
        steps = self.playback.kernels.steps
        return self.playback.decisions if steps is None else int(steps(self.playback.games, 0))

    def detect_new_order(self) -> None:
        """Check whether an order has ended: the engine has moved, or the other seat acts."""
        steps = self._count()
        if steps != self._steps or self.playback.seat != self.seat:
            self.is_new, self._steps = True, steps

    def record_action(self, action: int) -> None:
        """Record a decision of the seat and its action."""
        playback, out = self.playback, self.playback.out
        if self.is_new:
            turn = int(out.visible.states[0]["turn"])
            decision_text = playback.ruleset.decision_text(
                out.visible, 0, playback.scenario, self.seat
            )
            self.order_starts_so_far.append((len(self.actions), turn, decision_text))
            self.records.append(out.visible.int64[0].copy())
            self.texts.append([])
            self.is_new = False
        self.texts[-1].append(playback.action_text(action))
        self.observation_rows.append(out.observation[0].copy())
        self.masks.append(out.mask[0].copy())
        self.actions.append(int(action))
        self.decisions.append(decision_number(out.visible))

    def trajectory(self) -> Trajectory:
        """Return the recorded trajectory."""
        playback, scenario = self.playback, self.playback.scenario
        visible = make_games(scenario.table.opening.dtype, max(1, len(self.order_starts_so_far)))
        ends = [
            *(first_action for first_action, *_ in self.order_starts_so_far[1:]),
            len(self.actions),
        ]
        orders = []
        for n, ((first_action, turn, decision_text), end) in enumerate(
            zip(self.order_starts_so_far, ends, strict=False)
        ):
            visible.int64[n] = self.records[n]
            actions = tuple(self.actions[first_action:end])
            orders.append(
                OrderRecord(first_action, turn, decision_text, actions, " ".join(self.texts[n]))
            )
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
            np.array(self.decisions, np.int64),
            self._result(),
        )

    def _result(self) -> float | None:
        """Return the game's result for the seat, None if it is not over."""
        outcome = self.playback.outcome()
        if outcome is None:
            return None
        if outcome.verdict >= len(RESULTS_OF_WINNER):
            return 0.0
        return RESULTS_OF_WINNER[0] if outcome.verdict == self.seat else RESULTS_OF_WINNER[1]
