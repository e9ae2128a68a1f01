"""Helpers for learning with torch: threads, faster routines."""

from __future__ import annotations

import contextlib
import functools
import platform
from collections.abc import Iterator
from pathlib import Path

import torch

from spacecombat_env.core.errors import NonFiniteError

__all__ = ["check_finite", "fast_matmul", "set_threads"]


def check_finite(what: str, *tensors: torch.Tensor) -> None:
    """Raise NonFiniteError if a tensor holds inf or nan; `what` is such as "a loss is"."""
    if not all(bool(each.isfinite().all()) for each in tensors):
        raise NonFiniteError(f"{what} not finite")


def set_threads(count: int) -> None:
    """Set torch's threads for the whole process; later calls with another number have no effect.

    Call it again in new Python threads; otherwise their first products use all cores.
    """
    torch.set_num_threads(count)


@functools.cache
def is_intel() -> bool:
    """Return whether this processor is Intel's."""
    try:
        cpu_info = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        cpu_info = platform.processor()
    return "GenuineIntel" in cpu_info


@contextlib.contextmanager
def fast_matmul() -> Iterator[None]:
    """Let torch multiply matrices with its fastest routine; learning tolerates the rounding.

    On an AMD EPYC with AVX-512 it is 2.3 times as fast as the default and no less exact, because
    another library computes it. On machines with bfloat16 units it rounds to 8 bits. On an Intel
    Xeon the default is faster, by a factor of 1.2 for `pair` and 1.75 for `blocks`: that library
    prepares itself for every new shape, and shapes change with every action.
    """
    before = torch.get_float32_matmul_precision()
    torch.set_float32_matmul_precision(before if is_intel() else "medium")
    try:
        yield
    finally:
        torch.set_float32_matmul_precision(before)
