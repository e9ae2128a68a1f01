"""What a word means to those who show it: which unit of the picture, which square, which number."""

from __future__ import annotations

from spacecombat_env.core.ruleset import Games, Meaning, Scenario
from spacecombat_env.rulesets.intercept_sensors.pieces.action_space import BOX_NAMES
from spacecombat_env.rulesets.intercept_sensors.pieces.asks import Ask
from spacecombat_env.rulesets.intercept_sensors.pieces.constants import (
    BOX,
    BOX_COLUMNS,
    NONE,
    Status,
)
from spacecombat_env.rulesets.intercept_sensors.told.keys import unit_key
from spacecombat_env.rulesets.intercept_sensors.told.names import Names
from spacecombat_env.rulesets.intercept_sensors.told.notation import MIRRORED
from spacecombat_env.rulesets.intercept_sensors.told.places import place_words


def ask(seen: Games, k: int) -> str:
    """Return the name of the question on the table."""
    return Ask(int(seen.states[k].ask)).name.lower()


def meaning(seen: Games, k: int, scenario: Scenario, seat: int, token: int) -> Meaning:
    """Return what a word of a seat means, from its redacted record; places of the true map."""
    block, place = scenario.actions.locate(int(token))
    names = Names(seen.states[k], scenario, seat)
    if block == "own_units":
        return _unit(names, seat * names.slots + place)
    if seat == 1 and block in MIRRORED:
        place = MIRRORED[block](place, names.columns)
    if block == "boxes":
        return Meaning(block, place=BOX_NAMES[place])
    if block == "squares":
        return Meaning(block, place=_square(names, place))
    return Meaning(block, number=place if block == "amounts" else None)


def _unit(names: Names, index: int) -> Meaning:
    """Return what the name of an own unit means."""
    unit = names.state.unit_of[index]
    key = unit_key(names, index)
    on_map = key is not None and unit.status == Status.ON_MAP
    return Meaning("own_units", key, place_words(int(unit.x), int(unit.y)) if on_map else None)


def _square(names: Names, place: int) -> str | None:
    """Return the square of the box spoken of; None where no box has been said."""
    box = int(names.state.order[names.seat].box)
    if box == NONE:
        return None
    x = box % BOX_COLUMNS * BOX + place % BOX + 1
    y = box // BOX_COLUMNS * BOX + place // BOX + 1
    return place_words(x, y)
