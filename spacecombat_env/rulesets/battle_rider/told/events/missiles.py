"""Events of missiles: launches, flight, defensive fire, hits, white-outs.

Columns, as in story.py:

    LAUNCH_MISSILES   actor craft (NONE for the enemy), target spread, a missiles,
                      b tech level of semi-independent ones
    SPREAD_MOVE       actor spread, a, b hex; SPREAD_ATTACK also target task force, c spread
    SPREAD_GONE       actor contact, a spread
    DEFENSE_FIRE      actor task force, target spread, a beams, b missiles destroyed
    DAMPED            actor craft, target spread, a missiles stopped
    MISSILES_FIRE     actor spread, target craft, a missiles, b hits; noted after their damage
    WHITE_OUT         a, b hex
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from spacecombat_env.core.telling import SIDES, is_own, many, whose
from spacecombat_env.rulesets.battle_rider.pieces.constants.log import Event
from spacecombat_env.rulesets.battle_rider.pieces.constants.sizes import NONE
from spacecombat_env.rulesets.battle_rider.told.events.columns import UNTOLD, bare_force, event_hex
from spacecombat_env.rulesets.battle_rider.told.names import Names


def _launch_missiles(names: Names, event: Any) -> str:
    if event.actor == NONE:
        return f"{SIDES[event.side]} launches missiles: {names.spread(event.target)}."
    missiles = many(event.a, "missile")
    spread = bare_force(names.spread(event.target))
    kind = f" ({'TL-' + str(event.b)} semi-independent, {spread})" if event.b else f" ({spread})"
    return f"{names.craft(event.actor)} launches {missiles}{kind}."


def told_flight(names: Names, group: list[Any]) -> str:
    """Return the move of spreads of one side that end in one hex."""
    spreads = [names.spread(event.actor) for event in group]
    verb = "moves" if len(spreads) == 1 and "missiles" not in spreads[0] else "move"
    return f"{_listed(spreads)} {verb} to {event_hex(group[0])}."


def _listed(spreads: list[str]) -> str:
    """Return `spread 2`, `spreads 2, 3 and 4`."""
    if len(spreads) == 1:
        return spreads[0]
    known = [name.rpartition(" ") for name in spreads]
    if not all(number.isdigit() for _, _, number in known):
        return f"{len(spreads)} {spreads[0]}"
    noun = known[0][0].replace("spread", "spreads")
    numbers = [number for _, _, number in known]
    return f"{noun} {', '.join(numbers[:-1])} and {numbers[-1]}"


def _spread_attack(names: Names, event: Any) -> str:
    spread = names.spread(event.actor)
    verb = "attack" if "missiles" in spread else "attacks"
    return f"{spread} {verb} {names.target(event.target, event.c)} at {event_hex(event)}."


def _spread_gone(names: Names, event: Any) -> str:
    side = event.side
    if is_own(names.seat, side):
        return f"{names.spread(event.a)} is gone."
    return f"missiles {event.actor + 1} are gone."


def told_defense(names: Names, group: list[Any]) -> str:
    event = group[0]
    beams = sum(shot.a for shot in group)
    stopped = sum(shot.b for shot in group)
    shots = f" in {len(group)} shots" if len(group) > 1 else ""
    force, spread = names.force(event.actor), names.spread(event.target)
    fires = f"{force} fires {many(beams, 'beam')}{shots} at {spread}"
    return f"{fires}: {many(stopped, 'missile')} destroyed."


def _damped(names: Names, event: Any) -> str:
    stopped = many(event.a, "missile")
    return f"{names.craft(event.actor)} uses dampers on {names.spread(event.target)}: {stopped}."


def _missiles_fire(names: Names, event: Any) -> str:
    fired = f"{many(event.a, 'missile')} of {names.spread(event.actor)}"
    if not is_own(names.seat, event.side):
        noun = "missile" if event.a == 1 else "missiles"
        fired = f"{event.a or 'No'} {whose(names.seat, event.side)} {noun}"
    fire = "fires" if event.a == 1 else "fire"
    hits = "" if event.b == UNTOLD else f": {many(event.b, 'hit')}"
    return f"{fired} {fire} at {names.craft(event.target)}{hits}."


def _white_out(names: Names, event: Any) -> str:
    return f"White-out at {event_hex(event)}."


TELL: dict[Event, Callable[[Names, Any], str]] = {
    Event.LAUNCH_MISSILES: _launch_missiles,
    Event.SPREAD_ATTACK: _spread_attack,
    Event.SPREAD_GONE: _spread_gone,
    Event.DAMPED: _damped,
    Event.MISSILES_FIRE: _missiles_fire,
    Event.WHITE_OUT: _white_out,
}
