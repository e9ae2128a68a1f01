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
    Event.PUSHED: ("{actor} pushes its plant for {c:point}{d:| (roll {d})}{e:| and damages it}."),
    Event.MOVED: "{actor} moves to {at}.",
    Event.TURNED: "{actor} turns to {direction}.",
    Event.FACED: "{actor} now faces {direction}.",
    Event.ROLLED: "{actor} rolls over.",
    Event.STORED: "{actor} has turning points stored: heading {c:+}, facing {d:+}.",
    Event.SAFE_THRUST: "{actor} goes beyond its safe thrust: {e:holds|fails} {die}.",
    Event.OUT_OF_CONTROL: "{actor} is out of control!",
    Event.RECOVERY: "{actor} {d:stays out of|regains} control (roll {c}).",
    Event.MANOEUVRE: manoeuvre,
    Event.LEFT_MAP: (
        "{actor} {c:leaves the map and has broken off|"
        "drifts off the map, nobody at its controls, and is lost}."
    ),
    Event.ASTEROID: ("{actor} {d:avoids an asteroid (roll {c}).|hits an asteroid (roll {c})!}"),
    Event.ROCK_HIT: rock_hit,
    Event.COLLIDED: "{actor} {e:collides with|rams} {target}: {a:point} to both.",
    Event.RAM: ram,
    Event.COVERED: "{actor} takes cover behind {target}, {facing} side.",
    Event.STEERED: steered,
}
