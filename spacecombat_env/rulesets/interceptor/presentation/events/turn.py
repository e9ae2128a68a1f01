"""Sentences: the turn, the set-up, points, the end."""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.model.hexgrid import DIRECTION_NAMES
from spacecombat_env.core.presentation.perspective import SIDES, outcome_sentence

from ...model import NONE, REASONS, UNDISCLOSED, Event, Size, Verdict
from ..coordinates import direction_text, hex_number
from ..outcome import step
from ..piece_names import Names
from ..texts import SIZE_TEXT


def at(names: Names, event: Any) -> str:
    """Return the hex of columns c and d."""
    return hex_number(names.scenario, names.seat, event.c, event.d)


def against(die: int, number: int) -> str:
    """Return a die and its number, where that is disclosed."""
    return f"(roll {die})" if number == UNDISCLOSED else f"(roll {die} of {number})"


def turn(names: Names, event: Any) -> str:
    return f"Turn {event.a}."


def initiative(names: Names, event: Any) -> str:
    size = SIZE_TEXT[Size(event.a)].capitalize()
    dice = f"Red {event.c}, Blue {event.d}"
    return f"{size}: {dice}; {SIDES[1 - event.side]} moves first."


def placed(names: Names, event: Any) -> str:
    heading = direction_text(names.seat, event.e)
    return f"{names.craft(event.actor)} starts in {at(names, event)}, heading {heading}."


def rock(names: Names, event: Any) -> str:
    return f"An asteroid lies in {at(names, event)}."


def loaded(names: Names, event: Any) -> str:
    return f"{names.craft(event.actor)} is loaded."


def tail(names: Names, event: Any) -> str:
    pursuer, target = names.craft(event.actor), names.craft(event.target)
    return f"{pursuer} is on the tail of {target} and moves after it."


def field(names: Names, event: Any) -> str:
    return f"The asteroids drift {DIRECTION_NAMES[event.c % 6]}."


def points(names: Names, event: Any) -> str:
    return f"{SIDES[event.side]} has {event.a} points."


def end(names: Names, event: Any) -> str:
    verdict = Verdict.DRAW if event.side == NONE else event.side
    text = outcome_sentence(int(verdict), REASONS[event.c])
    name = step(names.scenario, event.a) if verdict != Verdict.DRAW else ""
    return f"{text.removesuffix('.')}. The victory is {name}." if name else text


EVENT_TEXT = {
    Event.TURN: turn,
    Event.INITIATIVE: initiative,
    Event.PLACED: placed,
    Event.ROCK: rock,
    Event.LOADED: loaded,
    Event.TAIL: tail,
    Event.FIELD: field,
    Event.POINTS: points,
    Event.END: end,
}
