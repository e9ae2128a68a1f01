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

from typing import Any

from spacecombat_env.core.presentation.perspective import SIDES, outcome_sentence, pluralize
from spacecombat_env.core.presentation.sentences import Sentence

from ...model import REASONS, Event
from ..piece_names import Names


def _bombardment(names: Names, event: Any) -> str:
    if event.a == 0:
        return f"{SIDES[event.side]} launches ten missiles at the surface of the planet."
    return f"The planet has been bombarded for {pluralize(event.a, 'turn')}."


def _troops(names: Names, event: Any) -> str:
    deed = "land" if event.side == 0 else "are lost"
    return f"{pluralize(event.a, 'ground troop')} {deed}; {event.b} are on the planet."


def _outcome(names: Names, event: Any) -> str:
    return outcome_sentence(event.a, REASONS[event.b])


EVENT_TEXT: dict[Event, Sentence[Names]] = {
    Event.OUTCOME: _outcome,
    Event.BOMBARDMENT: _bombardment,
    Event.TROOPS: _troops,
}
