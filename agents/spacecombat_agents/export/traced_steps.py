"""A network writes its plain steps: its `forward` runs once and records them.

The network is any torch module. PyTorch traces its operators for one decision. The trace then runs
on the numbers of entries (players/steps/step_writer.py) instead of entries: operators that only
move entries run as they are, and arithmetic becomes steps.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import fx, nn
from torch.export import default_decompositions
from torch.fx.experimental.proxy_tensor import make_fx
from torch.fx.node import map_aggregate

from spacecombat_agents.players.steps.step_writer import StepWriter
from spacecombat_env.core.errors import ConfigError

__all__ = ["traced_steps"]

Array = np.ndarray
MOVES = {
    *("alias", "cat", "clone", "detach", "expand", "flatten", "index_select", "permute"),
    *("reshape", "select", "slice", "split", "split_with_sizes", "squeeze", "stack", "t"),
    *("transpose", "unsqueeze", "view", "_reshape_alias", "_unsafe_view", "unbind", "repeat"),
}
"""ATen operators that compute nothing."""
ELEMENTWISE = {
    "div": "divide",
    "eq": "equal",
    "gt": "greater",
    "maximum": "maximum",
    "minimum": "minimum",
    "mul": "multiply",
    "relu": "relu",
    "sigmoid": "sigmoid",
    "tanh": "tanh",
    "where": "where",
}
"""ATen operators and the steps that compute them."""


@dataclass(frozen=True)
class Entries:
    """A value that depends on the decision: the numbers of its entries."""

    ids: torch.Tensor
    """int64, in the value's shape; the first axis is the batch of one."""


def traced_steps(
    module: nn.Module, observations: int, action_count: int, outputs: list[str]
) -> bytes:
    """Return a module as a JSON policy with these outputs.

    ConfigError if no step computes one of its operators.
    """
    example = torch.zeros(1, observations), torch.ones(1, action_count)
    with torch.no_grad():
        trace = make_fx(torch.func.functionalize(module.eval()), TABLE)(*example)
    trace.graph.eliminate_dead_code()
    names = {id(parameter): name for name, parameter in module.named_parameters()}
    tracer = _StepTracer(trace, StepWriter(observations, action_count), names)
    inputs = tracer.writer.obs, tracer.writer.action_mask
    try:
        found = tracer.run(*(_entries(each[None]) for each in inputs))
    except ValueError as cause:
        raise ConfigError.at("network", "steps", str(cause).splitlines()[0]) from None
    for name, value in zip(outputs, found, strict=True):
        tracer.writer.output(name, tracer.ids(value))
    return tracer.writer.policy_json()


class _StepTracer(fx.Interpreter):
    """Runs a trace; values that depend on the decision are `Entries`."""

    def __init__(self, trace: fx.GraphModule, writer: StepWriter, names: dict[int, str]) -> None:
        super().__init__(trace)
        self.writer, self._names = writer, names
        self._weights: dict[int, tuple[torch.Tensor, Array]] = {}

    def get_attr(self, target: Any, args: Any, kwargs: Any) -> Any:
        """Return a constant; a matrix by its entries, so that transposing it only moves them."""
        value = super().get_attr(target, args, kwargs)
        return _entries(self.ids(value)) if id(value) in self._names and value.ndim > 1 else value

    def call_function(self, target: Any, args: Any, kwargs: Any) -> Any:
        """Run an operator on constants, move entries, or add steps."""
        if not _depends(args) and not _depends(kwargs):
            return super().call_function(target, args, kwargs)
        if not isinstance(target, torch._ops.OpOverload):  # parts of a tuple
            return super().call_function(target, args, kwargs)
        name = target.overloadpacket.__name__
        if name in MOVES:
            return self._move(target, args, kwargs)
        if name in ELEMENTWISE and not kwargs:
            return self._each(ELEMENTWISE[name], *args)
        if name not in RULES:
            raise ValueError(f"{name}: no step computes this operator")
        return RULES[name](self, *args, **kwargs)

    def _move(self, target: Any, args: Any, kwargs: Any) -> Any:
        """Run an operator on the numbers of entries."""
        positions = args[2:] if target.overloadpacket is torch.ops.aten.index_select else ()
        if _depends(positions) or not _depends(args[0]):
            raise ValueError("index_select: the positions depend on the input")
        ids = map_aggregate(args[: len(args) - len(positions)], self._moved)
        found: Any = super().call_function(target, (*ids, *positions), kwargs)
        return (
            type(found)(map(_entries, found))
            if isinstance(found, list | tuple)
            else _entries(found)
        )

    def _moved(self, value: Any) -> Any:
        """Return the entries of a tensor; other arguments as they are."""
        is_value = isinstance(value, Entries | torch.Tensor)
        return torch.from_numpy(self.ids(value)) if is_value else value

    def ids(self, value: Any) -> Array:
        """Return the entries of a value; a constant becomes a weight."""
        if isinstance(value, Entries):
            return value.ids.numpy()
        if not isinstance(value, torch.Tensor) or value.ndim == 0:
            return self.writer.constant(float(value))
        if id(value) not in self._weights:
            name = self._names.get(id(value), f"weight_{len(self._weights) + 1}")
            self._weights[id(value)] = value, self.writer.weight(name, value.detach().numpy())
        return self._weights[id(value)][1]

    def _each(self, do: str, *operands: Any) -> Entries:
        """Add an elementwise step."""
        return _entries(self.writer.each(do, *map(self.ids, operands)))

    def _sum(self, do: str, a: Any, b: Any, alpha: float = 1) -> Entries:
        """Add a sum or a difference."""
        return self._each(do, a, b if alpha == 1 else self._each("multiply", b, alpha))

    def _product(self, a: Any, b: Any, bias: Any = None) -> Entries:
        """Add the product of two matrices."""
        biases = [] if bias is None else [self.ids(bias)]
        return _entries(self.writer.product(self.ids(a), self.ids(b).T, *biases))

    def _products(self, a: Any, b: Any) -> Entries:
        """Add the products of pairs of matrices."""
        pairs = zip(self.ids(a), self.ids(b), strict=True)
        return _entries(np.stack([self.writer.product(x, y.T) for x, y in pairs]))

    def _runs(self, do: str, value: Any, axes: list[int], **more: Any) -> Entries:
        """Add a step along some axes: a result with these axes last, as one."""
        ids = self.ids(value)
        ids = np.moveaxis(ids, axes, range(-len(axes), 0))
        ids = ids.reshape(*ids.shape[: ids.ndim - len(axes)], -1)
        return _entries(self.writer.runs(do, ids, **more))

    def largest(self, value: Any, axes: Any = (), keep: bool = False) -> Entries:
        """Add a maximum along some axes."""
        count = self.ids(value).ndim
        axes = sorted(axis % count for axis in axes) or list(range(count))
        found = self._runs("largest", value, axes).ids
        return _entries(np.expand_dims(found.numpy(), tuple(axes)) if keep else found)

    def softmax(self, value: Any, axis: int, _: bool) -> Entries:
        """Add a softmax along an axis."""
        return Entries(self._runs("softmax", value, [axis]).ids.movedim(-1, axis))

    def norm(self, value: Any, shape: list[int], scale: Any, bias: Any, epsilon: float) -> Any:
        """Add a normalisation along the last axes; only the first of its three results is used."""
        axes = list(range(-len(shape), 0))
        found = self._runs("norm", value, axes, epsilon=epsilon).ids.reshape(self.ids(value).shape)
        scaled = Entries(found) if scale is None else self._each("multiply", Entries(found), scale)
        return (scaled if bias is None else self._each("add", scaled, bias), None, None)

    def clamp(self, value: Any, low: Any = None, high: Any = None) -> Any:
        """Add two bounds."""
        value = value if low is None else self._each("maximum", value, low)
        return value if high is None else self._each("minimum", value, high)

    def cast(self, value: Entries, dtype: Any = None, **_: Any) -> Entries:
        """Return a value as float or bool, which are the same in steps."""
        if dtype not in (None, torch.float32, torch.float64, torch.bool):
            raise ValueError("_to_copy: no step casts to integers")
        return value


TABLE = dict(default_decompositions())
RULES: dict[str, Callable[..., Any]] = {
    "_softmax": _StepTracer.softmax,
    "_to_copy": _StepTracer.cast,
    "add": lambda self, a, b, alpha=1: self._sum("add", a, b, alpha),
    "addmm": lambda self, bias, a, b: self._product(a, b, bias),
    "amax": _StepTracer.largest,
    "any": lambda self, value, axis, keep=False: self.largest(value, [axis], keep),
    "bmm": _StepTracer._products,
    "clamp": _StepTracer.clamp,
    "full_like": lambda _, value, number, **more: torch.full(value.ids.shape, float(number)),
    "hardtanh": _StepTracer.clamp,
    "logical_not": lambda self, value: self._each("equal", value, 0.0),
    "mm": _StepTracer._product,
    "native_layer_norm": _StepTracer.norm,
    "rsub": lambda self, a, b, alpha=1: self._sum("subtract", b, a, alpha),
    "sub": lambda self, a, b, alpha=1: self._sum("subtract", a, b, alpha),
}
"""ATen operators that need more than one step or other axes."""


def _depends(arguments: Any) -> bool:
    """Return whether an argument depends on the decision."""
    if isinstance(arguments, Entries):
        return True
    if isinstance(arguments, dict):
        arguments = arguments.values()
    return isinstance(arguments, list | tuple | type({}.values())) and any(map(_depends, arguments))


def _entries(found: Any) -> Entries:
    """Return a result of moved entries."""
    return Entries(torch.as_tensor(found))
