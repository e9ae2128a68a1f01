"""The action space: the blocks of actions, in their order, with the text of each action."""

from __future__ import annotations

from functools import cache

from spacecombat_env.core.model.hexgrid import DIRECTION_NAMES
from spacecombat_env.core.model.layout import Block, Layout, starts

from .constants.sizes import AMOUNTS, DIRECTIONS, MAX_CLASS_CREW, MAX_WEAPONS, Capacity
from .constants.turn import VERBS, Verb, with_reserve
from .constants.weapons import LOADS, Load


@cache
def action_layout(capacity: Capacity) -> Layout:
    """Return the actions of a capacity class."""
    verbs = with_reserve(Verb, VERBS)
    loads = tuple(load.name.lower() for load in Load)
    amounts = tuple(str(amount) for amount in range(AMOUNTS))
    weapons = tuple(f"weapon_{row + 1}" for row in range(MAX_WEAPONS))
    return Layout(
        (
            Block("verbs", (VERBS,), "what to do, and other simple actions", verbs),
            Block("own_craft", (capacity.craft,), "an own ship, by slot"),
            Block("enemy_craft", (capacity.craft,), "an enemy ship, by contact number"),
            Block("weapons", (MAX_WEAPONS,), "a weapon or rack of the ship named so far", weapons),
            Block("loads", (LOADS,), "a missile or a pod", loads),
            Block(
                "sides",
                (DIRECTIONS,),
                "a direction or a hexside; N is ahead, away from the own edge",
                DIRECTION_NAMES,
            ),
            Block("missiles", (capacity.missiles,), "an enemy missile, by contact number"),
            Block("adrift", (2 * capacity.adrift,), "a crew in space, own ones first"),
            Block("crewmen", (MAX_CLASS_CREW,), "one of the crew of the ship named so far"),
            Block(
                "amounts",
                (AMOUNTS,),
                "a number up to 23; larger ones are given as tens, then units",
                amounts,
            ),
        )
    )


KINDS = ("craft", "missiles", "adrift")
"""Kinds of slot on which the layout depends, in the order of `Start.per`."""


def _layout(craft: int, missiles: int, adrift: int) -> Layout:
    """Return the layout for a number of slots of each kind."""
    return action_layout(Capacity(craft, 0, 0, 0, missiles, adrift))


ACTIONS = starts(_layout, len(KINDS))
"""Where each block begins."""
