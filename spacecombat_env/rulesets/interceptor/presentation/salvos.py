"""Missiles that a ship has just launched: how many reach their targets, and pass their shields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from spacecombat_env.core.model.odds import Salvo
from spacecombat_env.core.presentation.perspective import enemy_name, logged_events
from spacecombat_env.core.ruleset import Games, Scenario

from ..model import LOG_LENGTH, NONE, Disclosed, Event, Target, side_of
from .picture_keys import craft_key
from .piece_names import Names


def salvos(
    games: Games, k: int, scenario: Scenario, seat: int, since: int, resume: Callable[[], None]
) -> list[Salvo]:
    """IN-MSL-06, IN-DEF-01..15 Play the exchange of fire to its end; one salvo for each target.

    A missile whose lock fails counts as one that does not get through.
    """
    state, names = games.states[k], Names(games.states[k], scenario, seat)
    named = Counter(
        int(event.target) for event in logged_events(state, since) if _is_lock(state, event, seat)
    )
    named.pop(NONE, None)  # at missiles
    if not named:
        return []
    known = {it: (craft_key(names, it), _known(names, it)) for it in named}
    slots = {int(event.a) for event in logged_events(state, since) if event.kind == Event.LAUNCH}
    resume()  # what an exchange needs no decision for has happened before
    if int(state.log_count) - since > LOG_LENGTH:
        return []  # a long exchange: the log does not hold it
    exchange = _exchange(state, since, seat)
    arrived = Counter(int(event.target) for event in exchange if _arrives(event, slots))
    stopped = Counter(int(event.target) for event in exchange if _is_stopped(event))
    return [
        Salvo(*known[it], count, arrived[it], arrived[it] - stopped[it])
        for it, count in named.items()
    ]


def _known(names: Names, it: int) -> str:
    """IN-LOS-04 The name of an enemy as the seat knows it: a determinization has a class for it."""
    craft = names.state.craft[it]
    klass = names.class_row(it) if int(craft.disclosed) & Disclosed.CLASS else 0
    return enemy_name(names.seat, names.side(it), names.contact(int(craft.contact), klass))


def _is_lock(state: Any, event: Any, seat: int) -> bool:
    """IN-MSL-02 Whether a seat has tried to lock on to a craft."""
    return bool(event.kind == Event.LOCK and side_of(state, event.actor) == seat)


def _exchange(state: Any, since: int, seat: int) -> list[Any]:
    """IN-CMB-02 The events of an exchange of fire that a seat begins, up to its next volley."""
    found, volleys = list[Any](), 0
    for event in logged_events(state, since):
        volleys += _is_volley(event) and side_of(state, event.actor) == seat
        if volleys > 1:
            break
        found.append(event)
    return found


def _is_volley(event: Any) -> bool:
    """IN-CMB-02 Whether a ship fires, but not at a missile in flight (IN-DEF-01)."""
    return bool(event.kind == Event.FIRE and event.c != Target.MISSILE)


def _arrives(event: Any, slots: set[int]) -> bool:
    """IN-MSL-01 Whether one of some missiles is in its target's hex."""
    return bool(event.kind == Event.ARRIVED and int(event.a) in slots)


def _is_stopped(event: Any) -> bool:
    """IN-DEF-15 Whether a shield stops a missile."""
    return bool(event.kind == Event.SHIELD and event.f and not event.d)
