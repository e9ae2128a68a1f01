"""The action space: the blocks of actions, in order, with the text of each."""

from __future__ import annotations

from functools import cache

from spacecombat_env.core.model.hexgrid import DIRECTION_NAMES
from spacecombat_env.core.model.layout import Block, Layout, starts

from .constants.sizes import Capacity
from .constants.turn import AMOUNTS, DIRECTIONS, VERBS, Verb


@cache
def action_layout(capacity: Capacity) -> Layout:
    """Return the layout of actions for a capacity class."""
    craft, forces, spreads = capacity
    verbs = tuple(verb.name.lower() for verb in Verb)
    amounts = tuple(str(amount) for amount in range(AMOUNTS))
    return Layout(
        (
            Block("verbs", (VERBS,), "what to do, and other simple actions", verbs),
            Block("own_craft", (craft,), "an own ship or drone, by slot"),
            Block("own_forces", (forces,), "an own task force, by slot"),
            Block("enemy_forces", (forces,), "an enemy task force, by contact number"),
            Block("enemy_craft", (craft,), "a detected enemy craft, by contact number"),
            Block("own_spreads", (spreads,), "an own missile spread, by slot"),
            Block("enemy_spreads", (spreads,), "an enemy missile spread, by contact number"),
            Block(
                "directions",
                (DIRECTIONS,),
                "one of the six hexsides; N is ahead, away from the own edge",
                DIRECTION_NAMES,
            ),
            Block(
                "amounts",
                (AMOUNTS,),
                "a number up to 23; larger ones are given as tens, then units",
                amounts,
            ),
        )
    )


ACTIONS = starts(lambda *slots: action_layout(Capacity(*slots)), len(Capacity._fields))
"""First action of each block."""
