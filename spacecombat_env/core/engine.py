"""Which engine plays: the native library, its checked build, or the rules interpreted."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from spacecombat_env.core.errors import ConfigError

if TYPE_CHECKING:
    from spacecombat_env.core.ruleset import Kernels

VARIABLE = "SPACECOMBAT_ENGINE"
NATIVE, CHECKED, INTERPRETED = "native", "checked", "interpreted"
ENGINES = (NATIVE, CHECKED, INTERPRETED)


def engine() -> str:
    """Return the engine that the environment variable chooses. Raise ConfigError for another."""
    chosen = os.environ.get(VARIABLE) or NATIVE
    if chosen not in ENGINES:
        raise ConfigError(f"{VARIABLE}={chosen}: must be one of {', '.join(ENGINES)}")
    return chosen


def choose_kernels(package: str, interpreted: Callable[[], Kernels]) -> Kernels:
    """Return the kernels of a rule set: those of the library, or the interpreted ones."""
    if load_engine() != INTERPRETED:
        from spacecombat_env.native.library import native_kernels

        native = native_kernels(package)
        if native is not None:
            return native
    return interpreted()


def load_engine() -> str:
    """Load the engine that is chosen, and return which one runs.

    In a checkout this builds the native engine if its sources have changed. Without a library
    everything runs interpreted.
    """
    if engine() == INTERPRETED:
        return INTERPRETED
    from spacecombat_env.native.library import library

    return INTERPRETED if library() is None else engine()
