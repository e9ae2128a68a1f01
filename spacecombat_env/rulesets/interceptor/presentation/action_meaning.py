"""The meaning of an action for front ends: which piece, which hex, which number."""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.presentation.piece_meaning import NOTHING, Describe, Named, piece_meaning
from spacecombat_env.core.ruleset import ActionMeaning, Games, Scenario

from ..model import (
    AMOUNTS,
    TAKES_NUMBER,
    Decision,
    decode_adrift,
    decode_craft,
    decode_enemy_craft,
    decode_missile,
)
from .coordinates import hex_number
from .picture_keys import adrift_key_on_map, craft_key_on_map, missile_key_on_map
from .piece_names import Names


def decision_name(visible: Games, k: int) -> str:
    """Return the name of the current decision."""
    return Decision(int(visible.states[k].decision)).name.lower()


def action_meaning(
    visible: Games, k: int, scenario: Scenario, seat: int, action: int
) -> ActionMeaning:
    """Return what an action of a seat means, from its redacted record; hexes as the seat counts."""
    names = Names(visible.states[k], scenario, seat)
    takes_number = bool(TAKES_NUMBER[names.state.decision])
    return piece_meaning(names, action, PIECES, AMOUNTS, takes_number)


def _craft(names: Names, k: int) -> Named:
    return _named(names, craft_key_on_map(names, k), names.state.craft[k])


def _missile(names: Names, n: int) -> Named:
    return _named(names, missile_key_on_map(names, n), names.state.missile[n])


def _adrift(names: Names, n: int) -> Named:
    return _named(names, adrift_key_on_map(names, n), names.state.adrift[n])


def _named(names: Names, key: str | None, piece: Any) -> Named:
    """Return a piece with its hex; nothing where it is not drawn."""
    return (key, hex_number(names.scenario, names.seat, piece.q, piece.r)) if key else NOTHING


PIECES: dict[str, Describe] = {
    "own_craft": (decode_craft, _craft),
    "enemy_craft": (decode_enemy_craft, _craft),
    "missiles": (decode_missile, _missile),
    "adrift": (decode_adrift, _adrift),
}
"""The slot of the piece that an action of each block names, and its key and hex."""
