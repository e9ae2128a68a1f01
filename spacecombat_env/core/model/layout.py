"""Flat vectors declared as named blocks: observations and action spaces.

Size, offsets, views, scales, the documentation table and the description of each index follow from
one list of blocks. The digest shows whether two layouts mean the same to a trained network.
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections import namedtuple
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from spacecombat_env.core.errors import ConfigError


@dataclass(frozen=True)
class Block:
    """One named part of a flat vector, shaped (rows..., columns)."""

    name: str
    """Its name, an identifier: `own_craft`."""
    shape: tuple[int, ...]
    """Its shape in the views; () is a single number."""
    doc: str
    """One line for the documentation table."""
    columns: tuple[str, ...] | None = None
    """Names along the last axis, if its entries mean different things."""
    scale: float | tuple[float, ...] = 1.0
    """Value = stored integer x scale, about [-1, 1]. One number, or one for each column."""

    def __post_init__(self) -> None:
        """Raise ConfigError if the declaration contradicts itself."""
        if not self.name.isidentifier() or any(length < 1 for length in self.shape):
            raise ConfigError.at("layout", self.name, f"bad name or shape {self.shape}")
        width = self.shape[-1] if self.shape else 0
        if self.columns is not None and len(self.columns) != width:
            raise ConfigError.at("layout", self.name, f"{len(self.columns)} columns for {width}")
        if isinstance(self.scale, tuple) and len(self.scale) != width:
            raise ConfigError.at("layout", self.name, f"{len(self.scale)} scales for {width}")

    @property
    def size(self) -> int:
        """The number of entries."""
        return int(np.prod(self.shape, dtype=np.int64))

    def describe(self, position: int) -> str:
        """Return the description of the entry at flat `position`: `own_craft[3].armor`."""
        index = [int(i) for i in np.unravel_index(position, self.shape)] if self.shape else []
        column = f".{self.columns[index.pop()]}" if self.columns else ""
        return self.name + (f"[{','.join(map(str, index))}]" if index else "") + column


def block(name: str, rows: tuple[int, ...], columns: dict[str, int], doc: str) -> Block:
    """Return a block of rows of integer columns; `columns` maps their names to their divisors."""
    scales = tuple(1.0 / divisor for divisor in columns.values())
    return Block(name, (*rows, len(columns)), doc, tuple(columns), scales)


def positions(columns: Iterable[str]) -> Any:
    """Return the position of each column by its name, in compiled code too: `OWN_CRAFT.armor`."""
    names: Any = list(columns)
    return namedtuple("Columns", names)(*range(len(names)))


def most_of(columns: dict[str, int]) -> Any:
    """Return the divisor of each column by its name: the largest integer that it may hold."""
    names: Any = list(columns)
    divisors: Any = columns.values()
    return namedtuple("Columns", names)(*divisors)


@dataclass(frozen=True)
class Layout:
    """The blocks of a flat vector, in order."""

    blocks: tuple[Block, ...]

    def __post_init__(self) -> None:
        """Raise ConfigError if two blocks share a name."""
        object.__setattr__(self, "blocks", tuple(self.blocks))
        names = [block.name for block in self.blocks]
        for name in names:
            if names.count(name) > 1:
                raise ConfigError.at("layout", name, "two blocks of this name")

    @functools.cached_property
    def offsets(self) -> dict[str, int]:
        """The index of each block's first entry."""
        starts = np.cumsum([0] + [block.size for block in self.blocks])
        return {block.name: int(start) for block, start in zip(self.blocks, starts, strict=False)}

    @functools.cached_property
    def size(self) -> int:
        """The length of the vector."""
        return sum(block.size for block in self.blocks)

    @functools.cached_property
    def scales(self) -> np.ndarray:
        """The scale of every entry (float32, length `size`, read-only)."""
        parts = [
            np.broadcast_to(np.asarray(b.scale, np.float32), b.shape).ravel() for b in self.blocks
        ]
        scales = np.concatenate([np.empty(0, np.float32), *parts])
        scales.flags.writeable = False
        return scales

    def block(self, name: str) -> Block:
        """Return the block called `name`. Raise KeyError if there is none."""
        return {block.name: block for block in self.blocks}[name]

    def slice(self, name: str) -> slice:
        """Return the indices of the block called `name`."""
        start = self.offsets[name]
        return slice(start, start + self.block(name).size)

    def view(self, vector: np.ndarray) -> dict[str, np.ndarray]:
        """Return each block of a vector (size,) or a batch (..., size), shaped, as views."""
        if vector.shape[-1] != self.size:
            raise ValueError(f"a vector of {vector.shape[-1]} entries, not {self.size}")
        batch = vector.shape[:-1]
        parts = {b: vector[..., self.slice(b.name)] for b in self.blocks}
        return {b.name: part.reshape(batch + b.shape) for b, part in parts.items()}

    def locate(self, index: int) -> tuple[str, int]:
        """Return the block that holds entry `index`, and the flat position in it."""
        for block in self.blocks:
            position = int(index) - self.offsets[block.name]
            if 0 <= position < block.size:
                return block.name, position
        raise IndexError(f"entry {index} of a layout of {self.size}")

    def describe(self, index: int) -> str:
        """Return the description of entry `index`: `own_craft[3].armor`."""
        name, position = self.locate(index)
        return self.block(name).describe(position)

    def digest(self) -> str:
        """Return the SHA-256 of everything that gives an entry its meaning, without the
        documentation.
        """
        blocks = [[b.name, b.shape, b.columns, b.scale] for b in self.blocks]
        return hashlib.sha256(json.dumps(blocks).encode()).hexdigest()

    def table(self) -> str:
        """Return the documentation table in Markdown."""
        lines = ["| block | offset | shape | columns | meaning |", "|---|---|---|---|---|"]
        for b in self.blocks:
            shape = " x ".join(map(str, b.shape)) or "1"
            columns = ", ".join(b.columns) if b.columns else ""
            lines.append(f"| {b.name} | {self.offsets[b.name]} | {shape} | {columns} | {b.doc} |")
        return "\n".join(lines)


class BlockStart(NamedTuple):
    """The start of a block in the layouts of all capacity classes; see `starts`."""

    fixed: int
    """Entries before it in every class."""
    per: tuple[int, ...]
    """Additional entries before it for each slot, by kind of slot."""
    width: int
    """Entries of one of its rows."""


def starts(declare: Callable[..., Layout], slot_groups: int) -> Any:
    """Return the `BlockStart` of each block by its name, and `end`, the end of the vector.

    `declare(*slots)` returns the layout for these numbers of slots by kind. In a rule set's
    compiled code the results are constants, as array lengths in records are.
    """
    one = declare(*[1] * slot_groups)
    more = [declare(*(1 + (kind == n) for n in range(slot_groups))) for kind in range(slot_groups)]
    widths = {block.name: block.shape[-1] if block.shape else 1 for block in one.blocks}

    def start(at: Callable[[Layout], int], width: int) -> BlockStart:
        per = tuple(at(layout) - at(one) for layout in more)
        return BlockStart(at(one) - sum(per), per, width)

    found = {
        name: start(lambda layout, name=name: layout.offsets[name], width)  # type: ignore[misc]
        for name, width in widths.items()
    }
    found["end"] = start(lambda layout: layout.size, 1)
    return namedtuple("Starts", list(found))(**found)  # type: ignore[misc]
