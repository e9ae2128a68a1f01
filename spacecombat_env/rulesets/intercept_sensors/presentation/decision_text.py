"""The current decision, in plain English."""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.model.squaregrid import DIRECTION_NAMES
from spacecombat_env.core.presentation.perspective import waiting_text
from spacecombat_env.core.presentation.sentences import TemplateFields
from spacecombat_env.core.ruleset import Games, Scenario

from ..model import (
    BOX_NAMES,
    DECISIONS,
    NONE,
    REASONS,
    SCANS_A_TURN,
    InterceptDecision,
    InterceptPhase,
    Power,
)
from .coordinates import place_for_decision, vector_text
from .piece_names import InterceptNames
from .texts import POWER_TEXT, SENSOR_TEXT, SIZE_TEXT


def decision_text(visible: Games, k: int, scenario: Scenario, seat: int) -> str:
    """Return the order so far and the decision, in plain English."""
    names = InterceptNames(visible.states[k], scenario, seat)
    if waiting := waiting_text(names.state, seat, REASONS):
        return waiting
    return DECISIONS[InterceptDecision(int(names.state.decision))].text.format_map(
        InterceptDecisionFields(names)
    )


class InterceptDecisionFields(TemplateFields):
    """The blanks of the decisions (model/decisions.py), one method each."""

    def __init__(self, names: InterceptNames) -> None:
        self.names = names
        self.state: Any = names.state
        self.order: Any = names.state.order[names.seat]
        self.index = int(self.order.unit if self.order.unit != NONE else self.state.unit)
        self.record: Any = names.state.unit_of[self.index]

    def unit(self) -> str:
        return self.names.unit(self.index)

    def how(self) -> str:
        return "In the open:" if self.state.phase == InterceptPhase.OPEN_MOVEMENT else "Plot:"

    def place(self) -> str:
        x, y = int(self.record.x), int(self.record.y)
        return place_for_decision(x, y)

    def vector(self) -> str:
        vx, vy = int(self.record.vx), int(self.record.vy)
        return vector_text(vx, vy)

    def course(self) -> str:
        return f" ({self.vector()})" if self.record.vx or self.record.vy else ""

    def settings(self) -> str:
        unit, parts = self.record, []
        if unit.plot_popped != unit.popped:
            parts.append("sensors out" if unit.plot_popped else "sensors in")
        if unit.plot_power != min(int(unit.power), Power.IDLE):
            parts.append(POWER_TEXT[Power(int(unit.plot_power))])
        if unit.plot_launch != NONE:
            parts.append(f"launches {self.names.unit(unit.plot_launch)}")
        return f" ({', '.join(parts)})" if parts else ""

    def facing(self) -> str:
        return DIRECTION_NAMES[int(self.order.facing)]

    def nth(self) -> str:
        return str(int(self.state.declared[self.names.seat]) + 1)

    def scans(self) -> str:
        return str(SCANS_A_TURN)

    def sensor(self) -> str:
        return SENSOR_TEXT[int(self.order.sensor)]

    def size(self) -> str:
        return SIZE_TEXT[int(self.order.extent)]

    def box(self) -> str:
        return BOX_NAMES[int(self.order.box)]
