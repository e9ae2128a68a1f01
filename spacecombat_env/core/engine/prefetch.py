"""Prefetch memory: the processor begins to read it while it works on something else."""

from __future__ import annotations

from typing import Any

LINE = 64
"""Bytes that a processor reads at once."""


def prefetch(record: Any, at: int) -> None:
    """Begin to read byte `at` of a record, which is needed soon. In Python, do nothing."""


prefetch.intrinsic = "prefetch"  # type: ignore[attr-defined]
