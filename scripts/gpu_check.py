"""Type and lower the `advance` of every rule set for a GPU, without one.

    python scripts/gpu_check.py                       # all rule sets, their usual scenarios
    python scripts/gpu_check.py --ruleset intercept_sensors

Needs `pip install numba-cuda` (the extra `gpu`), but neither a GPU nor a driver. The first
construct that a GPU of compute capability 9.0 does not support is an error with exit status 1:
memory allocated inside a kernel, an unaligned number, a Python object.
"""

from __future__ import annotations

import argparse
import sys
import time
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
from numba.core import types

from spacecombat_env import registry
from spacecombat_env.core.engine.jit import widened
from spacecombat_env.core.ruleset import make_games, make_out

CAPABILITY = (9, 0)
FITS = "0.30."
"""The numba-cuda version for which the three patches below were written."""
INSIDE = (
    "numba_cuda",
    "numba.cuda.compiler",
    "numba.cuda.descriptor",
    "numba.cuda.dispatcher",
    "numba.cuda.typing.arraydecl",
)
"""The package, and its modules that are patched or called, which replace Numba's."""


def prepare() -> Any:
    """Return numba-cuda's `compile_cuda`, with the same typing as on the CPU."""
    try:
        modules: list[Any] = [import_module(name) for name in INSIDE]
    except ImportError as cause:
        wanted = "numba-cuda is wanted (make gpu-check installs it)"
        raise SystemExit(f"{wanted}: {cause}") from None
    numba_cuda, compiler, descriptor, dispatcher, arraydecl = modules
    if not numba_cuda.__version__.startswith(FITS):
        print(f"numba-cuda {numba_cuda.__version__}: written for {FITS}x", file=sys.stderr)
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=CAPABILITY)
    call_template = dispatcher.CUDADispatcher.get_call_template

    def widened_template(self: Any, args: Any, kws: Any) -> Any:
        """Integers become int64, as in core/engine/jit.py."""
        return call_template(self, tuple(widened(arg) for arg in args), kws)

    dispatcher.CUDADispatcher.get_call_template = widened_template
    index_type = arraydecl.get_array_index_type

    base: Any = types.BaseTuple

    def enum_index_type(ary: Any, idx: Any) -> Any:
        """A member of an enum is an index like any integer."""
        parts = idx.types if isinstance(idx, base) else (idx,)
        plain = [types.int64 if isinstance(p, types.IntEnumMember) else p for p in parts]
        whole = base.from_types(plain) if len(plain) > 1 else plain[0]
        return index_type(ary, whole)

    arraydecl.get_array_index_type = enum_index_type
    descriptor.cuda_target.typing_context.refresh()
    return compiler.compile_cuda


def check(compile_cuda: Any, name: str) -> float:
    """Lower the `advance` of a rule set; return the processor seconds."""
    ruleset = registry.ruleset(name)
    scenario = ruleset.load(ruleset.default_scenario)
    arguments = (
        make_games(scenario.table.opening.dtype, 1),
        scenario.table,
        np.zeros(1, np.int64),
        make_out(scenario, 1),
        (0, 1, 0, False),
    )
    kinds = tuple(numba.typeof(argument) for argument in arguments)
    begun = time.process_time()
    advance: Any = ruleset.kernels().advance
    compile_cuda(advance.py_func, types.void, kinds, cc=CAPABILITY)
    return time.process_time() - begun


def main() -> None:
    """Check every rule set, or the named one."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ruleset", choices=registry.names())
    chosen = parser.parse_args()
    compile_cuda = prepare()
    for name in [chosen.ruleset] if chosen.ruleset else registry.names():
        seconds = check(compile_cuda, name)
        major, minor = CAPABILITY
        print(f"{name}: advance typed and lowered for sm_{major}{minor}, {seconds:.0f} s")


if __name__ == "__main__":
    main()
