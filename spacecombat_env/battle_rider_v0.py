"""Battle Rider as an environment: fleets on a hex map, hidden until a sensor finds them.

    from spacecombat_env import battle_rider_v0

    env = battle_rider_v0.env(scenario="skirmish")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        done = terminated or truncated
        env.step(None if done else env.action_space(agent).sample(info["action_mask"]))

| | |
|---|---|
| Agents | `red_0`, `blue_0`; they act in turn, as often as the rules ask them. With |
| | several players a side (option `players`) also `red_1`, ..: each sees what its side sees |
| Actions | `Discrete(A)` with a mask: an order is spoken word by word |
| Observation | `{"observation": float32 (O,), "action_mask": int8 (A,)}`, relative to the agent |
| Rewards | 1 for a win, -1 for a loss, 0 for a draw, at the end; or `reward="margin"` |
| End | as the scenario says; at the latest its turn limit, which is part of the rules |
| Import | `env` (checked), `raw_env` (bare), `parallel_env`; also by id, below |

A and O depend on the scenario's capacity class. Keywords, all optional: `scenario` (a shipped
name, a file, or its content), and `delegate`, `max_turns`, `reward`, `options`, `render_mode`,
`render_view`, `max_cycles`, `flat` and `mask`: `spacecombat_env.env.settings` says each.

An illegal word loses the game for the agent that said it. An agent that is not to act may say
nothing: its mask is all zero. A game can be copied, pickled, saved and restored, cloned for search
with fresh luck, and played in words:

    env.say("TF-2 move")         # UnknownOrderError, IllegalOrderError, AmbiguousOrderError
    env.orders(depth=2)          # the legal words, and those that may follow
    env.view("red_0")            # what Red may know, JSON-ready

Other forms of the same game: `gymnasium.make("spacecombat/BattleRider-v0")` is one seat against an
opponent, `gymnasium.make_vec` many of them, `spacecombat_env.make_vec("battle_rider")` thousands of
games for both seats, `spacecombat_env.env.sb3_vec_env` for Stable-Baselines3; and
`pettingzoo.make("aec", "spacecombat/BattleRider-v0")`, or "parallel".

Version history: v0, the basic rules. The number changes when results may change.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from spacecombat_env.env.aec import CheckedWrapper, SpaceCombatAEC
from spacecombat_env.env.parallel import WAITING, SpaceCombatParallel

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from spacecombat_env.env.settings import Settings
    from spacecombat_env.rulesets.battle_rider.model.constants.kinds import Reason, Verdict

__all__ = ["Reason", "Verdict", "env", "parallel_env", "raw_env"]

RULESET = "battle_rider"
ENUMS = "spacecombat_env.rulesets.battle_rider.model.constants.kinds"


class raw_env(SpaceCombatAEC):  # noqa: N801 (PettingZoo's name)
    """Battle Rider with nothing around it; keywords as in `Settings`."""

    def __init__(self, scenario: Any = "skirmish", **settings: Unpack[Settings]) -> None:
        super().__init__(RULESET, scenario, **settings)


class parallel_env(SpaceCombatParallel):  # noqa: N801 (PettingZoo's name)
    """Battle Rider with all seats answering each step; keywords as in `Settings`, and `waiting`."""

    def __init__(
        self,
        scenario: Any = "skirmish",
        *,
        waiting: str = WAITING[0],
        **settings: Unpack[Settings],
    ) -> None:
        super().__init__(RULESET, scenario, waiting=waiting, **settings)


def env(scenario: Any = "skirmish", **settings: Unpack[Settings]) -> CheckedWrapper:
    """Return `raw_env` with PettingZoo's usual checks around it."""
    return CheckedWrapper(raw_env(scenario, **settings))


def __getattr__(name: str) -> Any:
    """Return `Verdict` or `Reason`, the enums of `info` at the end of a game, when asked for."""
    if name in ("Reason", "Verdict"):
        return getattr(import_module(ENUMS), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
