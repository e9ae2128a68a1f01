"""Numba's cache in our folders: a file for each function and each set of types.

A hash of the types, the processor and the function's code names the file. So there is no index of
which parallel processes could lose entries, and nothing to read before the file itself. The name
also lists the record types of the code, so that progress can be counted without opening files
(compiling.py).
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import io
import os
import pickle
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
from numba.core import caching, types

from spacecombat_env.core.engine import shipped
from spacecombat_env.core.engine.capacities import AnyCapacity, records_in
from spacecombat_env.core.engine.folders import cache_base, cache_folder, shipped_folder
from spacecombat_env.core.engine.inner import rebuild, rebuild_library, reduce
from spacecombat_env.core.engine.libraries import DoorLibrary, InnerLibrary, link
from spacecombat_env.core.engine.libraries import load as load_half
from spacecombat_env.core.engine.slots import mark_of, record_of
from spacecombat_env.core.engine.suits import SUITS

# -- which records code is of ---------------------------------------------------------------------


def tags_within(kinds: Iterable[Any]) -> set[str]:
    """Return the tags of the record types among types, and of all records inside them."""
    tags: set[str] = set()
    for record in records_in(kinds):
        tags.add(tag_of(record))
        tags |= tags_within(record.typeof(name) for name in record.fields)
    return tags


@functools.cache
def tag_of(record: Any) -> str:
    """Return what a record type adds to the names of files."""
    return hashlib.sha256(record.name.encode()).hexdigest()[:6]


# -- Numba's cache --------------------------------------------------------------------------------


class _SourceLocator(caching._CacheLocator):
    """Tells Numba where one function is kept, and that only the folder's hash dates it."""

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        self._py_file = file
        self._folder = cache_folder(file)
        place = f"{function.__module__}:{Path(file).name}"
        tag = hashlib.sha256(place.encode()).hexdigest()[:8]
        self._disambiguator = f"{function.__code__.co_firstlineno}-{tag}"

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> _SourceLocator:
        """Return the locator of `function`; Numba's name for the constructor."""
        return cls(function, file)

    def get_cache_path(self) -> str:
        """Return the folder."""
        return str(self._folder)

    def get_source_stamp(self) -> str:
        """Return the folder's hash: no file time, so copies of the sources share the code."""
        return self._folder.name

    def get_disambiguator(self) -> str:
        """Return line and module: two files of one name may lie in one scope."""
        return self._disambiguator


class _SourceCacheImpl(caching.CompileResultCacheImpl):
    """Numba's way of storing compiled functions, with our locator alone."""

    _locator_classes = [_SourceLocator]

    def reduce(self, result: Any) -> Any:
        """Return what is kept of a compiled function."""
        return getattr(result.library, "other_half", b""), super().reduce(result)

    def rebuild(self, target: Any, kept: Any) -> Any:
        """Return the compiled function of which `reduce` kept this."""
        other_half, rest = kept
        load_half(target.codegen(), other_half)
        return super().rebuild(target, rest)


class _Pickler(pickle.Pickler):
    """Writes a record type as a mark: who asks for code of such records knows the type."""

    def persistent_id(self, value: Any) -> str | None:
        """Return the mark of a record type of this project; None for all else."""
        return mark_of(value) if isinstance(value, types.Record | AnyCapacity) else None


class _Unpickler(pickle.Unpickler):
    """Reads what `_Pickler` wrote."""

    def persistent_load(self, mark: Any) -> Any:
        """Return the record type of a mark; KeyError where this process has none."""
        return record_of(mark)


def load(path: str | os.PathLike[str]) -> Any:
    """Return what a file of compiled code holds."""
    with open(path, "rb") as file:
        return _Unpickler(file).load()


class _Files(caching.IndexDataCacheFile):
    """The files of one function, instead of Numba's index and numbered files."""

    def __init__(self, folder: str, prefix: str, stamp: Any) -> None:
        super().__init__(folder, prefix, stamp)
        self.prefix = prefix

    def save(self, key: tuple[Any, ...], data: Any) -> None:
        """Store `data`, the compiled code of the signature in `key`."""
        self._save_data(self._name(key), (key[0], data))

    def load(self, key: tuple[Any, ...]) -> Any:
        """Return what was stored for `key`; None where nothing was, or it is of no use any more."""
        try:
            return self._load_data(self._name(key))[1]
        except Exception:
            return None

    def _name(self, key: tuple[Any, ...]) -> str:
        """Return the file name: function, records, and a hash of the types and all else."""
        tags = "-".join(sorted({tag_of(record) for record in records_in(key[0])}))
        return f"{self.prefix}.{tags}.{hashlib.sha256(str(key).encode()).hexdigest()[:16]}.nbc"

    def _dump(self, data: Any) -> bytes:
        """Return `data` as bytes; in Numba's way, ten times slower, what holds functions."""
        file = io.BytesIO()
        try:
            _Pickler(file, pickle.HIGHEST_PROTOCOL).dump(data)
        except (pickle.PicklingError, TypeError, AttributeError):
            return bytes(super()._dump(data))
        return file.getvalue()

    def _load_data(self, name: str) -> Any:
        """Return what a file holds."""
        return load(self._data_path(name))

    def path(self, key: tuple[Any, ...]) -> str:
        """Return the file of the signature in `key`."""
        return self._data_path(self._name(key))

    def stored(self) -> Iterator[tuple[Any, Any]]:
        """Yield each signature for which something is stored, and that."""
        for path in sorted(Path(self._cache_path).glob("*.nbc")):
            if prefix_and_tags(path.name)[0] == self.prefix:
                yield self._load_data(path.name)


def prefix_and_tags(name: str) -> tuple[str, set[str]]:
    """Return what a file name tells: of which function the code is, and of which records."""
    prefix, tags, _, _ = name.rsplit(".", 3)
    return prefix, set(tags.split("-")) - {""}


class SourceCache(caching.FunctionCache):
    """The cache of one function in our folder."""

    _impl_class: type[caching.CompileResultCacheImpl] = _SourceCacheImpl
    use = "door"

    def __init__(self, function: Callable[..., Any]) -> None:
        """Open nothing yet, other than Numba does: most functions are never looked up."""
        self._name, self._py_func = repr(function), function
        self.enable()

    @functools.cached_property
    def _impl(self) -> Any:
        """The way of storing, and the place of the function's source."""
        return self._impl_class(self._py_func)

    @functools.cached_property
    def _cache_path(self) -> str:
        """The folder of the files."""
        return str(self._impl.locator.get_cache_path())

    @functools.cached_property
    def _cache_file(self) -> _Files:
        """The files of the function."""
        prefix = f"{self._impl.filename_base}.{self.use}"
        return _Files(self._cache_path, prefix, self._impl.locator.get_source_stamp())

    def load_overload(self, signature: Any, target: Any) -> Any:
        """Return the function as it came in a wheel or was kept here; None where it did neither."""
        target.refresh()  # what was declared to Numba since the last door
        return self._shipped(signature, target) or self._load_overload(signature, target)

    def _shipped(self, signature: Any, target: Any) -> Any:
        """Return the function as it came in a wheel, or None."""
        path = self.shipped_path(signature)
        code = None if path is None else shipped.read(path)
        try:
            return code and self._impl.rebuild(target, code)
        except Exception:  # written by another Numba than it says: compile
            return None

    def shipped_path(self, signature: Any) -> Path | None:
        """Return the file in which a wheel has the function, None where it has not."""
        path = self.place_in_wheel(signature)
        return path if shipped.is_served() and path.is_file() else None

    def place_in_wheel(self, signature: Any) -> Path:
        """Return the file in which a wheel for this machine would have the function."""
        name = shipped.name_of(self._impl.filename_base, signature)
        return shipped_folder(self._impl.locator._py_file) / name

    def kept(self) -> Iterator[tuple[Any, Any]]:
        """Yield the signatures for which the function is kept here, each with its code."""
        files: _Files = self._cache_file
        return files.stored()


_libraries: dict[str, InnerLibrary] = {}
"""Libraries of inner functions by the file that holds them, under `cache_base()`."""


def _library_of(target: Any, file: str, kept: tuple[Any, ...] | None = None) -> InnerLibrary:
    """Return the library of an inner function; where `kept` is None, its file is read.

    With it come those of all it calls; it raises where one of them cannot be read.
    """
    if file not in _libraries:
        if kept is None:
            _, kept = load(cache_base() / file)
        library = rebuild_library(target, kept, functools.partial(_library_of, target))
        library.kept_at = file
        _libraries[file] = library
    return _libraries[file]


def _linked(libraries: list[InnerLibrary]) -> Any:
    """Return the code of inner functions and all they call as one module.

    It is kept, as the door of another capacity class takes in the same.
    """
    files = [library.kept_at for library in libraries]
    if not files or not all(files):
        return link(libraries)
    name = hashlib.sha256("\n".join(map(str, files)).encode()).hexdigest()[:16]
    path = (cache_base() / str(files[0])).with_name(f"{name}.linked")
    with contextlib.suppress(OSError, RuntimeError):  # not there yet, or damaged
        return llvm.parse_bitcode(path.read_bytes())
    module = link(libraries)
    with contextlib.suppress(OSError):
        new = path.with_name(f"{path.name}.{os.getpid()}")
        new.write_bytes(module.as_bitcode())
        new.replace(path)
    return module


if SUITS:
    DoorLibrary.linked = staticmethod(_linked)


class _InnerCacheImpl(_SourceCacheImpl):
    """The way of storing inner functions."""

    if SUITS:

        def check_cachable(self, result: Any) -> bool:
            """Whether it can be kept: all that it calls is."""
            callees = result.library.callees
            return super().check_cachable(result) and all(each.kept_at for each in callees)

        def reduce(self, result: Any) -> tuple[Any, ...]:
            """Return what is kept of a compiled function."""
            return reduce(result)


class InnerCache(SourceCache):
    """The cache of one function as compiled code calls it."""

    _impl_class = _InnerCacheImpl
    use = "inner"

    def load_overload(self, signature: Any, target: Any) -> Any:
        """Return the function as it was kept here, or None; its door has refreshed the target."""
        return self._load_overload(signature, target)

    if SUITS:

        def _load_overload(self, signature: Any, target: Any) -> Any:
            """Return the function that was kept, or None where it, or what it calls, is not."""
            key = self._index_key(signature, target.codegen())
            kept = self._cache_file.load(key)
            try:
                return kept and rebuild(target, _library_of(target, self._place(key), kept), kept)
            except Exception:  # a callee's file is gone or damaged: compile
                return None

        def _save_overload(self, signature: Any, result: Any) -> None:
            """Keep a compiled function, and note where."""
            super()._save_overload(signature, result)
            key = self._index_key(signature, result.codegen)
            if (cache_base() / self._place(key)).is_file():
                result.library.kept_at = self._place(key)
                _libraries.setdefault(self._place(key), result.library)

        def _place(self, key: tuple[Any, ...]) -> str:
            """Return the file of one set of types, under `cache_base()`."""
            return os.path.relpath(self._cache_file.path(key), cache_base())

    def shipped_path(self, signature: Any) -> Path | None:
        """Return None: wheels hold doors alone."""
        return None
