"""Set the number of torch threads, only if torch is in use."""

from __future__ import annotations

import sys

__all__ = ["set_torch_threads"]


def set_torch_threads(count: int) -> None:
    """Set torch's threads, if a player uses it.

    By default torch takes every core of the machine, even cores that this process may not use, and
    small networks run slower.
    """
    if "torch" in sys.modules:
        from spacecombat_agents.training.torch_tools import set_threads

        set_threads(count)
