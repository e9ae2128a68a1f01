"""Interceptor as an environment: fighters with facing, thrust and armour, two sides on a hex map.

    from spacecombat_env import interceptor_v1

    env = interceptor_v1.env(scenario="duel")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        done = terminated or truncated
        env.step(None if done else env.action_space(agent).sample(info["action_mask"]))

|             |                                                                                 |
|-------------|---------------------------------------------------------------------------------|
| Agents      | `red_0` (Commonwealth, Renegades or KessRith), `blue_0` (TOG); they move in turn |
| Actions     | `Discrete(A)` with a mask; an order takes one action or several                 |
| Observation | `{"observation": float32 (O,), "action_mask": int8 (A,)}`, relative to the agent |
| Rewards     | at the end: 1 for a win, -1 for a loss, 0 for a draw; or `reward="margin"`      |
| End         | a side has nothing left to fight with, or the scenario's turn limit             |
| Import      | `env` (checked), `raw_env` (unchecked), `parallel_env`; or by id, see below     |

The keywords are those of `battle_rider_v0`, with this rule set's scenarios and kinds of decision:
`scenario`, `delegate`, `max_turns`, `reward`, `options`, `render_mode`, `render_view`,
`max_cycles`, `flat`, `mask`. Copying, saving, text and views work in the same way:

    env.view("red_0")            # Red's information state, JSON-ready

Other forms of the same game:

- `gymnasium.make("spacecombat/Interceptor-v1")`: one seat against an opponent
- `gymnasium.make_vec("spacecombat/Interceptor-v1")`: many of them
- `spacecombat_env.make_vec("interceptor")`: thousands of games, both seats
- `spacecombat_env.env.sb3_vec_env`: for Stable-Baselines3
- `pettingzoo.make("aec", "spacecombat/Interceptor-v1")`, or "parallel"

Version history: v1, wider actions and observation, for the second half of the book; v0, fighters
and corvettes. The number changes when results may change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spacecombat_env.env.aec import CheckedWrapper
from spacecombat_env.env.versioned import VersionedAEC, VersionedParallel, enums_on_demand

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from spacecombat_env.env.settings import Settings
    from spacecombat_env.rulesets.interceptor.model.constants.categories import Reason, Verdict

__all__ = ["Reason", "Verdict", "env", "parallel_env", "raw_env"]

RULESET = "interceptor"
ENUMS = "spacecombat_env.rulesets.interceptor.model.constants.categories"
__getattr__ = enums_on_demand(__name__, ENUMS, Reason="Reason", Verdict="Verdict")
"""Import `Verdict` or `Reason`, the enums of `info` at the end of a game, on first use."""


class raw_env(VersionedAEC):  # noqa: N801 (PettingZoo's name)
    """The game as an AECEnv without checks, by default "asteroid_field"; see `Settings`."""

    ruleset_name = RULESET


class parallel_env(VersionedParallel):  # noqa: N801 (PettingZoo's name)
    """The game as a ParallelEnv, by default "asteroid_field"; see `Settings` and `waiting`."""

    ruleset_name = RULESET


def env(scenario: Any = None, **settings: Unpack[Settings]) -> CheckedWrapper:
    """Return `raw_env` with PettingZoo's usual checks."""
    return CheckedWrapper(raw_env(scenario, **settings))
