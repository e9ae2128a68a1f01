"""Names, words and questions: every token and every unit as a player reads it.

    own unit        Alcyone            its own name
    enemy unit      Blue Electra       its name, once it has been tracked
    verbs           pop out            the name of the verb in lower case
    directions      N NE .. NW         of the map; N is sunward
    amounts         2G
    sensors         visual
    sizes           3x3, 2x2 boxes     squares, then boxes
    boxes           B4                 of the map
    squares         2,3                column and row within the box

All that is said in words speaks of the true map, the same for all readers. **Spoken** (words and
questions) a square is its box and the square within it, `B4 2,3`; **told** (log, view, pictures) it
is box, then column and row from the top left of the whole map, `B4 (7,18)`. Only tokens and
observations are mirrored for Blue (pieces/words.py), so that one policy plays both sides.

All names are made for one reader: a seat, from its redacted record, or the umpire (seat -1), from
the true one, who reads the units of both sides with their side: Red Alcyone.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from types import SimpleNamespace
from typing import Any

import numpy as np

from spacecombat_env.core.record import field_names
from spacecombat_env.core.ruleset import Games, Scenario
from spacecombat_env.core.squaregrid import DIRECTION_NAMES
from spacecombat_env.rulesets.intercept_sensors.pieces.action_space import BOX_NAMES, SIZE_NAMES
from spacecombat_env.rulesets.intercept_sensors.pieces.constants import (
    BOX,
    BOX_COLUMNS,
    NONE,
    REASONS,
    SCANS_A_TURN,
    Ask,
    Phase,
    Power,
    Sensor,
    Signature,
    Status,
    Verdict,
)

UMPIRE = -1
SIDES = ("Red", "Blue")
UNKNOWN_UNIT = "an unknown unit"
PHASE_WORDS = ("set-up", "open movement", "plotting", "sensors")
SENSOR_WORDS = tuple(sensor.name.lower() for sensor in Sensor)
SENSOR_TITLES = ("Visual", "IR", "Radar", "Neutrino", "Mass")
"""As they are told; they are spoken in lower case."""
SIGNATURE_WORDS = {
    Signature.VISUAL_HULL: "Visual(Hull)",
    Signature.VISUAL_THRUST: "Visual(Thrust)",
    Signature.IR_HULL: "IR(Hull)",
    Signature.IR_POWER: "IR(Power)",
    Signature.IR_THRUST: "IR(Thrust)",
    Signature.RADAR: "Radar",
    Signature.NEUTRINO_POWER: "Neutrino(Power)",
    Signature.MASS: "Mass",
}
POWER_WORDS = {
    Power.OFF: "plant off",
    Power.BATTERIES: "on batteries",
    Power.IDLE: "plant idle",
    Power.FULL: "plant at full",
}
SIZE_WORDS = tuple(name.replace("_", " ") for name in SIZE_NAMES)
_NUMBERED = re.compile(r"unit \d+|.*\(unit \d+\)")
"""How units are called whose names would be mistaken for other words."""


# --- places --------------------------------------------------------------------------------------


def box_name(x: int, y: int) -> str:
    """Return the box of a square of the map: B4."""
    return BOX_NAMES[(y - 1) // BOX * BOX_COLUMNS + (x - 1) // BOX]


def place_words(x: int, y: int) -> str:
    """Return a square of the true map: B4 (7,18)."""
    return f"{box_name(x, y)} ({x},{y})"


def mirrored_column(columns: int, seat: int, x: int) -> int:
    """Return a column as a seat's policy sees the map (`words.seen_column`)."""
    return columns + 1 - x if seat == 1 else x


def spoken_place(x: int, y: int) -> str:
    """Return a square as it is spoken of: box and square within it, B4 2,3."""
    return f"{box_name(x, y)} {(x - 1) % BOX + 1},{(y - 1) % BOX + 1}"


def board_box(columns: int, seat: int, box: int) -> str:
    """Return a box of the map as a seat's policy sees it."""
    x = mirrored_column(columns, seat, box % BOX_COLUMNS * BOX + 1)
    return box_name(x, box // BOX_COLUMNS * BOX + 1)


def board_direction(seat: int, direction: int) -> str:
    """Return a direction of the map as a seat's policy sees it."""
    return DIRECTION_NAMES[-direction % 8 if seat == 1 else direction]


def vector_words(vx: int, vy: int) -> str:
    """Return a vector by its parts: `vector 3 E 1 N`; `at rest` for none."""
    parts = ((abs(vx), "E" if vx > 0 else "W"), (abs(vy), "S" if vy > 0 else "N"))
    said = [f"{squares} {name}" for squares, name in parts if squares]
    return f"vector {' '.join(said)}" if said else "at rest"


def area_words(left: int, top: int, side: int, columns: int, rows: int) -> str:
    """Return an area of the true map, as far as boxes can name it: `2x2 boxes B2-C3`."""
    middle = place_words(left + side // 2, top + side // 2) if side < BOX else ""
    if side < BOX:
        return f"square {middle}" if side == 1 else f"{side}x{side} squares around {middle}"
    first = box_name(max(left, 1), max(top, 1))
    last = box_name(min(left + side - 1, columns), min(top + side - 1, rows))
    if side == BOX:
        return f"box {first}"
    boxes = side // BOX
    return f"{boxes}x{boxes} boxes {first if first == last else f'{first}-{last}'}"


# --- records as plain Python ---------------------------------------------------------------------


def plain(value: Any) -> Any:
    """Return a record as namespaces, lists and ints; NumPy's own fields are slow to read.

    Chance is left out, and the other readers' logs: no name, view or picture needs them.
    """
    fields = tuple(name for name in field_names(value.dtype) if name not in ("chance", "told"))
    if not fields:
        return value.tolist()
    if isinstance(value, np.ndarray):
        if value.ndim > 1:
            return [plain(row) for row in value]
        columns = [plain(value[name]) for name in fields]
        rows = zip(*columns, strict=True)
        return [SimpleNamespace(**dict(zip(fields, row, strict=True))) for row in rows]
    return SimpleNamespace(**{name: plain(value[name]) for name in fields})


# --- units ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Names:
    """The names of units for one reader."""

    state: Any
    """Redacted for the seat, or the truth for the umpire; a record, or the same made plain."""
    scenario: Scenario
    seat: int

    @classmethod
    def of(cls, seen: Games, k: int, scenario: Scenario, seat: int) -> Names:
        """Return the names in a game, its record made plain: for those who read most of it."""
        return cls(plain(seen.states[k]), scenario, seat)

    @cached_property
    def rules(self) -> Any:
        """The tables and options of the scenario, made plain."""
        return plain(self.scenario.table.rules[0])

    @cached_property
    def option(self) -> Any:
        """The options alone: quicker for those who need no tables."""
        return plain(self.scenario.table.rules[0].option)

    @cached_property
    def columns(self) -> int:
        """Columns of squares."""
        return int(self.scenario.table.rules[0].option.columns)

    @property
    def slots(self) -> int:
        """Unit slots of one side."""
        return len(self.state.unit_of) // 2

    @cached_property
    def resolved(self) -> dict[str, list[str]]:
        """The names that the records do not hold."""
        found: dict[str, list[str]] = self.scenario.source["resolved"]
        return found

    def klass(self, row: int) -> str:
        """The name of a class."""
        return self.resolved["classes"][int(row)]

    def side(self, index: int) -> int:
        """The side of a unit slot."""
        return int(index) // self.slots

    def bare(self, index: int) -> str:
        """The name of a unit without its side."""
        return self.resolved["units"][int(index)]

    def unit(self, index: int) -> str:
        """The name of a unit: an own one's bare, any other with its side."""
        index = int(index)
        if index == NONE:
            return UNKNOWN_UNIT
        side = self.side(index)
        return self.bare(index) if side == self.seat else f"{SIDES[side]} {self.bare(index)}"

    def is_known(self, index: int) -> bool:
        """Whether the reader may name a unit: its own, or one that has been tracked."""
        unit = self.state.unit_of[index]
        if self.seat in (UMPIRE, self.side(index)):
            return bool(unit.status != Status.UNUSED)
        return bool(unit.identified)


# --- words ---------------------------------------------------------------------------------------


def word(seen: Games, k: int, scenario: Scenario, seat: int, token: int) -> str:
    """Return a token in words, as `seat` says it at this point of the game."""
    block, place = scenario.actions.locate(int(token))
    names = scenario.actions.block(block).columns
    if names is None:
        return _unit_word(Names(seen.states[k], scenario, seat), place)
    if seat == 1 and block in MIRRORED:
        place = MIRRORED[block](place, int(scenario.table.rules[0].option.columns))
    return names[place].replace("_", " ")


def _true_box(place: int, columns: int) -> int:
    """Return the box of the map that Blue's token of a box means; itself where none is."""
    row, column = divmod(place, BOX_COLUMNS)
    mirrored = columns // BOX - 1 - column
    return row * BOX_COLUMNS + (mirrored if mirrored >= 0 else column)


MIRRORED: dict[str, Callable[[int, int], int]] = {
    "directions": lambda place, columns: -place % len(DIRECTION_NAMES),
    "boxes": _true_box,
    "squares": lambda place, columns: place // BOX * BOX + BOX - 1 - place % BOX,
}
"""Blocks whose words Blue's tokens mean in a mirror: place in the block -> place on the map."""


def _common_words(scenario: Scenario) -> set[str]:
    """Return the texts of all words but units, as orders are compared."""
    blocks = scenario.actions.blocks
    return {_heard(name.replace("_", " ")) for block in blocks for name in block.columns or ()}


def _unit_word(names: Names, place: int) -> str:
    """Return the name of an own unit, with its number where another word reads the same."""
    own = max(names.seat, 0) * names.slots
    units = [_heard(name) for name in names.resolved["units"][own : own + names.slots]]
    name, heard = names.resolved["units"][own + place], units[place]
    if not heard:
        return f"unit {place + 1}" if not name else f"{name} (unit {place + 1})"
    taken = heard in _common_words(names.scenario) or _NUMBERED.fullmatch(heard)
    if units.count(heard) > 1 or taken:
        return f"{name} (unit {place + 1})"
    return name


def _heard(name: str) -> str:
    """Return a name as orders are compared: no case, no punctuation that splits words."""
    return " ".join(part for part in re.split(r"[\s·,;>]+", name.casefold()) if part)


# --- questions -----------------------------------------------------------------------------------

QUESTIONS = {
    Ask.PLACE_BOX: "Set-up: in which box does {unit} start{course}?",
    Ask.PLACE_SQUARE: "Set-up: {unit} starts in {box}: on which square?",
    Ask.PLOT: "{how} {unit} at {place}, {vector}{settings}: which way does it thrust? Or coast.",
    Ask.THRUST: "{how} {unit} at {place}, {vector}{settings}: how many Gs {facing}?",
    Ask.LAUNCH: "{how} {unit} at {place}: what does it launch?",
    Ask.SCAN: "Scan {nth} of {scans}: which ship scans? Or pass.",
    Ask.SENSOR: "Scan {nth}: {unit} at {place} scans with which sensor?",
    Ask.SIZE: "Scan {nth}: {unit} at {place}, {sensor}: an area of what size?",
    Ask.BOX: "Scan {nth}: {unit} at {place}, {sensor} {size}: the middle in which box?",
    Ask.SQUARE: "Scan {nth}: {unit} at {place}, {sensor} {size} in {box}: around which square?",
}


def question(seen: Games, k: int, scenario: Scenario, seat: int) -> str:
    """Return the order so far and what is asked, in plain English."""
    state = seen.states[k]
    if state.verdict != Verdict.OPEN:
        return f"The game is over: {outcome_words(state)}."
    asked = Ask(int(state.ask))
    if asked == Ask.NOTHING or state.seat != seat:
        return f"{SIDES[int(state.seat)]} is to act."
    return QUESTIONS[asked].format_map(_Blanks(Names(state, scenario, seat)))


def outcome_words(state: Any) -> str:
    """Return who has won, and why."""
    verdict = int(state.verdict)
    winner = "a draw" if verdict == Verdict.DRAW else f"{SIDES[verdict]} wins"
    return f"{winner} ({REASONS[int(state.reason)]})"


def phase_words(state: Any) -> str:
    """Return the phase of the turn."""
    return PHASE_WORDS[Phase(int(state.phase))]


class _Blanks(dict[str, str]):
    """Fills the blanks of a question when they are asked for."""

    def __init__(self, names: Names) -> None:
        super().__init__()
        self.names = names
        self.state: Any = names.state
        self.order: Any = names.state.order[names.seat]
        self.index = int(self.order.unit if self.order.unit != NONE else self.state.unit)
        self.record: Any = names.state.unit_of[self.index]

    def __missing__(self, blank: str) -> str:
        """Look in the order, then in the state."""
        return str(getattr(self, f"_{blank}")())

    def _unit(self) -> str:
        return self.names.unit(self.index)

    def _how(self) -> str:
        return "In the open:" if self.state.phase == Phase.OPEN_MOVEMENT else "Plot:"

    def _place(self) -> str:
        x, y = int(self.record.x), int(self.record.y)
        return spoken_place(x, y)

    def _vector(self) -> str:
        vx, vy = int(self.record.vx), int(self.record.vy)
        return vector_words(vx, vy)

    def _course(self) -> str:
        return f" ({self._vector()})" if self.record.vx or self.record.vy else ""

    def _settings(self) -> str:
        unit, said = self.record, []
        if unit.plot_popped != unit.popped:
            said.append("sensors out" if unit.plot_popped else "sensors in")
        if unit.plot_power != min(int(unit.power), Power.IDLE):
            said.append(POWER_WORDS[Power(int(unit.plot_power))])
        if unit.plot_launch != NONE:
            said.append(f"launches {self.names.unit(unit.plot_launch)}")
        return f" ({', '.join(said)})" if said else ""

    def _facing(self) -> str:
        return DIRECTION_NAMES[int(self.order.facing)]

    def _nth(self) -> str:
        return str(int(self.state.declared[self.names.seat]) + 1)

    def _scans(self) -> str:
        return str(SCANS_A_TURN)

    def _sensor(self) -> str:
        return SENSOR_WORDS[int(self.order.sensor)]

    def _size(self) -> str:
        return SIZE_WORDS[int(self.order.extent)]

    def _box(self) -> str:
        return BOX_NAMES[int(self.order.box)]
