"""The threads of torch, set only where torch is used."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    pass


def set_torch_threads(count: int) -> None:
    """Set torch's threads, if a player uses it: left alone it takes every core of the machine,
    whether this process may use them or not, and small networks are the slower for it."""
    if "torch" in sys.modules:
        from spacecombat_agents.training.torch_tools import set_threads

        set_threads(count)
