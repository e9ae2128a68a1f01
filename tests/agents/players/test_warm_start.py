"""Weights to start from, out of an opponent file: the same network, or a clear no."""

from __future__ import annotations

import json

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from spacecombat_agents.export.write_opponent import write_opponent  # noqa: E402
from spacecombat_agents.game_setting import GameSetting  # noqa: E402
from spacecombat_agents.players.bundles.builtin import builtin_opponents, opponent_file  # noqa: E402
from spacecombat_agents.players.bundles.bundle import read_bundle, write_bundle  # noqa: E402
from spacecombat_agents.players.bundles.levels import DEFAULT_POLICY, StrengthLevel  # noqa: E402
from spacecombat_agents.players.net_agent import NetAgent  # noqa: E402
from spacecombat_agents.players.nets.architectures import OUTCOME_CLASSES, build_net  # noqa: E402
from spacecombat_agents.players.nets.net_config import Network  # noqa: E402
from spacecombat_agents.players.roster import make_agent  # noqa: E402
from spacecombat_agents.players.warm_start import load_initial_weights  # noqa: E402
from spacecombat_env.core.errors import BundleError, ConfigError  # noqa: E402

DUEL = "intercept_sensors_duel.opp"


@pytest.fixture(scope="module")
def setting() -> GameSetting:
    """What the shipped duel opponent plays."""
    return GameSetting.of("intercept_sensors", "duel")


def net_of(setting: GameSetting, **form):
    """Return a network of a form, or of that of the shipped opponent; all its weights are random numbers."""
    torch.manual_seed(1)
    spaces = setting.scenario.observation, setting.scenario.actions
    net = build_net(Network(**{"value_layers": (64, 64), **form}), *spaces, OUTCOME_CLASSES)
    for weight in net.parameters():
        torch.nn.init.normal_(weight, std=0.1)
    return net


@pytest.mark.parametrize("level", ["", "@cadet", "@officer", "@commander"])
@pytest.mark.parametrize("name", builtin_opponents())
def test_a_network_starts_from_a_level(name, level):
    """With the network on the file's card: the same answers as the file gives."""
    bundle = read_bundle(opponent_file(name))
    manifest = bundle.manifest
    setting = GameSetting.of(manifest["rules"]["name"], manifest["scenario"]["name"])
    card = json.loads(bundle.files["card.json"])
    net = net_of(setting, **card["configuration"]["network"])
    load_initial_weights(net, name + level, setting)
    golden = bundle.golden()
    given = golden["observations"], golden["masks"]
    logits, values = NetAgent(net, "begun").forward(*given)
    theirs = make_agent(name + level, setting).forward(*given)
    np.testing.assert_allclose(logits, theirs[0], atol=1e-4)
    np.testing.assert_allclose(values, theirs[1], atol=1e-4)


@pytest.mark.parametrize(
    ("form", "age"),
    [("pair", "new"), ("trunk", "new"), ("blocks", "new"), ("pair", "older"), ("trunk", "older")],
)
@pytest.mark.parametrize("biases", ["lots", "zeros"])
def test_a_network_is_whole_in_a_file(setting, tmp_path, form, biases, age):
    """The file is enough to resume; in the ONNX of an older one, zeros are kept once or not at all."""
    net, begun = net_of(setting, form=form), net_of(setting, form=form)
    for name, weight in net.named_parameters():
        if biases == "zeros" and name.endswith("bias"):
            torch.nn.init.zeros_(weight)
    for weight in begun.parameters():
        torch.nn.init.ones_(weight)
    file = tmp_path / "net.opp"
    write_opponent(file, setting, {DEFAULT_POLICY: net}, [StrengthLevel("admiral")], "net")
    if age == "older":
        bundle = read_bundle(file)
        files = {name: data for name, data in bundle.files.items() if name != "policy.json"}
        write_bundle(file, bundle.manifest, files)
    load_initial_weights(begun, str(file), setting)
    for name, weight in net.state_dict().items():
        np.testing.assert_array_equal(begun.state_dict()[name], weight, err_msg=name)


def test_weights_of_another_network_are_refused(setting):
    with pytest.raises(
        BundleError, match=r"duel\.opp: policy\.onnx: not the weights of this network"
    ):
        load_initial_weights(net_of(setting, form="trunk"), DUEL, setting)
    with pytest.raises(BundleError, match=r"duel\.opp: policy\.onnx: .*size mismatch"):
        load_initial_weights(net_of(setting, policy_layers=(64, 64)), DUEL, setting)


def test_what_is_none_is_refused(setting, tmp_path):
    net = net_of(setting)
    with pytest.raises(BundleError, match="none.opp: file: there is no such file"):
        load_initial_weights(net, "none.opp", setting)
    with pytest.raises(ConfigError, match="captian"):
        load_initial_weights(net, f"{DUEL}@captian", setting)
    with pytest.raises(BundleError, match="made for"):
        load_initial_weights(net, "battle_rider_skirmish.opp", setting)
    with pytest.raises(ConfigError, match="not the weights of this network"):
        load_initial_weights(net, str(tmp_path / "policy.safetensors"), setting)


def test_plain_steps_alone_are_a_start(setting, tmp_path):
    from spacecombat_agents.export.json_form import write_as_json

    file = tmp_path / "steps.opp"
    write_as_json(read_bundle(opponent_file(DUEL)), file)
    begun, other = net_of(setting), net_of(setting)
    load_initial_weights(begun, str(file), setting)
    load_initial_weights(other, DUEL, setting)
    for name, weight in begun.state_dict().items():
        np.testing.assert_array_equal(other.state_dict()[name], weight, err_msg=name)
