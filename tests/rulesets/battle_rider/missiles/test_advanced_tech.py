"""Chapter ATL: advanced tech level effects."""

import pytest
from kit.battle_rider.attacks import attacked
from kit.battle_rider.table import battle, facing, position, ship, side, started
from kit.battle_rider.volleys import results, sandy, volley

from spacecombat_env.rulesets.battle_rider.model import NONE, Purpose, Sensor
from spacecombat_env.rulesets.battle_rider.orders.beams import sand_wanted
from spacecombat_env.rulesets.battle_rider.scenario import load
from spacecombat_env.rulesets.battle_rider.sensors.detection import aim_attempt, begin_attempt, ease
from spacecombat_env.rulesets.battle_rider.sensors.modifiers import attempt_difficulty

ON = {"advanced_tech": True}


def switched(game, on=True):
    """The same game with the rule on or off."""
    game.rules.option.advanced_tech = on
    return game


def test_the_switch():
    source = facing([ship("Red")], [ship("Blue")])
    assert load(source).table.rules[0].option.advanced_tech == 0
    assert load(source, options=ON).table.rules[0].option.advanced_tech == 1


@pytest.mark.rule("BR-ATL-01")
@pytest.mark.parametrize("weapon", ["L40:6-6-6-6", "P40:6-6-6-6"])
@pytest.mark.parametrize(
    ("level", "on", "card", "left"),
    [
        (15, True, "miss", 6), (15, True, 3, 4), (15, True, "bullseye", 2),
        (14, True, 3, 5), (14, True, "bullseye", 4),
        (15, False, 3, 5), (15, False, "bullseye", 4),
    ],
)  # fmt: skip
def test_sand_of_tl_15_takes_two_points_off(weapon, level, on, card, left):
    """Success 2 instead of 1, Outstanding Success 4, against lasers and particle accelerators."""
    game = switched(volley(weapon, sandy(1, tech_level=level), tech_level=15), on)
    game.always(card).say(1)
    assert results(game) == (left, 0)


@pytest.mark.rule("BR-ATL-01", "BR-AMB-74")
@pytest.mark.parametrize(("level", "on", "points"), [(15, True, 2), (14, True, 1), (15, False, 1)])
def test_against_missiles_two_points_without_a_card(level, on, points):
    """BR-AMB-74: a missile of value 3 met by one caster."""
    target = ship("Red", sandcasters=1, tech_level=level)
    game = switched(attacked(target, missiles=1).missile_value(3), on)
    game.always(1).say(1)
    assert len(game.events("DAMAGE")) == 3 - points


@pytest.mark.rule("BR-ATL-01")
def test_the_standing_order_needs_fewer_casters():
    """A hit of six points on a ship of size 0: 11 casters at one point a success, 6 at two."""
    game = volley("L40:6-6-6-6", sandy(12, tech_level=15), tech_level=15)
    wanted = [sand_wanted(game.state, switched(game, on).rules) for on in (False, True)]
    assert wanted == [11, 6]


def difficulty(game, sensor, purpose):
    """Of Red's attempt against Blue's ship, its active sensor on less off."""
    found = []
    for active in (1, 0):
        game.state.craft[8].active = active
        begin_attempt(game.state, purpose, 0, sensor)
        aim_attempt(game.state, game.rules, 12, NONE)
        game.state.attempt.target_craft = 8
        found.append(attempt_difficulty(game.state, game.rules, game.state.attempt))
    return found[0] - found[1]


@pytest.mark.rule("BR-ATL-02")
@pytest.mark.parametrize("purpose", [Purpose.DETECTION, Purpose.BEAM_LOCK])
@pytest.mark.parametrize(
    ("detector", "target", "on", "modifier"),
    [
        (13, 13, True, -1),
        (14, 13, True, -1),
        (12, 13, True, 0),
        (12, 15, True, 0),
        (12, 15, False, -1),
    ],
)
def test_going_active_is_noticed_by_equal_or_higher_tech(detector, target, on, modifier, purpose):
    """Passive sensors only; active ones never gain by it."""
    red = ship("Red", tech_level=detector, active_range=10)
    blue = ship("Blue", tech_level=target, active_range=10)
    game = switched(battle([red], [blue], 5), on)
    assert difficulty(game, Sensor.PASSIVE, purpose) == modifier
    assert difficulty(game, Sensor.ACTIVE, purpose) == 0


@pytest.mark.rule("BR-ATL-02")
def test_the_easiest_target_follows():
    """Two TL-15 ships, one active: to TL-15 eyes the active one is easier, to TL-12 they tie."""
    names = ["Loud", "Still"]
    blue = side(
        [ship(name, detected=False, tech_level=15, active_range=10) for name in names],
        [{"ships": names, "hex": "1015"}],
    )
    for level, first in ((15, -1), (12, 0)):
        red = side([ship("Eye", tech_level=level)], [{"ships": ["Eye"], "hex": "1010"}])
        game = switched(started(position(red, blue), 0).to_round(0))
        game.state.craft[8].active = 1
        begin_attempt(game.state, Purpose.DETECTION, 0, Sensor.PASSIVE)
        aim_attempt(game.state, game.rules, 12, NONE)
        loud, still = (ease(game.state, game.rules, k, game.state.attempt) for k in (8, 9))
        assert loud - still == first
