"""Records of a scenario while it is read: the rules record, the ships of each side."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from spacecombat_env.core.errors import CapacityError
from spacecombat_env.core.loading.reading import ConfigNode

from ..model import MAX_CARDS


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
    """By card; empty for cards that are not used."""
    catalogue: list[int] = field(default_factory=list)
    """Classes that size the slots; none: each side's own do."""
    free_cards: list[int] = field(default_factory=lambda: list(range(1, MAX_CARDS)))
    reserved_cards: list[int] = field(default_factory=list)
    """The cards of a side whose ships are not known."""

    @property
    def rules(self) -> Any:
        """The record itself."""
        return self.table[0]

    def take_card(self, node: ConfigNode, name: str) -> int:
        """Return a free card, which gets a name. Raises CapacityError."""
        if not self.free_cards:
            raise CapacityError.at(node.file, node.path, f"over {MAX_CARDS - 1} ships in all")
        card = self.free_cards.pop(0)
        self.card_names += [""] * (card + 1 - len(self.card_names))
        self.card_names[card] = name
        return card

    def reserve_cards(self, count: int) -> None:
        """Keep the next cards for the ships of a side."""
        self.reserved_cards, self.free_cards = self.free_cards[:count], self.free_cards[count:]

    def release_cards(self) -> None:
        """Free the reserved cards."""
        self.free_cards, self.reserved_cards = [*self.reserved_cards, *self.free_cards], []

    def size_of(self, klass: int) -> int:
        """Return the size class of a class."""
        return int(self.rules.classes[klass].size_class)

    def largest(self, classes: Iterable[int], size: int) -> tuple[int, int, int]:
        """Return the most rows, crewmen and racks of the classes of a size class."""
        alike = [self.rules.classes[klass] for klass in classes if self.size_of(klass) == size]
        return (
            max(int(klass.rows) for klass in alike),
            max(int(klass.crew) for klass in alike),
            max(int(klass.racks) for klass in alike),
        )
