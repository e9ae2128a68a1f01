"""Chapter DRN: sensor drones."""

from __future__ import annotations

import pytest
from kit.battle_rider.table import Table, position, side

from spacecombat_env.rulesets.battle_rider.model import class_row

BLUE_SHIP = 8
"""First slot of Blue in capacity small."""


@pytest.mark.rule("BR-DRN-05")
@pytest.mark.parametrize("colour", ["red", "blue"])
def test_either_side_may_have_drones_of_either_kind(colour):
    ship = "Rapier"
    kinds = ("dual_mode_tl12", "passive_tl14")
    drones = [{"type": kind, "controller": ship} for kind in kinds]
    equipped = side([ship], [{"ships": [ship], "hex": "0505"}], 4, drones)
    bare = side(["Fiery"], [{"ships": ["Fiery"], "hex": "1528"}])
    pair = (equipped, bare) if colour == "red" else (bare, equipped)
    game = Table(position(*pair))
    first = 0 if colour == "red" else BLUE_SHIP
    found = game.state.craft["klass"][first + 1 : first + 3].tolist()
    assert found == [class_row(kind) for kind in kinds]
