"""Events of task forces: turns, launches, reconfiguring, boarding actions.

Columns, as in game_log.py:

    TURN              a turn
    INITIATIVE        side; a, b the cards of Red and Blue
    ENTER, ROUND      actor contact, target task force
    LAUNCH_CRAFT      actor craft, target task force
    RECOVER           actor craft
    RECONFIGURE       actor craft, target task force it joins
    NEW_FORCE         actor contact, target task force, a contact of the old one, c itself
    FORCE_REMOVED     actor contact, a task force, b Removal
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from spacecombat_env.core.presentation.perspective import SIDES, enemy_name, pluralize

from ...model import NONE, Event, Removal
from ..piece_names import Names
from .columns import the_craft, the_force


def _turn(names: Names, event: Any) -> str:
    return f"Turn {event.a}."


def _initiative(names: Names, event: Any) -> str:
    cards = (event.a, event.b)
    side = event.side
    return f"{SIDES[side]} has the initiative (card {cards[side]} against {cards[1 - side]})."


def _round(names: Names, event: Any) -> str:
    return f"{the_force(names, event)} takes its round."


def _launch_craft(names: Names, event: Any) -> str:
    return f"{the_craft(names, event)} is launched into {the_force(names, event)}."


def _recover(names: Names, event: Any) -> str:
    return f"{the_craft(names, event)} is taken aboard."


def _reconfigure(names: Names, event: Any) -> str:
    return f"{the_craft(names, event)} goes over to {the_force(names, event)}."


def _new_force(names: Names, event: Any) -> str:
    new = the_force(names, event)
    if event.c != NONE:
        return f"{new} splits off {names.force(event.c, event.a)}."
    if event.a == NONE:
        return f"{new} splits off a task force."
    old = enemy_name(names.seat, event.side, names.contact_force(event.a))
    return f"{new} splits off {old}."


def _force_removed(names: Names, event: Any) -> str:
    force = names.force(event.a, int(event.actor))
    if event.b == Removal.FOUND_EMPTY:
        return f"{force} was a dummy: it is taken off the map."
    dummy = " (a dummy)" if event.b == Removal.DUMMY else ""
    return f"{force}{dummy} is taken off the map."


def _board(names: Names, event: Any) -> str:
    end = "." if event.a else ": it is not disabled, and nothing comes of it."
    target = the_craft(names, event, "target")
    return f"{the_craft(names, event)} sends a boarding party to {target}{end}"


def _boarding_turn(names: Names, event: Any) -> str:
    fight = f"Aboard {the_craft(names, event, 'target')}: {event.a} against {event.b}"
    return f"{fight}; the boarders hold {pluralize(event.c, 'section')}."


def _boarding_end(names: Names, event: Any) -> str:
    return f"The boarders are thrown out of {the_craft(names, event, 'target')}."


def _captured(names: Names, event: Any) -> str:
    return f"{the_craft(names, event)} is captured by {the_craft(names, event, 'target')}!"


def _recall(names: Names, event: Any) -> str:
    return f"{the_craft(names, event)} takes its boarding party back."


EVENT_TEXT: dict[Event, Callable[[Names, Any], str]] = {
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
