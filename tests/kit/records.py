"""A walk through a record: where its numbers stand."""

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
