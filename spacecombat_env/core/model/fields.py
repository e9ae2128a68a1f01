"""Field declarations: the type and meaning of each field of a record, and who may know it.

A rule set declares its records with `fields(...)`. The declaration yields the packed dtype, the
check of redacted records, the changes of the leak test, the table in the docs, and plain keys of
the view with their schema (core/presentation/view_fields.py). Functions for the blanks of a level,
columns of the observation and the opening values of a determinization are generated from it
(core/kernels/codegen.py).

`known` is required, so that no field can be forgotten. Levels of knowledge are the rule set's own
enum, whose values name who knows. Its `Knowledge` tells whether a seat has a level.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum, IntEnum
from typing import Any, Literal, NamedTuple

import numpy as np

from spacecombat_env.core.model.record import FLAG, INT8, INT32, INT64, record

NONE = -1
"""Slot number for no piece."""

Sides = Literal["", "each", "halves"]
"""Division of an array between sides: none, one entry for each side, or the first half Red's
and the second Blue's.
"""


@dataclass(frozen=True)
class Field:
    """One field of a record: type, meaning, range, and who may know it."""

    dtype: Any
    meaning: str
    known: Enum | None = None
    shape: tuple[int, ...] = ()
    enum: type[IntEnum] | None = None
    bits: type[IntEnum] | None = None
    pieces: str = ""
    """For a slot: the field of the state that holds the piece."""
    least: int | None = None
    most: int | None = None
    blank: int = 0
    """Its value for a reader who may not know it."""
    derived: str = ""
    """Description of the value that redaction derives instead of the blank."""
    shows: str = ""
    """Why an unknown field cannot change without a change of something known."""
    sides: Sides = ""
    under: Enum | None = None
    """Rules under which the field is in use. Without them it never changes."""
    view: str = ""
    """Its key in the views of readers who may know it; empty if the view composes it."""
    column: int = 0
    """Divisor of its columns in the observation, which have its name; 0 if there are none."""
    as_begun: bool = False
    """Whether a determinization keeps its opening value for readers who do not know it."""
    record: Record | None = None
    name: str = ""

    @property
    def is_flag(self) -> bool:
        """Whether it is a boolean."""
        return self.least == 0 and self.most == 1 and self.enum is None

    def bounds(self, state: Record | None = None) -> tuple[int, int]:
        """Return the smallest and the largest value; for a slot they depend on the state's
        record.
        """
        limits = np.iinfo(self.dtype)
        least, most = int(limits.min), int(limits.max)
        if self.enum is not None:
            least, most = min(self.enum), max(self.enum)
        elif self.bits is not None:
            least, most = 0, sum(self.bits)
        elif self.pieces:
            least, most = NONE, most if state is None else state[self.pieces].shape[0] - 1
        return (
            least if self.least is None else self.least,
            most if self.most is None else self.most,
        )

    def allows(self, value: int, state: Record | None = None) -> bool:
        """Whether the field may hold a value."""
        least, most = self.bounds(state)
        within = least <= value <= most
        if self.bits is not None:
            return value & ~most == 0
        if self.enum is not None:
            return value in self.enum._value2member_map_ or (within and value == self.blank)
        return within or value == self.blank


class Record:
    """A declared record; `CRAFT["missiles"].known`, `CRAFT.dtype`."""

    def __init__(self, name: str, declared: dict[str, Field]) -> None:
        self.name = name
        self._fields = {key: replace(one, name=key) for key, one in declared.items()}
        self.dtype = record([_column(one) for one in self._fields.values()])

    def __getitem__(self, name: str) -> Field:
        return self._fields[name]

    def __iter__(self) -> Iterator[Field]:
        return iter(self._fields.values())


def _column(one: Field) -> tuple[Any, ...]:
    """Return a field as `record` takes it."""
    dtype = one.record.dtype if one.record else one.dtype
    return (one.name, dtype, one.shape) if one.shape else (one.name, dtype)


def fields(record_name: str, /, **declared: Field) -> Record:
    """Declare a record. Raise TypeError for a field without `known`."""
    for name, one in declared.items():
        if one.known is None and one.record is None:
            raise TypeError(f"{record_name}.{name}: who may know it? `known` is missing")
        if not one.meaning:
            raise TypeError(f"{record_name}.{name}: what does it mean?")
    return Record(record_name, declared)


def field(
    dtype: Any,
    meaning: str | type[IntEnum],
    *,
    known: Enum | None = None,
    shape: tuple[int, ...] = (),
    **more: Any,
) -> Field:
    """Declare a number from 0 up. An enum instead of the meaning gives both meaning and range."""
    if not isinstance(meaning, str):
        more["enum"], meaning = meaning, first_line(meaning)
    if not {"enum", "bits", "least"} & set(more):
        more["least"] = 0
    return Field(dtype, meaning, known, shape, **more)


def number(dtype: Any, meaning: str, *, known: Enum | None = None, **more: Any) -> Field:
    """Declare a number that may be negative, or a mask."""
    return Field(dtype, meaning, known, **more)


def flag(meaning: str, *, known: Enum | None = None, **more: Any) -> Field:
    """Declare a boolean."""
    return Field(FLAG, meaning, known, least=0, most=1, **more)


def slot(pieces: str, meaning: str, *, known: Enum | None = None, **more: Any) -> Field:
    """Declare the slot of a piece, or NONE."""
    return Field(INT8, meaning, known, pieces=pieces, **{"blank": NONE, **more})


def side_field(meaning: str, *, known: Enum | None = None, **more: Any) -> Field:
    """Declare a side, or NONE."""
    return Field(INT8, meaning, known, least=NONE, most=1, **more)


def nested(
    of: Record, meaning: str, shape: tuple[int, ...] = (), sides: Sides = "", derived: str = ""
) -> Field:
    """Declare a record within a record, or an array of them; its fields have levels of their own.

    If it is `derived`, redaction rewrites the whole, and its parts are not examined.
    """
    return Field(None, meaning, shape=shape, sides=sides, record=of, derived=derived)


def log_fields(event: Record, length: int, delivered: Enum) -> dict[str, Field]:
    """Declare the log of a record, and the events delivered to each side."""
    known = "events delivered to it"
    each = "events delivered to each side so far"
    return {
        "log_count": number(INT64, "events so far", known=delivered, derived=known),
        "log": nested(event, "the newest events", (length,), derived="the events delivered to it"),
        "log_delivered": number(
            INT32, "events that were delivered to their readers", known=delivered, derived=known
        ),
        "delivered_count": number(INT32, each, known=delivered, shape=(2,), derived=known),
        "delivered": nested(
            event,
            "the newest events delivered to each side, as it reads them",
            (2, length),
            derived="its own",
        ),
    }


def columns_of(record: Record, *names: str) -> dict[str, int]:
    """Return the columns of the observation that hold fields, with their divisors."""
    return {name: record[name].column for name in names}


def columns_left(
    record: Record, known: Enum, taken: Iterable[str], under: Enum | None = None
) -> dict[str, int]:
    """Return the columns of a level's fields that a block does not name, with their divisors.

    `taken` holds the names of the block's columns; `under` the rules under which a field is in use.
    """
    named = set(taken)
    return {
        one.name: one.column
        for one in record
        if one.column and one.known is known and one.under is under and one.name not in named
    }


def counters(hidden_places: Enum) -> dict[str, Field]:
    """Declare the counters of the driver."""
    steps = "steps of the engine so far; between them only the order in progress changes"
    return {
        "decisions": field(INT32, "decisions of both seats so far", known=hidden_places),
        "changes": field(INT32, steps, known=hidden_places),
    }


def first_line(enum: type[Enum]) -> str:
    """Return the first line of an enum's docstring without the full stop."""
    return (enum.__doc__ or enum.__name__).strip().splitlines()[0].rstrip(".")


# --- the values of a state -----------------------------------------------------------------------


class FieldPlace(NamedTuple):
    """One number of a state: its field, its position and its owner."""

    record: str
    """Name of the record that declares the field."""
    field: Field
    holder: Any
    at: tuple[int, ...]
    """Its indices, if the field is an array."""
    owner: int | None
    """Side that owns it, if declared."""
    slot: int
    """First index of the outermost array of records around it; NONE if there is none."""
    pieces: tuple[Any, ...]
    """The records around it, outermost first, without the state."""
    path: str

    @property
    def value(self) -> int:
        """Its value."""
        return int(self.holder[self.field.name][self.at])

    def put(self, value: int) -> None:
        """Set its value."""
        if self.at:
            self.holder[self.field.name][self.at] = value
        else:
            self.holder[self.field.name] = value


def places(declared: Record, state: Any) -> Iterator[FieldPlace]:
    """Yield every number of a state in byte order, without derived blocks."""
    yield from _places(declared, state, None, NONE, (), "")


def _places(
    declared: Record,
    holder: Any,
    owner: int | None,
    slot: int,
    pieces: tuple[Any, ...],
    at: str,
) -> Iterator[FieldPlace]:
    """Yield the numbers of a record within the records `pieces`, whose path is `at`."""
    for one in declared:
        path = f"{at}.{one.name}" if at else one.name
        if one.record is not None and one.derived:
            continue
        for index in np.ndindex(one.shape):
            whose = _owner(one, index, owner)
            where = f"{path}[{','.join(map(str, index))}]" if index else path
            if one.record is None:
                yield FieldPlace(declared.name, one, holder, index, whose, slot, pieces, where)
            else:
                inner = holder[one.name][index] if index else holder[one.name]
                first = index[0] if index and slot == NONE else slot
                yield from _places(one.record, inner, whose, first, (*pieces, inner), where)


def _owner(one: Field, index: tuple[int, ...], outer: int | None) -> int | None:
    """Return the side that owns an entry of an array."""
    if one.sides == "each":
        return index[0]
    if one.sides == "halves":
        return index[0] // (one.shape[0] // 2)
    return outer


class Knowledge(NamedTuple):
    """A rule set's declaration: the record of a state, and the levels that a seat has."""

    state: Record
    knows: Callable[[Any, int, FieldPlace], bool]
    """knows(state, seat, place): whether a seat may know a number of the true state."""


def hidden_places(knowledge: Knowledge, state: Any, seat: int) -> list[FieldPlace]:
    """Return the numbers of a state that a seat may not know."""
    return [
        place for place in places(knowledge.state, state) if not knowledge.knows(state, seat, place)
    ]


def every_record(declared: Record) -> Iterator[Record]:
    """Yield a record and all records in it, each once, in the order of its fields."""
    visible: dict[str, Record] = {}

    def visit(one: Record) -> None:
        if one.name not in visible:
            visible[one.name] = one
            for inner in one:
                if inner.record is not None:
                    visit(inner.record)

    visit(declared)
    yield from visible.values()
