"""Missiles that a ship has just launched: how many get through and hit, target by target."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from spacecombat_env.core.model.odds import Salvo
from spacecombat_env.core.presentation.perspective import logged_events
from spacecombat_env.core.ruleset import Games, Scenario

from ..model import (
    NONE,
    CraftStatus,
    Decision,
    Event,
    ForceStatus,
    Phase,
    Step,
    force_slots,
)
from .picture_keys import force_key
from .piece_names import Names


def salvos(
    games: Games, k: int, scenario: Scenario, seat: int, since: int, resume: Callable[[], None]
) -> list[Salvo]:
    """BR-MIS-18..30 Let the missiles strike each known force where both are now.

    The engine plays the whole Missile Attack Phase. The lock of the launching ship is taken as won
    (BR-MIS-15), and of the time until the missiles are there nothing is played.
    """
    state = games.states[k]
    spread = _launched(state, seat, since)
    if spread == NONE:
        return []
    launched, names, found = games.raw[k].copy(), Names(state, scenario, seat), list[Salvo]()
    for tf in _known_forces(state, seat):
        games.raw[k] = launched
        key, name, missiles = force_key(names, tf), names.force(tf), int(state.spread[spread].count)
        _attack(state, spread, tf)
        before = int(state.log_count)
        resume()
        fired = [event for event in logged_events(state, before) if _is_fire(event, spread, seat)]
        through, hits = (sum(getattr(event, part) for event in fired) for part in ("a", "b"))
        found.append(Salvo(key, name, missiles, through, hits))
    return found


def _launched(state: Any, seat: int, since: int) -> int:
    """Return the spread that a seat has launched since a count of events; NONE if there is none."""
    for event in logged_events(state, since):
        if event.kind == Event.LAUNCH_MISSILES and event.side == seat and event.actor != NONE:
            return int(event.target)
    return NONE


def _known_forces(state: Any, seat: int) -> list[int]:
    """Return the enemy forces on the map of which the seat has detected a craft."""
    craft = state.craft
    there = (craft["status"] == CraftStatus.IN_FORCE) & (craft["detected"] != 0)
    forces = sorted({int(tf) for tf in craft["tf"][there] if tf // force_slots(state) == 1 - seat})
    return [tf for tf in forces if state.tf[tf].status == ForceStatus.ON_MAP]


def _attack(state: Any, index: int, tf: int) -> None:
    """Put a spread into the hex of its target, at the end of the Missile Movement Phase."""
    spread, target = state.spread[index], state.tf[tf]
    state.spread["moved"] = 1
    spread.q, spread.r, spread.detected, spread.target_tf = target.q, target.r, 1, tf
    state.decision, state.phase, state.step = Decision.NOTHING, Phase.MISSILE_MOVEMENT, Step.COAST


def _is_fire(event: Any, spread: int, seat: int) -> bool:
    """Whether missiles of a spread fire, as the side under attack learns it (BR-REF-01)."""
    is_known = bool(int(event.known) & 1 << (1 - seat))
    return bool(event.kind == Event.MISSILES_FIRE and event.actor == spread and is_known)
