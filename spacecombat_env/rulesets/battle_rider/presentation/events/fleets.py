"""Events before the game: pools, purchase, players, asteroids.

Columns, as in game_log.py:

    FIRST_PICK        side that picks first; a, b the cards of Red and Blue
    PICK              a class
    BUY               actor craft, a class, b points, c crew + 3 x Load
    BUY_TACTICS       a Fleet Tactics, b points
    LEFT_OUT          actor craft, a class
    BODY              a, b hex
    PLAYER            a player, b the player's card (0: fleet commander), c Fleet Tactics
"""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.presentation.perspective import SIDES, pluralize
from spacecombat_env.core.presentation.sentences import Sentence

from ...model import CREW_QUALITIES, Crew, Event
from ..piece_names import Names

LOADS = (
    "",
    ", half of its missiles semi-independent (TL-12),",
    ", all its missiles semi-independent (TL-12),",
    ", half of its missiles semi-independent (TL-14),",
    ", all its missiles semi-independent (TL-14),",
)
"""Texts for a ship's missiles, by Load."""


def _buy(names: Names, event: Any) -> str:
    ship = names.klass(event.a)
    load, quality = divmod(int(event.c), CREW_QUALITIES)
    crew = f" with a {Crew(quality).name.lower()} crew" if quality != Crew.AVERAGE else ""
    return f"{SIDES[event.side]} buys {ship}{crew}{LOADS[load]} for {pluralize(event.b, 'point')}."


def _player(names: Names, event: Any) -> str:
    who = f"Player {names.player(event.side, event.a)}"
    if not event.b:
        return f"{who} is {SIDES[event.side]}'s fleet commander, Fleet Tactics {event.c}."
    return f"{who} turns card {event.b}: Fleet Tactics {event.c}."


EVENT_TEXT: dict[Event, Sentence[Names]] = {
    Event.BUY: _buy,
    Event.PLAYER: _player,
}
