"""BR-REF-02 Scans for damage in double-blind play."""

import pytest
from kit.battle_rider.table import battle, ship

from spacecombat_env.rulesets.battle_rider.model import (
    Damage,
    Result,
)
from spacecombat_env.rulesets.battle_rider.sensors.searching import LIFE, POWER, REPORTED, WEAPONS

ON = {"options": {"double_blind": True}}
RED, BLUE = 0, 8


def survey(hit, away=0, damage=(), **values):
    """Red's ship with both sensors at work, in or near the hex of Blue's."""
    game = battle([ship("Eye", active_range=9, **values)], [ship("Target")], away, **ON)
    for name in damage:
        game.state.craft[BLUE].damage[Result[name]] = Damage.PERMANENT
    game.state.craft[RED].active = 1
    if not game.can_say("SURVEY"):
        return None
    game.always(hit).say("SURVEY").answer(
        SURVEY_SHIP=("craft", RED), SURVEY_TARGET=("enemy_craft", BLUE)
    )
    return game


@pytest.mark.rule("BR-REF-02")
def test_only_in_the_same_hex_and_with_both_sensors():
    assert survey(5) is not None
    assert survey(5, away=1) is None
    assert survey(5, passive_folding=True) is None  # retracted


@pytest.mark.rule("BR-REF-02", "BR-AMB-83")
@pytest.mark.parametrize(
    ("damage", "bits"),
    [
        ((), LIFE + POWER + WEAPONS),
        (("POWER_PLANT",), LIFE + WEAPONS),
        (("LIFE_SUPPORT", "FIRE_CONTROL"), POWER),
    ],
)
def test_a_success_is_the_truth(damage, bits):
    game = survey(5, damage=damage)
    assert game.visible(0).craft[BLUE].report == REPORTED + bits
    assert game.visible(1).craft[BLUE].report == 0
    assert game.events("SURVEY")[-1].a == bits and not game.can_say("SURVEY")


@pytest.mark.rule("BR-REF-02", "BR-AMB-83")
def test_a_failure_may_say_anything():
    """The difficulty is 1, size 0: a 1 succeeds; misses say all sorts of things."""
    assert survey(1, damage=["POWER_PLANT"]).events("SURVEY")[-1].a == LIFE + WEAPONS
    said = set()
    for turn in range(1, 25):
        game = battle([ship("Eye", active_range=9)], [ship("Target")], **ON)
        game.state.craft[RED].active = 1
        game.state.chance.seed_lo = turn
        game.always("miss").say("SURVEY").answer(
            SURVEY_SHIP=("craft", RED), SURVEY_TARGET=("enemy_craft", BLUE)
        )
        said.add(int(game.events("SURVEY")[-1].a))
    assert len(said) > 4
