"""Policies as JSON: a list of plain steps on rows of numbers, computed with NumPy alone.

Every value is one row of float32 per decision: `obs`, `action_mask`, the weights, and the results
of steps. There are no shapes, axes or batches. A step names its operands (`of`), its result
(`out`), and, where it splits rows into runs, their `width`. The page
docs/opponents/json_policies.md has every step and field; step_writer.py writes them. The size of a
computation is checked before anything is computed.
"""

from __future__ import annotations

import base64
import binascii
import json
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

__all__ = ["INPUTS", "JSON_FORM", "JsonPolicy", "MAX_ENTRIES", "STEP_KINDS", "WEIGHT_DTYPES"]

Array = np.ndarray

JSON_FORM = "steps/1"
INPUTS = ("obs", "action_mask")
FLOAT16, FLOAT32 = "float16", "float32"
WEIGHT_DTYPES = {FLOAT16: "<f2", FLOAT32: "<f4"}
"""Formats of weights, in base64, and their NumPy types."""
MAX_ENTRIES = 1 << 24
"""Largest total of numbers that the steps of a policy may compute per decision."""
MAX_COMPUTED = 1 << 26
"""Largest total at once, 256 MiB; larger batches are split."""


class JsonPolicy:
    """A policy, ready to be computed."""

    def __init__(self, data: bytes) -> None:
        """Read a JSON policy; ValueError names the field and the problem."""
        content = _parse_object(data)
        if content.get("form") != JSON_FORM:
            raise ValueError(f"form: {content.get('form')!r}, this package reads {JSON_FORM!r}")
        self.inputs: dict[str, int] = _parse_inputs(content.get("inputs"))
        self.weights = _parse_weights(content.get("weights"))
        """Weights by name, float32, in their shapes."""
        self._rows = {name: weight.reshape(1, -1) for name, weight in self.weights.items()}
        self._steps = _parse_steps(content.get("steps"))
        self.sizes = _value_sizes(self.inputs, self._rows, self._steps)
        """Entries of each value, by name."""
        self._computed = sum(self.sizes[step.out] for step in self._steps)

    def run(self, outputs: Sequence[str], given: Mapping[str, Array]) -> list[Array]:
        """Return the named outputs, float32 (n, size), for inputs by name, (n, size)."""
        count = len(given[INPUTS[0]])
        if count > 1 and count * self._computed > MAX_COMPUTED:
            parts = [slice(count // 2), slice(count // 2, count)]
            halves = [
                self.run(outputs, {name: given[name][part] for name in INPUTS}) for part in parts
            ]
            return [np.concatenate(both) for both in zip(*halves, strict=True)]
        known = {**self._rows, **{name: given[name] for name in INPUTS}}
        with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
            for step in self._steps:
                found = STEP_KINDS[step.do].compute(step, *(known[name] for name in step.of))
                known[step.out] = found
        return [known[name] for name in outputs]


class PolicyStep(NamedTuple):
    """A step of the file."""

    do: str
    of: tuple[str, ...]
    out: str
    width: int = 0
    places: Array = np.empty(0, np.int64)
    run: slice | None = None
    """The same where they are consecutive."""
    epsilon: float = 0.0


# -- steps -----------------------------------------------------------------------------------------
# Values are (n, size), or (1, size) if they are the same for all decisions.


def _broadcast_rows(rows: Sequence[Array]) -> list[Array]:
    """Return rows of equal length; shorter ones are repeated."""
    size = max(row.shape[1] for row in rows)
    return [
        row if row.shape[1] in (1, size) else np.tile(row, size // row.shape[1]) for row in rows
    ]


def _elementwise(rule: Callable[..., Array]) -> Callable[..., Array]:
    """Return an elementwise step."""
    return lambda step, *rows: rule(*_broadcast_rows(rows))


def _split_runs(step: PolicyStep, row: Array) -> Array:
    """Return a row split into runs, (n, runs, width)."""
    return row.reshape(len(row), -1, step.width)


def _product(step: PolicyStep, a: Array, b: Array, bias: Array | None = None) -> Array:
    """Return the dot products of runs of `a` and `b`, with a bias for each run of `b`."""
    if len(b) == 1:
        runs = _split_runs(step, a)
        found = runs.reshape(-1, step.width) @ _split_runs(step, b)[0].T
        found = found.reshape(len(a), runs.shape[1], -1)
    else:
        found = _split_runs(step, a) @ _split_runs(step, b).swapaxes(1, 2)
    if bias is not None:
        found = found + bias[:, None, :]
    return found.reshape(len(found), -1)


def _take(step: PolicyStep, *rows: Array) -> Array:
    """Return selected entries of all rows, concatenated; a view where they are consecutive."""
    first, count = rows[0], max(map(len, rows))
    if len(rows) > 1:
        first = np.concatenate(
            [np.broadcast_to(row, (count, row.shape[1])) for row in rows], axis=1
        )
    if step.run is not None:
        return first[:, step.run]
    return first.take(step.places, axis=1)


def _softmax(step: PolicyStep, row: Array) -> Array:
    runs = _split_runs(step, row)
    grown = np.exp(runs - runs.max(axis=2, keepdims=True))
    return (grown / grown.sum(axis=2, keepdims=True)).reshape(row.shape)


def _norm(step: PolicyStep, row: Array) -> Array:
    runs = _split_runs(step, row)
    centred = runs - runs.mean(axis=2, keepdims=True)
    spread = np.square(centred).mean(axis=2, keepdims=True)
    return (centred / np.sqrt(spread + np.float32(step.epsilon))).reshape(row.shape)


def _where(condition: Array, a: Array, b: Array) -> Array:
    chosen: Array = np.where(condition != 0, a, b)
    return chosen


class StepKind(NamedTuple):
    """The computation of a step and its requirements."""

    compute: Callable[..., Array]
    fewest: int
    most: int
    fields: tuple[str, ...] = ()


_ONE = np.float32(1)
_MANY = 1 << 16
STEP_KINDS: dict[str, StepKind] = {
    "add": StepKind(_elementwise(np.add), 2, 2),
    "divide": StepKind(_elementwise(np.divide), 2, 2),
    "equal": StepKind(_elementwise(lambda a, b: (a == b).astype(np.float32)), 2, 2),
    "greater": StepKind(_elementwise(lambda a, b: (a > b).astype(np.float32)), 2, 2),
    "largest": StepKind(lambda step, row: _split_runs(step, row).max(axis=2), 1, 1, ("width",)),
    "maximum": StepKind(_elementwise(np.maximum), 2, 2),
    "minimum": StepKind(_elementwise(np.minimum), 2, 2),
    "multiply": StepKind(_elementwise(np.multiply), 2, 2),
    "norm": StepKind(_norm, 1, 1, ("width", "epsilon")),
    "product": StepKind(_product, 2, 3, ("width",)),
    "relu": StepKind(lambda _, row: np.maximum(row, np.float32(0)), 1, 1),
    "sigmoid": StepKind(lambda _, row: _ONE / (_ONE + np.exp(-row)), 1, 1),
    "softmax": StepKind(_softmax, 1, 1, ("width",)),
    "subtract": StepKind(_elementwise(np.subtract), 2, 2),
    "take": StepKind(_take, 1, _MANY, ("places",)),
    "tanh": StepKind(lambda _, row: np.tanh(row), 1, 1),
    "where": StepKind(_elementwise(_where), 3, 3),
}
"""The steps that a policy may have."""


# -- reading --------------------------------------------------------------------------------------


def _parse_object(data: bytes) -> dict[str, Any]:
    """Return a JSON object."""
    try:
        content = json.loads(data)
    except (ValueError, RecursionError) as cause:
        raise ValueError(f"not JSON: {cause}") from None
    if not isinstance(content, dict):
        raise ValueError("is not a JSON object")
    return content


def _parse_inputs(content: Any) -> dict[str, int]:
    """Return the sizes of the inputs."""
    if not isinstance(content, dict) or sorted(content) != sorted(INPUTS):
        raise ValueError(f"inputs: are not {' and '.join(INPUTS)}")
    if not all(_is_size(size) for size in content.values()):
        raise ValueError("inputs: a size is not an integer above 0")
    return content


def _parse_weights(content: Any) -> dict[str, Array]:
    """Return weights by name, float32."""
    if not isinstance(content, dict):
        raise ValueError("weights: is not a JSON object")
    return {name: _parse_weight(f"weights.{name}", each) for name, each in content.items()}


def _parse_weight(place: str, content: Any) -> Array:
    """Return a weight."""
    if not isinstance(content, dict) or set(content) - {"shape"} not in ({FLOAT16}, {FLOAT32}):
        raise ValueError(f"{place}: is not a shape with {FLOAT16} or {FLOAT32}")
    shape = content.get("shape")
    if not isinstance(shape, list) or not all(_is_size(size) for size in shape):
        raise ValueError(f"{place}.shape: is not a list of integers above 0")
    kind = FLOAT16 if FLOAT16 in content else FLOAT32
    try:
        numbers = np.frombuffer(base64.b64decode(content[kind], validate=True), WEIGHT_DTYPES[kind])
    except (TypeError, ValueError, binascii.Error) as cause:
        raise ValueError(f"{place}.{kind}: {cause}") from None
    if numbers.size != math.prod(shape):
        raise ValueError(f"{place}.{kind}: {numbers.size} numbers for the shape {shape}")
    return numbers.astype(np.float32).reshape(shape)


def _parse_steps(content: Any) -> list[PolicyStep]:
    """Return the steps, each checked by itself."""
    if not isinstance(content, list):
        raise ValueError("steps: is not a list")
    return [_parse_step(f"steps[{number}]", each) for number, each in enumerate(content, start=1)]


def _parse_step(place: str, content: Any) -> PolicyStep:
    """Return a step with its fields checked."""
    if not isinstance(content, dict):
        raise ValueError(f"{place}: is not a JSON object")
    kind = STEP_KINDS.get(str(content.get("do")))
    if kind is None:
        raise ValueError(f"{place}.do: {content.get('do')!r} is none of: {', '.join(STEP_KINDS)}")
    expected = {"do", "of", "out", *kind.fields}
    if set(content) != expected:
        raise ValueError(f"{place}: its fields are not {', '.join(sorted(expected))}")
    of, out = content["of"], content["out"]
    if not isinstance(out, str) or not isinstance(of, list):
        raise ValueError(f"{place}: of must be a list, and out a name")
    if not kind.fewest <= len(of) <= kind.most or not all(isinstance(name, str) for name in of):
        raise ValueError(f"{place}.of: has operands that {content['do']} does not take")
    step = PolicyStep(content["do"], tuple(of), out)
    if "width" in expected and not _is_size(content["width"]):
        raise ValueError(f"{place}.width: is not an integer above 0")
    if "epsilon" in expected and not isinstance(content["epsilon"], float | int):
        raise ValueError(f"{place}.epsilon: is not a number")
    if "places" in expected:
        listed = content["places"]
        if not isinstance(listed, list) or not all(type(each) is int for each in listed):
            raise ValueError(f"{place}.places: is not a list of integers")
        if not listed or min(listed) < 0 or max(listed) >= MAX_ENTRIES:
            raise ValueError(f"{place}.places: a place is out of range, or there is none")
        step = step._replace(places=np.array(listed, np.int64), run=_consecutive(listed))
    return step._replace(width=content.get("width", 0), epsilon=content.get("epsilon", 0.0))


def _consecutive(places: list[int]) -> slice | None:
    """Return consecutive places as a slice; None if they are not."""
    run = range(places[0], places[0] + len(places))
    return slice(run.start, run.stop) if places == list(run) else None


def _is_size(value: Any) -> bool:
    """Return whether it is an integer above 0."""
    return type(value) is int and value > 0


def _value_sizes(
    inputs: Mapping[str, int], weights: Mapping[str, Array], steps: Sequence[PolicyStep]
) -> dict[str, int]:
    """Return the size of each value; ValueError if a step is impossible or the total too large."""
    sizes = {**{name: row.shape[1] for name, row in weights.items()}, **inputs}
    made = 0
    for number, step in enumerate(steps, start=1):
        place = f"steps[{number}] ({step.do})"
        for name in step.of:
            if name not in sizes:
                raise ValueError(f"{place}: {name!r} is not defined at this step")
        if step.out in sizes:
            raise ValueError(f"{place}: {step.out!r} is already defined")
        sizes[step.out] = size = _step_size(place, step, [sizes[name] for name in step.of])
        made += size
        if made > MAX_ENTRIES:
            raise ValueError(f"{place}: more than {MAX_ENTRIES} numbers up to this step")
    return sizes


def _step_size(place: str, step: PolicyStep, given: Sequence[int]) -> int:
    """Return the size of a step's result for operands of these sizes."""
    fits, size = True, max(given)
    if step.do == "take":
        fits, size = int(step.places.max()) < sum(given), len(step.places)
    elif step.do == "product":
        a, b = given[0] // step.width, given[1] // step.width
        fits = not any(each % step.width for each in given[:2]) and given[2:] in ([], [b])
        size = a * b
    elif step.width:
        fits = size % step.width == 0
        size = size // step.width if step.do == "largest" else size
    else:
        fits = not any(size % each for each in given)
    if not fits:
        raise ValueError(f"{place}: does not fit {', '.join(map(str, given))} entries")
    return size
