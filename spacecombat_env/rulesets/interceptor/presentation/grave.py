"""The loss that an action means for good: a ship, its place on the map, a shot not taken."""

from __future__ import annotations

from collections.abc import Sequence

from spacecombat_env.core.model.hexgrid import neighbour
from spacecombat_env.core.ruleset import Games, Scenario

from ..model import NONE, Decision, Verb, decode_amount, decode_craft, on_board
from ..movement.stepping import flees
from .piece_names import Names

DEEDS = {
    Verb.EJECT: "{} is given up, and its crew leaves it",
    Verb.LEAVE: "{} is given up, and its crew leaves it",
    Verb.AIRLOCK: "{} is given up by those who leave it",
    Verb.DESTRUCT: "{} is made ready to blow itself up",
    Verb.T_SPACE: "{} leaves the map",
}
"""Verbs that give up the ship under orders."""


def grave(
    visible: Games, k: int, scenario: Scenario, seat: int, action: int, mask: Sequence[int]
) -> str:
    """Return what an action of a seat gives up, from its redacted record; empty for nothing."""
    names = Names(visible.states[k], scenario, seat)
    state = names.state
    decision, order = state.decision, state.order[seat]
    if scenario.actions.locate(int(action))[0] == "verbs":
        if decision == Decision.LAST_SHOTS and action == Verb.DONE:
            return "a ship with a target in range does not fire"
        return DEEDS[Verb(action)].format(_subject(names)) if action in DEEDS else ""
    if decision == Decision.FIRE_SHIP and order.verb == Verb.EJECT:
        return DEEDS[Verb.EJECT].format(names.craft(decode_craft(state, seat, action)))
    if decision == Decision.RAM:
        return f"{names.craft(int(state.mover))} rams, which may destroy it"
    return _flown(names, decode_amount(state, action)) if decision == Decision.MOVE else ""


def _subject(names: Names) -> str:
    """Return the ship that a deed is about: the mover, the one under orders, or none yet."""
    state, order = names.state, names.state.order[names.seat]
    moving = state.decision in (Decision.MOVE, Decision.OPPORTUNITY)
    k = int(state.mover) if moving else int(order.craft)
    own = k != NONE and names.side(k) == names.seat
    return names.craft(k) if own else "a ship"


def _flown(names: Names, hexes: int) -> str:
    """IN-AMB-190 Return that the mover leaves the map within that many hexes ahead."""
    state, rules = names.state, names.scenario.table.rules[0]
    if hexes == NONE or flees(state, rules, int(state.mover)):
        return ""
    craft = state.craft[int(state.mover)]
    q, r = int(craft.q), int(craft.r)
    for _ in range(hexes):
        q, r = neighbour(q, r, int(craft.heading))
    on = on_board(rules, q, r)
    return "" if on else f"{names.craft(int(state.mover))} leaves the map for good"
