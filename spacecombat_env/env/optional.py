"""Modules that come with an extra of the package."""

from __future__ import annotations

import importlib
from typing import Any

from spacecombat_env.core.errors import ConfigError


def need(module: str) -> Any:
    """Import an optional module, or raise an error that names the extra to install."""
    try:
        return importlib.import_module(module)
    except ImportError as cause:
        raise ConfigError(
            f"this render mode needs {module}: pip install 'spacecombat-env[play]'"
        ) from cause
