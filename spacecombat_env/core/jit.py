"""The compiler decorators of the project, and where its compiled code is kept.

Numba's own cache looks only at the file that holds a function, so an edit to a callee in another
file goes on returning the old answer. Here each compiled function is kept in a folder named by a
hash of every source file that can be inlined into it:

    function in                       sources hashed
    spacecombat_env/core              core
    spacecombat_env/rulesets/<name>   core + that rule set
    anywhere else                     core + all rule sets + the function's own top-level package
                                      (or, outside any package, the files of its own folder)

together with the versions of Python, NumPy and Numba and the bounds-checking switch. The hash is
over names and contents, never times or absolute paths, so a fresh checkout stays warm.
"""

from __future__ import annotations

import functools
import hashlib
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba.core import caching, types

from spacecombat_env.core.inner import SUITS, HotCompiler, InnerCompiler, rebuild, reduce

Function = TypeVar("Function", bound=Callable[..., Any])

PACKAGE = Path(__file__).resolve().parents[1]
CORE = PACKAGE / "core"
RULESETS = PACKAGE / "rulesets"
SETTINGS: Any = numba.config
"""Numba's switches, as read from NUMBA_* environment variables."""

if "NUMBA_OPT" not in os.environ:
    SETTINGS.OPT = type(SETTINGS.OPT)(
        1
    )  # an eighth less to wait on the first run; the games step no slower


def _content_of_record(kind: Any) -> tuple[str, tuple[int, ...]]:
    """Return what a record type adds to the names of compiled functions."""
    return "Record", (int(hashlib.sha256(kind.name.encode()).hexdigest()[:15], 16),)


# Numba names a record type by its number in the process, so that code which two processes kept for
# records of different sizes could bear one name, and be mixed up by a third that loads both.
setattr(types.Record, "mangling_args", property(_content_of_record))  # noqa: B010 typed as a method


def jit(function: Function) -> Function:
    """Compile `function` at its first call, without the GIL, and keep the code between processes.

    With `NUMBA_DISABLE_JIT=1` the plain function comes back. Division follows NumPy (no
    ZeroDivisionError). A function without a source file (typed at a prompt) is compiled, not kept.
    """
    return _compiled(function, InnerCompiler)


def hot(function: Function) -> Function:
    """Compile as `jit` does, and optimise `function` before compiled callers take it in.

    That takes longer, and pays where most of the time goes.
    """
    return _compiled(function, HotCompiler)


def _compiled(function: Function, pipeline: type[InnerCompiler]) -> Function:
    """Return the door of a function, behind which compiled callers find the inner function."""
    if SETTINGS.DISABLE_JIT:
        return function
    options: dict[str, Any] = {"pipeline_class": pipeline} if SUITS else {}
    door = _dispatcher(function, _SourceCache)
    inner = _dispatcher(function, _InnerCache, no_cpython_wrapper=True, **options)
    _serve_compiled_callers(door, inner)
    return door


def compile_for_callers(function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    """Compile `function` as a compiled caller with such arguments would have it, and keep it."""
    dispatcher: Any = function
    dispatcher.get_call_template(tuple(numba.typeof(argument) for argument in arguments), {})


def compile_for_python(function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    """Compile `function` as a call from Python with such arguments would, and keep it."""
    dispatcher: Any = function
    dispatcher.compile(tuple(numba.typeof(argument) for argument in arguments))


def _dispatcher(function: Function, cache: type[_SourceCache], **options: Any) -> Any:
    """Return Numba's dispatcher of `function`, its code kept in our folder."""
    njit: Any = numba.njit  # its type leaves out the options about ways in
    dispatcher = njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True, **options)(function)
    if Path(function.__code__.co_filename).is_file():
        dispatcher._cache = cache(function)
    return dispatcher


def _serve_compiled_callers(dispatcher: Any, inner: Any) -> None:
    """Let compiled callers use `inner` and pass every integer, flag and enum member as int64.

    What only compiled code calls needs no way in from Python, which takes long to compile for
    records. And Numba would compile a function anew for each mix of int8, int16, bool and enum
    arguments; the casts are free and the compile time is not.
    """

    def get_call_template(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return inner.get_call_template(tuple(widened(arg) for arg in args), kws)

    dispatcher.get_call_template = get_call_template
    dispatcher.get_overload = inner.get_overload


def widened(kind: Any) -> Any:
    """Return int64 for any integer-like Numba type, other types as they are."""
    whole = (types.Integer, types.Boolean, types.IntEnumMember)
    return types.int64 if isinstance(kind, whole) else kind


def cache_folder(module_file: str | os.PathLike[str]) -> Path:
    """Return the folder in which compiled functions of `module_file` are kept; not created here."""
    scope, folders = _scope(Path(module_file).resolve())
    return cache_base() / scope / _source_hash(folders)


@functools.cache
def cache_base() -> Path:
    """Return the folder that holds all compiled code; `SPACECOMBAT_CACHE_DIR` overrides it."""
    chosen = os.environ.get("SPACECOMBAT_CACHE_DIR")
    base = Path(chosen).expanduser() if chosen else _user_cache() / "spacecombat-env"
    if _is_writable(base):
        return base
    return Path(tempfile.gettempdir()) / f"spacecombat-env-{_user_tag()}"


def prune_old_caches(keep: int = 4) -> list[Path]:
    """Delete all but the `keep` latest written folders of each scope; return those deleted.

    Folders that this process uses are never deleted.
    """
    scopes = _subfolders(cache_base())
    stale = [folder for scope in scopes for folder in _newest_first(scope)[keep:]]
    doomed = [folder for folder in stale if folder.name not in _hashes_in_use]
    for folder in doomed:
        shutil.rmtree(folder, ignore_errors=True)
    return doomed


# -- which sources a function depends on ---------------------------------------------------------


def _scope(file: Path) -> tuple[str, tuple[Path, ...]]:
    """Return the name of the scope that `file` belongs to and the folders whose sources count."""
    if file.is_relative_to(CORE):
        return "core", (CORE,)
    if file.is_relative_to(RULESETS) and file.parent != RULESETS:
        name = file.relative_to(RULESETS).parts[0]
        return f"rulesets.{name}", (CORE, RULESETS / name)
    own = _top_package(file.parent)
    return own.name, (CORE, RULESETS, own)


def _top_package(folder: Path) -> Path:
    """Return the topmost package that holds `folder`, or `folder` itself where it is in none."""
    while (folder / "__init__.py").is_file() and (folder.parent / "__init__.py").is_file():
        folder = folder.parent
    return folder


@functools.cache
def _source_hash(folders: tuple[Path, ...]) -> str:
    """Return 24 hex digits over the sources in `folders` and the versions that shape the code."""
    digest = hashlib.sha256(repr(_toolchain()).encode())
    for folder in folders:
        for file in _sources(folder):
            content = hashlib.sha256(file.read_bytes()).hexdigest()
            name = file.relative_to(folder.parent).as_posix()
            digest.update(f"{name} {content}\n".encode())
    _hashes_in_use.add(digest.hexdigest()[:24])
    return digest.hexdigest()[:24]


_hashes_in_use: set[str] = set()


def _sources(folder: Path) -> Iterable[Path]:
    """Return the Python files of a package with its subfolders, or of a plain folder alone."""
    is_package = (folder / "__init__.py").is_file() or folder.is_relative_to(PACKAGE)
    return sorted(folder.rglob("*.py") if is_package else folder.glob("*.py"))


def _toolchain() -> tuple[str, ...]:
    """Return everything outside the sources that shapes compiled code (the CPU is Numba's part)."""
    checked = str(bool(SETTINGS.BOUNDSCHECK))
    return platform.python_version(), np.__version__, numba.__version__, checked


# -- where the code is kept ----------------------------------------------------------------------


def _user_cache() -> Path:
    """Return the cache folder of the platform's user."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _user_tag() -> str:
    """Return a name that keeps users of one machine apart in the shared temporary folder."""
    return str(os.getuid()) if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")


def _is_writable(folder: Path) -> bool:
    """Tell whether `folder` can be written or, where it does not exist yet, be made."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)


def _subfolders(folder: Path) -> list[Path]:
    """Return the folders in `folder`; none where it does not exist."""
    return [entry for entry in folder.iterdir() if entry.is_dir()] if folder.is_dir() else []


def _newest_first(folder: Path) -> list[Path]:
    """Return the subfolders of `folder`, the latest written first."""
    return sorted(_subfolders(folder), key=lambda entry: entry.stat().st_mtime, reverse=True)


# -- Numba's cache, led to our folder ------------------------------------------------------------


class _SourceLocator(caching._CacheLocator):
    """Tells Numba where one function is kept, and that only the folder's hash dates it."""

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        file = function.__globals__.get("__file__", file)  # where it is bound (driver.py)
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


class _IndexFile(caching.IndexDataCacheFile):
    """Numba's index of one function's signatures, safe when processes compile side by side.

    Numba numbers the data files 1, 2, ..., so two processes may give one number to two
    signatures. Here the number is a hash of the signature: a lost index entry costs a compilation.
    """

    def save(self, key: tuple[Any, ...], data: Any) -> None:
        """Store `data`, the compiled code of the signature in `key`."""
        number = int(hashlib.sha256(str(key).encode()).hexdigest()[:12], 16)
        name = self._data_name(number)
        self._save_data(name, data)
        self._save_index({**self._load_index(), key: name})


class _SourceCache(caching.FunctionCache):
    """The cache of one function in our folder."""

    _impl_class: type[caching.CompileResultCacheImpl] = _SourceCacheImpl
    use = "door"

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        file = self._cache_file
        self._cache_file = _IndexFile(
            cache_path=self._cache_path,
            filename_base=f"{self._impl.filename_base}.{self.use}",
            source_stamp=file._source_stamp,
        )


class _InnerCacheImpl(_SourceCacheImpl):
    """The way of storing inner functions."""

    if SUITS:

        def reduce(self, result: Any) -> tuple[Any, ...]:
            """Return what is kept of a compiled function."""
            return reduce(result)

        def rebuild(self, target: Any, payload: tuple[Any, ...]) -> Any:
            """Return the compiled function that was kept."""
            return rebuild(target, *payload)


class _InnerCache(_SourceCache):
    """The cache of one function as compiled code calls it."""

    _impl_class = _InnerCacheImpl
    use = "inner"
