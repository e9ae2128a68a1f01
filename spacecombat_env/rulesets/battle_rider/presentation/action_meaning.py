"""The meaning of an action for a front end: a piece of the picture, a hex, a number."""

from __future__ import annotations

from collections.abc import Callable

from spacecombat_env.core.ruleset import ActionMeaning, Games, Scenario

from ..model import (
    AMOUNTS,
    NONE,
    TAKES_NUMBER,
    Decision,
    decode_craft,
    decode_enemy_craft,
    decode_enemy_force,
    decode_enemy_spread,
    decode_force,
    decode_spread,
)
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
    if block not in PIECES:
        return ActionMeaning(block)
    decode, describe = PIECES[block]
    index = decode(names.state, seat, int(action))
    return ActionMeaning(block, *(NOTHING if index == NONE else describe(names, index)))


def _amount(names: Names, amount: int) -> int:
    """Return the number of an action, in tens where the decision takes a large number."""
    order = names.state.order[names.seat]
    large = TAKES_NUMBER[names.state.decision] and int(order.high) >= AMOUNTS
    return 10 * amount if large and order.tens == NONE else amount


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


PIECES: dict[str, tuple[Callable[..., int], Callable[[Names, int], Named]]] = {
    "own_craft": (decode_craft, _craft),
    "own_forces": (decode_force, _force),
    "own_spreads": (decode_spread, _spread),
    "enemy_craft": (decode_enemy_craft, _craft),
    "enemy_forces": (decode_enemy_force, _force),
    "enemy_spreads": (decode_enemy_spread, _spread),
}
"""The slot of the piece that an action of each block names, and its key and hex."""
