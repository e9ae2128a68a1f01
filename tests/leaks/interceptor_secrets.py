"""What of a game of the fighter rules is secret as play begins, and a player who shows nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
from collecting import Given, varied
from reading import Questions

from spacecombat_env.rulesets.interceptor.model import (
    ACTIONS,
    AMOUNTS,
    Decision,
    Event,
    Status,
    Verb,
    first_of,
)

WAIVED = {
    **dict.fromkeys(
        (Decision.OPPORTUNITY, Decision.RETURN, Decision.DEFENCE, Decision.RAM), Verb.PASS
    ),
    **dict.fromkeys((Decision.TAIL, Decision.FORCE, Decision.GUARD), Verb.PASS),
    **dict.fromkeys((Decision.DECIDE, Decision.LAST_SHOTS), Verb.DONE),
}
ACTS = (
    *(Event.FIRE, Event.LAUNCH, Event.LAID, Event.DECOY, Event.RAM, Event.COVERED),
    *(Event.OUT_OF_CONTROL, Event.RECOVERY, Event.EJECTED, Event.ASTEROID, Event.LEFT_MAP),
    *(Event.TURNED, Event.FACED, Event.ROLLED, Event.SPEED, Event.ALTITUDE),
)
"""What a ship does, or suffers, for all to see; that it flies straight on is not among it."""
DISCLOSED = ("klass", "disclosed_tons", "disclosed_streamlined", "armed_as", "disclosed_kinds")


def quiet(state: Any, mask: np.ndarray) -> int:
    """Fly straight on and do nothing; leave the rest, the set-up among it, to the player."""
    decision, first = int(state.decision), int(first_of(state, ACTIONS.amounts))
    if decision in WAIVED:
        return int(WAIVED[Decision(decision)])
    if decision == Decision.SPEED:
        velocity = int(state.craft[int(state.mover)].velocity)
        return first + velocity if velocity < AMOUNTS and mask[first + velocity] else -1
    if decision == Decision.MOVE:
        if mask[Verb.DONE]:
            return int(Verb.DONE)
        hexes = np.flatnonzero(mask[first : first + int(state.lane) + 1])
        return first + int(hexes[-1])
    return -1


def unfound(given: Given) -> np.ndarray:
    """Return the games, bool (n,), in which the enemy has done nothing for all to see."""
    log = given.visible["log"]
    acts = np.isin(log["kind"], ACTS) & (log["side"] == 1 - given.seat)
    return ~acts.any(axis=1)


def half(pieces: np.ndarray, side: int) -> np.ndarray:
    """Return the columns of one side's pieces."""
    slots = pieces.shape[1] // 2
    return pieces[:, side * slots : (side + 1) * slots]


def of_ships(given: Given, answer: np.ndarray) -> Questions:
    """Ask something, int (n, slots), of each enemy ship on the map.

    Given are its slot and number, its own columns, when it was placed and moved, and everything.
    What was told of its class is public.
    """
    craft = half(given.visible["craft"], 1 - given.seat)
    row, slot = np.nonzero(craft["status"] == Status.ON_MAP)
    own = [craft[name][row, slot] for name in craft.dtype.names]
    own = [part.reshape(len(row), -1) for part in own]
    log, k = given.visible["log"][row], slot + (1 - given.seat) * craft.shape[1]
    mine = log["actor"] == k[:, None]
    first = np.stack([slot, mine.sum(axis=1), mine.argmax(axis=1)], axis=1)
    columns = varied(np.concatenate([first, *own, given.columns()[row]], axis=1).astype(np.float32))
    public = np.stack([craft[name][row, slot] for name in DISCLOSED], axis=1)
    return Questions(given.game[row], columns, answer[row, slot].astype(int), public)


def card(given: Given) -> Questions:
    """Return which card of its side lies there."""
    return of_ships(given, half(given.truth["craft"], 1 - given.seat)["card"])


def crew_of(given: Given, field: str) -> np.ndarray:
    """Return a field of the first crewman of each enemy ship, int (n, slots)."""
    first = half(given.truth["craft"], 1 - given.seat)["first_crew"].astype(int)
    return np.take_along_axis(given.truth["crew"][field], first, axis=1)


def skill(given: Given) -> Questions:
    """Return how well its pilot flies."""
    return of_ships(given, crew_of(given, "piloting"))


def load(given: Given) -> Questions:
    """Return what hangs in its first rack: the kind of which there is most, and if any."""
    first = half(given.truth["craft"], 1 - given.seat)["first_rack"].astype(int)
    loads = given.truth["rack"]["load"][np.arange(len(first))[:, None], first]
    return of_ships(given, np.where(loads.any(axis=2), loads.argmax(axis=2), -1))
