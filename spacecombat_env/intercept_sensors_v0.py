"""Intercept's sensor rules as an environment: hide and seek in space with scans.

    from spacecombat_env import intercept_sensors_v0

    env = intercept_sensors_v0.env(scenario="duel")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        done = terminated or truncated
        env.step(None if done else env.action_space(agent).sample(info["action_mask"]))

|             |                                                                                 |
|-------------|---------------------------------------------------------------------------------|
| Agents      | `red_0` (side A), `blue_0` (side B); both plot in secret, then scan in turn     |
| Actions     | `Discrete(A)` with a mask; an order takes one action or several                 |
| Observation | `{"observation": float32 (O,), "action_mask": int8 (A,)}`, relative to the agent |
| Rewards     | at the end: 1 for a win, -1 for a loss, 0 for a draw; or `reward="margin"`      |
| End         | as the scenario says, at the latest at its turn limit, which is part of the rules |
| Import      | `env` (checked), `raw_env` (unchecked), `parallel_env`; or by id, see below     |

The keywords are those of `battle_rider_v0`, with this rule set's scenarios and kinds of decision:
`scenario`, `delegate`, `max_turns`, `reward`, `options`, `render_mode`, `render_view`,
`max_cycles`, `flat`, `mask`. Copying, saving, text and views work in the same way:

    env.say("Alcyone visual 3x3 B4 2,3")
    env.view("red_0")            # the information state of side A, JSON-ready

Other forms of the same game:

- `gymnasium.make("spacecombat/InterceptSensors-v0")`: one seat against an opponent
- `gymnasium.make_vec("spacecombat/InterceptSensors-v0")`: many of them
- `spacecombat_env.make_vec("intercept_sensors")`: thousands of games, both seats
- `spacecombat_env.env.sb3_vec_env`: for Stable-Baselines3
- `pettingzoo.make("aec", "spacecombat/InterceptSensors-v0")`, or "parallel"

Version history: v0, the sensor rules. The number changes when results may change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spacecombat_env.env.aec import CheckedWrapper
from spacecombat_env.env.versioned import VersionedAEC, VersionedParallel, enums_on_demand

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from spacecombat_env.env.settings import Settings
    from spacecombat_env.rulesets.intercept_sensors.model.constants import (
        InterceptReason as Reason,
    )
    from spacecombat_env.rulesets.intercept_sensors.model.constants import (
        InterceptVerdict as Verdict,
    )

__all__ = ["Reason", "Verdict", "env", "parallel_env", "raw_env"]

RULESET = "intercept_sensors"
ENUMS = "spacecombat_env.rulesets.intercept_sensors.model.constants"
__getattr__ = enums_on_demand(__name__, ENUMS, Reason="InterceptReason", Verdict="InterceptVerdict")
"""Import `Verdict` or `Reason`, the enums of `info` at the end of a game, on first use."""


class raw_env(VersionedAEC):  # noqa: N801 (PettingZoo's name)
    """The game as an AECEnv without checks, by default "duel"; see `Settings`."""

    ruleset_name = RULESET


class parallel_env(VersionedParallel):  # noqa: N801 (PettingZoo's name)
    """The game as a ParallelEnv, by default "duel"; see `Settings` and `waiting`."""

    ruleset_name = RULESET


def env(scenario: Any = None, **settings: Unpack[Settings]) -> CheckedWrapper:
    """Return `raw_env` with PettingZoo's usual checks."""
    return CheckedWrapper(raw_env(scenario, **settings))
