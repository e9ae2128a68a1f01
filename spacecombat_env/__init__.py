"""Tabletop space combat games as reinforcement-learning environments with hidden information.

Importing this package makes every rule set known to `gymnasium.make` and `pettingzoo.make`. The
engine is loaded when a game is first made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spacecombat_env.env.registration import register_all

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from spacecombat_env.env.settings import GameSettings
    from spacecombat_env.env.vector.batch import BatchEnv

__version__ = "0.1.0"


def list_rulesets() -> list[str]:
    """Return the names of the rule sets that can be played."""
    from spacecombat_env import registry

    return registry.names()


def make_vec(
    name: str,
    scenario: str | None = None,
    *,
    num_envs: int = 256,
    threads: int | None = None,
    auto_reset: bool = True,
    keep_visible: bool = False,
    **settings: Unpack[GameSettings],
) -> BatchEnv:
    """Return many games of a rule set in one batch.

    See `spacecombat_env.env.vector.batch.BatchEnv`.
    """
    from spacecombat_env.env.vector.batch import BatchEnv

    return BatchEnv(
        name,
        scenario,
        num_envs=num_envs,
        threads=threads,
        auto_reset=auto_reset,
        keep_visible=keep_visible,
        **settings,
    )


register_all()
