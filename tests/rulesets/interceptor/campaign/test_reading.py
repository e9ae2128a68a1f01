"""War files: what is shipped, and what is refused."""

import pytest
from kit.interceptor.campaigns import small_war

from spacecombat_env.core.errors import ScenarioError
from spacecombat_env.core.loading.tables import read_yaml
from spacecombat_env.rulesets.interceptor.campaign.forces import UnitQuality
from spacecombat_env.rulesets.interceptor.campaign.reading import FOLDER, read_war
from spacecombat_env.rulesets.interceptor.campaign.repair import Stores
from spacecombat_env.rulesets.interceptor.campaign.state import Base, Terrain
from spacecombat_env.rulesets.interceptor.model import Nation, Side


def ciria():
    """The content of the shipped war."""
    return read_yaml(FOLDER / "ciria.yaml")


def test_the_shipped_war():
    war = read_war("ciria")
    assert (war.days, war.contact, war.every) == (20, 7, 5)
    red, blue = war.sides
    assert red.hulls == ("CHEETAH",) * 4 + ("AVENGER",) * 2
    assert (blue.nation, blue.crew_ratio, blue.unit) == (Nation.TOG, 2, UnitQuality.LINE)
    assert (red.reinforcements, blue.reinforcements) == (1, 2)
    belt, base = war.areas[0], war.area("Xiphias")
    assert (belt.terrain, belt.holder, belt.value) == (Terrain.ASTEROIDS, None, 3)
    assert base.base == Base("Xiphias", Side.RED, 1, 500, hospital=True, depot=True)


def test_a_war_of_one_day_with_the_greatest_seed():
    war = read_war({**ciria(), "days": 1, "seed": 2**63 - 1})
    assert (war.days, war.seed) == (1, 2**63 - 1)


@pytest.mark.rule("IN-CAM-30")
def test_a_war_states_its_spare_parts():
    assert read_war("ciria").sides[0].stores == Stores(armour=400, boxes=200)
    assert read_war({**ciria(), "rules": {}}).sides[1].stores == Stores()


@pytest.mark.rule("IN-CAM-31")
def test_a_war_states_whether_searches_are_played():
    assert not read_war("ciria").plays_rescue
    assert small_war(rules={"rescue": "played"}).war.plays_rescue


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("campaign",), "chess", "campaign: 'chess' is unknown"),
        (("days",), 0, "days: 0 is below 1"),
        (("talents",), 5, "talents: unknown key"),
        (("sides", "red", "nation"), "any", "sides.red.nation: 'any' is unknown"),
        (("sides", "red", "hulls"), [], "sides.red.hulls: a side has at least one"),
        (("sides", "red", "hulls", 0, "class"), "CHETAH", "hulls[1].class: 'CHETAH' is unknown"),
        (("sides", "blue", "crew_ratio"), 1.5, "sides.blue.crew_ratio: TOG has 2 to 3 times"),
        (("sides", "blue", "bases"), ["Xiphias"], "bases[1]: Xiphias is not a base of this side"),
        (("sides", "blue", "bases"), ["Ciria belt"], "bases[1]: 'Ciria belt' is unknown"),
        (("areas", 1, "name"), "Ciria belt", "areas[2]: two areas are called 'Ciria belt'"),
        (("areas", 0, "base"), {}, "areas[1].base: a base is in an area that a side controls"),
        (("areas", 0, "jump"), 11, "areas[1].jump: 11 is above 10"),
        (("rules", "rescue"), "never", "rules.rescue: 'never' is unknown"),
        (("rules", "spare_parts"), {"bolts": 1}, "rules.spare_parts.bolts: unknown key"),
    ],
)
def test_errors_name_file_field_and_reason(path, value, message):
    content = ciria()
    node = content
    for key in path[:-1]:
        node = node[key]
    node[path[-1]] = value
    with pytest.raises(ScenarioError) as error:
        read_war(content)
    text = str(error.value)
    assert text.startswith("<scenario>: ") and message in text and "\n" not in text


def test_a_race_must_serve_the_nation():
    content = ciria()
    content["sides"]["blue"]["hulls"] = [{"class": "AUTUMN LEAF"}]
    with pytest.raises(ScenarioError, match="TOG has no KessRith crewmen"):
        read_war(content)
