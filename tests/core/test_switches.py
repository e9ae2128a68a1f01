"""A switch is a row: the field of the options record that it sets follows from it."""

from enum import Enum

import pytest

from spacecombat_env import registry
from spacecombat_env.core.loading.reading import ConfigNode
from spacecombat_env.core.loading.scenarios import set_switches
from spacecombat_env.core.model.fields import Record
from spacecombat_env.core.model.record import allocate
from spacecombat_env.core.model.switches import OFF_OR_ON, Switch, switch_fields


class Level(Enum):
    """Who knows a field."""

    ALL = "both sides"


SWITCHES = {
    "shadows": Switch("planets", OFF_OR_ON, 1, "planets cast shadows"),
    "deck": Switch("deck", ("shuffled", "keyed", "fixed"), 0, "how cards are drawn"),
}
OPTIONS = Record("options", switch_fields(SWITCHES, Level.ALL))


def test_a_switch_declares_its_field():
    planets, deck = OPTIONS["planets"], OPTIONS["deck"]
    assert OPTIONS.dtype.names == ("planets", "deck")
    assert planets.is_flag and planets.meaning == "planets cast shadows"
    assert (deck.bounds(), deck.is_flag, deck.known) == ((0, 2), False, Level.ALL)


@pytest.mark.parametrize(
    ("written", "settings"), [({}, (1, 0)), ({"shadows": False, "deck": "fixed"}, (0, 2))]
)
def test_its_setting_is_laid_into_that_field(written, settings):
    option = allocate(OPTIONS.dtype, 1)[0]
    given = {name: ConfigNode("file", name, written.get(name)) for name in SWITCHES}
    set_switches(option, SWITCHES, given)
    assert (int(option.planets), int(option.deck)) == settings


@pytest.mark.parametrize("name", ["battle_rider", "intercept_sensors", "interceptor"])
def test_every_switch_of_a_rule_set_has_a_field(name):
    """The rules can ask for what a scenario may say."""
    ruleset = registry.ruleset(name)
    scenario = __import__(ruleset.load.__module__, fromlist=["SWITCHES"])
    option = ruleset.load(ruleset.default_scenario).table.rules[0].option
    for switch in scenario.SWITCHES.values():
        assert switch.option in option.dtype.names
