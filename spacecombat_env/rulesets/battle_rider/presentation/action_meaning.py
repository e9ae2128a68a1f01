"""The meaning of an action for a front end: a piece of the picture, a hex, a number."""

from __future__ import annotations

from spacecombat_env.core.presentation.piece_meaning import NOTHING, Describe, Named, piece_meaning
from spacecombat_env.core.ruleset import ActionMeaning, Games, Scenario

from ..model import (
    AMOUNTS,
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


def decision_name(visible: Games, k: int) -> str:
    """Return the name of the present decision."""
    return Decision(int(visible.states[k].decision)).name.lower()


def action_meaning(
    visible: Games, k: int, scenario: Scenario, seat: int, action: int
) -> ActionMeaning:
    """Return the meaning of a seat's action, from its redacted record."""
    names = Names(visible.states[k], scenario, seat)
    takes_number = bool(TAKES_NUMBER[names.state.decision])
    return piece_meaning(names, action, PIECES, AMOUNTS, takes_number)


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


PIECES: dict[str, Describe] = {
    "own_craft": (decode_craft, _craft),
    "own_forces": (decode_force, _force),
    "own_spreads": (decode_spread, _spread),
    "enemy_craft": (decode_enemy_craft, _craft),
    "enemy_forces": (decode_enemy_force, _force),
    "enemy_spreads": (decode_enemy_spread, _spread),
}
"""The slot of the piece that an action of each block names, and its key and hex."""
