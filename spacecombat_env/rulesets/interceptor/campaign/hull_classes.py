"""Classes of hulls in campaigns: the fifteen ships, and those of this project's in wars/designs.

Each of the designs becomes a class as in a scenario. A war names those that its hulls may have.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from spacecombat_env.core.loading.reading import ConfigNode
from spacecombat_env.core.loading.tables import read_yaml

from ..construction import Design, shipped_design
from ..construction.reading import design_of
from ..model import class_names, printed_rules
from ..scenario.designs import add_designs
from ..scenario.draft import Draft

FOLDER = Path(__file__).parents[1] / "wars" / "designs"


@cache
def own_designs() -> dict[str, Any]:
    """Return the content of each design of this project's by its name."""
    contents: list[Any] = [read_yaml(path) for path in sorted(FOLDER.glob("*.yaml"))]
    return {content["name"]: content for content in contents}


@cache
def hull_class_names() -> tuple[str, ...]:
    """Return the names of all classes by their number; that of row 0 is empty."""
    return (*class_names(), *own_designs())


@cache
def _table() -> np.ndarray:
    """Return the rules record with all classes."""
    draft = Draft(printed_rules(), list(class_names()))
    contents = list(own_designs().values())
    add_designs(draft, ConfigNode(str(FOLDER), "designs", contents), None)
    return draft.table


def hull_rules() -> Any:
    """Return a rules record with all classes; it is not to be changed."""
    return _table()[0]


def hull_table() -> np.ndarray:
    """Return a fresh rules record with all classes, shape (1,), which may be changed."""
    return _table().copy()


def class_record(name: str) -> Any:
    """Return the class record of a name; raise ValueError for an unknown one."""
    return hull_rules().classes[hull_class_names().index(name)]


def hull_design(name: str) -> Design:
    """Return the design of a class by its name."""
    if name in own_designs():
        return design_of(ConfigNode(name, "", own_designs()[name]))
    return shipped_design(name)
