"""The definition of a rule set from the modules that every rule set has."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from spacecombat_env.core.engine import choose_kernels
from spacecombat_env.core.kernels.codegen import generated_modules
from spacecombat_env.core.loading.lazy_functions import LazyFunction, lazy_functions
from spacecombat_env.core.loading.matrix import read_matrix
from spacecombat_env.core.loading.scenarios import SEATS
from spacecombat_env.core.ruleset import Kernels, RuleSet


def define_ruleset(scenario: ModuleType, extras: Iterable[str] = (), **more: Any) -> RuleSet:
    """Return a rule set, given its package `scenario` and fields of RuleSet.

    `extras` are functions that not every rule set has: `plans` is that of presentation/plans.py.
    """
    package = scenario.__name__.rpartition(".")[0]
    folder = Path(str(scenario.__file__)).parents[1]
    functions: dict[str, Any] = {
        name: LazyFunction(f"{package}.presentation.{name}", name) for name in extras
    }
    return RuleSet(
        name=scenario.NAME,
        version=scenario.VERSION,
        seats=SEATS,
        kernels=partial(choose_kernels, package, partial(interpreted_kernels, package)),
        load=scenario.load,
        scenarios=scenario.scenarios,
        delegates=scenario.DELEGATES,
        recommended=scenario.RECOMMENDED,
        switches=scenario.SWITCHES,
        rules_index=partial(read_matrix, folder),
        package=folder,
        **{**lazy_functions(package), **functions, **more},
    )


def interpreted_kernels(package: str) -> Kernels:
    """Return the functions of a rule set's entry.py, as Python."""
    with generated_modules(package):
        kernels: Kernels = import_module(f"{package}.entry").KERNELS
    return kernels
