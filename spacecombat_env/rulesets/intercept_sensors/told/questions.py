"""The question on the table, in plain English."""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.ruleset import Games, Scenario
from spacecombat_env.core.squaregrid import DIRECTION_NAMES
from spacecombat_env.core.telling import Blanks, waiting_words
from spacecombat_env.rulesets.intercept_sensors.pieces.action_space import BOX_NAMES
from spacecombat_env.rulesets.intercept_sensors.pieces.asks import QUESTIONS, Ask
from spacecombat_env.rulesets.intercept_sensors.pieces.constants import (
    NONE,
    REASONS,
    SCANS_A_TURN,
    Phase,
    Power,
)
from spacecombat_env.rulesets.intercept_sensors.told.names import Names
from spacecombat_env.rulesets.intercept_sensors.told.places import spoken_place, vector_words
from spacecombat_env.rulesets.intercept_sensors.told.words import (
    POWER_WORDS,
    SENSOR_WORDS,
    SIZE_WORDS,
)


def question(seen: Games, k: int, scenario: Scenario, seat: int) -> str:
    """Return the order so far and what is asked, in plain English."""
    state = seen.states[k]
    return waiting_words(state, seat, REASONS) or _asked(Names(state, scenario, seat))


def _asked(names: Names) -> str:
    """Return the question to the reader, its blanks filled."""
    return QUESTIONS[Ask(int(names.state.ask))].text.format_map(Blanks(Filler(names)))


class Filler:
    """What the blanks of the questions (pieces/asks.py) are filled with, a method a blank."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.state: Any = names.state
        self.order: Any = names.state.order[names.seat]
        self.index = int(self.order.unit if self.order.unit != NONE else self.state.unit)
        self.record: Any = names.state.unit_of[self.index]

    def unit(self) -> str:
        return self.names.unit(self.index)

    def how(self) -> str:
        return "In the open:" if self.state.phase == Phase.OPEN_MOVEMENT else "Plot:"

    def place(self) -> str:
        x, y = int(self.record.x), int(self.record.y)
        return spoken_place(x, y)

    def vector(self) -> str:
        vx, vy = int(self.record.vx), int(self.record.vy)
        return vector_words(vx, vy)

    def course(self) -> str:
        return f" ({self.vector()})" if self.record.vx or self.record.vy else ""

    def settings(self) -> str:
        unit, said = self.record, []
        if unit.plot_popped != unit.popped:
            said.append("sensors out" if unit.plot_popped else "sensors in")
        if unit.plot_power != min(int(unit.power), Power.IDLE):
            said.append(POWER_WORDS[Power(int(unit.plot_power))])
        if unit.plot_launch != NONE:
            said.append(f"launches {self.names.unit(unit.plot_launch)}")
        return f" ({', '.join(said)})" if said else ""

    def facing(self) -> str:
        return DIRECTION_NAMES[int(self.order.facing)]

    def nth(self) -> str:
        return str(int(self.state.declared[self.names.seat]) + 1)

    def scans(self) -> str:
        return str(SCANS_A_TURN)

    def sensor(self) -> str:
        return SENSOR_WORDS[int(self.order.sensor)]

    def size(self) -> str:
        return SIZE_WORDS[int(self.order.extent)]

    def box(self) -> str:
        return BOX_NAMES[int(self.order.box)]
