"""A position as one reader knows it: the base of the names of pieces."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from spacecombat_env.core.presentation.perspective import options_of, resolved_of, to_plain
from spacecombat_env.core.ruleset import Games, Scenario

if TYPE_CHECKING:
    from typing_extensions import Self


@dataclass(frozen=True)
class Reader:
    """A reader of a record. Rule sets add the names of their pieces."""

    state: Any
    """Redacted for the seat, or the truth for the umpire; a record, or its plain form."""
    scenario: Scenario
    seat: int

    @classmethod
    def of(cls, visible: Games, k: int, scenario: Scenario, seat: int) -> Self:
        """Return the reader of a game, its record in plain form, which makes many reads faster."""
        return cls(to_plain(visible.states[k]), scenario, seat)

    @cached_property
    def option(self) -> Any:
        """The scenario's options."""
        return options_of(self.scenario)

    @cached_property
    def resolved(self) -> dict[str, list[str]]:
        """The names that the records do not hold."""
        return resolved_of(self.scenario)

    @cached_property
    def named(self) -> list[Any]:
        """The pieces named so far: kind and slot, or slot."""
        return []

    def klass(self, row: int) -> str:
        """The name of a class."""
        return self.resolved["classes"][int(row)]
