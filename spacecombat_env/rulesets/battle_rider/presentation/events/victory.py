"""Events of missions, and the end of the game.

Columns, as in game_log.py:

    OUTCOME           a verdict, b reason
    MISSION           a mission, b points
    BOMBARDMENT       a turns of it carried out; 0 when missiles are launched
    TROOPS            side that gains, a troops landed (Red) or lost (Blue), b troops left
    COMMANDOS         the commandos have landed
    EXTRACTION        actor craft, a whether the team is aboard
    REFUELLED         actor craft
    FULFILLED         a mission, b first turn from which it is fulfilled, or 0
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from spacecombat_env.core.presentation.perspective import SIDES, outcome_sentence, pluralize

from ...model import REASONS, Event
from ..piece_names import Names
from ..texts import mission_name
from .columns import the_craft


def _mission(names: Names, event: Any) -> str:
    name = mission_name(event.side, event.a)
    return f"{SIDES[event.side]}'s mission is {name}, for {pluralize(event.b, 'point')}."


def _bombardment(names: Names, event: Any) -> str:
    if event.a == 0:
        return f"{SIDES[event.side]} launches ten missiles at the surface of the planet."
    return f"The planet has been bombarded for {pluralize(event.a, 'turn')}."


def _troops(names: Names, event: Any) -> str:
    deed = "land" if event.side == 0 else "are lost"
    return f"{pluralize(event.a, 'ground troop')} {deed}; {event.b} are on the planet."


def _commandos(names: Names, event: Any) -> str:
    return "The commandos have landed."


def _extraction(names: Names, event: Any) -> str:
    if event.a:
        return f"{the_craft(names, event)} takes the team aboard."
    return f"{the_craft(names, event)} fails to extract the team: it is captured."


def _refuelled(names: Names, event: Any) -> str:
    return f"{the_craft(names, event)} has refuelled at the asteroid."


def _fulfilled(names: Names, event: Any) -> str:
    name, side = mission_name(event.side, event.a), SIDES[event.side]
    if event.b:
        return f"{side} has fulfilled its mission, {name}, since turn {event.b}."
    return f"{side} has not fulfilled its mission, {name}."


def _outcome(names: Names, event: Any) -> str:
    return outcome_sentence(event.a, REASONS[event.b])


EVENT_TEXT: dict[Event, Callable[[Names, Any], str]] = {
    Event.OUTCOME: _outcome,
    Event.MISSION: _mission,
    Event.BOMBARDMENT: _bombardment,
    Event.TROOPS: _troops,
    Event.COMMANDOS: _commandos,
    Event.EXTRACTION: _extraction,
    Event.REFUELLED: _refuelled,
    Event.FULFILLED: _fulfilled,
}
