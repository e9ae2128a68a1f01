"""Compiled code that calls compiled doors by address, and words that threads share without a lock.

A call of a door from Python takes its arguments apart each time, some 12 microseconds for
`advance`, under the lock that all threads of Python share. Here that is done once: an argument
becomes the words in which compiled code passes it on, and `call_at` passes them on.
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

INT64_TYPE = ir.IntType(64)
PAUSES = {
    **dict.fromkeys(("x86_64", "AMD64"), ("llvm.x86.sse2.pause", ())),
    **dict.fromkeys(("aarch64", "arm64"), ("llvm.aarch64.hint", (1,))),
}
"""What tells a processor that it waits: LLVM's name of the instruction, and its numbers."""


# -- the words of a call --------------------------------------------------------------------------


def int64_arguments(argument: Any) -> list[int]:
    """Return an argument as compiled code passes it on; it must live as long as they are used.

    An array is its owner, its object, items, bytes of an item, address, shape and strides. With
    neither owner nor object nobody counts references to it.
    """
    if isinstance(argument, np.ndarray):
        layout = [argument.size, argument.itemsize, argument.ctypes.data]
        return [0, 0, *layout, *argument.shape, *argument.strides]
    if isinstance(argument, tuple):
        return [value for part in argument for value in int64_arguments(part)]
    return [int(argument)]


def address_of(door: Callable[..., Any], arguments: tuple[Any, ...]) -> int | None:
    """Return where the machine code of a door for such arguments begins; compile it if need be.

    None for a plain function, one that returns something, and arguments not passed as words.
    """
    if not isinstance(door, Dispatcher):
        return None
    kinds = tuple(numba.typeof(argument) for argument in arguments)
    door.compile(kinds)
    made: Any = door.overloads[kinds]  # its type leaves out the fields
    if made.signature.return_type != types.none:
        return None
    shape = made.target_context.call_conv.get_function_type(types.none, kinds)
    parameters = shape.args[2:]  # after the places for result and error
    is_passable = all(kind == INT64_TYPE or isinstance(kind, ir.PointerType) for kind in parameters)
    if not is_passable or len(parameters) != len(int64_arguments(arguments)):
        return None
    return int(made.library.get_pointer_to_function(made.fndesc.llvm_func_name))


@intrinsic(prefer_literal=True)
def call_at(typing: Any, values: Any, count: Any) -> Any:
    """call_at(words, count): call the door at address words[0] with the `count` words after it."""
    parameters = count.literal_value

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        convention = context.call_conv
        kinds = [types.int64] * parameters
        start = cgutils.create_struct_proxy(signature.args[0])(context, builder, arguments[0]).data
        passed = [
            builder.load(builder.gep(start, [INT64_TYPE(place)])) for place in range(parameters + 1)
        ]
        shape = convention.get_function_type(types.none, kinds)
        door = builder.inttoptr(passed[0], shape.as_pointer())
        status, _ = convention.call_function(builder, door, types.none, kinds, passed[1:])
        with cgutils.if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return context.get_dummy_value()

    return types.none(values, count), generate


# -- shared words ---------------------------------------------------------------------------------


def _place(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Return the pointer to words[at], the first two of the arguments."""
    values = cgutils.create_struct_proxy(signature.args[0])(context, builder, arguments[0])
    return builder.gep(values.data, [arguments[1]])


@intrinsic
def add(typing: Any, values: Any, at: Any, amount: Any) -> Any:
    """add(words, at, amount): add to a word that others change too; return what it was."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _place(context, builder, signature, arguments)
        return builder.atomic_rmw("add", place, arguments[2], "seq_cst")

    return types.int64(values, types.int64, types.int64), generate


@intrinsic
def read(typing: Any, values: Any, at: Any) -> Any:
    """read(words, at): a word that others change, as it is now."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _place(context, builder, signature, arguments)
        return builder.load_atomic(place, "seq_cst", 8)

    return types.int64(values, types.int64), generate


@intrinsic
def write(typing: Any, values: Any, at: Any, value: Any) -> Any:
    """write(words, at, value): set a word that others read; what was written before is seen too."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _place(context, builder, signature, arguments)
        builder.store_atomic(arguments[2], place, "seq_cst", 8)
        return context.get_dummy_value()

    return types.none(values, types.int64, types.int64), generate


@intrinsic
def pause(typing: Any) -> Any:
    """pause(): leave the processor to a thread that shares it for some cycles."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if platform.machine() in PAUSES:
            name, numbers = PAUSES[platform.machine()]
            kind = ir.IntType(32)
            shape = ir.FunctionType(ir.VoidType(), [kind] * len(numbers))
            instruction = cgutils.get_or_insert_function(builder.module, shape, name)
            builder.call(instruction, [kind(number) for number in numbers])
        return context.get_dummy_value()

    return types.none(), generate
