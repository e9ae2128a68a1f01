"""An agent acts for a seat, action by action."""

from __future__ import annotations

import enum
from typing import Any, Protocol

import numpy as np

from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.ruleset import Games, wrap_games
from spacecombat_env.env.game import Game

__all__ = ["MAX_ACTIONS", "TableAgent", "UNTIL", "choose_action", "period_key"]

UNTIL = ("order", "phase", "turn", "game")
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


def choose_action(agent: TableAgent, game: Game) -> int:
    """Return an agent's action for the seat to act; the agent gets copies of the seat's
    information.
    """
    seats = np.array([game.seat], np.int8)
    observations = game.floats()[None] if _needs(agent, "OBSERVATIONS") else None
    visible = wrap_games(game.out.visible.states.copy()) if _needs(agent, "RECORDS") else None
    answer = np.asarray(agent.act(observations, game.mask[None].copy(), visible, seats))
    if answer.shape != (1,) or answer.dtype.kind not in "iu":
        raise ConfigError(f"an agent answered {answer.dtype} {answer.shape}, not one whole number")
    return int(answer[0])


def _needs(agent: TableAgent, name: str) -> bool:
    """Whether an agent reads an input."""
    needs: Any = agent.needs
    return type(needs)[name] in needs


def period_key(game: Game, until: str) -> tuple[int, ...]:
    """Return a value that stays the same until the phase or the turn ends."""
    names = game.games.states.dtype.names or ()
    fields = {"phase": ("turn", "phase"), "turn": ("turn",)}.get(until, ())
    return tuple(int(game.games.states[name][0]) for name in fields if name in names)
