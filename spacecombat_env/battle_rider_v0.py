"""Battle Rider as an environment: fleets on a hex map, hidden until a sensor finds them.

    from spacecombat_env import battle_rider_v0

    env = battle_rider_v0.env(scenario="skirmish")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        done = terminated or truncated
        env.step(None if done else env.action_space(agent).sample(info["action_mask"]))

|             |                                                                                 |
|-------------|---------------------------------------------------------------------------------|
| Agents      | `red_0`, `blue_0`; the rules give the order of their decisions. The option      |
|             | `players` adds `red_1`, ... to a side; they see what their side sees            |
| Actions     | `Discrete(A)` with a mask; an order takes one action or several                 |
| Observation | `{"observation": float32 (O,), "action_mask": int8 (A,)}`, relative to the agent |
| Rewards     | at the end: 1 for a win, -1 for a loss, 0 for a draw; or `reward="margin"`      |
| End         | as the scenario says, at the latest at its turn limit, which is part of the rules |
| Import      | `env` (checked), `raw_env` (unchecked), `parallel_env`; or by id, see below     |

A and O depend on the scenario's capacity class. All keywords are optional: `scenario` (a shipped
name, a file, or its content), `delegate`, `max_turns`, `reward`, `options`, `render_mode`,
`render_view`, `max_cycles`, `flat` and `mask`. They are documented in
`spacecombat_env.env.settings`.

An illegal action loses the game for its agent. An agent that is not to act has a mask of zeros. A
game can be copied, pickled, saved and restored, cloned for search with new dice, and played with
text:

    env.say("TF-2 move")         # UnknownOrderError, IllegalOrderError, AmbiguousOrderError
    env.orders(depth=2)          # the legal actions, and those that may follow
    env.view("red_0")            # Red's information state, JSON-ready

Other forms of the same game:

- `gymnasium.make("spacecombat/BattleRider-v0")`: one seat against an opponent
- `gymnasium.make_vec("spacecombat/BattleRider-v0")`: many of them
- `spacecombat_env.make_vec("battle_rider")`: thousands of games, both seats
- `spacecombat_env.env.sb3_vec_env`: for Stable-Baselines3
- `pettingzoo.make("aec", "spacecombat/BattleRider-v0")`, or "parallel"

Version history: v0, the complete rules. The number changes when results may change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spacecombat_env.env.aec import CheckedWrapper
from spacecombat_env.env.versioned import VersionedAEC, VersionedParallel, enums_on_demand

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from spacecombat_env.env.settings import Settings
    from spacecombat_env.rulesets.battle_rider.model.constants.categories import Reason, Verdict

__all__ = ["Reason", "Verdict", "env", "parallel_env", "raw_env"]

RULESET = "battle_rider"
ENUMS = "spacecombat_env.rulesets.battle_rider.model.constants.categories"
__getattr__ = enums_on_demand(__name__, ENUMS, Reason="Reason", Verdict="Verdict")
"""Import `Verdict` or `Reason`, the enums of `info` at the end of a game, on first use."""


class raw_env(VersionedAEC):  # noqa: N801 (PettingZoo's name)
    """Battle Rider as an AECEnv without checks, by default "skirmish"; see `Settings`."""

    ruleset_name = RULESET


class parallel_env(VersionedParallel):  # noqa: N801 (PettingZoo's name)
    """Battle Rider as a ParallelEnv, by default "skirmish"; see `Settings` and `waiting`."""

    ruleset_name = RULESET


def env(scenario: Any = None, **settings: Unpack[Settings]) -> CheckedWrapper:
    """Return `raw_env` with PettingZoo's usual checks."""
    return CheckedWrapper(raw_env(scenario, **settings))
