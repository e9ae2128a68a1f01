"""The meaning of actions that name a piece or a number, for rule sets with a map of hexes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from spacecombat_env.core.model.fields import NONE
from spacecombat_env.core.ruleset import ActionMeaning

Named = tuple[str | None, str | None]
"""Key and hex of a piece."""
NOTHING: Named = (None, None)
Describe = tuple[Callable[..., int], Callable[[Any, int], Named]]
"""The slot of the piece that an action of a block names, and its key and hex."""


def piece_meaning(
    names: Any, action: int, pieces: Mapping[str, Describe], amounts: int, takes_number: bool
) -> ActionMeaning:
    """Return the meaning of an action for the reader of `names`.

    `pieces` are the blocks of actions that name pieces. `amounts` is the size of the block of
    numbers, and `takes_number` tells whether the decision takes a number.
    """
    block, place = names.scenario.actions.locate(int(action))
    if block == "amounts":
        return ActionMeaning(block, number=_amount(names, place, amounts, takes_number))
    if block not in pieces:
        return ActionMeaning(block)
    slot_of, describe = pieces[block]
    index = slot_of(names.state, names.seat, int(action))
    return ActionMeaning(block, *(NOTHING if index == NONE else describe(names, index)))


def _amount(names: Any, amount: int, amounts: int, takes_number: bool) -> int:
    """Return the number of an action, in tens where the decision takes a large number."""
    order = names.state.order[names.seat]
    large = takes_number and int(order.high) >= amounts
    return 10 * amount if large and order.tens == NONE else amount
