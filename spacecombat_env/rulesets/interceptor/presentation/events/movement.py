"""Sentences: moving, control, asteroids, collisions."""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.presentation.perspective import pluralize
from spacecombat_env.core.presentation.sentences import Sentence

from ...model import Event, Tumble
from ..coordinates import direction_text
from ..piece_names import Names
from .columns import at, sentence

MANOEUVRES = (
    *("nothing", "slows by 1", "speeds up by 1", "slows by 2", "speeds up by 2", "speeds up by 3"),
    *("turns right", "turns left", "turns right twice", "turns left twice", "tumbles"),
)
TUMBLES = {
    Tumble.MADE: "{made} at random.",
    Tumble.TOO_DEAR: "drifts a hex at random: the manoeuvre rolled is too dear (roll {die}).",
    Tumble.TOO_SLOW: "drifts a hex at random: it cannot slow down so much (roll {die}).",
    Tumble.STUCK: "does nothing at random: it cannot slow down so much (roll {die}).",
}
"""Results of a manoeuvre."""


def speed(names: Names, event: Any) -> str:
    name = names.craft(event.actor)
    if event.a == event.b:
        return f"{name} moves at velocity {event.b}."
    return f"{name} changes velocity from {event.a} to {event.b}."


def manoeuvre(names: Names, event: Any) -> str:
    name, made = names.craft(event.actor), MANOEUVRES[event.c % len(MANOEUVRES)]
    return f"{name} {TUMBLES[Tumble(event.d % len(Tumble))].format(made=made, die=event.c)}"


def rock_hit(names: Names, event: Any) -> str:
    left = f"{pluralize(event.a, 'hit')} left" if event.a > 0 else "it is destroyed"
    return f"The asteroid in {at(names, event)} is hit: {left}."


def ram(names: Names, event: Any) -> str:
    actor, target = names.craft(event.actor), names.craft(event.target)
    rolled = f" (roll {event.c})" if event.c else ""
    if event.d:
        return f"{actor}'s pilot refuses to ram{rolled}."
    return f"{actor} means to ram {target}{rolled}."


def steered(names: Names, event: Any) -> str:
    name = names.adrift(event.a)
    heading = direction_text(names.seat, event.c)
    return f"{sentence(name)} now drifts at velocity {event.b} to {heading}."


EVENT_TEXT: dict[Event, Sentence[Names]] = {
    Event.SPEED: speed,
    Event.MANOEUVRE: manoeuvre,
    Event.ROCK_HIT: rock_hit,
    Event.RAM: ram,
    Event.STEERED: steered,
}
