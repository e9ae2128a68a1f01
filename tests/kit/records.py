"""Where the numbers of a record stand, and whether they fill it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np


def misplaced(dtype: np.dtype, start: int = 0) -> Iterator[tuple[str, int]]:
    """Yield name and place of the numbers that stand at no multiple of their size."""
    for name in dtype.base.names or ():
        field, offset = dtype.base.fields[name][:2]
        if field.base.names is not None:
            for n in range(field.itemsize // field.base.itemsize):
                yield from misplaced(field.base, start + offset + n * field.base.itemsize)
        elif (start + offset) % field.base.itemsize:
            yield name, start + offset


def is_packed(dtype: np.dtype) -> bool:
    """Whether the size of `dtype` is the sum of its leaf fields, at every depth."""
    return dtype.itemsize == _leaf_bytes(dtype)


def _leaf_bytes(dtype: np.dtype) -> int:
    """Return the number of bytes that hold values."""
    count = int(np.prod(dtype.shape, dtype=np.int64))
    base = dtype.base
    if base.names is None:
        return count * base.itemsize
    return count * sum(_leaf_bytes(base[name]) for name in base.names)
