"""Environments of campaigns, played at random."""

import numpy as np

from spacecombat_env import interceptor_campaign_v0


def made(**settings):
    """An environment with battles by the table, at its first decision."""
    env = interceptor_campaign_v0.raw_env(**{"battles": "table", **settings})
    env.reset(seed=5)
    return env


def legal(env):
    """The legal actions."""
    return np.flatnonzero(env.observe(env.agent_selection)["action_mask"])


def play_on(env, generator, until=lambda env: False):
    """Play at random until the end, or until something holds; yield before each step."""
    while not any(env.terminations.values()) and not until(env):
        yield env
        env.step(int(generator.choice(legal(env))))
