"""Sentences: the interface, flight in air, gravity, landing."""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.presentation.perspective import pluralize
from spacecombat_env.core.presentation.sentences import Sentence

from ...model import Event, Mode, Passage
from ..piece_names import Names
from .columns import sentence

PASSAGES = {
    Passage.ENTERS: "enters the interface",
    Passage.BOUNCES: "bounces off the interface",
    Passage.BURNS: "burns up in the interface",
}
MODES = {
    Mode.SPACE: "flies in space again",
    Mode.STREAMLINED: "flies on its wings",
    Mode.ANTIGRAV: "flies on its lifters",
}


def rolled(die: int) -> str:
    """Return a die; nothing where none was rolled."""
    return f" (roll {die})" if die else ""


def interface(names: Names, event: Any) -> str:
    result = PASSAGES[Passage(event.e % len(Passage))]
    tried = " that it means to bounce off" if event.d and event.e != Passage.BOUNCES else ""
    scorched = f": {pluralize(event.a, 'point')} on its front" if event.a else ""
    return f"{names.craft(event.actor)} {result}{tried}{rolled(event.c)}{scorched}."


def too_fast(names: Names, event: Any) -> str:
    name, die = names.craft(event.actor), rolled(event.c)
    if event.a == 0:
        return f"{name} is too fast for the air, and holds{die}."
    return f"{name} is too fast for the air{die}: {pluralize(event.a, 'point')} on its front."


def mode(names: Names, event: Any) -> str:
    return f"{names.craft(event.actor)} {MODES[Mode(event.c % len(Mode))]}."


def landed(names: Names, event: Any) -> str:
    name, die = names.craft(event.actor), rolled(event.c)
    engines = " without engines" if event.e else ""
    if event.d:
        return f"{name} crashes on the ground{engines}{die}: all aboard are lost."
    return f"{name} lands{engines}{die}."


def crew_burnt(names: Names, event: Any) -> str:
    return f"{sentence(names.adrift(event.a))} burns up in the air."


EVENT_TEXT: dict[Event, Sentence[Names]] = {
    Event.INTERFACE: interface,
    Event.TOO_FAST: too_fast,
    Event.MODE: mode,
    Event.LANDED: landed,
    Event.CREW_BURNT: crew_burnt,
}
