"""The keys `planet:` and `gravity:` of a scenario file."""

from pathlib import Path

import pytest
import yaml

from spacecombat_env.core.errors import ScenarioError
from spacecombat_env.rulesets.interceptor import scenario
from spacecombat_env.rulesets.interceptor.model import Edge
from spacecombat_env.rulesets.interceptor.scenario import FOLDER, load

DUEL = yaml.safe_load((Path(FOLDER) / "duel.yaml").read_text(encoding="utf-8"))
NAMES = ("planet", "ground", "atmosphere", "interface", "gravity", "well")


def options(**keys):
    """What a scenario with these keys writes."""
    option = load({**DUEL, **keys}).table.rules[0].option
    return tuple(int(option[name]) for name in NAMES)


@pytest.mark.rule("IN-PLN-01", "IN-GRV-01")
def test_without_the_keys_there_is_no_planet():
    assert options() == (0,) * 6


@pytest.mark.rule("IN-PLN-01", "IN-GRV-01", "IN-GRV-02")
@pytest.mark.parametrize(
    ("keys", "values"),
    [
        ({"planet": {"ground": "bottom"}}, (Edge.BOTTOM, 1, 5, 1, 0, 0)),
        ({"planet": {"ground": "top", "atmosphere": 3}}, (Edge.TOP, 1, 3, 1, 0, 0)),
        ({"planet": {"edge": "bottom", "interface": 1}}, (Edge.BOTTOM, 0, 0, 1, 0, 0)),
        ({"planet": {"ground": "bottom"}, "gravity": {}}, (Edge.BOTTOM, 1, 5, 1, 1, 18)),
        (
            {"planet": {"ground": "top"}, "gravity": {"from_row": 10, "strength": 1}},
            (Edge.TOP, 1, 5, 1, 1, 9),
        ),
    ],
)
def test_rows_and_gravity(keys, values):
    assert options(**keys) == values


@pytest.mark.rule("IN-GRV-02")
def test_the_row_of_a_well_is_a_printed_one():
    content = {**DUEL, "map": {"sheets": 2}, "planet": {"edge": "bottom"}}
    for side in ("red", "blue"):
        content["sides"] = {
            **content["sides"],
            side: {key: v for key, v in DUEL["sides"][side].items() if key != "zone"},
        }
    content["gravity"] = {"from_row": {"map": 1, "row": 14}}
    option = load(content).table.rules[0].option
    assert option.well == 15 and option.rows == 28


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        ({"gravity": {}}, "there is none"),
        ({"planet": {"ground": "left"}}, "planet.ground"),
        ({"planet": {"ground": "bottom", "edge": "top"}}, "the ground names the edge"),
        ({"planet": {"ground": "bottom", "atmosphere": 16}}, "no row of space"),
        ({"planet": {"ground": "bottom", "interface": 0}}, "planet.interface"),
        ({"planet": {"moon": 1}}, "moon"),
    ],
)
def test_bad_keys_are_refused(keys, text):
    with pytest.raises(ScenarioError, match=text):
        load({**DUEL, **keys})


LEVELS = {"rules": {"altitude": True}, "planet": {"ground": "bottom"}}


def with_sides(content, **keys):
    """A scenario whose sides have these keys too."""
    sides = {name: {**side, **keys} for name, side in DUEL["sides"].items()}
    return {**DUEL, **content, "sides": sides}


@pytest.mark.rule("IN-ADV-01")
def test_the_scenario_sets_the_highest_level_and_where_ships_start():
    rules = load(with_sides(LEVELS)).table.rules[0]
    assert (rules.option.top, rules.option.level.tolist()) == (12, [12, 12])
    planet = {"ground": "bottom", "atmosphere": 30, "top": 9}
    option = load(with_sides({**LEVELS, "planet": planet}, altitude=5)).table.rules[0].option
    assert (option.top, option.level.tolist()) == (9, [5, 5])
    assert (option.ground, option.atmosphere, option.interface) == (1, 5, 1), "levels of the book"


@pytest.mark.rule("IN-ADV-01")
def test_levels_are_nothing_without_the_switch_or_without_a_planet():
    for content in ({"planet": LEVELS["planet"]}, {"rules": LEVELS["rules"]}):
        option = load(with_sides(content, altitude=5)).table.rules[0].option
        assert (option.altitude, option.top, option.level.tolist()) == (0, 0, [0, 0])


@pytest.mark.rule("IN-PLN-10", "IN-ADV-01")
@pytest.mark.parametrize(
    ("keys", "ship", "text"),
    [
        ({"altitude": 13}, "CHEETAH", "altitude"),
        ({"altitude": 0}, "CHEETAH", "altitude"),
        ({"altitude": 5}, "PENETRATOR", "cannot fly in air"),
    ],
)
def test_bad_levels_are_refused(keys, ship, text):
    with pytest.raises(ScenarioError, match=text):
        load(with_sides(LEVELS, ships=[ship], **keys))


def test_the_scenario_of_ours_is_listed():
    assert "low_orbit" in scenario.scenarios()
