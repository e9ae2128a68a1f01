"""The scans of a turn on the picture of a seat."""

import pytest
from kit.intercept_sensors.table import BLUE, RED, duel, sensors

from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.intercept_sensors import RULESET, entry


def picture(game, seat):
    """The picture of a seat."""
    visible = make_games(game.table.opening.dtype, 1)
    entry.redact(game.games, 0, visible, 0, seat)
    return RULESET.draw_svg(visible, 0, game.scenario, seat)


@pytest.mark.rule("IC-SCAN-10", "IC-SNS-04")
@pytest.mark.parametrize(("name", "seat", "at"), [("Red", RED, (15, 20)), ("Blue", BLUE, (5, 20))])
def test_each_sides_scan_is_drawn_with_what_it_found(name, seat, at):
    game = sensors(duel(), seat, turn=1 + seat).dice(9, side=seat)
    game.scan(name, "visual", "3x3", at).say("PASS")
    drawn = picture(game, seat)
    assert f"{name}: visual scan of" in drawn
    assert drawn.count('class="shot mark"') == 1
