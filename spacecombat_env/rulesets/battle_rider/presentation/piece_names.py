"""The names of pieces, made for one reader; action_text.py shows their forms."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from spacecombat_env.core.presentation.perspective import (
    PUBLIC,
    enemy_name,
    is_own,
    owner_text,
    reader_name,
    to_plain,
)
from spacecombat_env.core.presentation.reader import Reader

from ..model import NONE, REASONS, Crew, ForceStatus
from .texts import CLASS_TEXT, PHASE_TEXT

UNKNOWN_SHIP = "an unknown ship"


class Names(Reader):
    """The names of pieces for one reader."""

    phases, reasons = PHASE_TEXT, REASONS

    @cached_property
    def tasks(self) -> dict[int, list[Any]]:
        """The tasks shown with an event, by its `id` (log_tasks.py)."""
        return {}

    @cached_property
    def aimed(self) -> dict[int, str | None]:
        """The key of what each side has locked on last (event_scenes.py)."""
        return {}

    @cached_property
    def cards(self) -> Any:
        """The cards of the deck."""
        return self.scenario.table.rules[0].card

    def card(self, row: int) -> Any:
        """The printed card of a ship class."""
        if row not in self._cards:
            self._cards[row] = to_plain(self.scenario.table.rules[0].classes[row])
        return self._cards[row]

    def world(self, index: int) -> Any:
        """The scenario's data of a body."""
        return self._worlds[index]

    @cached_property
    def _worlds(self) -> list[Any]:
        """The scenario's bodies."""
        found: list[Any] = to_plain(self.scenario.table.rules[0].worlds)
        return found

    @cached_property
    def _cards(self) -> dict[int, Any]:
        """Cards read so far, by row."""
        return {}

    @cached_property
    def slots(self) -> tuple[int, int, int]:
        """Craft, task force and spread slots of one side."""
        state = self.state
        return len(state.craft) // 2, len(state.tf) // 2, len(state.spread) // 2

    def player(self, side: int, number: int) -> str:
        """BR-MPL-01 The name of a player of a side on which there are several; else empty."""
        players = self.scenario.players
        return players[side][number] if players and self.state.team[side].count > 1 else ""

    def klass(self, row: int) -> str:
        """The name of a ship class."""
        name = super().klass(row)
        return CLASS_TEXT.get(name, name)

    def craft_side(self, index: int) -> int:
        """The side of a craft slot."""
        return int(index) // self.slots[0]

    def craft(self, index: int, contact: int | None = None) -> str:
        """The name of a craft; `contact` is an event's number, NONE if it was unknown then."""
        index = int(index)
        if index == NONE:
            return UNKNOWN_SHIP
        side = self.craft_side(index)
        craft = self.state.craft[index]
        own = is_own(self.seat, side)
        if contact is None:
            contact = int(craft.contact) if craft.detected else NONE
        if not own and contact == NONE:
            return UNKNOWN_SHIP
        self.named.append(("craft", index))
        if own:
            return reader_name(self.seat, side, self.own_name(index))
        return enemy_name(self.seat, side, f"{self.klass(craft.klass)} e{contact + 1}")

    def own_name(self, index: int) -> str:
        """The owner's name of a craft; a ship picked for a pool has its class name."""
        return self.resolved["craft"][index] or self.klass(self.state.craft[index].klass)

    def crew(self, index: int) -> str:
        """BR-CRW-01 The quality of a craft's crew: average, crack or green."""
        rules = self.scenario.table.rules[0]
        bought = rules.buying[self.craft_side(index)].crews
        crew = self.state.craft[index].crew if bought else rules.crew[index]
        return Crew(int(crew)).name.lower()

    def force(self, index: int, contact: int | None = None) -> str:
        """The name of a task force; `contact` is an event's number, NONE if not visible."""
        index = int(index)
        if index == NONE:
            return "a task force"
        self.named.append(("force", index))
        side, slot = divmod(index, self.slots[1])
        if is_own(self.seat, side):
            return reader_name(self.seat, side, f"TF-{slot + 1}")
        if contact is None:
            force = self.state.tf[index]
            contact = int(force.contact) if force.status == ForceStatus.ON_MAP else NONE
        if contact == NONE:
            owner = owner_text(self.seat, side)
            return f"{'a' if self.seat == PUBLIC else 'an'} {owner} task force"
        return enemy_name(self.seat, side, self.contact_force(contact))

    def contact_force(self, contact: int) -> str:
        """The name of an enemy task force by its contact number."""
        return f"eTF-{contact + 1}"

    def spread(self, index: int, contact: int | None = None) -> str:
        """The name of a missile spread; `contact` is an event's number, NONE if hidden."""
        index = int(index)
        if index == NONE:
            return "missiles"
        self.named.append(("spread", index))
        side, slot = divmod(index, self.slots[2])
        if is_own(self.seat, side):
            return reader_name(self.seat, side, f"spread {slot + 1}")
        if contact is None:
            spread = self.state.spread[index]
            contact = int(spread.contact) if spread.count > 0 else NONE
        if contact == NONE:
            return f"{owner_text(self.seat, side)} missiles"
        return enemy_name(self.seat, side, f"missiles {contact + 1}")

    def target(self, tf: int, spread: int) -> str:
        """The name of a task force or a spread, whichever is meant."""
        return self.spread(spread) if spread != NONE else self.force(tf)
