"""Events of missiles: launches, flight, defensive fire, hits, white-outs.

Columns, as in game_log.py:

    LAUNCH_MISSILES   actor craft (NONE for the enemy), target spread, a missiles,
                      b tech level of semi-independent ones
    SPREAD_MOVE       actor spread, a, b hex; SPREAD_ATTACK also target task force, c spread
    SPREAD_GONE       actor contact, a spread
    DEFENSE_FIRE      actor task force, target spread, a beams, b missiles destroyed
    DAMPED            actor craft, target spread, a missiles stopped
    SALVO             actor spread, target craft: its effects follow, up to its MISSILES_FIRE
    MISSILES_FIRE     actor spread, target craft, a missiles, b hits
    DUEL              actor spread: ends the tasks of its fire at missiles
    WHITE_OUT         a, b hex
"""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.presentation.perspective import SIDES, is_own, owner_text, pluralize
from spacecombat_env.core.presentation.sentences import Sentence

from ...model import NONE, Event
from ..piece_names import Names
from .columns import UNDISCLOSED, bare_force, event_hex, the_aim, the_craft, the_spread


def _launch_missiles(names: Names, event: Any) -> str:
    if event.actor == NONE:
        return f"{SIDES[event.side]} launches missiles: {the_spread(names, event)}."
    missiles = pluralize(event.a, "missile")
    spread = bare_force(the_spread(names, event))
    kind = f" ({'TL-' + str(event.b)} semi-independent, {spread})" if event.b else f" ({spread})"
    return f"{the_craft(names, event)} launches {missiles}{kind}."


def _spread_move(names: Names, event: Any) -> str:
    spread = the_spread(names, event, "actor")
    verb = "move" if "missiles" in spread else "moves"
    return f"{spread} {verb} to {event_hex(event)}."


def _spread_attack(names: Names, event: Any) -> str:
    spread = the_spread(names, event, "actor")
    verb = "attack" if "missiles" in spread else "attacks"
    return f"{spread} {verb} {the_aim(names, event)} at {event_hex(event)}."


def _spread_gone(names: Names, event: Any) -> str:
    side = event.side
    if is_own(names.seat, side):
        return f"{names.spread(event.a)} is gone."
    return f"missiles {event.actor + 1} are gone."


def _missiles_fire(names: Names, event: Any) -> str:
    fired = f"{pluralize(event.a, 'missile')} of {the_spread(names, event, 'actor')}"
    if not is_own(names.seat, event.side):
        noun = "missile" if event.a == 1 else "missiles"
        fired = f"{event.a or 'No'} {owner_text(names.seat, event.side)} {noun}"
    fire = "fires" if event.a == 1 else "fire"
    hits = "" if event.b == UNDISCLOSED else f": {pluralize(event.b, 'hit')}"
    return f"{fired} {fire} at {the_craft(names, event, 'target')}{hits}."


EVENT_TEXT: dict[Event, Sentence[Names]] = {
    Event.LAUNCH_MISSILES: _launch_missiles,
    Event.SPREAD_MOVE: _spread_move,
    Event.SPREAD_ATTACK: _spread_attack,
    Event.SPREAD_GONE: _spread_gone,
    Event.MISSILES_FIRE: _missiles_fire,
}
