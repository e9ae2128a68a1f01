"""A part of a row that compiled code writes to, as an address alone.

An array is seven words and a count of its owners, taken and given back by atomic instructions; an
index into it may count from its end. An address has none of this: a column is written by one
instruction. It must not outlive the row, and nothing checks where it is written.
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
    """Return its address."""
    if not isinstance(row, types.Array) or (row.ndim, row.layout) != (1, "C"):
        raise TypingError(f"{row} is no contiguous row")

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = arrayobj.make_array(row)(context, builder, arguments[0])
        return builder.gep(array.data, [arguments[1]])

    return types.CPointer(row.dtype)(row, types.int64), codegen


part_from = _plain_part if SETTINGS.DISABLE_JIT else _address
"""part_from(row, at): the part of a contiguous row that begins at entry `at`."""
