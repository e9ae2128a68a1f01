"""Events of task forces: turns, launches, reconfiguring, boarding actions.

Columns, as in story.py:

    TURN              a turn
    INITIATIVE        side; a, b the cards of Red and Blue
    ENTER, ROUND      actor contact, target task force
    LAUNCH_CRAFT      actor craft, target task force
    RECOVER           actor craft
    RECONFIGURE       actor craft, target task force it joins
    NEW_FORCE         actor contact, target task force, a contact of the old one
    FORCE_REMOVED     actor contact, a task force, b Removal
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from spacecombat_env.core.telling import SIDES, many
from spacecombat_env.rulesets.battle_rider.pieces.constants.log import Event, Removal
from spacecombat_env.rulesets.battle_rider.pieces.constants.sizes import NONE
from spacecombat_env.rulesets.battle_rider.told.names import Names


def _turn(names: Names, event: Any) -> str:
    return f"Turn {event.a}."


def _initiative(names: Names, event: Any) -> str:
    cards = (event.a, event.b)
    side = event.side
    return f"{SIDES[side]} has the initiative (card {cards[side]} against {cards[1 - side]})."


def _round(names: Names, event: Any) -> str:
    return f"{names.force(event.target, event.actor)} takes its round."


def _launch_craft(names: Names, event: Any) -> str:
    return f"{names.craft(event.actor)} is launched into {names.force(event.target)}."


def _recover(names: Names, event: Any) -> str:
    return f"{names.craft(event.actor)} is taken aboard."


def _reconfigure(names: Names, event: Any) -> str:
    return f"{names.craft(event.actor)} goes over to {names.force(event.target)}."


def _new_force(names: Names, event: Any) -> str:
    side = event.side
    first = side * names.slots[1]
    old = next(
        (k for k in range(first, first + names.slots[1]) if names.state.tf[k].contact == event.a),
        NONE,
    )
    new = names.force(event.target, event.actor)
    return f"{new} splits off {names.force(old, event.a)}."


def _force_removed(names: Names, event: Any) -> str:
    force = names.force(event.a, event.actor)
    if event.b == Removal.FOUND_EMPTY:
        return f"{force} was a dummy: it is taken off the map."
    dummy = " (a dummy)" if event.b == Removal.DUMMY else ""
    return f"{force}{dummy} is taken off the map."


def _board(names: Names, event: Any) -> str:
    end = "." if event.a else ": it is not disabled, and nothing comes of it."
    return f"{names.craft(event.actor)} sends a boarding party to {names.craft(event.target)}{end}"


def _boarding_turn(names: Names, event: Any) -> str:
    fight = f"Aboard {names.craft(event.target)}: {event.a} against {event.b}"
    return f"{fight}; the boarders hold {many(event.c, 'section')}."


def _boarding_end(names: Names, event: Any) -> str:
    return f"The boarders are thrown out of {names.craft(event.target)}."


def _captured(names: Names, event: Any) -> str:
    return f"{names.craft(event.actor)} is captured by {names.craft(event.target)}!"


def _recall(names: Names, event: Any) -> str:
    return f"{names.craft(event.actor)} takes its boarding party back."


TELL: dict[Event, Callable[[Names, Any], str]] = {
    Event.TURN: _turn,
    Event.INITIATIVE: _initiative,
    Event.LAUNCH_CRAFT: _launch_craft,
    Event.RECOVER: _recover,
    Event.RECONFIGURE: _reconfigure,
    Event.NEW_FORCE: _new_force,
    Event.FORCE_REMOVED: _force_removed,
    Event.ROUND: _round,
    Event.BOARD: _board,
    Event.BOARDING_TURN: _boarding_turn,
    Event.BOARDING_END: _boarding_end,
    Event.CAPTURED: _captured,
    Event.RECALL: _recall,
}
