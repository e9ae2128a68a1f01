"""Load the library, and offer its functions as the kernels of a rule set."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from spacecombat_env.core.errors import BuildError
from spacecombat_env.core.kernels.driver import steps
from spacecombat_env.core.kernels.one_game import one_game_functions
from spacecombat_env.core.ruleset import Kernels
from spacecombat_env.native import build
from spacecombat_env.native.current import current_library
from spacecombat_env.native.units import ENTRY_POINTS, PACKAGES, RECIPE, Unit, units

INT64 = ctypes.c_int64
ADDRESS = ctypes.c_void_p


class Library:
    """The loaded library."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._handle = ctypes.CDLL(str(path))

    def function(self, name: str, arguments: tuple[Any, ...] = (), result: Any = None) -> Any:
        """Return a C function. Raise AttributeError if the library has none of that name."""
        found = getattr(self._handle, name)
        found.argtypes, found.restype = arguments, result
        return found


# --- finding it ----------------------------------------------------------------------------------


def library() -> Library | None:
    """Return the library of the rules, built if that is needed and possible; None without one."""
    return open_library(RECIPE)


@functools.cache
def open_library(recipe: build.Recipe) -> Library | None:
    """Return a library, built if that is needed and possible; None without one, reported once."""
    try:
        return Library(current_library(recipe))
    except (BuildError, OSError) as cause:
        print(f"spacecombat_env: {cause}", file=sys.stderr)
        return None


# --- calls ---------------------------------------------------------------------------------------


def in_c(argument: Any) -> Any:
    """Return an array, or a tuple of arrays and numbers, as C takes it: addresses and lengths.

    The arrays must outlive the result. An argument in this form is returned as it is.
    """
    if isinstance(argument, ctypes.Array):
        return argument
    integers = list(_integers(argument))
    return (INT64 * len(integers))(*integers)


def _integers(argument: Any) -> list[int]:
    """Return the integers of an argument."""
    if isinstance(argument, np.ndarray):
        if not argument.flags.c_contiguous:
            raise ValueError("the native engine takes contiguous arrays")
        return [argument.ctypes.data, *argument.shape]
    if isinstance(argument, tuple):
        return [integer for part in argument for integer in _integers(part)]
    return [int(argument)]


class EntryPoint:
    """A C function of a rule set: one for each capacity class, chosen by the size of a game.

    `__module__` is the module of its Python twin.
    """

    def __init__(
        self, functions: Mapping[int, Any], roles: tuple[str, ...], module: str = __name__
    ) -> None:
        self.functions = functions
        self.roles = roles
        self.__module__ = module

    def __call__(self, *arguments: Any) -> Any:
        """Call the function with the arguments of its Python twin."""
        return self.function_for(arguments[0])(*self.given(arguments))

    def prepared(self, argument: Any) -> Any:
        """Return an argument of later calls as C takes it; its arrays must outlive them."""
        return in_c(argument)

    def bind(self, *arguments: Any) -> Callable[[], Any]:
        """Return a call with these arguments, which are prepared once."""
        function, given = self.function_for(arguments[0]), self.given(arguments)

        def call(kept: tuple[Any, ...] = arguments) -> Any:  # the arrays live as long as the call
            return function(*given)

        return call

    def given(self, arguments: tuple[Any, ...]) -> list[Any]:
        """Return the arguments as C takes them; their arrays must outlive the call."""
        return [
            int(argument) if kind == "number" else in_c(argument)
            for argument, kind in zip(arguments, self.roles, strict=True)
        ]

    def function_for(self, games: Any) -> Any:
        """Return the function for the records of some games."""
        return self.functions[games[0].dtype.itemsize]

    def address_for(self, games: Any) -> int:
        """Return the address of that function."""
        return ctypes.cast(self.function_for(games), ADDRESS).value or 0


class RandomActions(EntryPoint):
    """`random_actions`, which takes no games and is the same for all of them."""

    def function_for(self, games: Any) -> Any:
        """Return the function."""
        return next(iter(self.functions.values()))


class ActionCount(EntryPoint):
    """`action_count`, which takes one record."""

    def __call__(self, *arguments: Any) -> Any:
        """Return the length of a game's mask."""
        (state,) = arguments
        return self.functions[state.dtype.itemsize](np.asarray(state).ctypes.data)


CLASSES = {"random_actions": RandomActions, "action_count": ActionCount}
RETURNING = frozenset(("action_count", "legal_actions", "player"))
"""Entry points that return a number."""


@functools.cache
def native_kernels(package: str) -> Kernels | None:
    """Return the kernels of a rule set from the library; None where they are not there."""
    found = library() if package in PACKAGES else None
    if found is None:
        return None
    own = list(units((package,)))
    points = {
        name: entry_point(found, own, name, roles, f"{package}.entry", name in RETURNING)
        for name, roles in ENTRY_POINTS.items()
    }
    start, apply = one_game_functions(points["advance"], points["action_count"])
    return Kernels(
        start=start,
        apply=apply,
        legal=points["legal_actions"],
        redact=points["redact"],
        observe=points["observe_visible"],
        returns=points["returns"],
        determinize=points["determinize"],
        advance=points["advance"],
        random_actions=points["random_actions"],
        steps=steps,
        standings=points["standings"],
        player=points["player"] if points["player"].functions else None,
        one_visible=True,
        by_turns=True,
    )


def native_scale_rows() -> Callable[..., None] | None:
    """Return `ScaleRows` of env/vector/convert.py from the library; None without one."""
    found = library()
    if found is None:
        return None
    function = found.function("spacecombat_scale_rows", (ADDRESS,) * 4)

    def scale_rows(
        compact: np.ndarray, scales: np.ndarray, rows: np.ndarray, out: np.ndarray
    ) -> None:
        given = (
            np.ascontiguousarray(compact, np.int8),
            np.ascontiguousarray(scales, np.float32),
            np.ascontiguousarray(rows, np.int64),
            out,
        )
        width = compact.shape[1]
        if len(rows) > len(out) or len(scales) != width or out.shape[1] != width:
            raise ValueError(f"{len(rows)} rows of {width} do not fit {out.shape}")
        if out.dtype != np.float32:
            raise ValueError(f"the floats are {out.dtype}, not float32")
        if len(rows) and not (given[2].min() >= 0 and given[2].max() < len(compact)):
            raise IndexError(f"rows {given[2].min()} to {given[2].max()} of {len(compact)}")
        function(*(in_c(each) for each in given))

    return scale_rows


def entry_point(
    found: Library,
    own: list[Unit],
    name: str,
    roles: tuple[str, ...],
    module: str,
    is_number: bool = False,
) -> EntryPoint:
    """Return an entry point of a library for the units of a rule set.

    `module` has its Python twin; `is_number`: whether it returns a number. It has no functions if
    there is none of that name.
    """
    types = tuple(INT64 if kind == "number" else ADDRESS for kind in roles)
    functions = {}
    for unit in own:
        with contextlib.suppress(AttributeError):
            result = INT64 if is_number else None
            functions[unit.state.itemsize] = found.function(f"{unit.name}_{name}", types, result)
    return CLASSES.get(name, EntryPoint)(functions, roles, module)
