"""2.1: initial skills."""

from itertools import product

import pytest
from kit.interceptor.campaigns import rolls

from spacecombat_env.rulesets.interceptor.campaign import Dice
from spacecombat_env.rulesets.interceptor.campaign.crews.recruits import (
    initial_skills,
    modified,
    modifiers_of,
    recruit,
)
from spacecombat_env.rulesets.interceptor.campaign.forces import UnitQuality
from spacecombat_env.rulesets.interceptor.campaign.state import Skills, Trade
from spacecombat_env.rulesets.interceptor.model import Nation, Race, Side

TOG, COMMONWEALTH, EMPIRE = Nation.TOG, Nation.COMMONWEALTH, Nation.KESSRITH
PILOT, GUNNER, INSTALLATION = Trade.PILOT, Trade.GUNNER, Trade.INSTALLATION_GUNNER
PILOTS = [(6, 6), (5, 5), *[(5, 4)] * 6, (4, 3), (3, 2)]
GUNNERS = [(3, 7), (2, 6), *[(2, 5)] * 6, (1, 4), (1, 3)]


@pytest.mark.rule("IN-CRW-03")
@pytest.mark.parametrize(("trade", "table"), [(PILOT, PILOTS), (GUNNER, GUNNERS)])
def test_each_skill_is_rolled_on_the_table_of_the_trade(trade, table):
    for piloting, gunnery in product(range(1, 11), repeat=2):
        skills = initial_skills(trade, TOG, Race.HUMAN, (piloting, gunnery))
        assert skills == Skills(table[piloting - 1][0], table[gunnery - 1][1])
    assert initial_skills(Trade.ENGINEER, TOG, Race.HUMAN, (1, 1)) == Skills()


@pytest.mark.rule("IN-CRW-03")
def test_race_and_nation_modify_the_rolls():
    assert modifiers_of(TOG, Race.HUMAN) == (0, 0)
    assert modifiers_of(COMMONWEALTH, Race.HUMAN) == (-1, -1)
    assert modifiers_of(COMMONWEALTH, Race.VAUVAUSAR) == (-1, -2)
    assert modifiers_of(COMMONWEALTH, Race.BAUFRIN) == (-2, -1)
    assert modifiers_of(COMMONWEALTH, Race.KESSRITH) == (0, 0)
    assert modifiers_of(EMPIRE, Race.KESSRITH) == (1, 1)
    with pytest.raises(ValueError, match="TOG has no Baufrin"):
        modifiers_of(TOG, Race.BAUFRIN)
    assert initial_skills(PILOT, COMMONWEALTH, Race.BAUFRIN, (3, 3)) == Skills(6, 5)
    assert initial_skills(PILOT, TOG, Race.HUMAN, (4, 5), UnitQuality.TOP_ELITE) == Skills(6, 5)


@pytest.mark.rule("IN-AMB-05")
def test_rolls_stay_in_the_table():
    assert [modified(die, by) for die, by in ((1, -5), (10, 2), (4, -1))] == [1, 10, 3]
    assert initial_skills(PILOT, COMMONWEALTH, Race.BAUFRIN, (1, 1)) == Skills(6, 6)
    assert initial_skills(PILOT, EMPIRE, Race.KESSRITH, (10, 10)) == Skills(3, 2)


@pytest.mark.rule("IN-CRW-05")
def test_gunners_of_installations_roll_higher_and_do_not_fly():
    """ORC-CAM-12: TOG, die 8: Gunnery 4."""
    assert initial_skills(INSTALLATION, TOG, Race.HUMAN, (1, 8)) == Skills(None, 4)
    assert initial_skills(GUNNER, TOG, Race.HUMAN, (1, 8)) == Skills(3, 5)


@pytest.mark.rule("IN-CRW-03")
def test_a_recruit_starts_at_the_initial_level():
    person, event = recruit(rolls(9, 1), 5, Side.BLUE, TOG, PILOT)
    assert person.skills == person.initial == Skills(4, 6)
    assert (person.race, event.who) == (Race.HUMAN, 5)
    assert recruit(Dice(8), 5, Side.BLUE, TOG, PILOT) == recruit(Dice(8), 5, Side.BLUE, TOG, PILOT)
