"""Texts: every action as a player reads it.

    own ship            LANCEA 1           its own name
    enemy ship          Contact 2          contact number; CHEETAH (2) once its class is known
    weapons             w3 EPC 9           the row of the ship under orders
    loads               DAP, ECM pod       missiles and pods
    sides               N NE SE S SW NW    directions as the seat sees the board; or `right front`
    missiles            missile 3          enemy ones, by contact number
    crews in space      crew 1, enemy crew 2
    crewmen             pilot, gunner      of the ship under orders
    verbs               face port          the name of the verb in lower case
    numbers             7, or 40+ then 7   above 23: the tens, then the units

All names are made for one reader: a seat, from its redacted record, or the umpire (seat -1).
"""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.model.hexgrid import DIRECTION_NAMES
from spacecombat_env.core.ruleset import Games, Scenario

from ..model import AMOUNTS, NONE, TAKES_NUMBER, Arc, Decision, Facing, decode_enemy_craft
from .piece_names import Names
from .texts import ARC_TEXT, FACING_TEXT, LOAD_TEXT, VERB_TEXT

HEXSIDES = (Decision.COVER_SIDE, Decision.STRUCK, Decision.POWER_SIDE)
"""Decisions in which a side is one of a ship's hexsides."""


def action_text(visible: Games, k: int, scenario: Scenario, seat: int, action: int) -> str:
    """Return the text of an action, as `seat` reads it at this point of the game."""
    block, place = scenario.actions.locate(int(action))
    names = Names(visible.states[k], scenario, seat)
    if block == "verbs":
        return VERB_TEXT[place]
    if block == "own_craft":
        return _own_craft_action(names, place)
    if block == "enemy_craft":
        k = decode_enemy_craft(names.state, seat, int(action))
        return names.contact(place, 0 if k == NONE else names.class_row(k))
    if block == "weapons":
        return _weapon_action(names, place)
    if block == "loads":
        return LOAD_TEXT[place]
    if block == "sides":
        return _side_action(names.state, place)
    if block == "crewmen":
        return _crewman_action(names, place)
    if block == "adrift":
        own = place < len(names.state.adrift) // 2
        return f"crew {place + 1}" if own else f"enemy crew {place + 1 - _half(names)}"
    if block == "missiles":
        return f"missile {place + 1}"
    return _amount_action(names.state, seat, place)


def _half(names: Names) -> int:
    """Return how many crews in space a side may have."""
    return len(names.state.adrift) // 2


def _own_craft_action(names: Names, place: int) -> str:
    """Return the name of an own ship, or its number where there is none."""
    craft = names.state.craft[max(names.seat, 0) * names.slots + place]
    return names.resolved["cards"][int(craft.card)] or f"ship {place + 1}"


def _weapon_action(names: Names, row: int) -> str:
    """Return a weapon row of the ship under orders, by its number."""
    k = int(names.state.order[max(names.seat, 0)].craft)
    name = names.weapon(k, row) if k != NONE else "weapon"
    return f"w{row + 1} {name}"


def _side_action(state: Any, place: int) -> str:
    """Return a hexside of a ship, an arc, or a direction."""
    decision = Decision(int(state.decision))
    if decision in HEXSIDES:
        return FACING_TEXT[Facing(place)]
    if decision == Decision.ARC and place < len(Arc):
        return ARC_TEXT[Arc(place)]
    return DIRECTION_NAMES[place]


def _crewman_action(names: Names, place: int) -> str:
    """Return a crewman of the ship under orders."""
    k = int(names.state.order[max(names.seat, 0)].craft)
    if k == NONE or place >= int(names.class_of(k).crew):
        return f"crewman {place + 1}"
    return names.crewman(names.class_of(k), place)


def _amount_action(state: Any, seat: int, amount: int) -> str:
    """Return a number, or the tens of a large one."""
    order = state.order[max(seat, 0)]
    large = TAKES_NUMBER[state.decision] and state.seat == seat and int(order.high) >= AMOUNTS
    return f"{10 * amount}+" if large and order.tens == NONE else str(amount)
