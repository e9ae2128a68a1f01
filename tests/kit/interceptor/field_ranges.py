"""Every number of a record lies within its declared range."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from spacecombat_env.core.model.fields import Record
from spacecombat_env.rulesets.interceptor.model import (
    state_record,
)


@cache
def bounds(size: Any) -> list[tuple[tuple[str, ...], int, int, int]]:
    """Path, least, greatest and blank value of every field of a record."""
    top = state_record(size)

    def walk(record: Record, path: tuple[str, ...]) -> Any:
        for one in record:
            if one.record is None:
                yield (*path, one.name), *one.bounds(top), one.blank
            elif not one.derived:
                yield from walk(one.record, (*path, one.name))

    return list(walk(top, ()))


def check_ranges(size: Any, state: Any) -> None:
    """Every number lies within what its declaration says."""
    whole = np.asarray(state).reshape(1)
    for path, least, most, blank in bounds(size):
        value = whole
        for name in path:
            value = value[name]
        if value.max() > most or value.min() < least:
            fine = (value >= least) & (value <= most) | (value == blank)
            assert fine.all(), f"{'.'.join(path)}: {value[~fine]} not in {least}..{most}"
