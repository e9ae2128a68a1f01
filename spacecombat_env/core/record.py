"""Records: one game is one fixed-size row of bytes with named integer fields.

The same attribute access (`state.ships[i].hull`) works compiled and interpreted, records taken
from a record are views (writes go through), and rows have no padding, so equal games are equal
bytes. Games always live in an array (`allocate`), and one game is `states[k]`.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from typing import Any

import numpy as np

from spacecombat_env.core.errors import StateError
from spacecombat_env.core.jit import jit

INT8 = np.int8
INT16 = np.int16
INT32 = np.int32
INT64 = np.int64
FLAG = np.int8
"""A yes or no, stored as 1 or 0: Numba refuses arrays of bool inside a record."""


def record(fields: list[tuple[Any, ...]]) -> np.dtype:
    """Build a packed record of integers from `(name, dtype)` or `(name, dtype, shape)` fields.

    A dtype may itself be a record. Raises TypeError for anything but integers (bool included) and
    ValueError for a name that NumPy's own attributes would hide in interpreted code.
    """
    for name, dtype, *_ in fields:
        _check_field(name, np.dtype(dtype))
    return np.dtype((np.record, [tuple(field) for field in fields]))


def _check_field(name: str, dtype: np.dtype) -> None:
    """Raise where a field would not mean the same compiled and interpreted."""
    if not name.isidentifier() or hasattr(np.record, name):
        raise ValueError(f"field {name!r}: no identifier, or hidden by NumPy's attribute `{name}`")
    if dtype.base.names is not None and dtype.base.type is np.record:
        return
    if dtype.base.kind not in "iu":
        raise TypeError(f"field {name!r}: {dtype} is no integer; for a yes or no use FLAG")


def is_packed(dtype: np.dtype) -> bool:
    """Tell whether the size of `dtype` is the sum of its leaf fields, at every depth."""
    return dtype.itemsize == _leaf_bytes(dtype)


def _leaf_bytes(dtype: np.dtype) -> int:
    """Return the bytes that carry values."""
    count = int(np.prod(dtype.shape, dtype=np.int64))
    base = dtype.base
    if base.names is None:
        return count * base.itemsize
    return count * sum(_leaf_bytes(base[name]) for name in base.names)


def allocate(dtype: np.dtype, n: int) -> np.ndarray:
    """Return an array of `n` zeroed games; `states[k]` is one of them, a view."""
    if n < 1:
        raise ValueError(f"{n} games: games live in an array of length 1 or more")
    return np.zeros(n, dtype)


def as_bytes(states: np.ndarray) -> np.ndarray:
    """Return the games as bytes (uint8, shape (n, itemsize)) in the same memory."""
    if states.ndim != 1 or not states.flags.c_contiguous:
        raise ValueError("games are viewed as bytes only in a contiguous one-dimensional array")
    return states.view(np.uint8).reshape(len(states), states.dtype.itemsize)


@jit
def copy_game(dst_bytes, i, src_bytes, j):
    """Copy game `j` of `src_bytes` over game `i` of `dst_bytes`; both come from `as_bytes`."""
    dst_bytes[i, :] = src_bytes[j, :]


@jit
def half(pieces, side):
    """The slots of one side: the first half of an array of pieces is the first side's."""
    first = int(side) * (len(pieces) // 2)
    return range(first, first + len(pieces) // 2)


def digest(states: np.ndarray, i: int) -> str:
    """Return the SHA-256 of game `i` as hex digits: equal games, equal digests."""
    return hashlib.sha256(states[i].tobytes()).hexdigest()


def save(states: np.ndarray) -> bytes:
    """Return the games as the content of an .npy file."""
    buffer = io.BytesIO()
    np.save(buffer, states.view(_plain(states.dtype)), allow_pickle=False)
    return buffer.getvalue()


def load(data: bytes, dtype: np.dtype) -> np.ndarray:
    """Return the games in `data`, as written by `save`; StateError where they are not `dtype`s."""
    try:
        plain = np.load(io.BytesIO(data), allow_pickle=False)
    except (ValueError, EOFError, OSError) as cause:
        raise StateError(f"no saved games: {cause}") from cause
    expected = _plain(dtype)
    if plain.dtype.itemsize != dtype.itemsize:
        raise StateError(f"a saved game has {plain.dtype.itemsize} bytes, not {dtype.itemsize}")
    if plain.dtype != expected or plain.ndim != 1:
        raise StateError("the saved games have other fields than this version's record")
    return plain.view(dtype)


def _plain(dtype: np.dtype) -> np.dtype:
    """Return `dtype` with NumPy's plain structures for records, as np.load gives them back."""
    base = dtype.base
    if base.names is not None:
        base = np.dtype([(name, _plain(base[name])) for name in base.names])
    return np.dtype((base, dtype.shape))


def diff(a: np.record, b: np.record) -> list[str]:
    """List the fields in which two records differ: `craft[3].missiles: 40 -> 38`."""
    pairs = zip(_leaves(a, ""), _leaves(b, ""), strict=True)
    return [f"{path}: {old} -> {new}" for (path, old), (_, new) in pairs if old != new]


def _leaves(value: Any, path: str) -> Iterator[tuple[str, int]]:
    """Yield the path and the value of every number in a record or an array, in field order."""
    if isinstance(value, np.ndarray):
        for index in np.ndindex(value.shape):
            yield from _leaves(value[index], f"{path}[{','.join(map(str, index))}]")
    elif isinstance(value, np.void):
        for name in value.dtype.names or ():
            yield from _leaves(value[name], f"{path}.{name}" if path else name)
    else:
        yield path, int(value)


def to_dict(value: Any) -> Any:
    """Return a record as nested dicts and lists of plain ints, ready for JSON."""
    if isinstance(value, np.void):
        return {name: to_dict(value[name]) for name in value.dtype.names or ()}
    if isinstance(value, np.ndarray):
        return [to_dict(element) for element in value]
    return int(value)
