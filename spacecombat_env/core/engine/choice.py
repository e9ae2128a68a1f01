"""Which engine plays: the native library, or the rules interpreted by Python."""

from __future__ import annotations

import os

from spacecombat_env.core.errors import ConfigError

VARIABLE = "SPACECOMBAT_ENGINE"
NATIVE, INTERPRETED = "native", "interpreted"


def engine() -> str:
    """Return the engine that the environment variable chooses. Raise ConfigError for another."""
    chosen = os.environ.get(VARIABLE) or NATIVE
    if chosen not in (NATIVE, INTERPRETED):
        raise ConfigError(f"{VARIABLE}={chosen}: must be {NATIVE} or {INTERPRETED}")
    return chosen
