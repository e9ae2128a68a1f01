"""Unpack zip archives and NumPy arrays of strangers: sizes are checked before anything is read."""

from __future__ import annotations

import io
import math
import re
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO

import numpy as np

__all__ = ["read_npz", "unpack"]

MAX_UNPACKED = 256 * 1024 * 1024
"""Largest sum of the sizes of an archive's files, in bytes."""
MAX_FILES = 1024
"""Largest number of files in an archive."""
FILE_NAME = re.compile(r"[A-Za-z0-9_.-]{1,80}")
"""Pattern of the name of a file in an archive; arrays of networks are named by their layers."""
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def unpack(archive: Path | IO[bytes]) -> dict[str, bytes]:
    """Return the files of a zip by name; ValueError or OSError if it is too large or damaged."""
    try:
        with zipfile.ZipFile(archive) as opened:
            entries = opened.infolist()
            _check_entries(entries)
            return {entry.filename: _read_entry(opened, entry) for entry in entries}
    except (ValueError, OSError):
        raise
    except Exception as cause:  # BadZipFile, zlib.error, RuntimeError (encrypted) among others
        raise ValueError(f"damaged, or not a zip: {cause}") from None


def _check_entries(entries: Sequence[zipfile.ZipInfo]) -> None:
    """Raise ValueError for archives with too much in them, by their table of contents."""
    if len(entries) > MAX_FILES:
        raise ValueError(f"has {len(entries)} files; the limit is {MAX_FILES}")
    total = sum(entry.file_size for entry in entries)
    if total > MAX_UNPACKED:
        raise ValueError(f"unpacks to {total} bytes; the limit is {MAX_UNPACKED}")
    names = [entry.filename for entry in entries]
    for entry in entries:
        if not FILE_NAME.fullmatch(entry.filename):
            raise ValueError(f"{entry.filename[:40]!r} is not a valid name of a file in it")
        if names.count(entry.filename) > 1:
            raise ValueError(f"{entry.filename} occurs twice")
        if entry.compress_type not in METHODS:
            raise ValueError(f"{entry.filename} is neither stored nor deflated")


def _read_entry(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """Return a file of its stated size, and never unpack much more than that."""
    with archive.open(entry) as file:
        data = file.read(entry.file_size + 1)
    if len(data) != entry.file_size:
        raise ValueError(f"{entry.filename} is truncated")
    return data


def read_npz(file: Path | IO[bytes]) -> dict[str, np.ndarray]:
    """Return the arrays of an .npz by name; ValueError or OSError if it is not plain arrays."""
    arrays = unpack(file)
    return {name.removesuffix(".npy"): _read_array(name, data) for name, data in arrays.items()}


def _read_array(name: str, data: bytes) -> np.ndarray:
    """Return an array; its shape must be that of its data."""
    file = io.BytesIO(data)
    version = np.lib.format.read_magic(file)
    if version not in ((1, 0), (2, 0)):
        raise ValueError(f"{name}: version {version} is not supported")
    read_header = np.lib.format.read_array_header_1_0
    if version == (2, 0):
        read_header = np.lib.format.read_array_header_2_0
    shape, _, dtype = read_header(file)
    if dtype.hasobject or min(shape, default=0) < 0:
        raise ValueError(f"{name}: is not an array of numbers")
    stated, held = math.prod(shape) * dtype.itemsize, len(data) - file.tell()
    if stated != held:
        raise ValueError(f"{name}: {held} bytes for an array of shape {shape} and type {dtype}")
    file.seek(0)
    array: np.ndarray = np.lib.format.read_array(file, allow_pickle=False)
    return array
