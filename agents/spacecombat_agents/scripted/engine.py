"""Functions of captains for the engine that is chosen."""

from __future__ import annotations

import sys
from typing import Any

from spacecombat_env.core.engine import INTERPRETED, engine

__all__ = ["captain_function"]


def captain_function(captains: str, name: str) -> Any:
    """Return a function of a module of captains: from the library, or else the Python function."""
    if engine() != INTERPRETED:
        from spacecombat_agents.scripted.native import native_function

        found = native_function(captains, name)
        if found is not None:
            return found
    return getattr(sys.modules[captains], name)
