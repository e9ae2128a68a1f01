"""The meaning of an action for front ends: which unit, which square, which number."""

from __future__ import annotations

from spacecombat_env.core.ruleset import ActionMeaning, Games, Scenario

from ..model import BOX, BOX_COLUMNS, BOX_NAMES, NONE, InterceptDecision, Status
from .action_text import MIRRORED
from .coordinates import place_text
from .picture_keys import unit_key
from .piece_names import InterceptNames


def decision_name(visible: Games, k: int) -> str:
    """Return the name of the current decision."""
    return InterceptDecision(int(visible.states[k].decision)).name.lower()


def action_meaning(
    visible: Games, k: int, scenario: Scenario, seat: int, action: int
) -> ActionMeaning:
    """Return what an action of a seat means, from its redacted record; places of the true map."""
    block, place = scenario.actions.locate(int(action))
    names = InterceptNames(visible.states[k], scenario, seat)
    if block == "own_units":
        return _unit(names, seat * names.slots + place)
    if seat == 1 and block in MIRRORED:
        place = MIRRORED[block](place, names.columns)
    if block == "boxes":
        return ActionMeaning(block, place=BOX_NAMES[place])
    if block == "squares":
        return ActionMeaning(block, place=_square(names, place))
    return ActionMeaning(block, number=place if block == "amounts" else None)


def _unit(names: InterceptNames, index: int) -> ActionMeaning:
    """Return what the name of an own unit means."""
    unit = names.state.unit_of[index]
    key = unit_key(names, index)
    on_map = key is not None and unit.status == Status.ON_MAP
    return ActionMeaning("own_units", key, place_text(int(unit.x), int(unit.y)) if on_map else None)


def _square(names: InterceptNames, place: int) -> str | None:
    """Return a square of the current box; None where no box has been chosen."""
    box = int(names.state.order[names.seat].box)
    if box == NONE:
        return None
    x = box % BOX_COLUMNS * BOX + place % BOX + 1
    y = box // BOX_COLUMNS * BOX + place // BOX + 1
    return place_text(x, y)
