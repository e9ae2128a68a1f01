"""What a seat learns of the markers that lie by every task force."""

import pytest
from kit.battle_rider.table import battle, game_seen, ship

from spacecombat_env.rulesets.battle_rider.presentation.views import game_view as views


def exhaust(game, seat):
    """The hexside of Red's exhaust, as a seat sees it."""
    view = views.view(game_seen(game, seat), 0, game.scenario, seat)
    return view["enemy_forces" if seat else "own_forces"][0]["exhaust"]


@pytest.mark.rule("BR-AMB-88", "BR-DET-14")
@pytest.mark.parametrize("seat", [0, 1])
def test_exhaust_is_shown_once_there_is_thrust(seat):
    game = battle([ship("Red")], [ship("Blue")], 5)
    assert exhaust(game, seat) is None
    game.say("MOVE", ("direction", 0), "GO")
    assert exhaust(game, seat) == "S"
