"""Prefetch memory: the processor begins to read it while it works on something else."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.errors import TypingError
from numba.extending import intrinsic

from spacecombat_env.core.engine.capacities import AnyCapacity
from spacecombat_env.core.engine.jit import SETTINGS

LINE = 64
"""Bytes that a processor reads at once."""
TO_WRITE, NEAREST, DATA = 1, 3, 1
"""Arguments of `llvm.prefetch`."""


def _nothing(record: Any, at: int) -> None:
    """Do nothing, in interpreted mode."""


@intrinsic
def _prefetch(typing: Any, record: Any, at: Any) -> Any:
    """Begin to read the line of memory that holds a byte of a record."""
    if not isinstance(record, types.Record | AnyCapacity):
        raise TypingError(f"{record} is no record")

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        byte, word = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, word, word, word])
        prefetch = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
        about = (word(hint) for hint in (TO_WRITE, NEAREST, DATA))
        place = builder.gep(builder.bitcast(arguments[0], byte), [arguments[1]])
        builder.call(prefetch, [place, *about])
        return context.get_dummy_value()

    return types.void(record, types.int64), codegen


_nothing.intrinsic = "prefetch"  # type: ignore[attr-defined]
prefetch = _nothing if SETTINGS.DISABLE_JIT else _prefetch
"""prefetch(record, at): begin to read its byte `at`, which is needed soon."""
