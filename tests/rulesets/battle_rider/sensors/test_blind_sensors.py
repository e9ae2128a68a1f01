"""Chapter REF: who may search, and who may scan a ship for damage."""

import pytest
from kit.battle_rider.table import battle, ship

from spacecombat_env.rulesets.battle_rider.model import Decision
from spacecombat_env.rulesets.battle_rider.ships.life_support import suit_up

ON = {"options": {"double_blind": True}}
RED, BLUE = 0, 8


def searching(*ships, away=5):
    """Red's round, double-blind; Blue's ship is unseen."""
    return battle(list(ships), [ship("Dark", detected=False)], away, **ON)


def scanning(**values):
    """Red's ship in the hex of Blue's, with both sensors at work."""
    game = battle([ship("Eye", active_range=9, **values)], [ship("Target")], **ON)
    game.state.craft[RED].active = 1
    return game


@pytest.mark.rule("BR-REF-02", "BR-DMG-10", "BR-DMG-13")
@pytest.mark.parametrize(
    ("damage", "scans"),
    [
        ((), True),
        (("sensors",), False),
        (("bridge",), False),
        (("power_plant",), False),
        (("life_support", "computer"), True),
    ],
)
def test_a_scan_for_damage_needs_bridge_sensors_and_power(damage, scans):
    assert scanning(damage=damage).can_say("SURVEY") == scans


@pytest.mark.rule("BR-REF-01", "BR-DET-03")
def test_all_search_with_both_sensors():
    """Two ships, four sensors: each tries what is unseen once, and none may do so again."""
    values = {"active_range": 20, "passive_range": 20}
    game = searching(ship("Eye", **values), ship("Ear", **values))
    game.state.craft["active"][:2] = 1
    before = int(game.state.chance.dealt)
    game.always("miss").say("DETECT").answer(DETECT_TARGET="ALL", DETECT_SUBJECT="ALL")
    assert int(game.state.chance.dealt) - before == 4
    assert game.decision == Decision.ROUND_MENU and not game.can_say("DETECT")


@pytest.mark.rule("BR-REF-01", "BR-S2-03", "BR-AMB-103")
def test_a_crew_that_suits_up_neither_searches_nor_scans():
    """An action that does nothing could be said for ever."""
    game = searching(ship("Eye", active_range=9), away=0)
    assert game.can_say("DETECT")
    suit_up(game.state.craft[RED])
    assert not game.can_say("DETECT")
    game = scanning()
    suit_up(game.state.craft[RED])
    assert not game.can_say("SURVEY")
