"""Events of beam fire.

Columns, as in game_log.py:

    OVERPOWER         actor craft, a level; OVERLOAD the same, with failed circuits
    FIRE              actor craft (NONE for the enemy if unseen), target craft (NONE: a spread),
                      a beams, b hits, c task force of the shooter
"""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.presentation.perspective import pluralize
from spacecombat_env.core.presentation.sentences import Sentence

from ...model import NONE, Event
from ..piece_names import Names
from .columns import UNDISCLOSED, bare_force, the_craft, the_force


def _fire(names: Names, event: Any) -> str:
    force = the_force(names, event, "c")
    shooter = force if event.actor == NONE else f"{the_craft(names, event)} ({bare_force(force)})"
    target = "missiles" if event.target == NONE else the_craft(names, event, "target")
    hits = "" if event.b == UNDISCLOSED else f": {pluralize(event.b, 'hit')}"
    return f"{shooter} fires {pluralize(event.a, 'beam')} at {target}{hits}."


EVENT_TEXT: dict[Event, Sentence[Names]] = {
    Event.FIRE: _fire,
}
