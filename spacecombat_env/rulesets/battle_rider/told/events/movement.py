"""Events of movement: thrust, evasion, gravity, landing, tumbles, leaving the map.

Columns, as in story.py:

    THRUST            actor contact, target task force, a, b shift of the endpoint, c any G spent
    EVADE             actor contact, target task force, a grade
    MOVE              actor contact, target task force, a, b hex
    TUMBLE            actor craft, a severity
    LEFT_MAP          actor craft, a class, b craft status
    GRAVITY           actor contact, target task force, a, b shift of the endpoint
    SURFACE           actor contact, target task force, a surface
    FACING            actor craft, a direction of the map
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from spacecombat_env.rulesets.battle_rider.pieces.constants.kinds import (
    CraftStatus,
    Surface,
    Tumble,
)
from spacecombat_env.rulesets.battle_rider.pieces.constants.log import Event
from spacecombat_env.rulesets.battle_rider.told.events.columns import event_hex
from spacecombat_env.rulesets.battle_rider.told.names import UNKNOWN_SHIP, Names
from spacecombat_env.rulesets.battle_rider.told.places import shift_words, turned_direction

SURFACE_WORDS = {
    Surface.SPACE: "is in orbit again",
    Surface.LANDING: "begins to land",
    Surface.LANDED: "has landed",
    Surface.UNDER_WATER: "goes under water",
    Surface.TAKING_OFF: "takes off",
}


def told_move(names: Names, group: list[Any]) -> str:
    """Return a move in one sentence: thrust, evasion, entry, and where it ends."""
    by_kind = {Event(event.kind): event for event in group}
    last = group[-1]
    parts = [names.force(last.target, last.actor)]
    thrust, evade, move = (by_kind.get(kind) for kind in (Event.THRUST, Event.EVADE, Event.MOVE))
    burn = _burn(names, thrust) if thrust is not None else ""
    if move is not None:
        enters = Event.ENTER in by_kind
        drift = "moves to" if burn else "coasts to"
        option = names.option
        on_map = 1 <= move.a <= option.columns and 1 <= int(event_hex(move)[2:]) <= option.rows
        goes = (
            f"{'enters at' if enters else drift} {event_hex(move)}" if on_map else "leaves the map"
        )
        parts += [f"{burn} and {goes}" if burn else goes]
    elif burn:
        parts += [burn]
    text = " ".join(parts)
    if evade is not None:
        said = f"evades (+{evade.a})" if evade.a else "fails to evade"
        text += f"; it {said}"
    return f"{text}." if len(parts) > 1 or evade is not None else ""


def _burn(names: Names, thrust: Any) -> str:
    """Return the thrust of a move; empty for none."""
    shift = shift_words(thrust.a, thrust.b, names.seat)
    if shift:
        return f"burns {shift}"
    return "burns" if thrust.c else ""


def _gravity(names: Names, event: Any) -> str:
    shift = shift_words(event.a, event.b, names.seat)
    return f"Gravity pulls {names.force(event.target, event.actor)}: {shift}."


def _surface(names: Names, event: Any) -> str:
    return f"{names.force(event.target, event.actor)} {SURFACE_WORDS[Surface(event.a)]}."


def _tumble(names: Names, event: Any) -> str:
    how = "a severe tumble" if event.a == Tumble.SEVERE else "a tumble"
    return f"{names.craft(event.actor)} goes into {how}."


def _facing(names: Names, event: Any) -> str:
    return f"{names.craft(event.actor)} faces {turned_direction(names.seat, event.a)}."


def _left_map(names: Names, event: Any) -> str:
    if names.craft(event.actor) == UNKNOWN_SHIP:
        return ""
    if event.b == CraftStatus.ESCAPED and event.c:
        return f"{names.craft(event.actor)} enters jump space beyond the jump line."
    if event.b == CraftStatus.ESCAPED:
        return f"{names.craft(event.actor)} has left over the enemy's edge and jumps to safety."
    return f"{names.craft(event.actor)} has left the map and is lost."


TELL: dict[Event, Callable[[Names, Any], str]] = {
    Event.TUMBLE: _tumble,
    Event.LEFT_MAP: _left_map,
    Event.GRAVITY: _gravity,
    Event.SURFACE: _surface,
    Event.FACING: _facing,
}
