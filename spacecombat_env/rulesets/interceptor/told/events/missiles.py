"""Sentences: missiles and what meets them."""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.telling import many
from spacecombat_env.rulesets.interceptor.pieces.constants.log import Event
from spacecombat_env.rulesets.interceptor.pieces.constants.sizes import NONE
from spacecombat_env.rulesets.interceptor.told.events.turn import at
from spacecombat_env.rulesets.interceptor.told.names import Names


def launch(names: Names, event: Any) -> str:
    kind = names.load(event.c)
    return f"{names.craft(event.actor)} launches a {kind} at {names.craft(event.target)}."


def lock(names: Names, event: Any) -> str:
    of = f" of {event.c}" if event.c else ""
    said = "locks on" if event.e else "does not lock on"
    actor = names.craft(event.actor) if event.actor != NONE else "A dormant missile"
    owner = f"A missile of {actor}" if event.actor != NONE else actor
    return f"{owner} {said} to {names.craft(event.target)} (roll {event.d}{of})."


def flew(names: Names, event: Any) -> str:
    return f"{names.missile(event.a)} flies to {at(names, event)}."


def obstacle(names: Names, event: Any) -> str:
    said = "hits an obstacle" if event.d else "passes an obstacle"
    return f"{names.missile(event.a)} {said} (roll {event.c})."


def intercepted(names: Names, event: Any) -> str:
    said = "destroys" if event.d else "misses"
    name = names.missile(event.a)
    return f"{names.craft(event.actor)} fires at {name} and {said} it (roll {event.c})."


def decoy(names: Names, event: Any) -> str:
    name, lured = names.craft(event.actor), many(event.a, "missile")
    return f"{name} launches a Decoy to {at(names, event)}: {lured} lured away."


def guard(names: Names, event: Any) -> str:
    said = "stops" if event.e else "does not stop"
    roll = f"(roll {event.d} of {event.c})"
    missile = names.missile(event.a)
    return f"The point defence of {names.craft(event.actor)} {said} {missile} {roll}."


def firewall(names: Names, event: Any) -> str:
    return f"The Firewall of {names.craft(event.target)} stops {names.missile(event.a)}."


def arrived(names: Names, event: Any) -> str:
    return f"{names.missile(event.a)} reaches {names.craft(event.target)}."


def laid(names: Names, event: Any) -> str:
    return f"{names.craft(event.actor)} lays a missile at velocity {event.c}."


TELL = {
    Event.LAUNCH: launch,
    Event.LOCK: lock,
    Event.FLEW: flew,
    Event.OBSTACLE: obstacle,
    Event.INTERCEPTED: intercepted,
    Event.DECOY: decoy,
    Event.GUARD: guard,
    Event.FIREWALL: firewall,
    Event.ARRIVED: arrived,
    Event.LAID: laid,
}
