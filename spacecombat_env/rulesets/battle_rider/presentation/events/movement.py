"""Events of movement: thrust, evasion, gravity, landing, tumbles, leaving the map.

Columns, as in game_log.py:

    THRUST            actor contact, target task force, a, b shift of the endpoint, c any G spent
    EVADE             actor contact, target task force, a grade
    EVADE_LOWERED     actor contact, target task force, a grade that is left
    MOVE              actor contact, target task force, a, b hex
    TUMBLE            actor craft, a severity; 0 where it was in danger of one
    LEFT_MAP          actor craft, a class, b craft status
    DRONE_LOST        actor craft, a class
    GRAVITY           actor contact, target task force, a, b shift of the endpoint
    SURFACE           actor contact, target task force, a surface
    FACING            actor craft, a direction of the map
"""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.presentation.sentences import Sentence

from ...model import CraftStatus, Event, Surface, Tumble
from ..coordinates import shift_text
from ..piece_names import UNKNOWN_SHIP, Names
from .columns import event_hex, the_craft, the_force

SURFACE_TEXT = {
    Surface.SPACE: "is in orbit again",
    Surface.LANDING: "begins to land",
    Surface.LANDED: "has landed",
    Surface.UNDER_WATER: "goes under water",
    Surface.TAKING_OFF: "takes off",
}


def move_text(names: Names, group: list[Any]) -> str:
    """Return a move in one sentence: thrust, evasion, entry, and where it ends."""
    by_kind = {Event(event.kind): event for event in group}
    move, thrust, evade = group[-1], by_kind.get(Event.THRUST), by_kind.get(Event.EVADE)
    burn = _burn(names, thrust) if thrust is not None else ""
    drift = "moves to" if burn else "coasts to"
    verb = "enters at" if Event.ENTER in by_kind else drift
    goes = f"{verb} {event_hex(move)}" if ends_on_map(names, move) else "leaves the map"
    text = (
        f"{the_force(names, move)} {burn} and {goes}"
        if burn
        else f"{the_force(names, move)} {goes}"
    )
    if evade is None:
        return f"{text}."
    return f"{text}; it {f'evades (+{evade.a})' if evade.a else 'fails to evade'}."


def ends_on_map(names: Names, move: Any) -> bool:
    """Whether a move ends on the map."""
    option = names.option
    return bool(1 <= move.a <= option.columns and 1 <= int(event_hex(move)[2:]) <= option.rows)


def _burn(names: Names, thrust: Any) -> str:
    """Return the thrust of a move; empty for none."""
    shift = shift_text(thrust.a, thrust.b, names.seat)
    if shift:
        return f"burns {shift}"
    return "burns" if thrust.c else ""


def _surface(names: Names, event: Any) -> str:
    return f"{the_force(names, event)} {SURFACE_TEXT[Surface(event.a)]}."


def _tumble(names: Names, event: Any) -> str:
    if event.a == Tumble.STEADY:
        return f"{the_craft(names, event)} holds its course."
    how = "a severe tumble" if event.a == Tumble.SEVERE else "a tumble"
    return f"{the_craft(names, event)} goes into {how}."


def _left_map(names: Names, event: Any) -> str:
    if the_craft(names, event) == UNKNOWN_SHIP:
        return ""
    if event.b == CraftStatus.ESCAPED and event.c:
        return f"{the_craft(names, event)} enters jump space beyond the jump line."
    if event.b == CraftStatus.ESCAPED:
        return f"{the_craft(names, event)} has left over the enemy's edge and jumps to safety."
    return f"{the_craft(names, event)} has left the map and is lost."


EVENT_TEXT: dict[Event, Sentence[Names]] = {
    Event.TUMBLE: _tumble,
    Event.LEFT_MAP: _left_map,
    Event.SURFACE: _surface,
}
