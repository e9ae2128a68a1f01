"""A campaign of Interceptor as an environment: twenty days of sealed orders between battles.

    from spacecombat_env import interceptor_campaign_v0

    env = interceptor_campaign_v0.env(war="ciria", battles="table")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        done = terminated or truncated
        mask = observation["action_mask"]
        env.step(None if done else env.action_space(agent).sample(mask))

|             |                                                                                 |
|-------------|---------------------------------------------------------------------------------|
| Agents      | `red_0`, `blue_0`; Red gives its orders first, Blue sees none of them           |
| Actions     | `Discrete(177)` with a mask; an order takes two actions or more                 |
| Observation | `{"observation": float32 (O,), "action_mask": int8 (A,)}`                       |
| Rewards     | at the end: the lead in points over a scale; or `reward="daily"`                |
| End         | the last day, or a side without hulls or crewmen                                |
| Import      | `env` (checked), `raw_env` (unchecked)                                          |

`battles="commanders"` has each battle played by `players=(red, blue)`, `battles="table"` draws
losses without play; see `CampaignEnv` and docs/interceptor/campaign_environment.md.
"""

from __future__ import annotations

from typing import Any

from pettingzoo.utils import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from spacecombat_env.env.campaign.aec import CampaignEnv

__all__ = ["env", "raw_env"]

raw_env = CampaignEnv
"""The campaign as an AECEnv without checks."""


def env(war: Any = "ciria", **settings: Any) -> OrderEnforcingWrapper[str, Any, int]:
    """Return `raw_env` with PettingZoo's checks of order and range."""
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(CampaignEnv(war, **settings)))
