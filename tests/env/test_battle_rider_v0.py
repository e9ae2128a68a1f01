"""The module that PettingZoo users import."""

from __future__ import annotations

import pickle
import re

import pytest

from spacecombat_env import registry

if "battle_rider" not in registry.names():
    pytest.skip("Battle Rider is not there yet", allow_module_level=True)

from spacecombat_env import battle_rider_v0  # noqa: E402


def test_the_page_in_the_docstring_runs() -> None:
    block = re.search(r"\n((?:    .*\n|\n)+?)\n\| \| \|", battle_rider_v0.__doc__ or "")
    assert block is not None
    code = "\n".join(line[4:] for line in block[1].splitlines())
    exec(code.replace('scenario="skirmish"', 'scenario="duel", max_turns=2'), {})


def test_names_and_spaces() -> None:
    made = battle_rider_v0.env()
    assert str(made) == "battle_rider_v0"
    assert made.metadata["name"] == "battle_rider_v0"
    assert made.possible_agents == ["red_0", "blue_0"]
    one, other = (made.action_space(agent) for agent in made.possible_agents)
    assert one == other and one is made.action_space("red_0")
    assert made.observation_space("red_0") == made.observation_space("blue_0")


def test_scenarios_are_chosen_by_name() -> None:
    assert battle_rider_v0.raw_env("duel").scenario.name == "duel"
    assert battle_rider_v0.parallel_env("duel").scenario.name == "duel"


def test_pickles_are_of_the_same_class() -> None:
    for made in (battle_rider_v0.raw_env("duel"), battle_rider_v0.parallel_env("duel")):
        made.reset(seed=3)
        again = pickle.loads(pickle.dumps(made))
        assert type(again) is type(made)
        assert again.game.digest() == made.game.digest()
