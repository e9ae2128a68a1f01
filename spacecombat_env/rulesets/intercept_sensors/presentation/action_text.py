"""Texts: every action and every unit as a player reads it.

    own unit        Alcyone            its own name
    enemy unit      Blue Electra       its name, once it has been tracked
    verbs           pop out            the name of the verb in lower case
    directions      N NE .. NW         of the map; N is sunward
    amounts         2G
    sensors         visual
    sizes           3x3, 2x2 boxes     squares, then boxes
    boxes           B4                 of the map
    squares         2,3                column and row within the box

All texts use the true map, the same for all readers. In **action texts and decisions** a square is
its box and the square within it, `B4 2,3`. In the **log, view and pictures** it is box, then column
and row from the top left of the whole map, `B4 (7,18)`. Only actions and observations are mirrored
for Blue (model/actions.py), so that one policy plays both sides.

All names are made for one reader. A seat's names come from its redacted record. The umpire's (seat
-1) come from the true one, with the side of each unit: Red Alcyone.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from spacecombat_env.core.model.squaregrid import DIRECTION_NAMES
from spacecombat_env.core.presentation.perspective import distinct_name, normalize_text
from spacecombat_env.core.ruleset import Games, Scenario

from ..model import BOX, BOX_COLUMNS
from .piece_names import InterceptNames

_NUMBERED = re.compile(r"unit \d+|.*\(unit \d+\)")
"""Generic names for units whose own names could be mistaken for other texts."""


def action_text(visible: Games, k: int, scenario: Scenario, seat: int, action: int) -> str:
    """Return the text of an action, as `seat` reads it at this point of the game."""
    block, place = scenario.actions.locate(int(action))
    names = scenario.actions.block(block).columns
    if names is None:
        return _unit_action(InterceptNames(visible.states[k], scenario, seat), place)
    if seat == 1 and block in MIRRORED:
        place = MIRRORED[block](place, int(scenario.table.rules[0].option.columns))
    return names[place].replace("_", " ")


def _true_box(place: int, columns: int) -> int:
    """Return the box of the map that Blue's box action means; itself where none is."""
    row, column = divmod(place, BOX_COLUMNS)
    mirrored = columns // BOX - 1 - column
    return row * BOX_COLUMNS + (mirrored if mirrored >= 0 else column)


MIRRORED: dict[str, Callable[[int, int], int]] = {
    "directions": lambda place, columns: -place % len(DIRECTION_NAMES),
    "boxes": _true_box,
    "squares": lambda place, columns: place // BOX * BOX + BOX - 1 - place % BOX,
}
"""Blocks whose actions Blue sees in a mirror: place in the block -> place on the map."""


def _common_text(scenario: Scenario) -> set[str]:
    """Return the texts of all actions but units, in the form in which orders are compared."""
    blocks = scenario.actions.blocks
    return {
        normalize_text(name.replace("_", " ")) for block in blocks for name in block.columns or ()
    }


def _unit_action(names: InterceptNames, place: int) -> str:
    """Return the name of an own unit, with its number where another text is the same."""
    own = max(names.seat, 0) * names.slots
    common = _common_text(names.scenario)
    return distinct_name(
        names.resolved["units"][own : own + names.slots],
        place,
        "unit",
        lambda text: text in common or _NUMBERED.fullmatch(text) is not None,
    )
