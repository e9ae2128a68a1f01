"""A part of a row, passed to compiled code as a bare address.

A Numba array is seven integers and a reference count, updated by atomic instructions, and an index
into it may count from its end. An address avoids this: a column is written by one instruction. It
must not outlive the row, and nothing checks its bounds.
"""

from __future__ import annotations

from typing import Any

from numba.core import types
from numba.core.errors import TypingError
from numba.extending import intrinsic
from numba.np import arrayobj

from spacecombat_env.core.engine.jit import SETTINGS


def _plain_part(row: Any, at: int) -> Any:
    """Return the part of a row that begins at an entry."""
    return row[at:]


@intrinsic
def _address(typing: Any, row: Any, at: Any) -> Any:
    """Return the address of an entry."""
    if not isinstance(row, types.Array) or (row.ndim, row.layout) != (1, "C"):
        raise TypingError(f"{row} is no contiguous row")

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = arrayobj.make_array(row)(context, builder, arguments[0])
        return builder.gep(array.data, [arguments[1]])

    return types.CPointer(row.dtype)(row, types.int64), codegen


part_from = _plain_part if SETTINGS.DISABLE_JIT else _address
"""part_from(row, at): the part of a contiguous row that begins at entry `at`."""
