"""Exceptions by cause. Each message is one line that names file, field and reason."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import Self


class SpaceCombatError(Exception):
    """The base class of all exceptions that this project raises on purpose."""

    @classmethod
    def at(cls, file: str | PathLike[str], field: str, reason: str) -> Self:
        """Build the error whose message is `<file>: <field>: <reason>`."""
        return cls(f"{file}: {field}: {reason}")


class ScenarioError(SpaceCombatError):
    """A scenario or a printed table is malformed or contradicts itself."""


class CapacityError(ScenarioError):
    """A scenario asks for more pieces than the records of its capacity class can hold."""


class ConfigError(SpaceCombatError):
    """A configuration file or an option is unknown, missing or out of range."""


class GenerationError(SpaceCombatError):
    """Generated modules of a rule set are missing, or its declarations are incomplete."""


class OrderError(SpaceCombatError):
    """An order cannot be carried out. The subclasses tell at which stage it failed."""

    word: str = ""
    """The text at which it failed."""


class UnknownOrderError(OrderError):
    """The text or number is not an action."""


class IllegalOrderError(OrderError):
    """The order is well formed, but the rules forbid it now."""


class AmbiguousOrderError(OrderError):
    """The text fits several legal orders."""


class BuildError(SpaceCombatError):
    """The native engine cannot be built: no compiler, or one that fails."""


class StateError(SpaceCombatError):
    """Saved games do not fit the record they are loaded into."""


class BundleError(SpaceCombatError):
    """An exported opponent is damaged, or made for other rules or another layout."""


class NonFiniteError(SpaceCombatError):
    """A computation gave inf or nan: a loss, a gradient, a weight or a logit."""


class ReplayError(SpaceCombatError):
    """A replay is damaged, or did not reproduce its recorded digests."""
