"""The units of the library: each rule set for each capacity class is one C++ file."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from spacecombat_env.core.kernels.batch import random_actions
from spacecombat_env.core.model.record import memory_range
from spacecombat_env.native.build import LIBRARY, RUNTIME, Recipe
from spacecombat_env.native.emit.program import Program
from spacecombat_env.native.emit.types import INT, Scalar, Span, Struct, Tuple, Type
from spacecombat_env.native.record_layout import layout_number

PACKAGES = tuple(
    f"spacecombat_env.rulesets.{name}"
    for name in ("intercept_sensors", "interceptor", "battle_rider")
)
"""The rule sets in the library; the largest one comes last."""
API_FILES = tuple(RUNTIME / name for name in ("api.cpp", "api_games.cpp", "api_batches.cpp"))
"""The functions of include/spacecombat.h."""
FILES = (RUNTIME / "threads.cpp", RUNTIME / "rows.cpp", *API_FILES)
"""The C++ of the library besides its units."""
RECIPE = Recipe("the native engine", LIBRARY, __name__, files=FILES)
"""The library of the rules."""
ENTRY_POINTS = {
    "advance": ("games", "table", "actions", "out", "span"),
    "action_count": ("state",),
    "legal_actions": ("games", "number", "table", "mask"),
    "redact": ("games", "number", "games", "number", "number"),
    "observe_visible": ("games", "number", "table", "number", "mask"),
    "determinize": ("games", "number", "table", "number", "number", "games", "number"),
    "returns": ("games", "number", "table", "returns"),
    "standings": ("games", "returns"),
    "player": ("games", "number"),
    "random_actions": ("masks", "actions", "actions", "number", "number"),
}
"""Functions of a rule set's entry.py that the library offers, and the types of their arguments.
`player` is optional.
"""


class Unit(NamedTuple):
    """A rule set for the records of one capacity class."""

    package: str
    capacity: str
    state: np.dtype
    rules: np.dtype

    @property
    def ruleset(self) -> str:
        """The rule set's name."""
        return self.package.rpartition(".")[2]

    @property
    def name(self) -> str:
        """The prefix of its C functions: `battle_rider_small`."""
        return f"{self.ruleset}_{self.capacity}"

    @property
    def variable(self) -> str:
        """The C++ variable that offers it to other programs."""
        return f"spacecombat_unit_{self.name}"


def units(packages: tuple[str, ...] = PACKAGES) -> Iterator[Unit]:
    """Yield the units of rule sets, the largest ones first."""
    for package in reversed(packages):
        model: Any = importlib.import_module(f"{package}.model")
        for capacity in reversed(model.CAPACITIES):
            state = model.state_dtype(model.CAPACITIES[capacity])
            yield Unit(package, capacity, state, model.rules_dtype)


def texts() -> list[str]:
    """Return the C++ of the list of units, for programs in other languages."""
    return [units_text(unit.variable for unit in units())]


def kinds_of(program: Program, unit: Unit) -> dict[str, Type]:
    """Return the types of the arguments of entry points, by their kind."""
    state, rules = program.record(unit.state, "state"), program.record(unit.rules, "rules")
    games = program.named(
        "games", _fields(states=Span(state), raw=_matrix("uint8_t"), int64=_ints())
    )
    table = program.named(
        "table", _fields(rules=Span(rules), opening=Span(state), opening_int64=_ints())
    )
    return {
        "state": state,
        "games": games,
        "table": table,
        "out": _out(program, games),
        "number": INT,
        "mask": _row("int8_t"),
        "masks": _matrix("int8_t"),
        "actions": _row("int64_t"),
        "returns": _row("float"),
        "span": Tuple((INT,) * 4),
    }


def _out(program: Program, games: Struct) -> Struct:
    """Return the type of the buffers of `advance` (core.ruleset.Out)."""
    return program.named(
        "out",
        _fields(
            observation=_matrix("int8_t"),
            mask=_matrix("int8_t"),
            seat=_row("int8_t"),
            rewards=_matrix("float"),
            done=_row("uint8_t"),
            visible=games,
            tally=_matrix("int32_t"),
        ),
    )


def _fields(**fields: Type) -> list[tuple[str, Type]]:
    """Return fields in their order."""
    return list(fields.items())


def _row(name: str) -> Span:
    """Return the type of a row of numbers."""
    return Span(Scalar(name))


def _matrix(name: str) -> Span:
    """Return the type of a matrix of numbers."""
    return Span(Scalar(name), 2)


def _ints() -> Span:
    """Return the type of games as integers."""
    return _matrix("int64_t")


def write_unit(unit: Unit) -> str:
    """Return the C++ of a unit. Raise LanguageError for a rule outside the language."""
    program = Program(unit.name)
    types = kinds_of(program, unit)
    for name, function in python_functions(unit.package).items():
        arguments = tuple(types[each] for each in ENTRY_POINTS[name])
        program.entry(f"{unit.name}_{name}", function, arguments)
    return program.text() + adapter_text(unit)


def adapter_text(unit: Unit) -> str:
    """Return the end of a unit's C++, which offers it to other programs (runtime/adapter.hpp)."""
    types = ("State", "Rules", "Games", "Table", "Out")
    lines = [f"using {name} = {unit.name}_{name.lower()};" for name in types]
    has_player = "player" in python_functions(unit.package)
    return "\n".join(
        (
            '#line 1 "adapter"',
            "namespace {",
            *lines,
            "}",
            f"#define entry(name) {unit.name}_##name",
            f"#define HAS_PLAYER {has_player:d}",
            f"#define UNIT {unit.variable}",
            f'#define RULESET "{unit.ruleset}"',
            f'#define CAPACITY "{unit.capacity}"',
            f"#define LAYOUT UINT64_C({layout_number(unit.state, unit.rules)})",
            "#define MEMORY {}, {}".format(*memory_range(unit.state)),
            '#include "adapter.hpp"',
            "",
        )
    )


def units_text(names: Iterable[str]) -> str:
    """Return the C++ of the table of units, which runtime/api.cpp reads; `names` are variables."""
    names = list(names)
    return "\n".join(
        (
            '#include "unit.hpp"',
            *(f"extern const spacecombat::Unit {name};" for name in names),
            "extern const spacecombat::Unit* const spacecombat_units[];",
            "const spacecombat::Unit* const spacecombat_units[] = {",
            *(f"    &{name}," for name in names),
            "    nullptr};",
            "",
        )
    )


def python_functions(package: str) -> dict[str, Callable[..., Any]]:
    """Return the Python functions of the entry points that a rule set has."""
    entry = importlib.import_module(f"{package}.entry")
    found = {name: getattr(entry, name, None) for name in ENTRY_POINTS}
    found["random_actions"] = random_actions
    return {
        name: function
        for name, function in found.items()
        if function is not None and not isinstance(function, ModuleType)
    }
