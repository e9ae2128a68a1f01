"""Records: one game is one row of bytes of fixed size, with named integer fields.

The same attribute access (`state.ships[i].hull`) works compiled and interpreted. Records inside a
record are views, so writes go through. Equal games are equal bytes: padding, which aligns every
field to its size, is a field too, named gap_OFFSET and always zero. Games always live in an array
(`allocate`), and one game is `states[k]`.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from functools import cache
from operator import itemgetter
from typing import Any

import numpy as np

from spacecombat_env.core.errors import StateError
from spacecombat_env.core.native import native

INT8 = np.int8
INT16 = np.int16
INT32 = np.int32
INT64 = np.int64
FLAG = np.int8
"""A boolean, stored as 1 or 0."""
GAP = "gap_"
"""Prefix of the names of gaps."""
INT64_WORD = np.int64
"""Unit in which whole games are copied; the size of a record that contains one is a multiple of
it.
"""


class QuickRecord(np.record):  # type: ignore[misc]  # final in NumPy's stubs alone
    """NumPy's record with fields looked up in C; interpreted rules take less than half the time.

    `np.record` looks up every field in Python. Here each field name of any record is a property of
    the class, whose getter is the subscript. So reading a field of another record raises
    ValueError.
    """

    __getattribute__ = np.void.__getattribute__
    __getitem__ = np.void.__getitem__  # type: ignore[assignment]

    def __setattr__(self, name: str, value: Any) -> None:
        try:
            self[name] = value
        except ValueError as cause:
            if name in (self.dtype.names or ()):
                raise  # the value does not fit
            raise AttributeError(f"record has no field {name}") from cause


RECORD: type[np.record] = QuickRecord
"""The type of a game in Python."""


def record(fields: list[tuple[Any, ...]]) -> np.dtype:
    """Build a packed record of integers from `(name, dtype)` or `(name, dtype, shape)` fields.

    A dtype may itself be a record. Gaps align each field to its size, and fill the end, since some
    machines read no unaligned numbers. Raises TypeError for anything except integers (bool
    included). Raises ValueError for the name of a gap, or a name that NumPy's attributes would hide
    in interpreted code.
    """
    placed: list[tuple[Any, ...]] = []
    size, widest = 0, 1
    for name, dtype, *shape in fields:
        _check_field(name, np.dtype(dtype))
        setattr(QuickRecord, name, property(itemgetter(name)))
        width = alignment(np.dtype(dtype))
        size = _pad_gap(placed, size, width)
        placed.append((name, dtype, *shape))
        size += np.dtype((dtype, *shape)).itemsize if shape else np.dtype(dtype).itemsize
        widest = max(widest, width)
    _pad_gap(placed, size, widest)
    return np.dtype((RECORD, placed))


def _pad_gap(placed: list[tuple[Any, ...]], size: int, width: int) -> int:
    """Append the gap up to the next multiple of a width, if any; return its end."""
    gap = -size % width
    if gap:
        placed.append((f"{GAP}{size}", INT8, (gap,)))
    return size + gap


def alignment(dtype: np.dtype) -> int:
    """Return the alignment of a field in bytes: the size of its widest number."""
    base = dtype.base
    if base.names is None:
        return base.itemsize
    return max(alignment(base[name]) for name in base.names)


def int64_from(dtype: np.dtype, name: str) -> int:
    """Return how many int64 a field and those after it take; the field is aligned to int64."""
    assert dtype.fields is not None
    left, size = dtype.itemsize - dtype.fields[name][1], np.dtype(INT64_WORD).itemsize
    if left % size:
        raise ValueError(f"field {name!r} is not aligned to 8 bytes")
    return left // size


def field_names(dtype: np.dtype) -> list[str]:
    """Return the names of a record's fields without gaps."""
    return [name for name in dtype.base.names or () if not name.startswith(GAP)]


def _check_field(name: str, dtype: np.dtype) -> None:
    """Raise if a field would not mean the same compiled and interpreted."""
    if not name.isidentifier() or hasattr(np.record, name):
        raise ValueError(f"field {name!r}: no identifier, or hidden by NumPy's attribute `{name}`")
    if name.startswith(GAP):
        raise ValueError(f"field {name!r}: names that begin with {GAP} are those of gaps")
    if dtype.base.names is not None and issubclass(dtype.base.type, np.record):
        return
    if dtype.base.kind not in "iu":
        raise TypeError(f"field {name!r}: {dtype} is no integer; for a yes or no use FLAG")


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


def as_int64(states: np.ndarray) -> np.ndarray:
    """Return the games as integers (int64, shape (n, itemsize / 8)) in the same memory."""
    if states.dtype.itemsize % np.dtype(INT64_WORD).itemsize:
        raise ValueError(f"a record of {states.dtype.itemsize} bytes is not a multiple of 8 bytes")
    return as_bytes(states).view(INT64_WORD)


@native
def side_range(pieces, side):
    """The slots of one side: the first half of an array of pieces is the first side's."""
    first = int(side) * (len(pieces) // 2)
    return range(first, first + len(pieces) // 2)


LEDGERS = frozenset({"launches", "launch_turns"})
"""Fields that count what was done in view: it follows from the actions, so no digest covers it."""
IN_GAPS = frozenset({"missiles_launched"})
"""Fields of that sort where a gap was: a digest takes them for 0."""


def digest(states: np.ndarray, i: int) -> str:
    """Return the SHA-256 of game `i` as hex digits: equal games, equal digests."""
    content = np.frombuffer(states[i].tobytes(), np.uint8)
    content = content * ~covered(states.dtype, IN_GAPS)
    return hashlib.sha256(content[~covered(states.dtype, LEDGERS)].tobytes()).hexdigest()


@cache
def covered(dtype: np.dtype, names: frozenset[str]) -> np.ndarray:
    """Return which bytes of a record fields of some names take: bool (size,)."""
    found = np.zeros(dtype.itemsize, bool)
    for name, (kind, start, *_) in (dtype.fields or {}).items():
        part = found[start : start + kind.itemsize]
        if name in names:
            part[:] = True
        elif kind.base.names:
            part[:] = np.tile(covered(kind.base, names), kind.itemsize // kind.base.itemsize)
    return found


def save(states: np.ndarray) -> bytes:
    """Return the games as the content of an .npy file."""
    buffer = io.BytesIO()
    np.save(buffer, states.view(_plain(states.dtype)), allow_pickle=False)
    return buffer.getvalue()


def load(data: bytes, dtype: np.dtype) -> np.ndarray:
    """Return the games in `data`, as written by `save`. Raise StateError if the dtype differs."""
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
    """Return `dtype` with NumPy's plain structures for records, as np.load returns them."""
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
        for name in field_names(value.dtype):
            yield from _leaves(value[name], f"{path}.{name}" if path else name)
    else:
        yield path, int(value)


def to_dict(value: Any) -> Any:
    """Return a record as nested dicts and lists of plain ints, ready for JSON."""
    if isinstance(value, np.void):
        return {name: to_dict(value[name]) for name in field_names(value.dtype)}
    if isinstance(value, np.ndarray):
        return [to_dict(element) for element in value]
    return int(value)
