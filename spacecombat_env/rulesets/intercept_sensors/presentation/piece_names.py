"""The names of units, made for one reader; action_text.py describes their form."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from spacecombat_env.core.presentation.perspective import (
    is_own,
    reader_name,
    to_plain,
)
from spacecombat_env.core.presentation.reader import Reader

from ..model import NONE, REASONS, Status
from .texts import PHASE_TEXT

UNKNOWN_UNIT = "an unknown unit"


class InterceptNames(Reader):
    """The names of units for one reader."""

    phases, reasons = PHASE_TEXT, REASONS

    @cached_property
    def rules(self) -> Any:
        """The tables and options of the scenario, in plain form."""
        return to_plain(self.scenario.table.rules[0])

    @cached_property
    def columns(self) -> int:
        """Columns of squares."""
        return int(self.scenario.table.rules[0].option.columns)

    @property
    def slots(self) -> int:
        """Unit slots of one side."""
        return len(self.state.unit_of) // 2

    def side(self, index: int) -> int:
        """The side of a unit slot."""
        return int(index) // self.slots

    def unit_name(self, index: int) -> str:
        """The name of a unit without its side."""
        return self.resolved["units"][int(index)]

    def unit(self, index: int) -> str:
        """The name of a unit: an own one's bare, any other with its side."""
        index = int(index)
        if index == NONE:
            return UNKNOWN_UNIT
        self.named.append(index)
        side = self.side(index)
        return reader_name(self.seat, side, self.unit_name(index))

    def is_known(self, index: int) -> bool:
        """Return whether the reader may name a unit: its own, or one that has been tracked."""
        unit = self.state.unit_of[index]
        if is_own(self.seat, self.side(index)):
            return bool(unit.status != Status.UNUSED)
        return bool(unit.identified)
