"""Sentences: moving, control, asteroids, collisions."""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.presentation.perspective import pluralize

from ...model import Event, Facing, Tumble
from ..coordinates import direction_text
from ..piece_names import Names
from ..texts import FACING_TEXT
from .turn import against, at

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


def pushed(names: Names, event: Any) -> str:
    rolled = f" (roll {event.d})" if event.d else ""
    harm = " and damages it" if event.e else ""
    name = names.craft(event.actor)
    return f"{name} pushes its plant for {pluralize(event.c, 'point')}{rolled}{harm}."


def moved(names: Names, event: Any) -> str:
    return f"{names.craft(event.actor)} moves to {at(names, event)}."


def turned(names: Names, event: Any) -> str:
    return f"{names.craft(event.actor)} turns to {direction_text(names.seat, event.c)}."


def faced(names: Names, event: Any) -> str:
    return f"{names.craft(event.actor)} now faces {direction_text(names.seat, event.c)}."


def rolled(names: Names, event: Any) -> str:
    return f"{names.craft(event.actor)} rolls over."


def stored(names: Names, event: Any) -> str:
    name = names.craft(event.actor)
    return f"{name} has turning points stored: heading {event.c:+}, facing {event.d:+}."


def safe_thrust(names: Names, event: Any) -> str:
    held = "fails" if event.e else "holds"
    name = names.craft(event.actor)
    return f"{name} goes beyond its safe thrust: {held} {against(event.d, event.c)}."


def out_of_control(names: Names, event: Any) -> str:
    return f"{names.craft(event.actor)} is out of control!"


def recovery(names: Names, event: Any) -> str:
    name, die = names.craft(event.actor), f"(roll {event.c})"
    return f"{name} regains control {die}." if event.d else f"{name} stays out of control {die}."


def manoeuvre(names: Names, event: Any) -> str:
    name, made = names.craft(event.actor), MANOEUVRES[event.c % len(MANOEUVRES)]
    return f"{name} {TUMBLES[Tumble(event.d % len(Tumble))].format(made=made, die=event.c)}"


def left_map(names: Names, event: Any) -> str:
    name = names.craft(event.actor)
    if event.c:
        return f"{name} drifts off the map, nobody at its controls, and is lost."
    return f"{name} leaves the map and has broken off."


def asteroid(names: Names, event: Any) -> str:
    name = names.craft(event.actor)
    if event.d:
        return f"{name} hits an asteroid (roll {event.c})!"
    return f"{name} avoids an asteroid (roll {event.c})."


def rock_hit(names: Names, event: Any) -> str:
    left = f"{pluralize(event.a, 'hit')} left" if event.a > 0 else "it is destroyed"
    return f"The asteroid in {at(names, event)} is hit: {left}."


def collided(names: Names, event: Any) -> str:
    does = "rams" if event.e else "collides with"
    actor, target = names.craft(event.actor), names.craft(event.target)
    return f"{actor} {does} {target}: {pluralize(event.a, 'point')} to both."


def ram(names: Names, event: Any) -> str:
    actor, target = names.craft(event.actor), names.craft(event.target)
    rolled = f" (roll {event.c})" if event.c else ""
    if event.d:
        return f"{actor}'s pilot refuses to ram{rolled}."
    return f"{actor} means to ram {target}{rolled}."


def covered(names: Names, event: Any) -> str:
    actor, target = names.craft(event.actor), names.craft(event.target)
    side = FACING_TEXT[Facing(event.c % len(Facing))]
    return f"{actor} takes cover behind {target}, {side} side."


def steered(names: Names, event: Any) -> str:
    name = names.adrift(event.a)
    heading = direction_text(names.seat, event.c)
    return f"{name[0].upper()}{name[1:]} now drifts at velocity {event.b} to {heading}."


EVENT_TEXT = {
    Event.SPEED: speed,
    Event.PUSHED: pushed,
    Event.MOVED: moved,
    Event.TURNED: turned,
    Event.FACED: faced,
    Event.ROLLED: rolled,
    Event.STORED: stored,
    Event.SAFE_THRUST: safe_thrust,
    Event.OUT_OF_CONTROL: out_of_control,
    Event.RECOVERY: recovery,
    Event.MANOEUVRE: manoeuvre,
    Event.LEFT_MAP: left_map,
    Event.ASTEROID: asteroid,
    Event.ROCK_HIT: rock_hit,
    Event.COLLIDED: collided,
    Event.RAM: ram,
    Event.COVERED: covered,
    Event.STEERED: steered,
}
