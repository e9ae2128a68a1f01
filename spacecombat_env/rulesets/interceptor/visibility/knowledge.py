"""What a seat knows of a true state, level by level, in plain Python: what redaction must leave.

`redaction.redact_state` says the same once more, compiled and in the order of its work; the tests compare
the two over random games, number by number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from spacecombat_env.core.model.fields import FieldPlace, Knowledge
from spacecombat_env.core.ruleset import Scenario

from ..model import CAPACITIES, NONE, Disclosed, Level, Load, Status, state_record


def knowledge(scenario: Scenario) -> Knowledge:
    """Return the record of a state, and what a seat knows of it."""
    return KNOWLEDGE[scenario.capacity]


def knows(state: Any, seat: int, place: FieldPlace) -> bool:
    """Whether a seat may know a number of the true state."""
    known = place.field.known
    return known is Level.ALL or KNOWN[known](state, seat, place)


def is_owner(state: Any, seat: int, place: FieldPlace) -> bool:
    """Whether it is the seat's own."""
    return place.owner == seat


def is_to_act(state: Any, seat: int, place: FieldPlace) -> bool:
    """Whether the decision is put to the seat."""
    return bool(state.seat == seat and state.decision)


def is_placed(state: Any, seat: int, place: FieldPlace) -> bool:
    """IN-LOS-01 A craft on the map, or what has become of it there."""
    return is_owner(state, seat, place) or bool(place.pieces[-1].status >= Status.ON_MAP)


def is_class_disclosed(state: Any, seat: int, place: FieldPlace) -> bool:
    """IN-LOS-02, 04 A craft whose class was told."""
    is_disclosed = int(place.pieces[-1].disclosed) & Disclosed.CLASS != 0
    return is_owner(state, seat, place) or (is_disclosed and is_placed(state, seat, place))


def is_fire_disclosed(state: Any, seat: int, place: FieldPlace) -> bool:
    """IN-CMB-03 Weapons that have fired are known, those that a side was told of."""
    craft = place.pieces[-1]
    is_disclosed = place.value & ~int(craft.disclosed_weapons) == 0
    return is_owner(state, seat, place) or (is_disclosed and is_placed(state, seat, place))


def is_recognized(state: Any, seat: int, place: FieldPlace) -> bool:
    """IN-DEF-04 A HELL is known at once, other missiles by what they do."""
    return is_owner(state, seat, place) or place.value == Load.HELL


def is_credited(state: Any, seat: int, place: FieldPlace) -> bool:
    """IN-CRW-07 Hits are announced, and a side knows who works its weapons."""
    return bool(place.value == NONE or place.value // (len(state.crew) // 2) == seat)


def never(state: Any, seat: int, place: FieldPlace) -> bool:
    """What no seat knows as it stands."""
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
    Level.DECLARED: is_placed,  # a ram is declared as it is meant (movement/ramming.py)
}
"""Whether a seat has a level, asked of the true state."""

KNOWLEDGE = {
    name: Knowledge(state_record(capacity), knows) for name, capacity in CAPACITIES.items()
}
"""By capacity class."""
