"""Write a policy as plain steps (json_policy.py).

Steps evaluate one decision, so every shape is known. A value is an array of the numbers of its
entries, int64. Reshaping, slicing and joining values only moves these numbers, by plain NumPy, and
leaves at most a `take` in the file. Only arithmetic becomes steps.
"""

from __future__ import annotations

import base64
import json
import math
from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

import numpy as np

from spacecombat_agents.players.steps.json_policy import (
    FLOAT16,
    FLOAT32,
    INPUTS,
    JSON_FORM,
    WEIGHT_DTYPES,
    JsonPolicy,
)

__all__ = ["StepWriter"]

Array = np.ndarray
FLOAT16_TOLERANCE = 2.0**-25
"""Largest error of a float16 against float32, for numbers below 2^-14 that were rounded to ten bits
of mantissa or fewer.
"""


class StepWriter:
    """A policy under construction. Its values are int64 arrays: the numbers of their entries."""

    def __init__(self, observations: int, action_count: int) -> None:
        self._inputs = dict(zip(INPUTS, (observations, action_count), strict=True))
        self._steps: list[dict[str, Any]] = []
        self._weights: dict[str, Array] = {}
        self._used: set[str] = set()
        self._outputs: dict[str, str] = {}
        """The final names of values that are outputs."""
        self._values: list[tuple[int, str, int]] = []
        """First entry, name and size of each value."""
        self._next = 0
        self.obs, self.action_mask = (
            self._value(name, (size,)) for name, size in self._inputs.items()
        )

    def weight(self, name: str, array: Array) -> Array:
        """Add a weight, and return its entries in its shape."""
        self._weights[name] = np.asarray(array, np.float32)
        return self._value(name, np.shape(array))

    def constant(self, number: float) -> Array:
        """Return a number as a value of one entry."""
        name = f"constant_{np.float32(number)}"
        known = [first for first, each, _ in self._values if each == name]
        return np.array(known) if known else self.weight(name, np.array([number]))

    def each(self, do: str, *operands: Array) -> Array:
        """Compute entry by entry, broadcast as NumPy does; operands that repeat stay short."""
        shape = np.broadcast_shapes(*(operand.shape for operand in operands))
        short = [_shortest_period(each, np.broadcast_to(each, shape)) for each in operands]
        if max(row.size for row in short) < math.prod(shape):
            short[0] = np.broadcast_to(operands[0], shape)
        return self._step(do, short, shape)

    def runs(self, do: str, value: Array, **more: Any) -> Array:
        """Compute along the last axis: `softmax` and `norm` keep it, `largest` removes it."""
        shape = value.shape[:-1] if do == "largest" else value.shape
        return self._step(do, [value], shape, width=value.shape[-1], **more)

    def product(self, a: Array, b: Array, *bias: Array) -> Array:
        """Return the products of rows with rows, (n, width) and (m, width), as (n, m).

        `bias` (m,) is added to each row.
        """
        shape = len(a), len(b)
        return self._step("product", [a, b, *bias], shape, width=a.shape[1])

    def output(self, name: str, value: Array) -> None:
        """Make a value an output of that name."""
        entries = value.ravel()
        known = self._name_of(entries)
        if known is None or known in self._inputs or known in self._weights.keys() | self._outputs:
            known = self._take(entries)
        self._outputs[known] = name

    def policy_json(self) -> bytes:
        """Return the policy as JSON."""
        steps = [
            {**step, "of": list(map(self._final, step["of"])), "out": self._final(step["out"])}
            for step in self._steps
        ]
        weights = {n: _weight_json(each) for n, each in self._weights.items() if n in self._used}
        content = {"form": JSON_FORM, "inputs": self._inputs, "steps": steps, "weights": weights}
        data = json.dumps(content, separators=(",", ":")).encode()
        JsonPolicy(data)
        return data

    def _final(self, name: str) -> str:
        """Return the name of a value in the file."""
        return self._outputs.get(name, name)

    def _value(self, name: str, shape: tuple[int, ...]) -> Array:
        """Number the entries of a new value."""
        size = math.prod(shape)
        entries = np.arange(self._next, self._next + size).reshape(shape)
        self._values.append((self._next, name, size))
        self._next += size
        return entries

    def _value_of(self, entry: int) -> tuple[int, str, int]:
        """Return the value that an entry belongs to."""
        return self._values[bisect_right(self._values, (entry, "\U0010ffff", 0)) - 1]

    def _name_of(self, entries: Array) -> str | None:
        """Return the name of the value with exactly these entries, or None."""
        first, name, size = self._value_of(int(entries[0]))
        whole = np.array_equal(entries, np.arange(first, first + size))
        return name if whole else None

    def _take(self, entries: Array) -> str:
        """Add a step that gathers entries; return its name."""
        offsets: dict[str, int] = {}
        places, total = [], 0
        for entry in entries.tolist():
            first, name, size = self._value_of(entry)
            if name not in offsets:
                offsets[name] = total
                total += size
            places.append(offsets[name] + entry - first)
        taken = self._add("take", list(offsets), (len(places),), places=places)
        return self._value_of(int(taken[0]))[1]

    def _step(self, do: str, operands: Sequence[Array], shape: tuple[int, ...], **more: Any) -> Any:
        """Add a step on values, and return the new entries."""
        rows = [each.ravel() for each in operands]
        return self._add(do, [self._name_of(row) or self._take(row) for row in rows], shape, **more)

    def _add(self, do: str, of: list[str], shape: tuple[int, ...], **more: Any) -> Array:
        """Add a step on named rows, and return the new entries."""
        self._used.update(of)
        out = f"{do}_{len(self._steps) + 1}"
        self._steps.append({"do": do, "of": of, **more, "out": out})
        return self._value(out, shape)


def _shortest_period(row: Array, whole: Array) -> Array:
    """Return the period of a row that repeats, else `whole`."""
    flat, once = whole.ravel(), row.ravel()
    again = np.array_equal(flat, np.tile(once, flat.size // once.size))
    return once if again else flat


def _weight_json(array: Array) -> dict[str, Any]:
    """Return a weight as JSON, in float16 if that loses nothing."""
    with np.errstate(over="ignore", invalid="ignore"):
        off = np.abs(array.astype(np.float16).astype(np.float32) - array)
    short = bool((off <= FLOAT16_TOLERANCE).all())
    kind = FLOAT16 if short else FLOAT32
    numbers = base64.b64encode(array.astype(WEIGHT_DTYPES[kind]).tobytes()).decode()
    return {"shape": list(array.shape), kind: numbers}
