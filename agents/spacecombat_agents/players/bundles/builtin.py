"""The opponent files that come with the package, found by name from anywhere."""

from __future__ import annotations

from pathlib import Path

from spacecombat_agents.package_paths import OPPONENTS
from spacecombat_env.core.errors import BundleError

__all__ = ["SUFFIX", "builtin_opponents", "opponent_file"]

SUFFIX = ".opp"


def builtin_opponents() -> dict[str, Path]:
    """Return the built-in opponents by file name, such as `intercept_sensors_duel.opp`."""
    return {path.name: path for path in sorted(OPPONENTS.glob(f"*{SUFFIX}"))}


def opponent_file(name: str | Path) -> Path:
    """Return the opponent file of that name: a path, or else a built-in one.

    Raise BundleError with a list of the built-in ones if it is neither.
    """
    path = Path(name)
    if path.is_file():
        return path
    files = builtin_opponents()
    if str(name) in files:
        return files[str(name)]
    known = ", ".join(files) or "none"
    raise BundleError.at(name, "file", f"there is no such file; built-in opponents are: {known}")
