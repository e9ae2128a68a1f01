"""The meaning of an action for a front end: a piece of the picture, a hex, a number."""

from __future__ import annotations

from collections.abc import Callable

from spacecombat_env.core.ruleset import ActionMeaning, Games, Scenario

from ..model import AMOUNTS, NONE, TAKES_NUMBER, Decision, ForceStatus
from .coordinates import hex_number
from .picture_keys import craft_key, force_key, spread_key
from .piece_names import Names

Named = tuple[str | None, str | None]
"""Key and hex of a piece."""
NOTHING: Named = (None, None)


def decision_name(visible: Games, k: int) -> str:
    """Return the name of the present decision."""
    return Decision(int(visible.states[k].decision)).name.lower()


def action_meaning(
    visible: Games, k: int, scenario: Scenario, seat: int, action: int
) -> ActionMeaning:
    """Return the meaning of a seat's action, from its redacted record."""
    block, place = scenario.actions.locate(int(action))
    names = Names(visible.states[k], scenario, seat)
    if block == "amounts":
        return ActionMeaning(block, number=_amount(names, place))
    piece, where = PIECES[block](names, place) if block in PIECES else NOTHING
    return ActionMeaning(block, piece, where)


def _amount(names: Names, amount: int) -> int:
    """Return the number of an action, in tens where the decision takes a large number."""
    order = names.state.order[names.seat]
    large = TAKES_NUMBER[names.state.decision] and int(order.high) >= AMOUNTS
    return 10 * amount if large and order.tens == NONE else amount


def _own_craft(names: Names, place: int) -> Named:
    return _craft(names, names.seat * names.slots[0] + place)


def _own_force(names: Names, place: int) -> Named:
    return _force(names, names.seat * names.slots[1] + place)


def _own_spread(names: Names, place: int) -> Named:
    return _spread(names, names.seat * names.slots[2] + place)


def _enemy_craft(names: Names, contact: int) -> Named:
    for index in _enemy(names, 0):
        craft = names.state.craft[index]
        if craft.detected and craft.contact == contact:
            return _craft(names, index)
    return NOTHING


def _enemy_force(names: Names, contact: int) -> Named:
    for index in _enemy(names, 1):
        force = names.state.tf[index]
        if force.status == ForceStatus.ON_MAP and force.contact == contact:
            return _force(names, index)
    return NOTHING


def _enemy_spread(names: Names, contact: int) -> Named:
    for index in _enemy(names, 2):
        spread = names.state.spread[index]
        if spread.count > 0 and spread.contact == contact:
            return _spread(names, index)
    return NOTHING


def _enemy(names: Names, kind: int) -> range:
    """Return the slots of the enemy's pieces of a kind."""
    slots = names.slots[kind]
    return range((1 - names.seat) * slots, (2 - names.seat) * slots)


def _craft(names: Names, index: int) -> Named:
    """Return the counter that a craft is in, and its hex."""
    key = craft_key(names, index)
    if key is None:
        return NOTHING
    return key, _hex(names.state.tf[int(names.state.craft[index].tf)])


def _force(names: Names, index: int) -> Named:
    """Return a task force's counter and hex."""
    key = force_key(names, index)
    return (key, _hex(names.state.tf[index])) if key is not None else NOTHING


def _spread(names: Names, index: int) -> Named:
    """Return the dart of a spread and its hex."""
    key = spread_key(names, index)
    return (key, _hex(names.state.spread[index])) if key is not None else NOTHING


def _hex(piece: object) -> str:
    """Return the printed hex of a piece."""
    return hex_number(piece.q, piece.r)  # type: ignore[attr-defined]


PIECES: dict[str, Callable[[Names, int], Named]] = {
    "own_craft": _own_craft,
    "own_forces": _own_force,
    "own_spreads": _own_spread,
    "enemy_craft": _enemy_craft,
    "enemy_forces": _enemy_force,
    "enemy_spreads": _enemy_spread,
}
"""The piece that an action of each block names."""
