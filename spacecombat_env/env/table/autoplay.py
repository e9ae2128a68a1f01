"""An agent speaks for a seat: word by word, as the seat would."""

from __future__ import annotations

import enum
from typing import Any, Protocol

import numpy as np

from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.ruleset import Games, wrap_games
from spacecombat_env.env.game import Game

UNTIL = ("order", "phase", "turn", "game")
"""What may come to its end before an agent stops speaking."""
MAX_ACTIONS = 2000
"""Words that an agent may say in one go."""


class TableAgent(Protocol):
    """An agent: many questions in, one word each out; a table asks it one at a time.

    `needs` is a flag with members OBSERVATIONS and SEEN: what it does not need is not given.
    """

    @property
    def needs(self) -> enum.Flag:
        """Which inputs `act` reads."""
        ...

    def act(
        self,
        observations: np.ndarray | None,
        masks: np.ndarray,
        visible: Games | None = None,
        seats: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return one legal word for each row."""
        ...


def choose_action(agent: TableAgent, game: Game) -> int:
    """Return an agent's word for the seat to act; it is given copies of what the seat may know."""
    seats = np.array([game.seat], np.int8)
    observations = game.floats()[None] if _needs(agent, "OBSERVATIONS") else None
    visible = wrap_games(game.out.visible.states.copy()) if _needs(agent, "SEEN") else None
    answer = np.asarray(agent.act(observations, game.mask[None].copy(), visible, seats))
    if answer.shape != (1,) or answer.dtype.kind not in "iu":
        raise ConfigError(f"an agent answered {answer.dtype} {answer.shape}, not one whole number")
    return int(answer[0])


def _needs(agent: TableAgent, name: str) -> bool:
    """Whether an agent reads an input."""
    needs: Any = agent.needs
    return type(needs)[name] in needs


def period_key(game: Game, until: str) -> tuple[int, ...]:
    """Return what stays the same until the phase or the turn has ended."""
    names = game.games.states.dtype.names or ()
    wanted = {"phase": ("turn", "phase"), "turn": ("turn",)}.get(until, ())
    return tuple(int(game.games.states[name][0]) for name in wanted if name in names)
