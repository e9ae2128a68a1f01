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

from typing import Any

from spacecombat_env.core.presentation.perspective import enemy_name
from spacecombat_env.core.presentation.sentences import Sentence

from ...model import NONE, Event, Removal
from ..piece_names import Names
from .columns import the_craft, the_force


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


EVENT_TEXT: dict[Event, Sentence[Names]] = {
    Event.NEW_FORCE: _new_force,
    Event.FORCE_REMOVED: _force_removed,
    Event.BOARD: _board,
}
