"""Sentences: crews that leave their ship, and that are picked up."""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.presentation.perspective import pluralize
from spacecombat_env.core.presentation.sentences import Sentence

from ...model import Event
from ..piece_names import Names
from .columns import against, sentence


def rescue(names: Names, event: Any) -> str:
    crew, die = names.adrift(event.a), against(event.d, event.c)
    if event.e:
        return f"{names.craft(event.actor)} picks up {crew} {die}."
    return f"{names.craft(event.actor)} fails to pick up {crew} {die}."


def airlock(names: Names, event: Any) -> str:
    crewman = names.crewman(names.class_of(event.actor), event.c)
    turns = pluralize(event.d, "turn")
    return f"The {crewman} of {names.craft(event.actor)} leaves for the airlock: {turns}."


def by_airlock(names: Names, event: Any) -> str:
    return f"{sentence(names.adrift(event.a))} leaves {names.craft(event.actor)} by an airlock."


def awake(names: Names, event: Any) -> str:
    return f"{sentence(names.adrift(event.a))} is awake again."


EVENT_TEXT: dict[Event, Sentence[Names]] = {
    Event.RESCUE: rescue,
    Event.AIRLOCK: airlock,
    Event.OUTSIDE: by_airlock,
    Event.AWAKE_ADRIFT: awake,
}
