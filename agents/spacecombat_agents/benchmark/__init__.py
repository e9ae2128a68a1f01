"""The benchmark `spacecombat-bench/1`: what is played, what is submitted, how it is measured.

tracks       what is played, and how many actions an entry may train with
submission   the folder of an entry, checked
measuring    scores of an entry's policies, kept one by one
scores       means over seeds, intervals, ratings
page         the kept results as `docs/benchmark.md`
poker        Kuhn and Leduc poker, whose exploitability is computed exactly
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spacecombat_agents.benchmark.tracks import BUDGETS, FORMAT, SEEDS, TRACKS, Track, track

__all__ = ["BUDGETS", "FORMAT", "SEEDS", "TRACKS", "Track", "track"]


def __getattr__(name: str) -> Any:
    """Import a public name on first use: the command's help needs none."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.tracks"), name)
