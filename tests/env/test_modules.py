"""The modules that PettingZoo users import, one a rule set."""

from __future__ import annotations

import importlib
import pickle
import re
from types import ModuleType

import pytest

from spacecombat_env import registry
from spacecombat_env.env.registration import module_of

NAMES = [
    name
    for name in ("battle_rider", "intercept_sensors", "interceptor")
    if name in registry.names()
]


@pytest.fixture(params=NAMES)
def module(request: pytest.FixtureRequest) -> ModuleType:
    return importlib.import_module(f"spacecombat_env.{module_of(request.param)}")


def test_the_page_in_the_docstring_runs(module: ModuleType) -> None:
    block = re.search(r"\n((?:    .*\n|\n)+?)\n\|  ", module.__doc__ or "")
    assert block is not None
    code = "\n".join(line[4:] for line in block[1].splitlines())
    exec(re.sub(r'scenario="\w+"', 'scenario="duel", max_turns=2', code), {})


def test_names_and_spaces(module: ModuleType) -> None:
    made = module.env()
    assert str(made) == module.__name__.rpartition(".")[2]
    assert made.metadata["name"] == str(made)
    assert made.possible_agents == ["red_0", "blue_0"]
    one, other = (made.action_space(agent) for agent in made.possible_agents)
    assert one == other and one is made.action_space("red_0")
    assert made.observation_space("red_0") == made.observation_space("blue_0")


def test_scenarios_are_chosen_by_name(module: ModuleType) -> None:
    other = "pair" if module.RULESET == "interceptor" else "picket"
    assert module.raw_env(other).scenario.name == other
    assert module.parallel_env(other).scenario.name == other
    usual = registry.ruleset(module.RULESET).default_scenario
    assert module.raw_env().scenario.name == usual
    assert module.parallel_env().scenario.name == usual


def test_pickles_are_of_the_same_class(module: ModuleType) -> None:
    for made in (module.raw_env("duel"), module.parallel_env("duel")):
        made.reset(seed=3)
        again = pickle.loads(pickle.dumps(made))
        assert type(again) is type(made)
        assert again.game.digest() == made.game.digest()


def test_the_former_name_warns() -> None:
    """An old import gets the new version, and a warning."""
    with pytest.warns(DeprecationWarning, match="interceptor_v1"):
        former = importlib.reload(importlib.import_module("spacecombat_env.interceptor_v0"))
    assert former.raw_env is importlib.import_module("spacecombat_env.interceptor_v1").raw_env
