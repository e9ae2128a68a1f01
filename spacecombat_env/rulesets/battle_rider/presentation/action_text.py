"""Texts of actions and names of pieces, as a player reads them.

    own ship            Starburst          its own name
    enemy ship          Rapier e2          class name and contact number, once it is detected
    own task force      TF-3               slot, from 1
    enemy task force    eTF-5              contact number, from 1
    own missiles        spread 2           slot, from 1
    enemy missiles      missiles 3         contact number, from 1
    verbs               end round          the name of the verb in lower case
    directions          N NE SE S SW NW    as the seat sees the board, N ahead
    numbers             7, or 40+ then 7   above 23: the tens, then the units

All names are made for one reader. A seat reads its redacted record. The umpire (seat -1) reads the
true one and sees every piece under its owner's name: Red Starburst, Blue TF-3.
"""

from __future__ import annotations

import re

import numpy as np

from spacecombat_env.core.model.hexgrid import DIRECTION_NAMES
from spacecombat_env.core.presentation.perspective import distinct_name
from spacecombat_env.core.ruleset import Games, Scenario

from ..model import AMOUNTS, NONE, TAKES_NUMBER, decode_enemy_craft
from .piece_names import Names
from .texts import VERB_TEXT

_TAKEN = re.compile(
    r"e?tf-\d+|(?:spread|missiles|ship|enemy ship) \d+|.* e\d+|.*\(ship \d+\)|[ns][ew]?|\d+\+?"
)
"""Texts of other actions: a ship of that name gets its number as well."""


def action_text(visible: Games, k: int, scenario: Scenario, seat: int, action: int) -> str:
    """Return the text of an action of `seat` at this point of the game."""
    block, place = scenario.actions.locate(int(action))
    names = Names(visible.states[k], scenario, seat)
    if block == "verbs":
        return VERB_TEXT[place]
    if block == "own_craft":
        return _own_craft_action(names, place)
    if block == "enemy_craft":
        index = decode_enemy_craft(names.state, seat, int(action))
        return f"enemy ship {place + 1}" if index == NONE else names.craft(index)
    if block == "directions":
        return DIRECTION_NAMES[place]
    if block == "amounts":
        return _amount_action(names.state, seat, place)
    forms = {
        "own_forces": "TF-{}",
        "enemy_forces": "eTF-{}",
        "own_spreads": "spread {}",
        "enemy_spreads": "missiles {}",
    }
    return forms[block].format(place + 1)


def _own_craft_action(names: Names, place: int) -> str:
    """Return the name of an own ship, with its number where another action reads the same."""
    own = names.seat * names.slots[0]
    all_names = [names.own_name(index) for index in range(own, own + names.slots[0])]
    return distinct_name(all_names, place, "ship", _is_taken)


def _is_taken(text: str) -> bool:
    """Whether another action may read so."""
    return text in VERB_TEXT or _TAKEN.fullmatch(text) is not None


def _amount_action(state: np.record, seat: int, amount: int) -> str:
    """Return a number, or the tens of a large one."""
    order = state.order[seat]
    large = TAKES_NUMBER[state.decision] and state.seat == seat and int(order.high) >= AMOUNTS
    return f"{10 * amount}+" if large and order.tens == NONE else str(amount)
