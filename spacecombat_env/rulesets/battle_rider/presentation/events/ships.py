"""Events of ships: power and fuel, damage, black globes.

Columns, as in game_log.py:

    SCREENED          actor craft, a hits stopped; noted after each volley that hits
    DAMAGE            actor craft, a result, b how lasting, c further No Effects of the same step
    DESTROYED         actor craft, a class
    JUMP_RESERVE      actor craft
    POWER             actor craft, a verb (DONE: the start-up is over), b its power now
    GLOBE_SET         actor craft, a setting
    GLOBE_ABSORBS     actor craft, a hits, b whether the capacitors overload
    MARKER            actor craft: a damage marker, face down
    FLICKER           actor contact, target task force
"""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.presentation.perspective import pluralize
from spacecombat_env.core.presentation.sentences import Sentence

from ...model import GLOBE_FULL, Damage, Event, Power, Result, Verb
from ..piece_names import Names
from ..texts import RESULT_TEXT
from .columns import the_craft

POWER_TEXT = {
    Verb.POWER_DOWN: "powers down",
    Verb.POWER_UP: "begins to power up",
    Verb.DONE: "is at full power again",
}


def _power(names: Names, event: Any) -> str:
    craft = the_craft(names, event)
    if event.a == Verb.CRASH_START:
        text = "succeeds" if event.b == Power.UP else "fails: it powers up in the normal way"
        return f"{craft}'s crash start {text}."
    text = POWER_TEXT[Verb(event.a)]
    return f"{craft} {text}."


def _screened(names: Names, event: Any) -> str:
    if not event.a:
        return ""
    return f"Screens and armor of {the_craft(names, event)} stop {pluralize(event.a, 'hit')}."


def _damage(names: Names, event: Any) -> str:
    craft, result = the_craft(names, event), Result(event.a)
    if result == Result.NO_EFFECT:
        return f"{craft}: {pluralize(1 + event.c, 'hit')} without effect."
    how = "destroyed" if event.b == Damage.PERMANENT else "knocked out for now"
    return f"{craft}: {RESULT_TEXT[result]} {how}."


def globe_text(setting: int) -> str:
    """Return the setting of a black globe as text."""
    if setting == 0:
        return "off"
    return "full" if setting == GLOBE_FULL else f"flickering at {10 * setting}%"


def _globe_set(names: Names, event: Any) -> str:
    return f"The black globe of {the_craft(names, event)} is {globe_text(event.a)}."


EVENT_TEXT: dict[Event, Sentence[Names]] = {
    Event.SCREENED: _screened,
    Event.DAMAGE: _damage,
    Event.POWER: _power,
    Event.GLOBE_SET: _globe_set,
}
