"""Sentences: the turn, the set-up, points, the end."""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.model.hexgrid import DIRECTION_NAMES
from spacecombat_env.core.presentation.perspective import SIDES, outcome_sentence
from spacecombat_env.core.presentation.sentences import Sentence

from ...model import NONE, REASONS, Event, Size, Verdict
from ..coordinates import direction_text
from ..outcome import step
from ..piece_names import Names
from ..texts import SIZE_TEXT
from .columns import at


def initiative(names: Names, event: Any) -> str:
    size = SIZE_TEXT[Size(event.a)].capitalize()
    dice = f"Red {event.c}, Blue {event.d}"
    return f"{size}: {dice}; {SIDES[1 - event.side]} moves first."


def placed(names: Names, event: Any) -> str:
    heading = direction_text(names.seat, event.e)
    return f"{names.craft(event.actor)} starts in {at(names, event)}, heading {heading}."


def entered(names: Names, event: Any) -> str:
    heading = direction_text(names.seat, event.e)
    return f"{names.craft(event.actor)} enters the map in {at(names, event)}, heading {heading}."


def field(names: Names, event: Any) -> str:
    return f"The asteroids drift {DIRECTION_NAMES[event.c % 6]}."


def end(names: Names, event: Any) -> str:
    verdict = Verdict.DRAW if event.side == NONE else event.side
    text = outcome_sentence(int(verdict), REASONS[event.c])
    name = "" if verdict == Verdict.DRAW else step(names.scenario, int(verdict), event.a)
    return f"{text.removesuffix('.')}. The victory is {name}." if name else text


EVENT_TEXT: dict[Event, Sentence[Names]] = {
    Event.INITIATIVE: initiative,
    Event.PLACED: placed,
    Event.ENTERED: entered,
    Event.FIELD: field,
    Event.END: end,
}
