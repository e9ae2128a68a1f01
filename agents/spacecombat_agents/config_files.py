"""Bundled files with names: training runs, designs, fleets, tournaments."""

from __future__ import annotations

from pathlib import Path

from spacecombat_agents.package_paths import CONFIGS
from spacecombat_env.core.errors import ConfigError

TRAIN, DESIGNS, FLEETS, TOURNAMENTS = "train", "designs", "fleets", "cups"
"""Kinds of files, one folder each."""


def shipped_configs(kind: str) -> dict[str, Path]:
    """Return the files of a kind by name: `battle_rider_quick` is train/battle_rider_quick.yaml."""
    return {path.stem: path for path in sorted((CONFIGS / kind).glob("*.yaml"))}


def find_config(kind: str, name: str | Path) -> Path:
    """Return a bundled file by name, or else a path.

    Raises ConfigError with the list of bundled files for a plain name that is neither.
    """
    files = shipped_configs(kind)
    path = Path(name)
    if str(name) in files:
        return files[str(name)]
    if path.name == str(name) and not path.suffix and not path.exists():
        known = ", ".join(files)
        raise ConfigError.at(name, kind, f"no such file, and no built-in one; built-in: {known}")
    return path
