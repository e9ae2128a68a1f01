"""The information state of a seat, level by level, in plain Python: the reference for redaction.

`redaction.redact_state` does the same in compiled code. Tests compare the two over random games,
number by number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from spacecombat_env.core.model.fields import FieldPlace, Knowledge
from spacecombat_env.core.ruleset import Scenario

from ..damage.carried import seen_status
from ..model import CAPACITIES, NONE, Disclosed, Level, Load, Status, state_record


def knowledge(scenario: Scenario) -> Knowledge:
    """Return the record of a state, and a seat's knowledge of it."""
    return KNOWLEDGE[scenario.capacity]


def knows(state: Any, seat: int, place: FieldPlace) -> bool:
    """Return whether a seat may know a number of the true state."""
    known = place.field.known
    return known is Level.ALL or KNOWN[known](state, seat, place)


def is_owner(state: Any, seat: int, place: FieldPlace) -> bool:
    """Return whether it is the seat's own."""
    return place.owner == seat


def is_to_act(state: Any, seat: int, place: FieldPlace) -> bool:
    """Return whether the decision is the seat's."""
    return bool(state.seat == seat and state.decision)


def is_placed(state: Any, seat: int, place: FieldPlace) -> bool:
    """IN-LOS-01, IN-AMB-196 A craft that is, or was, on the map; not whether it went in a bay."""
    status = seen_status(state, place.pieces[-1])
    hidden = place.field.name == "status" and status != place.value
    return is_owner(state, seat, place) or (status >= Status.ON_MAP and not hidden)


def is_class_disclosed(state: Any, seat: int, place: FieldPlace) -> bool:
    """IN-LOS-02, 04 A craft whose class is disclosed."""
    is_disclosed = int(place.pieces[-1].disclosed) & Disclosed.CLASS != 0
    return is_owner(state, seat, place) or (is_disclosed and is_placed(state, seat, place))


def is_fire_disclosed(state: Any, seat: int, place: FieldPlace) -> bool:
    """IN-CMB-03 Weapons known to have fired, as disclosed to a side."""
    craft = place.pieces[-1]
    is_disclosed = place.value & ~int(craft.disclosed_weapons) == 0
    return is_owner(state, seat, place) or (is_disclosed and is_placed(state, seat, place))


def is_recognized(state: Any, seat: int, place: FieldPlace) -> bool:
    """IN-DEF-04 A HELL is known at once, other missiles by their behaviour."""
    return is_owner(state, seat, place) or place.value == Load.HELL


def is_credited(state: Any, seat: int, place: FieldPlace) -> bool:
    """IN-CRW-07 Hits are announced, and a side knows the crewmen of its weapons."""
    return bool(place.value == NONE or place.value // (len(state.crew) // 2) == seat)


def never(state: Any, seat: int, place: FieldPlace) -> bool:
    """Values that no seat knows."""
    return False


KNOWN: dict[Any, Callable[[Any, int, FieldPlace], bool]] = {
    Level.OWNER: is_owner,
    Level.NOBODY: never,
    Level.DELIVERED: never,
    Level.CREDITED: is_credited,
    Level.TO_ACT: is_to_act,
    Level.PLACED: is_placed,
    Level.CLASS: is_class_disclosed,
    Level.FIRED: is_fire_disclosed,
    Level.BEHAVED: is_recognized,
    Level.DECLARED: is_placed,  # a ram is declared (movement/ramming.py)
}
"""Test of each level on the true state."""

KNOWLEDGE = {
    name: Knowledge(state_record(capacity), knows) for name, capacity in CAPACITIES.items()
}
"""By capacity class."""
