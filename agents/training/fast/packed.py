"""What a network of blocks says, worked out on the CPU for learning: the same, and faster.

Of the slots in an observation more than half hold nobody. Here those alone are encoded that hold
somebody, side by side; they are pooled and pointed at by compiled code, whose slopes are worked out
by hand. Tests hold answers and gradients to those of `Blocks.answers`, which is what is exported.
What is said in play goes by spoken.py.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import torch

from spacecombat_agents.players.nets import Blocks, Encoded, Inputs
from spacecombat_agents.training.fast.inputs import Reader, take_entries
from spacecombat_agents.training.fast.spoken import Spoken
from spacecombat_env.core.jit import jit

NOBODY = -1
EVEN = 256
"""Slots that are encoded at once are filled up with zeros to a multiple of so many.

Shapes repeat so. The library of `fast_products` prepares itself for each: answers of 450 rows or
so took 43 microseconds a row without, and 10 with (Intel Xeon, one thread).
"""


class Held(NamedTuple):
    """The slots of a block that hold somebody, of n observations, in order."""

    starts: np.ndarray
    """int64 (n + 1,): where those of an observation begin."""
    places: np.ndarray
    """int64 (k,): which slot of the block each is."""


class Packed(NamedTuple):
    """Observations apart: plain entries, and of each block the slots that hold somebody."""

    flat: torch.Tensor
    """float32 (n, F)."""
    slots: list[tuple[torch.Tensor, Held] | None]
    """By block: float32 (k or more, width) and whose they are; None where nothing lives in it."""


class SlotFloats(Reader):
    """Takes observations apart for a network of blocks, out of the rollout as it is."""

    def __init__(self, net: Blocks, scales: np.ndarray, seen: np.ndarray, rooms: int) -> None:
        """`seen` int8 (capacity, O) is where the rollout's observations are written."""
        self._net, self._seen = net, seen
        self._scales = np.asarray(scales, np.float32)
        self._rooms: list[dict[str, np.ndarray]] = [{} for _ in range(rooms)]

    def live_on(self, inputs: Inputs, seen: np.ndarray) -> None:
        """From now on these inputs live."""
        self._inputs = inputs
        sizes = zip(inputs.rows, self._net.blocks, strict=True)
        slots = sum(count * block.width for count, block in sizes)
        self._plain = inputs.columns[: len(inputs.columns) - slots]
        self._spoken = Spoken(self._net, self._scales, inputs, self._plain)

    def note(self, seen: np.ndarray, at: slice) -> None:
        """Nothing to take over: it reads where observations are written."""

    def answers(self, room: int, rows: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits and outcome at decisions of the rollout, as `Blocks.answers` does."""
        packed = self.take(room, rows)
        encoded = [
            None if each is None else SomeSlots(self._net.encoder(block.name)(each[0]), each[1])
            for block, each in zip(self._net.blocks, packed.slots, strict=True)
        ]
        return self._net.conclude(packed.flat, encoded, self._inputs)

    def spoken(self, room: int, rows: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the same for play, in fewer calls."""
        return self._spoken.answers(self._seen, rows)

    def take(self, room: int, rows: np.ndarray) -> Packed:
        """Return live entries of observations; valid until the next call with that room."""
        flat = self._room(room, "", (len(rows), len(self._plain)))
        take_entries(self._seen, self._scales, rows, self._plain, flat)
        slots: list[tuple[torch.Tensor, Held] | None] = []
        for count, block in zip(self._inputs.rows, self._net.blocks, strict=True):
            if count == 0:
                slots.append(None)
                continue
            most = up(len(rows) * count)
            out = self._room(room, block.name, (most, block.width))
            starts, places = np.empty(len(rows) + 1, np.int64), np.empty(most, np.int64)
            where = block.start, count, block.width
            pack(self._seen, self._scales, rows, where, out, starts, places)
            found = int(starts[-1])
            filled = up(found)
            out[found:filled] = 0.0
            slots.append((torch.from_numpy(out[:filled]), Held(starts, places[:found])))
        return Packed(torch.from_numpy(flat), slots)

    def _room(self, room: int, name: str, shape: tuple[int, int]) -> np.ndarray:
        """Return memory that is used again."""
        rooms, size = self._rooms[room], shape[0] * shape[1]
        if name not in rooms or len(rooms[name]) < size:
            rooms[name] = np.zeros(2 * size, np.float32)
        return rooms[name][:size].reshape(shape)


def up(count: int) -> int:
    """Return the next multiple of `EVEN`."""
    return -(-count // EVEN) * EVEN


class SomeSlots(Encoded):
    """The slots of a block that hold somebody."""

    def __init__(self, slots: torch.Tensor, held: Held) -> None:
        self._slots, self._held = slots, held

    def pooled(self) -> torch.Tensor:
        """Return the maxima over slots."""
        return _Pool.apply(self._slots, self._held)  # type: ignore[no-untyped-call, no-any-return]

    def worth(self, asked: torch.Tensor, size: int) -> torch.Tensor:
        """Return what a question finds in each slot."""
        found = _Point.apply(self._slots, asked, self._held, size)  # type: ignore[no-untyped-call]
        return found  # type: ignore[no-any-return]


class _Pool(torch.autograd.Function):
    """Maxima over the slots of each observation, 0 where there are none; none is below 0."""

    @staticmethod
    def forward(ctx: Any, slots: torch.Tensor, held: Held) -> torch.Tensor:
        """Return (n, slot)."""
        pooled = np.zeros((len(held.starts) - 1, slots.shape[1]), np.float32)
        ctx.best = np.full(pooled.shape, NOBODY, np.int32)
        ctx.shape = slots.shape
        pool(slots.detach().numpy(), held.starts, pooled, ctx.best)
        return torch.from_numpy(pooled)

    @staticmethod
    def backward(ctx: Any, slope: torch.Tensor) -> tuple[torch.Tensor, None]:  # type: ignore[override]
        """Return the slope in the slots: the largest has it all."""
        found = np.zeros(ctx.shape, np.float32)
        unpool(slope.contiguous().numpy(), ctx.best, found)
        return torch.from_numpy(found), None


class _Point(torch.autograd.Function):
    """Products of a question and each slot of its observation."""

    @staticmethod
    def forward(
        ctx: Any, slots: torch.Tensor, asked: torch.Tensor, held: Held, size: int
    ) -> torch.Tensor:
        """Return (n, size)."""
        asked = asked.contiguous()
        ctx.save_for_backward(slots, asked)
        ctx.held = held
        found = np.zeros((len(asked), size), np.float32)
        point(slots.detach().numpy(), asked.detach().numpy(), tuple(held), found)
        return torch.from_numpy(found)

    @staticmethod
    def backward(  # type: ignore[override]
        ctx: Any, slope: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor, None, None]:
        """Return the slopes in slots and question."""
        slots, asked = (each.detach().numpy() for each in ctx.saved_tensors)
        by_slot, by_question = np.empty_like(slots), np.zeros_like(asked)
        by_slot[len(ctx.held.places) :] = 0.0
        unpoint(slots, asked, tuple(ctx.held), slope.contiguous().numpy(), by_slot, by_question)
        return torch.from_numpy(by_slot), torch.from_numpy(by_question), None, None


@jit
def pack(seen, scales, rows, block, out, starts, places):
    """Write the slots of a block that hold somebody, as floats, and whose they are.

    `block` says where it starts in an observation, how many slots it has, and how wide they are.
    """
    at, count, width = block
    found = 0
    for i in range(len(rows)):
        row = seen[rows[i]]
        starts[i] = found
        for slot in range(count):
            first = at + slot * width
            there = False
            for j in range(first, first + width):
                if row[j]:
                    there = True
                    break
            if there:
                to = out[found]
                for j in range(width):
                    to[j] = np.float32(row[first + j]) * scales[first + j]
                places[found] = slot
                found += 1
    starts[len(rows)] = found


@jit
def pool(slots, starts, pooled, best):
    """Write the maxima above 0 and which slots have them."""
    for i in range(len(pooled)):
        largest, which = pooled[i], best[i]
        for k in range(starts[i], starts[i + 1]):
            slot = slots[k]
            for c in range(len(largest)):
                if slot[c] > largest[c]:
                    largest[c] = slot[c]
                    which[c] = k


@jit
def unpool(slope, best, found):
    """Add slopes to the slots that had the maxima."""
    for i in range(len(slope)):
        for c in range(slope.shape[1]):
            if best[i, c] != NOBODY:
                found[best[i, c], c] += slope[i, c]


@jit
def point(slots, asked, held, found):
    """Write the products of questions and slots."""
    starts, places = held
    for i in range(len(found)):
        question = asked[i]
        for k in range(starts[i], starts[i + 1]):
            slot, total = slots[k], np.float32(0.0)
            for c in range(len(question)):
                total += slot[c] * question[c]
            found[i, places[k]] = total


@jit
def unpoint(slots, asked, held, slope, by_slot, by_question):
    """Write the slopes in slots and add up those in questions."""
    starts, places = held
    for i in range(len(asked)):
        question, sums = asked[i], by_question[i]
        for k in range(starts[i], starts[i + 1]):
            steep, slot, to = slope[i, places[k]], slots[k], by_slot[k]
            for c in range(len(question)):
                to[c] = steep * question[c]
                sums[c] += steep * slot[c]
