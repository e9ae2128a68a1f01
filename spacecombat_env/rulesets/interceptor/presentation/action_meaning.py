"""The meaning of an action for front ends: which piece, which hex, which number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from spacecombat_env.core.ruleset import ActionMeaning, Games, Scenario

from ..model import AMOUNTS, NONE, TAKES_NUMBER, Decision, MissileStatus, Status
from .coordinates import hex_number
from .picture_keys import adrift_key_on_map, craft_key_on_map, missile_key_on_map
from .piece_names import Names

Named = tuple[str | None, str | None]
"""Key and hex of a piece."""
NOTHING: Named = (None, None)


def decision_name(visible: Games, k: int) -> str:
    """Return the name of the current decision."""
    return Decision(int(visible.states[k].decision)).name.lower()


def action_meaning(
    visible: Games, k: int, scenario: Scenario, seat: int, action: int
) -> ActionMeaning:
    """Return what an action of a seat means, from its redacted record; hexes as the seat counts."""
    block, place = scenario.actions.locate(int(action))
    names = Names(visible.states[k], scenario, seat)
    if block == "amounts":
        return ActionMeaning(block, number=_amount(names, place))
    piece, where = PIECES[block](names, place) if block in PIECES else NOTHING
    return ActionMeaning(block, piece, where)


def _amount(names: Names, amount: int) -> int:
    """Return the number of an action: tens where the decision takes a large number."""
    order = names.state.order[names.seat]
    large = TAKES_NUMBER[names.state.decision] and int(order.high) >= AMOUNTS
    return 10 * amount if large and order.tens == NONE else amount


def _own_craft(names: Names, place: int) -> Named:
    k = names.seat * names.slots + place
    return _named(names, craft_key_on_map(names, k), names.state.craft[k])


def _enemy_craft(names: Names, contact: int) -> Named:
    for k in range((1 - names.seat) * names.slots, (2 - names.seat) * names.slots):
        craft = names.state.craft[k]
        if craft.status != Status.UNUSED and craft.contact == contact:
            return _named(names, craft_key_on_map(names, k), craft)
    return NOTHING


def _missile(names: Names, contact: int) -> Named:
    slots = len(names.state.missile) // 2
    for n in range((1 - names.seat) * slots, (2 - names.seat) * slots):
        missile = names.state.missile[n]
        if missile.status != MissileStatus.NONE and missile.contact == contact:
            return _named(names, missile_key_on_map(names, n), missile)
    return NOTHING


def _adrift(names: Names, place: int) -> Named:
    slots = len(names.state.adrift) // 2
    n = (place + names.seat * slots) % (2 * slots)
    return _named(names, adrift_key_on_map(names, n), names.state.adrift[n])


def _named(names: Names, key: str | None, piece: Any) -> Named:
    """Return a piece with its hex; nothing where it is not drawn."""
    return (key, hex_number(names.scenario, names.seat, piece.q, piece.r)) if key else NOTHING


PIECES: dict[str, Callable[[Names, int], Named]] = {
    "own_craft": _own_craft,
    "enemy_craft": _enemy_craft,
    "missiles": _missile,
    "adrift": _adrift,
}
"""The pieces of each block's actions."""
