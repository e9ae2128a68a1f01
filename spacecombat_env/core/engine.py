"""Which engine plays: the native library, its checked build, or the rules interpreted."""

from __future__ import annotations

import os

from spacecombat_env.core.errors import ConfigError

VARIABLE = "SPACECOMBAT_ENGINE"
NATIVE, CHECKED, INTERPRETED = "native", "checked", "interpreted"
ENGINES = (NATIVE, CHECKED, INTERPRETED)


def engine() -> str:
    """Return the engine that the environment variable chooses. Raise ConfigError for another."""
    chosen = os.environ.get(VARIABLE) or NATIVE
    if chosen not in ENGINES:
        raise ConfigError(f"{VARIABLE}={chosen}: must be one of {', '.join(ENGINES)}")
    return chosen
