"""The forms in which a program gives a player: its name, an agent, or a plain function."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.agent_opponent import AgentOpponent
from spacecombat_agents.players.base import Agent, Needs, validate_actions
from spacecombat_agents.players.roster import make_agent
from spacecombat_env import registry
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.ruleset import Games, RuleSet, Scenario
from spacecombat_env.env.game import Delegation
from spacecombat_env.env.opponents import Opponent

__all__ = [
    "FunctionAgent",
    "PlayerFunction",
    "as_agent",
    "as_battle_player",
    "as_opponent",
    "make_battle_player",
]

PlayerFunction = Callable[[np.ndarray, np.ndarray], Any]
"""`function(observations, masks)`: float32 (n, O) and int8 (n, A) in, n legal actions out."""
FORMS = "a name such as 'scripted:captain', an agent, or a function(observations, masks)"
MAKER_ARGUMENTS, FUNCTION_ARGUMENTS, OPPONENT_ARGUMENTS = 1, 2, 5
BATTLES = "interceptor"
"""The rule set of the battles of a campaign."""


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


def as_battle_player(player: object, what: str) -> Any:
    """Return a player of a campaign's battles, or a function that makes one for a scenario.

    Besides what `as_agent` takes, a player may be such a function, an object with `act`, or None:
    random play. Raises ConfigError, in which `what` names the argument.
    """
    if isinstance(player, str):
        make_agent(player, GameSetting.of(BATTLES))  # an unknown name fails before the first battle
        return functools.partial(make_battle_player, player)
    is_instance = not isinstance(player, type)
    is_maker = is_instance and callable(player) and takes(player, MAKER_ARGUMENTS)
    if player is None or is_maker or (is_instance and hasattr(player, "act")):
        return player
    return as_agent(player, GameSetting.of(BATTLES), what)


def make_battle_player(name: str, scenario: Scenario) -> Agent:
    """Return the player of a name for a battle's scenario."""
    ruleset = registry.ruleset(BATTLES)
    delegate = dict(zip(ruleset.seats, scenario.delegate, strict=True))
    return make_agent(name, GameSetting(ruleset, scenario.source, delegate))


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
