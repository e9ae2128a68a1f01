"""Find rule sets by listing the `rulesets` package, and import one only when it is requested."""

from __future__ import annotations

import importlib
import pkgutil
import re
from pathlib import Path
from typing import TYPE_CHECKING

from spacecombat_env.core.errors import ConfigError

if TYPE_CHECKING:
    from spacecombat_env.core.ruleset import RuleSet

_FOLDER = Path(__file__).parent / "rulesets"
_added: dict[str, RuleSet] = {}


def names() -> list[str]:
    """Return the sorted names of all rule sets: one for each folder, and those added by `add`."""
    found = {entry.name for entry in pkgutil.iter_modules([str(_FOLDER)]) if entry.ispkg}
    return sorted(found | set(_added))


def ruleset(name: str | RuleSet) -> RuleSet:
    """Return a rule set by name: `battle_rider`, `battle_rider-v0` or `battle_rider_v0`.

    Raises ConfigError, which lists the known ones, for an unknown name or version. A RuleSet is
    returned as it is.
    """
    if not isinstance(name, str):
        return name
    plain, version = parse(name)
    if plain not in names():
        raise ConfigError(f"no rule set is called {name!r}; there are: {', '.join(names())}")
    found = _added.get(plain) or _imported(plain)
    if version not in (None, found.version):
        raise ConfigError(f"{name!r}: this package plays {plain} version {found.version}")
    return found


def parse(name: str) -> tuple[str, int | None]:
    """Return the name and version (None if absent) in `battle_rider-v0` and the like."""
    parts = re.fullmatch(r"(?P<plain>.+?)(?:[-_]v(?P<version>\d+))?", name)
    if parts is None:
        return name, None
    version = parts["version"]
    return parts["plain"].replace("-", "_").casefold(), None if version is None else int(version)


def add(new: RuleSet) -> None:
    """Register a rule set from outside this package by its name, for this process.

    Raises ConfigError if another rule set has the name.
    """
    if new.name in names() and _added.get(new.name) is not new:
        raise ConfigError(f"a rule set called {new.name!r} exists already")
    _added[new.name] = new


def _imported(plain: str) -> RuleSet:
    """Import the folder and return its RULESET."""
    module = importlib.import_module(f"spacecombat_env.rulesets.{plain}")
    try:
        return module.RULESET
    except AttributeError as cause:
        raise ConfigError(f"{module.__name__} defines no RULESET") from cause
