"""Operators on numbers, tuples and arrays as two or three instructions, where Numba has more.

None of them can raise, which an index of a tuple may do in Numba, so that what uses them need not
be made for that (calls.py). An index is taken to be one of the tuple's or array's, counted from the
first; with `NUMBA_BOUNDSCHECK=1` it is checked, and one below 0 is an IndexError in an array.

`REPLACED` does this while inner functions are made (lean.py).
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.base import BaseContext
from numba.core.types.functions import BaseFunction
from numba.cpython import tupleobj
from numba.extending import lower_builtin
from numba.np import arrayobj

# -- which code it is -----------------------------------------------------------------------------

_implementation = BaseFunction.get_impl_key
_function = BaseContext.get_function


def _as_int(number: Any) -> Any:
    """Stands for the code of `int` of a whole number."""


def _least(*numbers: Any) -> Any:
    """Stands for the code of `min` of numbers."""


def _greatest(*numbers: Any) -> Any:
    """Stands for the code of `max` of numbers."""


def _element(numbers: Any, place: Any) -> Any:
    """Stands for the code of `numbers[place]`, of a tuple."""


def _is_among(numbers: Any, number: Any) -> Any:
    """Stands for the code of `number in numbers`, of a tuple."""


def _go_through() -> None:
    """Stands for the code of a loop over a range."""


_PLAIN = {
    int: _as_int,
    min: _least,
    max: _greatest,
    operator.getitem: _element,
    operator.contains: _is_among,
}


def _plain_implementation(self: Any, signature: Any) -> Any:
    """For `BaseFunction.get_impl_key`."""
    plain = _PLAIN.get(self.typing_key)
    if plain is not None and _is_taken(plain, signature.args):
        return plain
    return _implementation(self, signature)


def _is_taken(plain: Any, argument_types: tuple[Any, ...]) -> bool:
    """Whether that code is for arguments of these types."""
    if plain is _as_int:
        return isinstance(argument_types[0], types.Integer | types.Boolean)
    if plain is _element or plain is _is_among:
        numbers, number = argument_types
        is_filled = isinstance(numbers, types.UniTuple) and numbers.count > 0
        is_found = plain is _element or (is_filled and _is_signed(numbers.dtype))
        return is_filled and is_found and _is_signed(number)
    return all(
        isinstance(kind, types.Float) or _is_signed(kind) for kind in _spread(argument_types)
    )


def _spread(argument_types: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return types of arguments, those given as one tuple one by one."""
    is_tuple = len(argument_types) == 1 and isinstance(argument_types[0], types.BaseTuple)
    return tuple(argument_types[0].types) if is_tuple else argument_types


def _is_signed(kind: Any) -> bool:
    """Whether a type is of whole numbers that may be below zero."""
    return isinstance(kind, types.Integer) and bool(getattr(kind, "signed", False))


def _plain_function(self: Any, fn: Any, sig: Any, _firstcall: bool = True) -> Any:
    """For `BaseContext.get_function`."""
    if fn == "getiter" and isinstance(sig.args[0], types.RangeType):
        fn = _go_through
    return _function(self, fn, sig, _firstcall)


# -- numbers --------------------------------------------------------------------------------------


@lower_builtin(_as_int, types.Boolean)
@lower_builtin(_as_int, types.Integer)
def _lower_int(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return context.cast(builder, args[0], signature.args[0], signature.return_type)


@lower_builtin(_least, types.BaseTuple)
def _lower_least(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return _first_of(context, builder, signature, args, "<")


@lower_builtin(_greatest, types.BaseTuple)
def _lower_greatest(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return _first_of(context, builder, signature, args, ">")


def _first_of(context: Any, builder: Any, signature: Any, args: Any, before: str) -> Any:
    """Return that of a tuple of numbers which stands before all others."""
    values = cgutils.unpack_tuple(builder, args[0])
    kind = signature.return_type
    compare = builder.fcmp_ordered if isinstance(kind, types.Float) else builder.icmp_signed
    numbers = [
        context.cast(builder, value, own, kind)
        for value, own in zip(values, signature.args[0].types, strict=True)
    ]
    first = numbers[0]
    for number in numbers[1:]:
        first = builder.select(compare(before, number, first), number, first)
    return first


# -- tuples ---------------------------------------------------------------------------------------

_numbas_element = tupleobj.getitem_unituple


@lower_builtin(_element, types.UniTuple, types.Integer)
def _lower_element(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """The last one stands for every index that is not the tuple's, and so for -1."""
    kind, of_index = signature.args
    if context.enable_boundscheck:
        return _numbas_element(context, builder, signature, args)
    values, index = cgutils.unpack_tuple(builder, args[0]), args[1]
    end = builder.append_basic_block("tuple.end")
    last = builder.append_basic_block("tuple.last")
    switch = builder.switch(index, last)
    with builder.goto_block(end):
        chosen = builder.phi(context.get_value_type(kind.dtype))
    for place, value in enumerate(values):
        block = last
        if place + 1 < len(values):
            block = builder.append_basic_block(f"tuple.{place}")
            switch.add_case(index.type(place), block)
            if getattr(of_index, "signed", True):
                switch.add_case(index.type(place - len(values)), block)
        with builder.goto_block(block):
            builder.branch(end)
            chosen.add_incoming(value, block)
    builder.position_at_end(end)
    return chosen


@lower_builtin(_is_among, types.UniTuple, types.Integer)
def _lower_is_among(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    argument_types = signature.args[0].dtype, signature.args[1]
    width = max(argument_types, key=lambda kind: kind.bitwidth)
    item = context.cast(builder, args[1], argument_types[1], width)
    found = cgutils.false_bit
    for value in cgutils.unpack_tuple(builder, args[0]):
        same = builder.icmp_signed(
            "==", context.cast(builder, value, argument_types[0], width), item
        )
        found = builder.or_(found, same)
    return found


# -- loops ----------------------------------------------------------------------------------------


@lower_builtin(_go_through, types.RangeType)
def _lower_loop(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """Count the rounds; a step of 0, which no rule has, makes none (Numba raises ValueError)."""
    (kind,) = signature.args
    bounds = cgutils.create_struct_proxy(kind)(context, builder, args[0])
    loop = cgutils.create_struct_proxy(signature.return_type)(context, builder)
    zero, one = (context.get_constant(kind.dtype, number) for number in (0, 1))
    step = builder.select(builder.icmp_signed("==", bounds.step, zero), one, bounds.step)
    short = builder.select(builder.icmp_signed(">", step, zero), one, builder.neg(one))
    way = builder.sub(builder.add(builder.sub(bounds.stop, bounds.start), step), short)
    rounds = builder.sdiv(way, step)
    is_idle = builder.icmp_signed("==", bounds.step, zero)
    loop.iter = cgutils.alloca_once_value(builder, bounds.start)
    loop.count = cgutils.alloca_once_value(builder, builder.select(is_idle, zero, rounds))
    loop.stop, loop.step = bounds.stop, bounds.step
    return loop._getvalue()


# -- arrays ---------------------------------------------------------------------------------------

_numbas_index = arrayobj.fix_integer_index


def _index_from_front(context: Any, builder: Any, kind: Any, index: Any, length: Any) -> Any:
    """For `fix_integer_index`: an index that is not a constant counts from the first element."""
    if isinstance(index, ir.Constant):
        return _numbas_index(context, builder, kind, index, length)
    return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)


REPLACED: tuple[tuple[Any, str, Callable[..., Any]], ...] = (
    (BaseFunction, "get_impl_key", _plain_implementation),
    (BaseContext, "get_function", _plain_function),
    (tupleobj, "getitem_unituple", _lower_element),
    (arrayobj, "fix_integer_index", _index_from_front),
)
"""Class or module, name, and what stands in its place."""
