"""The forms in which a program gives a player: its name, an agent, or a plain function."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Agent, AgentOpponent, Needs, validate_actions
from spacecombat_agents.players.roster import make_agent
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.ruleset import Games, RuleSet
from spacecombat_env.env.game import Delegation
from spacecombat_env.env.opponents import Opponent

__all__ = ["FunctionAgent", "PlayerFunction", "as_agent", "as_opponent"]

PlayerFunction = Callable[[np.ndarray, np.ndarray], Any]
"""`function(observations, masks)`: float32 (n, O) and int8 (n, A) in, n legal actions out."""
FORMS = "a name such as 'scripted:captain', an agent, or a function(observations, masks)"
FUNCTION_ARGUMENTS, OPPONENT_ARGUMENTS = 2, 5


class FunctionAgent:
    """A plain function as a player. Its own randomness, if any, is its own matter."""

    needs = Needs.OBSERVATIONS

    def __init__(self, function: PlayerFunction) -> None:
        self.function = function
        self.name = str(getattr(function, "__name__", type(function).__name__))

    def reset(self, seed: int) -> None:
        """Do nothing: a function has no state that this class knows of."""

    def act(
        self,
        observations: np.ndarray | None,
        masks: np.ndarray,
        visible: Games | None = None,
        seats: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return the function's action for each row; AgentError if it returns something else."""
        assert observations is not None
        return validate_actions(self.function(observations, masks), len(masks))


def as_agent(player: object, setting: GameSetting, what: str = "player") -> Agent:
    """Return the agent that a name, an agent or a function stands for; raise ConfigError."""
    if isinstance(player, str):
        return make_agent(player, setting)
    if isinstance(player, type):
        raise ConfigError(f"{what}={player.__name__}: is a class; give an instance or its name")
    if isinstance(player, Agent):
        return player
    if callable(player) and takes(player, FUNCTION_ARGUMENTS):
        return FunctionAgent(player)
    raise ConfigError(f"{what}={player!r}: must be {FORMS}")


def as_opponent(
    player: object,
    what: str,
    ruleset: RuleSet,
    scenario: str | Mapping[str, Any] | None,
    delegate: Delegation = None,
    max_turns: int | None = None,
    options: Mapping[str, Any] | None = None,
) -> Opponent:
    """Return a player as the opponent of environments with these settings; raise ConfigError.

    Besides what `as_agent` takes it may be an `Opponent`. `what` names the argument in errors.
    """
    is_whole = callable(player) and not isinstance(player, (type, Agent))
    if is_whole and not takes(player, FUNCTION_ARGUMENTS) and takes(player, OPPONENT_ARGUMENTS):
        opponent: Opponent = player  # type: ignore[assignment]
        return opponent
    setting = GameSetting.of(ruleset, scenario, delegate, max_turns, options)
    return AgentOpponent(as_agent(player, setting, what))


def takes(function: Any, count: int) -> bool:
    """Whether a callable takes this many arguments and needs no fewer."""
    try:
        signature = inspect.signature(function)
        signature.bind(*[None] * count)
    except ValueError:
        return count == OPPONENT_ARGUMENTS  # of compiled code, which tells no signature
    except TypeError:
        return False
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    required = [
        each
        for each in signature.parameters.values()
        if each.kind in positional and each.default is each.empty
    ]
    return count == OPPONENT_ARGUMENTS or len(required) == count
