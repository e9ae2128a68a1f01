"""A scenario under work, and its squares and zones as a file writes them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from spacecombat_env.core.reading import Node

SIDES = ("red", "blue")


@dataclass
class Draft:
    """The rules record under work, and the names of its classes."""

    table: np.ndarray
    class_names: list[str]

    @property
    def rules(self) -> Any:
        """The record itself."""
        return self.table[0]


def read_zone(draft: Draft, node: Node) -> list[int]:
    """Return a zone as first and last column, first and last row; the whole map by default."""
    columns, rows = int(draft.rules.option.columns), int(draft.rules.option.rows)
    if node.missing():
        return [1, columns, 1, rows]
    keys = node.keys(("columns", "rows"))
    return [*_span(keys["columns"], columns), *_span(keys["rows"], rows)]


def _span(node: Node, last: int) -> list[int]:
    """Return two numbers in order, or the whole map."""
    if node.missing():
        return [1, last]
    first, end = read_pair(node, 1, last)
    if first > end:
        raise node.error(f"{first} is above {end}")
    return [first, end]


def read_pair(node: Node, low: int, high: int) -> tuple[int, int]:
    """Return two whole numbers."""
    items = node.items()
    if len(items) != 2:
        raise node.error(f"two numbers are wanted, not {len(items)}")
    return items[0].integer(low, high), items[1].integer(low, high)
