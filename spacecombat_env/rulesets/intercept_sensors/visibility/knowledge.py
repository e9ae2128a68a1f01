"""The information state of a seat, level by level, in plain Python: the reference for redaction.

`redaction.redact_state` does the same in compiled code. Tests compare the two over random games,
number by number.
"""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.model.fields import FieldPlace, Knowledge
from spacecombat_env.core.ruleset import Scenario

from ..model import CAPACITIES, InterceptLevel, state_record


def knowledge(scenario: Scenario) -> Knowledge:
    """Return the record of a state, and a seat's knowledge of it."""
    return Knowledge(state_record(CAPACITIES[scenario.capacity]), knows)


def knows(state: Any, seat: int, place: FieldPlace) -> bool:
    """Return whether a seat may know a number of the true state."""
    known, own = place.field.known, place.owner == seat
    if known is InterceptLevel.ALL:
        return True
    if known is InterceptLevel.OWNER:
        return own
    if known is InterceptLevel.TRACKED:
        return own or bool(place.pieces[-1].tracked)
    if known is InterceptLevel.IDENTIFIED:
        return own or bool(place.pieces[-1].tracked or place.pieces[-1].identified)
    if known is InterceptLevel.SCANNER:
        return own or bool(place.pieces[-1].side == 0)
    if known is InterceptLevel.TO_ACT:
        return bool(state.seat == seat and state.decision)
    return False
