"""Optional modules, which come with extras of the package."""

from __future__ import annotations

import importlib
from typing import Any

from spacecombat_env.core.errors import ConfigError


def need(module: str) -> Any:
    """Import an optional module. If it is missing, raise an error that names the extra."""
    try:
        return importlib.import_module(module)
    except ImportError as cause:
        raise ConfigError(
            f"this render mode needs {module}: pip install 'spacecombat-env[play]'"
        ) from cause
