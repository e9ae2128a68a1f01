"""A position as one reader knows it: the base of the names of pieces."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from spacecombat_env.core.presentation.perspective import (
    OPEN,
    SEATS,
    UMPIRE,
    options_of,
    resolved_of,
    to_plain,
    winner_and_reason,
)
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
    phases: ClassVar[tuple[str, ...]]
    """The phases of the turn in order, the set-up first."""
    reasons: ClassVar[tuple[str, ...]]
    """How a game may end."""

    @classmethod
    def of(cls, visible: Games, k: int, scenario: Scenario, seat: int) -> Self:
        """Return the reader of a game, its record in plain form, which makes many reads faster."""
        return cls(to_plain(visible.states[k]), scenario, seat)

    @property
    def phase(self) -> str:
        """The present phase of the turn."""
        return self.phases[int(self.state.phase)]

    @cached_property
    def option(self) -> Any:
        """The scenario's options."""
        return options_of(self.scenario)

    @cached_property
    def resolved(self) -> dict[str, list[str]]:
        """The names that the records do not hold."""
        return resolved_of(self.scenario)

    @property
    def is_asked(self) -> bool:
        """Whether the reader has a decision; the umpire reads every decision."""
        state = self.state
        return bool(state.decision and state.verdict == OPEN and self.seat in (UMPIRE, state.seat))

    @cached_property
    def named(self) -> list[Any]:
        """The pieces named so far: kind and slot, or slot."""
        return []

    def klass(self, row: int) -> str:
        """The name of a class."""
        return self.resolved["classes"][int(row)]

    def game_keys(self) -> dict[str, Any]:
        """Return the first keys of the view of any game."""
        state, over = self.state, self.state.verdict != OPEN
        return {
            "seat": None if self.seat < 0 else SEATS[self.seat],
            "scenario": self.scenario.name,
            "turn": state.turn,
            "turn_limit": self.option.turn_limit,
            "phase": self.phase,
            "over": over,
            "result": winner_and_reason(state, self.reasons) if over else None,
        }
