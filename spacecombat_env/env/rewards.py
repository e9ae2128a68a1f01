"""Rewards. Every reward before the end of a game is zero."""

from __future__ import annotations

from spacecombat_env.core.errors import ConfigError

__all__ = ["margin_flag"]

REWARDS = {
    "terminal": "1 for a win, -1 for a loss, 0 for a draw",
    "margin": "the margin of points as a share, as the rule set defines it; between -1 and 1",
}


def margin_flag(reward: str) -> int:
    """Return the `advance` argument for a kind of reward: 1 for the margin, 0 for the result."""
    if reward not in REWARDS:
        known = "; ".join(f"{kind!r}: {meaning}" for kind, meaning in REWARDS.items())
        raise ConfigError(f"no reward is called {reward!r}; there are {known}")
    return int(reward == "margin")
