"""Call compiled entry points by address, and share integers between threads without a lock.

A call from Python unpacks its arguments each time under the GIL: about 12 microseconds for
`advance`. This module does it once. It turns the arguments into the integers that compiled code
passes, and `call_at` passes them.
"""

from __future__ import annotations

import platform
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.dispatcher import Dispatcher
from numba.extending import intrinsic

__all__ = ["add", "address_of", "call_at", "int64_arguments", "pause", "read", "write"]

INT64_TYPE = ir.IntType(64)
PAUSES = {
    **dict.fromkeys(("x86_64", "AMD64"), ("llvm.x86.sse2.pause", ())),
    **dict.fromkeys(("aarch64", "arm64"), ("llvm.aarch64.hint", (1,))),
}
"""The instruction by which a processor waits: its name in LLVM, and its arguments."""


# -- the arguments of a call ----------------------------------------------------------------------


def int64_arguments(argument: Any) -> list[int]:
    """Return an argument as integers, as compiled code passes it. It must outlive their use.

    An array becomes owner, object, size, item size, address, shape and strides. Owner and object
    are 0, so no references are counted.
    """
    if isinstance(argument, np.ndarray):
        layout = [argument.size, argument.itemsize, argument.ctypes.data]
        return [0, 0, *layout, *argument.shape, *argument.strides]
    if isinstance(argument, tuple):
        return [value for part in argument for value in int64_arguments(part)]
    return [int(argument)]


def address_of(door: Callable[..., Any], arguments: tuple[Any, ...]) -> int | None:
    """Return the address of an entry point's machine code for these arguments.

    Compile it if needed. Return None for a plain function, for one that returns a value, and for
    arguments that cannot be passed as integers.
    """
    if not isinstance(door, Dispatcher):
        return None
    argument_types = tuple(numba.typeof(argument) for argument in arguments)
    door.compile(argument_types)
    made: Any = door.overloads[argument_types]  # its type leaves out the fields
    if made.signature.return_type != types.none:
        return None
    shape = made.target_context.call_conv.get_function_type(types.none, argument_types)
    parameters = shape.args[2:]  # after the places for result and error
    is_passable = all(kind == INT64_TYPE or isinstance(kind, ir.PointerType) for kind in parameters)
    if not is_passable or len(parameters) != len(int64_arguments(arguments)):
        return None
    return int(made.library.get_pointer_to_function(made.fndesc.llvm_func_name))


@intrinsic(prefer_literal=True)
def call_at(typing: Any, values: Any, count: Any) -> Any:
    """call_at(values, count): call the function at address values[0] with `count` integers."""
    parameters = count.literal_value

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        convention = context.call_conv
        argument_types = [types.int64] * parameters
        start = cgutils.create_struct_proxy(signature.args[0])(context, builder, arguments[0]).data
        passed = [
            builder.load(builder.gep(start, [INT64_TYPE(place)])) for place in range(parameters + 1)
        ]
        shape = convention.get_function_type(types.none, argument_types)
        door = builder.inttoptr(passed[0], shape.as_pointer())
        status, _ = convention.call_function(builder, door, types.none, argument_types, passed[1:])
        with cgutils.if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return context.get_dummy_value()

    return types.none(values, count), generate


# -- shared words ---------------------------------------------------------------------------------


def _place(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Return a pointer to values[at], given as the first two arguments."""
    values = cgutils.create_struct_proxy(signature.args[0])(context, builder, arguments[0])
    return builder.gep(values.data, [arguments[1]])


@intrinsic
def add(typing: Any, values: Any, at: Any, amount: Any) -> Any:
    """add(values, at, amount): atomically add to an element; return its old value."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _place(context, builder, signature, arguments)
        return builder.atomic_rmw("add", place, arguments[2], "seq_cst")

    return types.int64(values, types.int64, types.int64), generate


@intrinsic
def read(typing: Any, values: Any, at: Any) -> Any:
    """read(values, at): an element that other threads change, as it is now."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _place(context, builder, signature, arguments)
        return builder.load_atomic(place, "seq_cst", 8)

    return types.int64(values, types.int64), generate


@intrinsic
def write(typing: Any, values: Any, at: Any, value: Any) -> Any:
    """write(values, at, value): set an element; threads that see it also see earlier writes."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _place(context, builder, signature, arguments)
        builder.store_atomic(arguments[2], place, "seq_cst", 8)
        return context.get_dummy_value()

    return types.none(values, types.int64, types.int64), generate


@intrinsic
def pause(typing: Any) -> Any:
    """pause(): yield the processor for some cycles to a thread that shares it."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if platform.machine() in PAUSES:
            name, numbers = PAUSES[platform.machine()]
            kind = ir.IntType(32)
            shape = ir.FunctionType(ir.VoidType(), [kind] * len(numbers))
            instruction = cgutils.get_or_insert_function(builder.module, shape, name)
            builder.call(instruction, [kind(number) for number in numbers])
        return context.get_dummy_value()

    return types.none(), generate
