"""An agent acts for a seat, action by action."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import NamedTuple, Protocol, cast

import numpy as np

from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.ruleset import Games, wrap_games
from spacecombat_env.env.game import Game
from spacecombat_env.env.table.offers import decision_point, order_ending

__all__ = [
    "MAX_ACTIONS",
    "Period",
    "SeatAgent",
    "SeatObservation",
    "TableAgent",
    "UNTIL",
    "choose_action",
    "observe",
    "period_key",
    "suggest",
]

UNTIL = ORDER, *_, GAME = ("order", "phase", "turn", "game")
"""Periods after which an agent stops acting."""
MAX_ACTIONS = 2000
"""Maximum of actions that an agent may choose in one call."""


class TableAgent(Protocol):
    """An agent: a batch of decisions in, one action for each out. A table passes one at a time.

    `needs` is a flag with members OBSERVATIONS and RECORDS. Inputs that it does not need are left
    out.
    """

    @property
    def needs(self) -> enum.Flag:
        """The inputs that `act` reads."""
        ...

    def act(
        self,
        observations: np.ndarray | None,
        masks: np.ndarray,
        visible: Games | None = None,
        seats: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return one legal action for each row."""
        ...


class SeatObservation(NamedTuple):
    """A decision of a seat: copies of what the seat may know, as a batch of one."""

    at: int
    """Number of actions that the seat has chosen."""
    observations: np.ndarray | None
    """float32 (1, O)."""
    masks: np.ndarray
    """int8 (1, A)."""
    visible: Games | None
    seats: np.ndarray
    """int8 (1,)."""


class SeatAgent(Protocol):
    """An agent at a seat, which also reads how many actions its seat has chosen."""

    @property
    def needs(self) -> enum.Flag:
        """The inputs that `choose_action` reads."""
        ...

    def choose_action(self, observation: SeatObservation) -> int:
        """Return a legal action."""
        ...


class Period(NamedTuple):
    """A time during which an agent acts for a seat."""

    until: str
    """One of UNTIL."""
    moment: tuple[int, ...]
    """Value of `period_key` until its end."""


def observe(game: Game, needs: enum.Flag, at: int = 0) -> SeatObservation:
    """Return the decision of the seat to act for an agent that needs these inputs."""
    is_needed = type(needs).__members__
    observations = game.floats()[None] if is_needed["OBSERVATIONS"] in needs else None
    records = game.out.visible.states
    visible = wrap_games(records.copy()) if is_needed["RECORDS"] in needs else None
    seats = np.array([game.seat], np.int8)
    return SeatObservation(at, observations, game.mask[None].copy(), visible, seats)


def choose_action(agent: TableAgent | SeatAgent, observation: SeatObservation) -> int:
    """Return an agent's action. Raise ConfigError if it is not a whole number."""
    choose: Callable[[SeatObservation], int] | None = getattr(agent, "choose_action", None)
    if choose is not None:
        return choose(observation)
    answer = np.asarray(cast(TableAgent, agent).act(*observation[1:]))
    if answer.shape != (1,) or answer.dtype.kind not in "iu":
        raise ConfigError(f"an agent answered {answer.dtype} {answer.shape}, not one whole number")
    return int(answer[0])


def suggest(
    game: Game, blank: bytes, agent: TableAgent | SeatAgent, at: int = 0
) -> tuple[int, ...]:
    """Return the actions with which an agent would complete the order of the seat to act.

    `game` is a determinization, which is changed; `blank` is the seat's order before its first
    action; `at` is how many actions it has chosen.
    """
    actions = list[int]()
    while len(actions) < MAX_ACTIONS:
        before, action = decision_point(game), choose_action(agent, observe(game, agent.needs, at))
        if not game.is_legal(action):
            raise ConfigError(f"an agent answered {action}, which is not legal")
        game.step(action)
        actions.append(action)
        at += 1
        if game.seat < 0 or order_ending(before, game, blank):
            break
    return tuple(actions)


def period_key(game: Game, until: str) -> tuple[int, ...]:
    """Return a value that stays the same until the phase or the turn ends."""
    names = game.games.states.dtype.names or ()
    fields = {"phase": ("turn", "phase"), "turn": ("turn",)}.get(until, ())
    return tuple(int(game.games.states[name][0]) for name in fields if name in names)
