"""Words: every token and every unit as a player reads it.

    own unit        Alcyone            its own name
    enemy unit      Blue Electra       its name, once it has been tracked
    verbs           pop out            the name of the verb in lower case
    directions      N NE .. NW         of the map; N is sunward
    amounts         2G
    sensors         visual
    sizes           3x3, 2x2 boxes     squares, then boxes
    boxes           B4                 of the map
    squares         2,3                column and row within the box

All that is said in words speaks of the true map, the same for all readers. **Spoken** (words and
questions) a square is its box and the square within it, `B4 2,3`; **told** (log, view, pictures) it
is box, then column and row from the top left of the whole map, `B4 (7,18)`. Only tokens and
observations are mirrored for Blue (model/actions.py), so that one policy plays both sides.

All names are made for one reader: a seat, from its redacted record, or the umpire (seat -1), from
the true one, who reads the units of both sides with their side: Red Alcyone.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from spacecombat_env.core.model.squaregrid import DIRECTION_NAMES
from spacecombat_env.core.presentation.perspective import normalize_text
from spacecombat_env.core.ruleset import Games, Scenario

from ..model import BOX, BOX_COLUMNS
from .piece_names import Names

_NUMBERED = re.compile(r"unit \d+|.*\(unit \d+\)")
"""How units are called whose names would be mistaken for other words."""


def action_text(visible: Games, k: int, scenario: Scenario, seat: int, action: int) -> str:
    """Return a token in words, as `seat` says it at this point of the game."""
    block, place = scenario.actions.locate(int(action))
    names = scenario.actions.block(block).columns
    if names is None:
        return _unit_action(Names(visible.states[k], scenario, seat), place)
    if seat == 1 and block in MIRRORED:
        place = MIRRORED[block](place, int(scenario.table.rules[0].option.columns))
    return names[place].replace("_", " ")


def _true_box(place: int, columns: int) -> int:
    """Return the box of the map that Blue's token of a box means; itself where none is."""
    row, column = divmod(place, BOX_COLUMNS)
    mirrored = columns // BOX - 1 - column
    return row * BOX_COLUMNS + (mirrored if mirrored >= 0 else column)


MIRRORED: dict[str, Callable[[int, int], int]] = {
    "directions": lambda place, columns: -place % len(DIRECTION_NAMES),
    "boxes": _true_box,
    "squares": lambda place, columns: place // BOX * BOX + BOX - 1 - place % BOX,
}
"""Blocks whose words Blue's tokens mean in a mirror: place in the block -> place on the map."""


def _common_text(scenario: Scenario) -> set[str]:
    """Return the texts of all words but units, as orders are compared."""
    blocks = scenario.actions.blocks
    return {
        normalize_text(name.replace("_", " ")) for block in blocks for name in block.columns or ()
    }


def _unit_action(names: Names, place: int) -> str:
    """Return the name of an own unit, with its number where another word reads the same."""
    own = max(names.seat, 0) * names.slots
    units = [normalize_text(name) for name in names.resolved["units"][own : own + names.slots]]
    name, text = names.resolved["units"][own + place], units[place]
    if not text:
        return f"unit {place + 1}" if not name else f"{name} (unit {place + 1})"
    taken = text in _common_text(names.scenario) or _NUMBERED.fullmatch(text)
    if units.count(text) > 1 or taken:
        return f"{name} (unit {place + 1})"
    return name
