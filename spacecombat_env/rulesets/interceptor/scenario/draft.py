"""Records of a scenario while it is read: the rules record, the ships of each side."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from spacecombat_env.core.loading.reading import ConfigNode


@dataclass
class ShipDraft:
    """A ship of a scenario: its card, and its place if the file gives one."""

    node: ConfigNode
    card: int
    klass: int
    name: str


@dataclass
class Draft:
    """The rules record in progress, the names of its classes and cards."""

    table: np.ndarray
    class_names: list[str]
    card_names: list[str] = field(default_factory=lambda: [""])

    @property
    def rules(self) -> Any:
        """The record itself."""
        return self.table[0]
