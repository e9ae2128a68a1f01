"""Weights for another scenario, by name: what is known plays on, what is new starts silent."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from spacecombat_agents.game_setting import GameSetting  # noqa: E402
from spacecombat_agents.players.nets.architectures import OUTCOME_CLASSES, build_net  # noqa: E402
from spacecombat_agents.players.nets.net_config import Network  # noqa: E402
from spacecombat_agents.players.nets.transfer import Spaces, transfer_weights  # noqa: E402
from spacecombat_agents.players.roster import make_agent  # noqa: E402
from spacecombat_agents.players.warm_start import warm_start  # noqa: E402
from spacecombat_agents.training.config import config_from  # noqa: E402
from spacecombat_env.core.errors import BundleError, ConfigError  # noqa: E402
from spacecombat_env.core.model.layout import Block, Layout  # noqa: E402

SKIRMISH = "battle_rider_skirmish.opp"
BLOCKS = Network(form="blocks")


def net_for(setting, network=BLOCKS):
    torch.manual_seed(1)
    return build_net(
        network, setting.scenario.observation, setting.scenario.actions, OUTCOME_CLASSES
    )


def spaces(craft, columns, verbs, extra=()):
    """Return spaces with slots of these columns, and some verbs; `extra` blocks of slots come last."""
    slots = [
        Block("game", (2,), "", ("turn", "points")),
        Block("craft", (craft, len(columns)), "", columns),
    ]
    more = [Block(name, (2, 1), "", ("size",)) for name in extra]
    actions = Layout((Block("verbs", (len(verbs),), "", verbs), Block("craft", (craft,), "")))
    return Spaces(Layout((*slots, *more)), actions)


@pytest.mark.parametrize("form", ["blocks", "pair", "trunk"])
def test_what_is_known_plays_on(form):
    """More slots, columns in another order, a new column, a new block, a new verb: old outputs stay."""
    network = Network(form=form, layers=(16,), policy_layers=(16,), value_layers=(16,), slot=8)
    before = spaces(2, ("hull", "fuel"), ("fire", "pass"))
    after = spaces(3, ("fuel", "ammo", "hull"), ("pass", "jump", "fire"), ("rocks",))
    torch.manual_seed(1)
    old = build_net(network, *before, OUTCOME_CLASSES)
    new = build_net(network, *after, OUTCOME_CLASSES)
    for weight in old.parameters():
        torch.nn.init.normal_(weight)
    found = transfer_weights(new, after, old, before)

    rng = np.random.default_rng(3)
    theirs = rng.normal(size=before.observation.size).astype(np.float32)
    own = rng.normal(size=after.observation.size).astype(np.float32)  # new entries hold anything
    seen, ours = before.observation.view(theirs), after.observation.view(own)
    ours["game"][:] = seen["game"]
    ours["craft"][:2, [2, 0]], ours["craft"][2] = seen["craft"], 0.0

    def outputs(net, vector, size):
        logits, *rest = net(torch.from_numpy(vector)[None], torch.ones(1, size))
        return logits[0].detach().numpy(), [each[0].detach().numpy() for each in rest]

    logits, rest = outputs(old, theirs, before.actions.size)
    own_logits, own_rest = outputs(new, own, after.actions.size)
    np.testing.assert_allclose(own_logits[[2, 0, 3, 4]], logits, atol=1e-4)
    for here, there in zip(own_rest, rest, strict=True):
        np.testing.assert_allclose(here, there, atol=1e-4)
    assert found.actions["verbs"] == (2, 3)
    assert found.inputs["game"] == (2, 2)
    assert found.inputs["rocks"][0] == 0
    assert "rocks" in found.sentence()


def test_equal_layouts_are_taken_byte_for_byte():
    """The duel has the layouts of the skirmish."""
    setting = GameSetting.of("battle_rider", "duel")
    net = net_for(setting)
    assert warm_start(net, BLOCKS, SKIRMISH, setting) is None
    theirs = net_for(GameSetting.of("battle_rider", "skirmish"))
    warm_start(theirs, BLOCKS, SKIRMISH, GameSetting.of("battle_rider", "skirmish"))
    for name, weight in theirs.state_dict().items():
        np.testing.assert_array_equal(net.state_dict()[name], weight, err_msg=name)


def test_a_run_of_another_scenario_is_a_start(tmp_path):
    from spacecombat_agents.training.fast.learner import FastLearner

    content = {"ruleset": "intercept_sensors", "learner": "fast", "network": {"form": "blocks"}}
    config = config_from({**content, "scenario": "duel"})
    setting = GameSetting.of("intercept_sensors", "duel")
    FastLearner(config, setting.scenario).write(tmp_path)
    start = str(tmp_path)
    picket = config_from({**content, "scenario": "picket", "start": start})
    learner = FastLearner(picket, GameSetting.of("intercept_sensors", "picket").scenario)
    assert learner.transfer is not None
    assert learner.transfer.inputs["own_units"] == (43, 43)
    same = FastLearner(
        config_from({**content, "scenario": "duel", "start": start}), setting.scenario
    )
    assert same.transfer is None


def test_a_file_plays_a_scenario_that_it_was_not_made_for():
    setting = GameSetting.of("battle_rider", "task_force_dagger")
    with pytest.raises(BundleError, match="made for"):
        make_agent(SKIRMISH, setting)
    first, second = (make_agent(f"transfer:{SKIRMISH}@cadet", setting) for _ in range(2))
    assert first.name == "transfer:battle_rider_skirmish@cadet"
    assert first.digest == second.digest
    own = make_agent(f"{SKIRMISH}@cadet", GameSetting.of("battle_rider", "skirmish"))
    assert first.temperature == own.level.temperature


def test_what_does_not_fit_is_refused(tmp_path):
    dagger = GameSetting.of("battle_rider", "task_force_dagger")
    other = Network(form="blocks", layers=(64,))
    with pytest.raises(BundleError, match=r"skirmish\.opp: policy\.onnx: not the weights of this"):
        warm_start(net_for(dagger, other), other, SKIRMISH, dagger)
    flat = Network(form="blocks", layers=())
    with pytest.raises(ConfigError, match=r"skirmish\.opp: network: .*hidden layers"):
        warm_start(net_for(dagger, flat), flat, SKIRMISH, dagger)
    with pytest.raises(BundleError, match="none.opp: file: there is no such file"):
        warm_start(net_for(dagger), BLOCKS, "none.opp", dagger)


def test_strangers_have_nothing_to_take():
    network = Network(form="blocks", layers=(16,), slot=8)
    here = spaces(2, ("hull",), ("fire",))
    game = Layout((Block("weather", (3,), ""),))
    there = Spaces(game, Layout((Block("spells", (2,), ""),)))
    net, source = (build_net(network, *each, OUTCOME_CLASSES) for each in (here, there))
    before = {name: weight.clone() for name, weight in net.state_dict().items()}
    found = transfer_weights(net, here, source, there)
    assert not any(known for known, _ in found.inputs.values())
    for name, weight in net.state_dict().items():
        np.testing.assert_array_equal(weight, before[name], err_msg=name)
