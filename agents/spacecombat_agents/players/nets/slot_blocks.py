"""The parts of an observation and of the actions that a network of blocks distinguishes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from spacecombat_env.core.model.layout import Layout

__all__ = ["SlotBlock", "grid_offsets", "plain_entries", "pointed_blocks", "slot_blocks"]


class SlotBlock(NamedTuple):
    """A block of the observation that describes slots of one kind, a row each."""

    name: str
    start: int
    rows: int
    width: int


def slot_blocks(observation: Layout) -> list[SlotBlock]:
    """Return the blocks of an observation that describe slots."""
    return [
        SlotBlock(block.name, observation.offsets[block.name], *block.shape)
        for block in observation.blocks
        if len(block.shape) == 2 and block.columns
    ]


def plain_entries(blocks: list[SlotBlock], size: int) -> np.ndarray:
    """Return the entries of an observation that belong to no block, int64 (any,)."""
    inside = np.zeros(size, bool)
    for block in blocks:
        inside[block.start : block.start + block.rows * block.width] = True
    return np.flatnonzero(~inside)


def pointed_blocks(blocks: list[SlotBlock], actions: Layout) -> list[str]:
    """Return the blocks of actions that point at slots: of the same name and number."""
    rows = {block.name: block.rows for block in blocks}
    return [each.name for each in actions.blocks if rows.get(each.name) == each.size]


def grid_offsets(observation: Layout, cells: int) -> list[int]:
    """Return the offsets of the grids with `cells` cells in an observation."""
    return [
        observation.offsets[block.name]
        for block in observation.blocks
        if len(block.shape) == 2 and not block.columns and block.size == cells
    ]
