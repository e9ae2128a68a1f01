"""Records of several capacities, compiled once; differing numbers are filled in at the end.

A larger scenario has more slots for pieces, so the game's record comes in a few capacity classes.
They differ only in array lengths and field offsets. For inner functions (inner.py) they are one
type, `AnyCapacity`. Their code reads such numbers from undefined constants that are named after
their values, `by_capacity.16.32.80`. The entry point of one class defines them all before it is
optimised, so its machine code reads nothing. A second class compiles only its entry points again.
"""

from __future__ import annotations

import functools
import hashlib
import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numba
import numpy as np
from llvmlite import ir
from numba.core import boxing, cgutils, types
from numba.core.datamodel import models
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    infer_getattr,
    lower_getattr_generic,
    lower_setattr_generic,
    register_model,
    unbox,
)

from spacecombat_env.core.engine.suits import SUITS

_WORD = ir.IntType(64)
_BYTE = ir.IntType(8)
_NAME = "by_capacity"


class Varies(NamedTuple):
    """A number that is not the same in all capacity classes."""

    values: tuple[int, ...]
    """By class, smallest first."""

    def __str__(self) -> str:
        return ".".join([_NAME, *map(str, self.values)])


Number = int | Varies


def alike(values: Sequence[int]) -> Number:
    """Return one number that has these values, by class."""
    return values[0] if len(set(values)) == 1 else Varies(tuple(values))


def product(numbers: Iterable[Number]) -> Number:
    """Return the product of numbers, class by class."""
    numbers = list(numbers)
    classes = max((len(each.values) for each in numbers if isinstance(each, Varies)), default=1)
    rows = [each.values if isinstance(each, Varies) else (each,) * classes for each in numbers]
    return alike([math.prod(row[n] for row in rows) for n in range(classes)])


def lowered(context: Any, builder: Any, number: Number) -> Any:
    """Return a number as compiled code has it."""
    if not isinstance(number, Varies):
        return context.get_constant(types.intp, number)
    module = builder.module
    place = module.globals.get(str(number))
    if place is None:
        place = ir.GlobalVariable(module, _WORD, str(number))
        place.global_constant = True
    return builder.load(place)


def definitions(names: Iterable[str], place: int) -> str:
    """Return, as LLVM assembly, what the constants among names are in one class."""
    lines = []
    for name in names:
        if re.fullmatch(rf"{_NAME}(\.\d+)+", name):
            value = name.split(".")[1:][place]
            lines.append(f'@"{name}" = linkonce_odr constant i64 {value}')
    return "\n".join(lines)


# -- the type -------------------------------------------------------------------------------------


class AnyCapacity(types.Type):  # type: ignore[misc]
    """A record of one of several classes, which have the same fields."""

    mutable = True

    def __init__(self, records: Sequence[Any]) -> None:
        self.records = tuple(records)
        self.aligned = records[0].aligned
        self.size = alike([record.size for record in records])
        names = "".join(record.name for record in records)
        super().__init__(f"AnyCapacity({hashlib.sha256(names.encode()).hexdigest()})")

    @functools.cached_property
    def mangling_args(self) -> tuple[str, tuple[int, ...]]:
        """The type's part of the names of compiled functions."""
        return "AnyCapacity", (int(self.name[12:27], 16),)

    def offset(self, name: str) -> Number:
        """Return where a field begins."""
        return alike([record.offset(name) for record in self.records])

    @functools.cached_property
    def fields(self) -> dict[str, Any]:
        """The types of the fields by name; gaps are not always between the same ones."""
        return {name: self.typeof(name) for name in _shared_fields(self.records)}

    def typeof(self, name: str) -> Any:
        """Return the type of a field as code that reads it sees it; None where there is none."""
        if not all(name in record.fields for record in self.records):
            return None
        return together([record.typeof(name) for record in self.records])


def _shared_fields(records: Sequence[Any]) -> list[str]:
    """Return the names of the fields that all records have."""
    return [name for name in records[0].fields if all(name in each.fields for each in records)]


def bytes_of(kind: Any) -> Number:
    """Return how many bytes a field of a type takes."""
    if isinstance(kind, types.Record | AnyCapacity):
        return kind.size
    size: Number = kind.bitwidth // 8 if hasattr(kind, "bitwidth") else kind.bytes
    return size


def together(numba_types: Sequence[Any]) -> Any:
    """Return the type of what is of one of several types, by class."""
    if len(set(numba_types)) == 1:
        return numba_types[0]
    if all(isinstance(kind, types.Record) for kind in numba_types):
        return _any_capacity(tuple(numba_types))
    return numba_types[0].of_any_capacity(numba_types)


_any_capacity = functools.cache(AnyCapacity)


@register_model(AnyCapacity)
class _AnyCapacityModel(models.DataModel):  # type: ignore[misc]
    """An address, as that of a record is; how many bytes are there is not said."""

    def get_value_type(self) -> Any:
        return self.get_data_type().as_pointer()

    get_argument_type = get_return_type = get_value_type

    def get_data_type(self) -> Any:
        return ir.ArrayType(_BYTE, 0)

    def as_argument(self, builder: Any, value: Any) -> Any:
        return value

    from_argument = as_return = from_return = as_argument

    def load_from_data_pointer(self, builder: Any, ptr: Any, align: Any = None) -> Any:
        return builder.bitcast(ptr, self.get_value_type())

    def traverse_types(self) -> list[Any]:
        return [self.fe_type]


unbox(AnyCapacity)(boxing.unbox_record)


@infer_getattr
class _Fields(AttributeTemplate):  # type: ignore[misc]
    key = AnyCapacity

    def generic_resolve(self, value: AnyCapacity, attr: str) -> Any:  # type: ignore[override]
        """The type of a field."""
        return value.typeof(attr)


def _address(context: Any, builder: Any, record: AnyCapacity, value: Any, name: str) -> Any:
    """Return the address of a field."""
    place = lowered(context, builder, record.offset(name))
    address = cgutils.gep_inbounds(builder, value, 0, place)
    return builder.bitcast(address, context.get_data_type(record.typeof(name)).as_pointer())


@lower_getattr_generic(AnyCapacity)
def _read(context: Any, builder: Any, record: AnyCapacity, value: Any, name: str) -> Any:
    address = _address(context, builder, record, value, name)
    align = None if record.aligned else 1
    return context.unpack_value(builder, record.typeof(name), address, align)


@lower_setattr_generic(AnyCapacity)
def _write(context: Any, builder: Any, sig: Any, args: Any, name: str) -> None:
    (record, given), (value, new) = sig.args, args
    kind = record.typeof(name)
    address = _address(context, builder, record, value, name)
    new = context.cast(builder, new, given, kind)
    if isinstance(kind, types.Integer):
        align = None if record.aligned else 1
        context.pack_value(builder, kind, new, address, align=align)
    else:
        size = lowered(context, builder, bytes_of(kind))
        cgutils.raw_memcpy(builder, address, new, size, itemsize=1)


# -- which records are of several classes ---------------------------------------------------------

_makers: list[Callable[[], Iterable[np.dtype]]] = []
_found: dict[str, tuple[AnyCapacity, int]] = {}
"""By the name of a record type: the type of all its classes, and its place among them."""
_named: dict[str, AnyCapacity] = {}
"""The types of several classes by their own names."""


def of_capacities(capacities: Iterable[Any]) -> Callable[..., Any]:
    """Decorate the function that returns a game's dtype for a capacity, of which these are all."""
    capacities = list(capacities)

    def known(make: Callable[[Any], np.dtype]) -> Callable[[Any], np.dtype]:
        if SUITS:
            _makers.append(lambda: [make(capacity) for capacity in capacities])
        return make

    return known


def find_capacities() -> None:
    """Find the records that come in several classes, and those inside them that do."""
    while _makers:
        _note([numba.from_dtype(dtype) for dtype in _makers.pop()()])


def _note(records: Sequence[Any]) -> None:
    """Note records of all classes that are one record."""
    if len(set(records)) == 1:
        return
    kind = _named.setdefault(together(records).name, together(records))
    for place, record in enumerate(records):
        _found[record.name] = kind, place
    for name in _shared_fields(records):
        inside = [next(records_in([record.typeof(name)]), None) for record in records]
        if inside[0] is not None:
            _note(inside)


def record_named(name: str) -> AnyCapacity:
    """Return the type of that name; KeyError where there is none."""
    find_capacities()
    return _named[name]


def records_in(numba_types: Iterable[Any]) -> Iterator[Any]:
    """Yield the record types among types, those in arrays and tuples too."""
    for kind in numba_types:
        if isinstance(kind, types.Record | AnyCapacity):
            yield kind
        elif isinstance(kind, types.BaseTuple):
            yield from records_in(getattr(kind, "types", ()))
        elif hasattr(kind, "dtype"):
            yield from records_in([kind.dtype])


def any_capacity(kind: Any) -> Any:
    """Return the type that stands for a type in inner functions."""
    if isinstance(kind, types.Record):
        find_capacities()
        return _found[kind.name][0] if kind.name in _found else kind
    if isinstance(kind, types.Array) and isinstance(kind.dtype, types.Record):
        inside = any_capacity(kind.dtype)
        return kind if inside is kind.dtype else kind.copy(dtype=inside, layout="A")
    if isinstance(kind, types.NamedTuple):
        return types.NamedTuple([any_capacity(each) for each in kind.types], kind.instance_class)
    if isinstance(kind, types.NamedUniTuple):
        return types.NamedUniTuple(any_capacity(kind.dtype), kind.count, kind.instance_class)
    if isinstance(kind, types.BaseTuple):
        return types.Tuple([any_capacity(each) for each in getattr(kind, "types", ())])
    return kind


def capacity_of(numba_types: Iterable[Any]) -> int | None:
    """Return the place of the class of the records among types, None where they have no classes.

    TypeError where they are of several.
    """
    find_capacities()
    places = {_found[record.name][1] for record in records_in(numba_types) if record.name in _found}
    if len(places) > 1:
        raise TypeError("records of two capacity classes are given to one function")
    return places.pop() if places else None
