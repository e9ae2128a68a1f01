"""The position before set-up: every slot has its size; cards are dealt into slots later."""

from __future__ import annotations

import numpy as np

from ..model import Capacity, Status
from .blank import blank_state
from .draft import Draft, ShipDraft
from .forces import slot_size


def lay_opening(draft: Draft, fleets: list[list[ShipDraft]], capacity: Capacity) -> np.ndarray:
    """Return the position before set-up."""
    opening = blank_state(capacity)
    state = opening[0]
    for side, fleet in enumerate(fleets):
        row, crew, rack = 0, side * capacity.crewmen, side * capacity.racks
        for place, ship in enumerate(fleet):
            craft = state.craft[side * capacity.craft + place]
            craft.card, craft.status = ship.card, Status.WAITING
            craft.size_class = draft.rules.classes[ship.klass].size_class
            craft.first_row, craft.first_crew, craft.first_rack = row, crew, rack
            rows, people, racks = slot_size(draft, fleet, ship)
            row, crew, rack = row + rows, crew + people, rack + racks
    return opening
