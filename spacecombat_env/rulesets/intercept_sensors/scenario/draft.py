"""Records of a scenario while it is read: the rules record, and the units."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from spacecombat_env.core.loading.reading import ConfigNode

from ..model import NONE


@dataclass
class InterceptDraft:
    """The rules record in progress, and the names of its classes."""

    table: np.ndarray
    class_names: list[str]

    @property
    def rules(self) -> Any:
        """The record itself."""
        return self.table[0]


@dataclass
class UnitDraft:
    """A ship, craft or volley of a scenario."""

    node: ConfigNode
    klass: int
    name: str
    parts: dict[str, ConfigNode] = field(default_factory=dict)
    carrier: int = NONE
    """Place of its ship in the fleet."""
