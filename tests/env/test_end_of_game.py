"""`info` at the end of a game holds numbers of enums that a rule set's module exports."""

import importlib

import pytest

MODULES = ("battle_rider_v0", "interceptor_v1", "intercept_sensors_v0")


@pytest.mark.parametrize("name", MODULES)
def test_verdict_and_reason_name_the_numbers_of_the_info(name):
    module = importlib.import_module(f"spacecombat_env.{name}")
    env = module.env(max_turns=1)
    env.reset(seed=3)
    info: dict = {}
    for agent in env.agent_iter():
        _, _, over, cut, info = env.last()
        env.step(None if over or cut else env.action_space(agent).sample(info["action_mask"]))
    assert module.Verdict(info["verdict"]) in module.Verdict
    assert module.Reason(info["reason"]) in (module.Reason.TURN_LIMIT, module.Reason(1))
    assert {"Reason", "Verdict"} <= set(module.__all__)


@pytest.mark.parametrize("name", MODULES)
def test_an_illegal_action_is_a_reason(name):
    module = importlib.import_module(f"spacecombat_env.{name}")
    env = module.raw_env()
    env.reset(seed=3)
    loser = env.agent_selection
    env.step(int(env.last()[4]["action_mask"].argmin()))
    info = env.last()[4]
    assert module.Reason(info["reason"]) is module.Reason.ILLEGAL_ORDER
    assert module.Verdict(info["verdict"]) == 1 - env.possible_agents.index(loser)


def test_other_names_are_no_attributes():
    module = importlib.import_module("spacecombat_env.battle_rider_v0")
    with pytest.raises(AttributeError, match="no attribute 'Tally'"):
        _ = module.Tally
