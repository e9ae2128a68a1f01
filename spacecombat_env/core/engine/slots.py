"""An array inside a record, as compiled code sees it: an address.

Numba's own type for it is an array of seven integers with a reference count. It is built again
wherever a record's field is named: about fifty instructions for `state.craft[k].hull`. But the type
of the record already holds its position, length and item type. So here its value is the address of
its first element, `len` is a constant, and an index is an addition. That halves the code to
compile. (In a record of several capacity classes the constants belong to each class:
capacities.py.)

It supports length and shape, reading and writing by index, loops, and the methods of arrays. An
index counts from the first element; only a literal such as -1 may count from the end. Checking each
index took a tenth of all time; `NUMBA_BOUNDSCHECK=1` finds those below 0. A slice is Numba's array
of the same memory: pass `numbers[:]` to NumPy's functions and to sums of whole arrays. Only records
made by `core.model.record` have it; arrays in other records of a process stay Numba's.
"""

from __future__ import annotations

import functools
import hashlib
import operator
from collections.abc import Sequence
from typing import Any

from llvmlite import ir
from llvmlite.ir.instructions import ExtractValue, InsertValue
from numba.core import cgutils, types
from numba.core.datamodel import models
from numba.core.typeconv import Conversion
from numba.core.typing.arraydecl import get_array_index_type
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_global, signature
from numba.extending import (
    infer_getattr,
    lower_builtin,
    lower_cast,
    lower_getattr,
    register_model,
)
from numba.np import arrayobj

from spacecombat_env.core.engine.capacities import (
    AnyCapacity,
    Number,
    Varies,
    alike,
    bytes_of,
    lowered,
    product,
    record_named,
    together,
)


class Slots(types.IterableType):
    """An array of `dtype` inside a record; `shape` is its lengths."""

    def __init__(self, dtype: Any, shape: tuple[Number, ...]) -> None:
        self.dtype, self.shape, self.ndim = dtype, shape, len(shape)
        super().__init__(f"Slots({dtype}, {shape})")

    @property
    def key(self) -> Any:
        """The identity of the type."""
        return self.dtype, self.shape

    @functools.cached_property
    def mangling_args(self) -> tuple[str, tuple[int, ...]]:
        """The type's part of the names of compiled functions."""
        return "Slots", (int(hashlib.sha256(self.name.encode()).hexdigest()[:15], 16),)

    @property
    def as_array(self) -> types.Array:
        """Numba's type of the same memory."""
        return types.Array(self.dtype, self.ndim, "A" if self.steps else "C")

    @property
    def iterator_type(self) -> Any:
        """The type of a loop over it."""
        return self.as_array.iterator_type

    @property
    def bytes(self) -> Number:
        """How many bytes its elements take."""
        return product([self.shape[0], self.strides[0]])

    @functools.cached_property
    def strides(self) -> tuple[Number, ...]:
        """Bytes from one element to the next, by axis."""
        element = bytes_of(self.dtype)
        return tuple(product([*self.shape[n + 1 :], element]) for n in range(self.ndim))

    @property
    def steps(self) -> bool:
        """Whether elements are records whose size is not the same in all capacity classes."""
        return isinstance(self.dtype, AnyCapacity)

    def from_axis(self, axis: int) -> Any:
        """Return the type of what the first `axis` indices lead to."""
        return self.dtype if axis == self.ndim else _slots(self.dtype, self.shape[axis:])

    def of_any_capacity(self, slot_types: Sequence[Slots]) -> Slots:
        """Return the type for such arrays of all capacity classes, of which this is one."""
        lengths = zip(*(kind.shape for kind in slot_types), strict=True)
        shape = tuple(alike(values) for values in lengths)  # type: ignore[arg-type]
        return _slots(together([kind.dtype for kind in slot_types]), shape)

    def unify(self, typingctx: Any, other: Any) -> Any:
        """Two of different lengths, one or the other of which is meant, are an array."""
        if isinstance(other, Slots) and other.as_array == self.as_array:
            return self.as_array
        return self.as_array if other == self.as_array else None

    def can_convert_to(self, typingctx: Any, other: Any) -> Any:
        """It may be given where an array is wanted."""
        if other == self.as_array:
            return Conversion.safe
        return None


@register_model(Slots)
class _SlotsModel(models.DataModel):
    """In a record its elements, one after the other; as a value the address of the first."""

    def __init__(self, dmm: Any, kind: Slots) -> None:
        super().__init__(dmm, kind)
        self._element = dmm.lookup(kind.dtype).get_data_type()

    def get_value_type(self) -> Any:
        return self._element.as_pointer()

    def get_data_type(self) -> Any:
        length = product(self.fe_type.shape)
        return ir.ArrayType(self._element, 0 if isinstance(length, Varies) else length)

    def load_from_data_pointer(self, builder: Any, ptr: Any, align: Any = None) -> Any:
        return builder.bitcast(ptr, self.get_value_type())

    def as_data(self, builder: Any, value: Any) -> Any:
        return builder.load(builder.bitcast(value, self.get_data_type().as_pointer()))

    def as_argument(self, builder: Any, value: Any) -> Any:
        return value

    from_argument = as_return = from_return = as_argument

    def traverse_types(self) -> list[Any]:
        return [self.fe_type]


# -- where records have them ----------------------------------------------------------------------

_OURS: dict[str, str] = {}
"""Names of the record types whose arrays are slots, and their marks."""
_RECORDS: dict[str, Any] = {}
"""The record types by mark."""


def give_slots(record: Any) -> None:
    """Let compiled code see the arrays in a record, and in the records inside it, as slots."""
    if record.name in _OURS:
        return
    _OURS[record.name] = mark = hashlib.sha256(record.name.encode()).hexdigest()
    _RECORDS[mark] = record
    for field in record.fields.values():
        inside = getattr(field.type, "dtype", field.type)
        if isinstance(inside, types.Record):
            give_slots(inside)


def mark_of(record: Any) -> str | None:
    """Return a short name for a record type; None if it is not one of this project's."""
    return record.name if isinstance(record, AnyCapacity) else _OURS.get(record.name)


def record_of(mark: str) -> Any:
    """Return the record type of a mark; KeyError where no such record was made here."""
    return _RECORDS[mark] if mark in _RECORDS else record_named(mark)


_slots = functools.cache(Slots)
_numbas_typeof = types.Record.typeof


def _typeof(self: Any, key: str) -> Any:
    """Return the type of a field as code that reads it sees it."""
    kind = _numbas_typeof(self, key)
    if isinstance(kind, types.NestedArray) and self.name in _OURS:
        return _slots(kind.dtype, kind.shape)
    return kind


types.Record.typeof = _typeof  # type: ignore[method-assign]


# -- types of what is done with them --------------------------------------------------------------


@infer_getattr
class _Attributes(AttributeTemplate):  # type: ignore[misc]
    key = Slots

    def resolve_shape(self, slots: Slots) -> Any:
        return types.UniTuple(types.intp, slots.ndim)

    def resolve_size(self, slots: Slots) -> Any:
        return types.intp

    def generic_resolve(self, value: Slots, attr: str) -> Any:  # type: ignore[override]
        """Methods are those of the array."""
        found = self.context.resolve_getattr(value.as_array, attr)
        return found if isinstance(found, types.BoundFunction) else None


@infer_global(len)
class _Length(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        (slots,) = args
        return signature(types.intp, slots) if isinstance(slots, Slots) else None


def _whole_index(kind: Any) -> Any:
    """Return as what a number is taken that stands for an element; None for other types."""
    if not isinstance(kind, types.Integer | types.IntEnumMember):
        return None
    return types.intp if getattr(kind, "signed", True) else types.uintp


def _index(kind: Any) -> Any:
    """Return the types of the numbers in an index; None where it is not of numbers alone."""
    numbers = [_whole_index(part) for part in _parts(kind)]
    return None if None in numbers else numbers


def _parts(kind: Any) -> list[Any]:
    """Return the types of the numbers or slices that an index is made of."""
    return list(getattr(kind, "types", (kind,)))


def _index_type(kind: Any, numbers: list[Any]) -> Any:
    """Return the type to which an index is brought."""
    return types.Tuple(numbers) if isinstance(kind, types.BaseTuple) else numbers[0]


@infer_global(operator.getitem)
class _GetItem(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        slots, index = args
        if not isinstance(slots, Slots):
            return None
        numbers = _index(index)
        if numbers is not None and len(numbers) <= slots.ndim:
            return signature(slots.from_axis(len(numbers)), slots, _index_type(index, numbers))
        cut = get_array_index_type(slots.as_array, index)
        return None if cut is None else signature(cut.result, slots, cut.index)


@infer_global(operator.setitem)
class _SetItem(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        slots, index, value = args
        if isinstance(slots, types.Array) and isinstance(value, Slots):
            return self._resolved(slots, index, value.as_array)
        if not isinstance(slots, Slots):
            return None
        numbers = _index(index)
        if numbers is not None and len(numbers) == slots.ndim:
            index = _index_type(index, numbers)
            return signature(types.none, slots, index, slots.dtype)
        value = value.as_array if isinstance(value, Slots) else value
        array = self._resolved(slots.as_array, index, value)
        return None if array is None else signature(types.none, slots, *array.args[1:])

    def _resolved(self, *args: Any) -> Any:
        """Return how Numba does it with arrays."""
        return self.context.resolve_function_type(operator.setitem, args, {})


# -- code -----------------------------------------------------------------------------------------


@lower_cast(Slots, types.Array)
def _to_array(context: Any, builder: Any, slots: Slots, kind: Any, value: Any) -> Any:
    """Numba's array of the same memory, without an owner."""
    array = arrayobj.make_array(kind)(context, builder)
    arrayobj.populate_array(
        array,
        data=value,
        shape=[lowered(context, builder, length) for length in slots.shape],
        strides=[lowered(context, builder, stride) for stride in slots.strides],
        itemsize=lowered(context, builder, slots.strides[-1]),
        meminfo=None,
        parent=None,
    )
    return array._getvalue()


@lower_builtin(len, Slots)
def _length(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return lowered(context, builder, sig.args[0].shape[0])


@lower_getattr(Slots, "shape")
def _shape(context: Any, builder: Any, kind: Slots, value: Any) -> Any:
    lengths = [lowered(context, builder, length) for length in kind.shape]
    return context.make_tuple(builder, types.UniTuple(types.intp, kind.ndim), lengths)


@lower_getattr(Slots, "size")
def _size(context: Any, builder: Any, kind: Slots, value: Any) -> Any:
    return lowered(context, builder, product(kind.shape))


@lower_builtin("getiter", Slots)
def _iterator(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    (slots,) = sig.args
    of_array = signature(sig.return_type, slots.as_array)
    array = context.cast(builder, args[0], slots, slots.as_array)
    return context.get_function("getiter", of_array)(builder, (array,))


def _numbers(builder: Any, kind: Any, value: Any) -> list[Any]:
    """Return the numbers in an index."""
    if isinstance(kind, types.BaseTuple):
        return list(cgutils.unpack_tuple(builder, value, count=len(_parts(kind))))
    return [value]


def _address(context: Any, builder: Any, slots: Slots, value: Any, kind: Any, index: Any) -> Any:
    """Return the address of what an index of numbers leads to."""
    place = None
    for axis, at in enumerate(_numbers(builder, kind, index)):
        length = lowered(context, builder, slots.shape[axis])
        at = _from_front(builder, at, length)
        if context.enable_boundscheck:
            cgutils.do_boundscheck(context, builder, at, length, axis)
        inside = slots.strides[axis] if slots.steps else product(slots.shape[axis + 1 :])
        step = at if inside == 1 else builder.mul(at, lowered(context, builder, inside))
        place = step if place is None else builder.add(place, step)
    if slots.steps:
        return cgutils.pointer_add(builder, value, place)
    return builder.gep(value, [place])


def _from_front(builder: Any, at: Any, length: Any) -> Any:
    """Return an index counted from the first element, which all but constants are already."""
    at = _as_written(at)
    if isinstance(at, ir.Constant) and isinstance(at.constant, int) and at.constant < 0:
        return builder.add(at, length)
    return at


def _as_written(number: Any) -> Any:
    """Return a number as it was before it was put into a tuple."""
    while isinstance(number, ExtractValue):
        held = number.aggregate
        while isinstance(held, InsertValue) and held.indices != number.indices:
            held = held.aggregate
        if not isinstance(held, InsertValue):
            break
        number = held.value
    return number


@lower_builtin(operator.getitem, Slots, types.Any)
def _get_item(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    (slots, kind), (value, index) = sig.args, args
    if _index(kind) is None:
        array = context.cast(builder, value, slots, slots.as_array)
        of_array = signature(sig.return_type, slots.as_array, kind)
        return context.get_function(operator.getitem, of_array)(builder, (array, index))
    address = _address(context, builder, slots, value, kind, index)
    if isinstance(sig.return_type, Slots):
        return address
    return context.unpack_value(builder, slots.dtype, address)


@lower_builtin(operator.setitem, Slots, types.Any, types.Any)
def _set_item(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    (slots, kind, given), (value, index, new) = sig.args, args
    numbers = _index(kind)
    if numbers is None or len(numbers) < slots.ndim:
        array = context.cast(builder, value, slots, slots.as_array)
        of_array = signature(types.none, slots.as_array, kind, given)
        return context.get_function(operator.setitem, of_array)(builder, (array, index, new))
    address = _address(context, builder, slots, value, kind, index)
    if isinstance(slots.dtype, types.Record | AnyCapacity):
        size = lowered(context, builder, slots.dtype.size)
        cgutils.raw_memcpy(builder, address, new, size, itemsize=1)
    else:
        context.pack_value(
            builder, slots.dtype, context.cast(builder, new, given, slots.dtype), address
        )
    return context.get_dummy_value()
