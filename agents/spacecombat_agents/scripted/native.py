"""The library of the scripted players: each captain for each capacity class is one C++ file.

python -m spacecombat_env.native.build --units spacecombat_agents.scripted.native
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from spacecombat_agents.scripted.c_players import scripted_text
from spacecombat_agents.scripted.parameters import parameter_record, parameters_of
from spacecombat_env.native import units as rules
from spacecombat_env.native.build import SOURCES, SUFFIX, Recipe
from spacecombat_env.native.emit.program import Program
from spacecombat_env.native.emit.types import Scalar, Span
from spacecombat_env.native.library import EntryPoint, entry_point, open_library
from spacecombat_env.native.units import Unit, kinds_of

__all__ = ["RECIPE", "native_function", "units", "write_unit"]

FOLDER = Path(__file__).resolve().parent
RECIPE = Recipe(
    "the scripted players",
    FOLDER.parent / f"libspacecombat_agents{SUFFIX}",
    __name__,
    (*SOURCES, FOLDER),
    flags=("-O3",),
)
"""The library. Players calculate with floats, which must be the same on every machine."""
ENTRY_POINTS = {
    "choose": ("games", "table", "masks", "style", "actions", "actions", "actions"),
    "write_belief": ("games", "number", "table", "number", "map", "map"),
}
"""Functions of captains that the library offers, and the roles of their arguments.
`write_belief` is optional.
"""


def units() -> Iterator[Unit]:
    """Yield a unit for each capacity class of each rule set, the largest ones first."""
    return rules.units()


def write_unit(unit: Unit) -> str:
    """Return the C++ of a unit. Raise LanguageError for a player outside the language."""
    captains = captains_of(unit.ruleset)
    program = Program(f"{unit.name}_players")
    roles = {
        **kinds_of(program, unit),
        "style": Span(program.record(parameter_record(parameters_of(captains)), "style")),
        "map": Span(Scalar("float"), 2),
    }
    for name, function in python_functions(captains).items():
        arguments = tuple(roles[each] for each in ENTRY_POINTS[name])
        program.entry(f"{unit.name}_{name}", function, arguments)
    return program.text() + scripted_text(unit)


def captains_of(ruleset: str) -> ModuleType:
    """Return the module of a rule set's captains."""
    return importlib.import_module(f"{__package__}.{ruleset}")


def python_functions(captains: ModuleType) -> dict[str, Callable[..., Any]]:
    """Return the Python functions of the entry points that a module of captains has."""
    found = {name: getattr(captains, name, None) for name in ENTRY_POINTS}
    return {name: function for name, function in found.items() if function is not None}


@functools.cache
def native_function(captains: str, name: str) -> EntryPoint | None:
    """Return an entry point of the library; None without a library or for other captains."""
    package, _, ruleset = captains.rpartition(".")
    if package != __package__ or f"spacecombat_env.rulesets.{ruleset}" not in rules.PACKAGES:
        return None
    found = open_library(RECIPE)
    if found is None:
        return None
    own = [unit for unit in units() if unit.ruleset == ruleset]
    return entry_point(found, own, name, ENTRY_POINTS[name], captains)
