"""Sentences: missiles and the defence against them."""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.presentation.sentences import Sentence

from ...model import NONE, Event
from ..piece_names import Names
from .columns import against, at, sentence


def launch(names: Names, event: Any) -> str:
    kind = f", a {names.load(event.c)}," if event.c != NONE else ""
    missile, aim = names.missile(event.a), aimed_at(names, event)
    return f"{names.craft(event.actor)} launches {missile}{kind} at {aim}."


def aimed_at(names: Names, event: Any) -> str:
    """Return the target of a missile: a ship, or another missile."""
    return names.craft(event.target) if event.target != NONE else names.missile(event.b)


def lock(names: Names, event: Any) -> str:
    text = "locks on" if event.e else "does not lock on"
    actor = names.craft(event.actor) if event.actor != NONE else "A dormant missile"
    owner = f"A missile of {actor}" if event.actor != NONE else actor
    return f"{owner} {text} to {aimed_at(names, event)} {against(event.d, event.c)}."


def intercepted(names: Names, event: Any) -> str:
    name = names.missile(event.a)
    if event.b != NONE:
        return f"{sentence(names.missile(event.b))} reaches {name} and destroys it."
    text = "destroys" if event.d else "misses"
    die = against(event.c, event.e)
    return f"{names.craft(event.actor)} fires at {name} and {text} it {die}."


def point_defence(names: Names, event: Any) -> str:
    text = "stops" if event.e else "does not stop"
    missile, die = names.missile(event.a), against(event.d, event.c)
    return f"The point defence of {names.craft(event.actor)} {text} {missile} {die}."


def firewall(names: Names, event: Any) -> str:
    return f"The Firewall of {names.craft(event.target)} stops {names.missile(event.a)}."


def detonated(names: Names, event: Any) -> str:
    if event.a != NONE:
        what = names.craft(event.actor)
        return (
            f"{sentence(names.missile(event.a))}, a HELL of {what}, explodes in {at(names, event)}."
        )
    count = "The HELL" if event.b == 1 else f"The {event.b} HELLs"
    verb = "explodes" if event.b == 1 else "explode"
    return f"{count} aboard {names.craft(event.actor)} {verb} in {at(names, event)}."


EVENT_TEXT: dict[Event, Sentence[Names]] = {
    Event.LAUNCH: launch,
    Event.LOCK: lock,
    Event.INTERCEPTED: intercepted,
    Event.GUARD: point_defence,
    Event.FIREWALL: firewall,
    Event.DETONATED: detonated,
}
