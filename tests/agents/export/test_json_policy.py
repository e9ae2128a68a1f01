"""Policies as JSON: they answer as their ONNX files do, and what is wrong with one is named."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

for package in ("torch", "sb3_contrib", "onnx", "onnxscript", "onnxruntime"):
    pytest.importorskip(package)

import torch  # noqa: E402
from torch import nn  # noqa: E402

from spacecombat_agents import cli  # noqa: E402
from spacecombat_agents.export.golden_vectors import unclear_actions  # noqa: E402
from spacecombat_agents.export.json_form import add_steps, write_as_json  # noqa: E402
from spacecombat_agents.export.onnx_export import evaluate_network  # noqa: E402
from spacecombat_agents.export.traced_steps import traced_steps  # noqa: E402
from spacecombat_agents.game_setting import GameSetting  # noqa: E402
from spacecombat_agents.players.bundles.builtin import builtin_opponents  # noqa: E402
from spacecombat_agents.players.bundles.bundle import read_bundle, write_bundle  # noqa: E402
from spacecombat_agents.players.bundles.bundle_checks import GOLDEN_GAME  # noqa: E402
from spacecombat_agents.players.bundles.old_files import network_steps  # noqa: E402
from spacecombat_agents.players.bundles.runtimes import open_policy  # noqa: E402
from spacecombat_agents.players.nets.architectures import build_net  # noqa: E402
from spacecombat_agents.players.nets.net_config import Network  # noqa: E402
from spacecombat_agents.players.onnx_agent import OnnxAgent  # noqa: E402
from spacecombat_agents.players.sampling import decision_random_bits  # noqa: E402
from spacecombat_agents.players.steps import json_policy  # noqa: E402
from spacecombat_agents.players.steps.json_policy import FLOAT32, JsonPolicy  # noqa: E402
from spacecombat_env.core.errors import BundleError, ConfigError  # noqa: E402

OUTPUTS = ["logits", "value", "wdl"]
KINDS = [
    Network("pair", policy_layers=(24, 16), value_layers=(12,)),
    Network("trunk", layers=(24, 16), activation="relu"),
    Network("blocks", layers=(24,), slot=8),
]


def questions(observations: int, words: int, count: int = 40) -> dict[str, np.ndarray]:
    """Questions as they come: many zeros, small numbers, some actions legal."""
    player_seeds = np.random.default_rng(3)
    rows = player_seeds.integers(-9, 10, (count, observations)) / 16
    rows[player_seeds.random(rows.shape) < 0.6] = 0
    legal = (player_seeds.random((count, words)) < 0.3).astype(np.float32)
    return {"obs": rows.astype(np.float32), "action_mask": legal}


@pytest.mark.parametrize("network", KINDS, ids=lambda each: each.form)
@pytest.mark.parametrize("written", ["by the net", "out of an older file"])
def test_every_kind_of_net_answers_as_in_torch(network: Network, written: str) -> None:
    scenario = GameSetting.of("battle_rider", "skirmish").scenario
    sizes = scenario.observation.size, scenario.actions.size
    torch.manual_seed(2)
    net = build_net(network, scenario.observation, scenario.actions, 3)
    for name, weight in net.named_parameters():
        nn.init.normal_(weight, std=0.5 if name.startswith("words") else 0.1)
    if written == "by the net":
        data = traced_steps(net, *sizes, OUTPUTS)
    else:
        weights = {name: weight.numpy() for name, weight in net.state_dict().items()}
        spaces = scenario.observation, scenario.actions
        data = network_steps(weights, network.activation, *spaces)
    check_answers(net, data, sizes)


def check_answers(net: nn.Module, data: bytes, sizes: tuple[int, int]) -> None:
    """Steps answer as their network does, and name its weights."""
    policy, given = JsonPolicy(data), questions(*sizes)
    wanted = evaluate_network(net, given["obs"], given["action_mask"])
    for name, theirs in zip(OUTPUTS, wanted, strict=True):
        if theirs is not None:
            (ours,) = policy.run([name], given)
            np.testing.assert_allclose(ours.reshape(theirs.shape), theirs, atol=1e-5)
    for name, weight in net.named_parameters():
        np.testing.assert_array_equal(policy.weights[name], weight.detach().numpy())


class Everything(nn.Module):
    """Uses what the learners' nets do not: other axes, several matrices, norms, bounds."""

    def __init__(self) -> None:
        super().__init__()
        self.many = nn.Parameter(torch.randn(3, 4, 5))
        self.norm = nn.LayerNorm((3, 4))

    def forward(self, obs: torch.Tensor, action_mask: torch.Tensor) -> tuple[torch.Tensor, ...]:
        grid = self.norm(obs[:, :12].reshape(-1, 3, 4))
        tall = torch.matmul(grid[:, :, None, :], self.many).squeeze(2)  # three products
        across = torch.softmax(tall, dim=1).transpose(1, 2)
        pooled = torch.cat([across.amax(dim=1), across.amax(dim=2), obs[:, 12:16].sigmoid()], 1)
        mixed = torch.matmul(tall.transpose(1, 2), grid)  # of two values, both of the question
        first, *_ = torch.split(mixed.flatten(1).clamp(-0.5, 0.4), [16, 4], dim=1)
        logits = first / (1.0 + action_mask) - pooled[:, :1].expand(-1, 16) * 3.0
        is_same = (obs[:, :16] == obs[:, 1:17]).float()
        both = torch.maximum(logits, is_same.index_select(1, torch.arange(15, -1, -1)) - 2.0)
        return torch.where(action_mask > 0.5, both, torch.full((), -1e8)), pooled[:, 3].tanh()


class Attending(nn.Module):
    """Rows that look at each other, with operators that torch has as one."""

    def __init__(self) -> None:
        super().__init__()
        self.row, self.word = nn.Linear(2, 8), nn.Linear(8, 1)
        self.mixed = nn.MultiheadAttention(8, 2, batch_first=True)
        self.bent = nn.Sequential(nn.SiLU(), nn.Hardtanh(), nn.ReLU(inplace=True))

    def forward(self, obs: torch.Tensor, action_mask: torch.Tensor) -> tuple[torch.Tensor, ...]:
        rows = self.bent(self.row(obs[:, 2:].reshape(-1, 16, 2)))
        rows = rows + self.mixed(rows, rows, rows, need_weights=False)[0]
        logits = 1.0 - self.word(rows).squeeze(2)
        masked = torch.where(action_mask > 0.5, logits, torch.full((), -1e8))
        return masked, torch.tanh(logits.amax(dim=1))


@pytest.mark.parametrize("form", [Everything, Attending])
def test_operators_that_no_learner_uses_are_steps_too(form: type[nn.Module]) -> None:
    torch.manual_seed(5)
    net = form()
    data = traced_steps(net, 34, 16, OUTPUTS[:2])
    check_answers(net, data, (34, 16))
    done = {step["do"] for step in json.loads(data)["steps"]}
    if form is Everything:
        assert done >= {"norm", "softmax", "largest", "minimum", "equal", "divide", "sigmoid"}


def test_what_no_step_computes_is_refused_by_name() -> None:
    class Pointing(nn.Module):
        def forward(self, obs: torch.Tensor, action_mask: torch.Tensor) -> tuple[torch.Tensor, ...]:
            places = obs[0, :16].to(torch.int64)
            return obs.index_select(1, places) + action_mask, obs[:, :1]

    class Sine(nn.Module):
        def forward(self, obs: torch.Tensor, action_mask: torch.Tensor) -> tuple[torch.Tensor, ...]:
            return torch.sin(obs[:, :16]) + action_mask, obs[:, :1]

    with pytest.raises(ConfigError, match="network: steps: _to_copy: no step casts to integers"):
        traced_steps(Pointing(), 34, 16, OUTPUTS[:2])
    with pytest.raises(ConfigError, match="network: steps: sin: no step computes this operator"):
        traced_steps(Sine(), 34, 16, OUTPUTS[:2])


def test_a_file_as_json_plays_as_before(
    opponent: Path, setting: GameSetting, tmp_path: Path
) -> None:
    path = tmp_path / "x.opp"
    assert cli.run(["export", str(opponent), str(path), "--weights", "json"]) == 0
    before, after = read_bundle(opponent), read_bundle(path)
    assert after.policies == ["policy.json", "policy_cadet.json"]
    assert [level.policy for level in after.levels] == [
        level.policy.replace(".onnx", ".json") for level in before.levels
    ]
    assert after.files["golden.npz"] == before.files["golden.npz"]
    golden = before.golden()
    asked = np.tile(golden["observations"], (20, 1)), np.tile(golden["masks"], (20, 1))
    random_bits = decision_random_bits(9, GOLDEN_GAME, np.arange(len(asked[0])))
    for level in before.levels:
        ours, theirs = (
            OnnxAgent.load(each, setting.ruleset, setting.scenario, level=level.id)
            for each in (path, opponent)
        )
        clear = ~unclear_actions(level, theirs.evaluate(*asked).logits, asked[1], 9)
        assert clear.mean() > 0.9
        assert (
            ours.choose_actions(*asked, random_bits) == theirs.choose_actions(*asked, random_bits)
        )[clear].all()


@pytest.mark.parametrize("name", builtin_opponents())
def test_shipped_opponents_are_below_two_megabytes(name: str, tmp_path: Path) -> None:
    bundle = read_bundle(builtin_opponents()[name])
    write_as_json(bundle, tmp_path / name)
    assert (tmp_path / name).stat().st_size < 2_000_000
    made, golden = read_bundle(tmp_path / name), bundle.golden()
    for policy in made.policies:
        found = open_policy(made, policy)(golden["observations"], golden["masks"])
        wanted = golden[f"{policy[:-5]}.logits"]
        np.testing.assert_allclose(found.logits, wanted, atol=1e-5)


# -- refusals -------------------------------------------------------------------------------------

WHOLE: dict[str, Any] = {
    "form": "steps/1",
    "inputs": {"obs": 4, "action_mask": 2},
    "weights": {
        "one": {"shape": [], FLOAT32: "AACAPw=="},
    },
    "steps": [{"do": "add", "of": ["obs", "one"], "out": "a"}],
}


def edited(**fields: Any) -> bytes:
    """A small policy with other fields."""
    return json.dumps({**WHOLE, **fields}).encode()


def step(**fields: Any) -> dict[str, Any]:
    """A policy of one step."""
    return {"steps": [{"do": "add", "of": ["obs", "one"], "out": "a", **fields}]}


def test_large_batches_are_split(monkeypatch: pytest.MonkeyPatch) -> None:
    policy = JsonPolicy(builtin_policy())
    asked = questions(policy.inputs["obs"], policy.inputs["action_mask"], count=9)
    whole = policy.run(OUTPUTS, asked)
    monkeypatch.setattr(json_policy, "MAX_COMPUTED", 1)
    for first, second in zip(whole, policy.run(OUTPUTS, asked), strict=True):
        assert first.shape == second.shape
        assert np.allclose(first, second, atol=1e-4)


def builtin_policy() -> bytes:
    """The policy of an opponent that ships."""
    return read_bundle(next(iter(builtin_opponents().values()))).files["policy.json"]


def test_the_small_policy_adds() -> None:
    found = JsonPolicy(edited()).run(
        ["a"], {"obs": np.ones((3, 4)), "action_mask": np.ones((3, 2))}
    )
    assert found[0].tolist() == [[2.0] * 4] * 3


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"{", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[]", "is not a JSON object"),
        (edited(form="steps/2"), "form: 'steps/2', this package reads 'steps/1'"),
        (edited(inputs={"obs": 4}), "inputs: are not obs and action_mask"),
        (edited(inputs={"obs": True, "action_mask": 2}), "inputs: a size is not an integer"),
        (edited(weights=[]), "weights: is not a JSON object"),
        (edited(weights={"w": {"shape": [1]}}), r"weights.w: is not a shape with float16 or float32"),
        (edited(weights={"w": {"shape": [-1], "float16": ""}}), r"weights.w.shape: is not a list"),
        (edited(weights={"w": {"shape": [2], "float16": "AA=="}}), r"weights.w.float16: "),
        (edited(weights={"w": {"shape": [2], "float16": "AAA="}}), r"1 numbers for the shape \[2\]"),
        (edited(weights={"w": {"shape": [1], "float16": "?"}}), r"weights.w.float16: "),
        (edited(steps={}), "steps: is not a list"),
        (edited(**step(do="cosine")), r"steps\[1\].do: 'cosine' is none of: add, divide"),
        (edited(**step(width=2)), r"steps\[1\]: its fields are not do, of, out"),
        (edited(**step(of=["obs"])), r"steps\[1\].of: has operands that add does not take"),
        (edited(**step(of=["obs", "two"])), r"steps\[1\] \(add\): 'two' is not defined at this step"),
        (edited(**step(of=["obs", "action_mask"], out="obs")), "'obs' is already defined"),
        (edited(inputs={"obs": 4, "action_mask": 3}, **step(of=["obs", "action_mask"])), "4, 3 ent"),
        (edited(**step(do="largest", of=["obs"], width=3)), r"\(largest\): does not fit 4 entries"),
        (edited(**step(do="largest", of=["obs"], width=0)), r"width: is not an integer above 0"),
        (edited(**step(do="product", of=["obs", "one"], width=4)), "does not fit 4, 1 entries"),
        (edited(**step(do="take", of=["obs"], places=[4])), "does not fit 4 entries"),
        (edited(**step(do="take", of=["obs"], places=[-1])), "places: a place is out of range"),
        (edited(**step(do="take", of=["obs"], places=[])), "places: a place is out of range"),
        (edited(**step(do="norm", of=["obs"], width=2, epsilon="x")), "epsilon: is not a number"),
        (
            edited(inputs={"obs": 1 << 15, "action_mask": 2}, **step(do="product", of=["obs"] * 2, width=1)),
            "more than 16777216 numbers up to",
        ),
    ],
)  # fmt: skip
def test_what_is_no_policy_is_refused_by_place(data: bytes, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        JsonPolicy(data)


def reforged(path: Path, edit: Callable[[dict[str, Any]], None]) -> Path:
    """Change policy.json of a file, with every hash made to fit."""
    bundle = read_bundle(path)
    content = json.loads(bundle.files["policy.json"])
    edit(content)
    files = {**bundle.files, "policy.json": json.dumps(content).encode()}
    write_bundle(path, bundle.manifest, files)
    return path


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        (lambda c: c["steps"].pop(), r"policy.json steps: no step makes value, of 1 entries"),
        (lambda c: c["inputs"].update(obs=35), "policy.json: steps"),
        (lambda c: c["steps"][0].update(do="max"), r"policy.json: steps\[1\].do: 'max' is none of"),
        (
            lambda c: c["steps"].insert(1, {"do": "relu", "of": ["obs"], "out": "product_1"}),
            "already",
        ),
        (
            lambda c: c["weights"].clear(),
            r"policy.json: steps\[1\] \(product\): '.*' is not defined",
        ),
    ],
)
def test_a_changed_policy_is_refused_with_file_and_place(
    opponent: Path, setting: GameSetting, tmp_path: Path, edit: Callable[..., None], reason: str
) -> None:
    path = tmp_path / "x.opp"
    write_as_json(read_bundle(opponent), path)
    with pytest.raises(BundleError, match=reason) as caught:
        OnnxAgent.load(reforged(path, edit), setting.ruleset, setting.scenario)
    assert str(caught.value).startswith(str(path))


def test_other_numbers_do_not_pass_the_golden_vectors(
    opponent: Path, setting: GameSetting, tmp_path: Path
) -> None:
    path = tmp_path / "x.opp"
    write_as_json(read_bundle(opponent), path)

    def swap(content: dict[str, Any]) -> None:
        for each in content["steps"]:
            if each["do"] == "tanh":
                each["do"] = "relu"

    with pytest.raises(BundleError, match=r"golden.npz: policy.json: outputs differ by"):
        OnnxAgent.load(reforged(path, swap), setting.ruleset, setting.scenario)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--mantissa", "8"], "--mantissa: export: .* applies to runs only"),
        (["--weights", "json", "--mantissa", "8"], "--mantissa: export: .* applies to runs only"),
    ],
)
def test_an_opponent_is_not_made_anew(
    opponent: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    reason: str,
) -> None:
    assert cli.run(["export", str(opponent), str(tmp_path / "y.opp"), *words]) == 2
    assert re.search(reason, capsys.readouterr().err)
    assert not (tmp_path / "y.opp").exists()


def test_what_is_json_already_is_not_made_so_again(opponent: Path, tmp_path: Path) -> None:
    write_as_json(read_bundle(opponent), tmp_path / "x.opp")
    with pytest.raises(BundleError, match="policies: have no ONNX"):
        add_steps(read_bundle(tmp_path / "x.opp"), tmp_path / "y.opp")
    with pytest.raises(BundleError, match="policies: are already JSON"):
        write_as_json(read_bundle(tmp_path / "x.opp"), tmp_path / "y.opp")
