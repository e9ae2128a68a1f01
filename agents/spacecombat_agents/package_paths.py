"""Paths of the package's files, in a checkout or an installation."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
_ROOT = PACKAGE.parents[1]
CHECKOUT = _ROOT if (_ROOT / "setup.py").is_file() else None
"""Folder of the repository that this package is imported from; None if it is installed."""
CONFIGS = PACKAGE / "configs" if CHECKOUT is None else CHECKOUT / "configs"
STARTERS = CONFIGS / "starters"
OPPONENTS = PACKAGE / "opponents"
LENGTHS = PACKAGE / "service" / "lengths.json"
"""How long games of the shipped scenarios are, by rule set and scenario, as measured."""
