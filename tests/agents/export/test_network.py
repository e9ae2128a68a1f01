"""Networks of any learner as opponent files: what is asked of them, and what is refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")
onnx = pytest.importorskip("onnx")
pytest.importorskip("onnxscript")
pytest.importorskip("onnxruntime")

from onnx.reference import ReferenceEvaluator  # noqa: E402
from torch import nn  # noqa: E402

from spacecombat_agents.export.golden_vectors import record_decisions  # noqa: E402
from spacecombat_agents.export.onnx_export import evaluate_network, onnx_bytes  # noqa: E402
from spacecombat_agents.export.write_opponent import write_opponent  # noqa: E402
from spacecombat_agents.game_setting import GameSetting  # noqa: E402
from spacecombat_agents.players.bundles.bundle import read_bundle  # noqa: E402
from spacecombat_agents.players.bundles.levels import StrengthLevel  # noqa: E402
from spacecombat_agents.players.onnx.onnx_graph import read_onnx_graph  # noqa: E402
from spacecombat_agents.players.onnx_agent import OnnxAgent  # noqa: E402
from spacecombat_agents.players.random_agent import RandomAgent  # noqa: E402
from spacecombat_env.core.errors import ConfigError  # noqa: E402

LEVELS = [StrengthLevel("admiral", temperature=0.6, min_p=0.02)]


class BlockNet(nn.Module):
    """A small net of the kind that the second learner trains: rows, a pool, actions that point."""

    def __init__(self) -> None:
        super().__init__()
        self.row = nn.Sequential(nn.Linear(2, 8), nn.ReLU(), nn.LayerNorm(8))
        self.trunk = nn.Sequential(nn.Linear(10, 16), nn.Tanh())
        self.point, self.outcome = nn.Linear(16, 8), nn.Linear(16, 3)

    def forward(self, obs: torch.Tensor, action_mask: torch.Tensor) -> tuple[torch.Tensor, ...]:
        board, worth, offered = torch.split(obs, [2, 16, 16], dim=1)
        rows = self.row(torch.stack([worth, offered], dim=2))
        context = self.trunk(torch.cat([board, rows.amax(dim=1)], dim=1).clamp(-3.0, 3.0))
        logits = torch.matmul(rows, self.point(context)[:, :, None]).squeeze(2)
        wdl = torch.softmax(self.outcome(context), dim=1)
        logits = torch.where(action_mask > 0.5, 4.0 * logits, torch.full((), -1e8))
        return logits, wdl[:, 0] - wdl[:, 2], wdl


@pytest.fixture(scope="module")
def blocks() -> BlockNet:
    """One with weights of its own."""
    torch.manual_seed(1)
    return BlockNet()


@pytest.fixture(scope="module")
def opponent(
    blocks: BlockNet, setting: GameSetting, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """Its file."""
    path = tmp_path_factory.mktemp("network") / "blocks.opp"
    write_opponent(path, setting, {"policy.onnx": blocks}, LEVELS, "Blocks")
    return path


@pytest.mark.parametrize("runtime", ["numpy", "onnxruntime"])
def test_a_net_of_blocks_answers_with_chances_of_the_result(
    blocks: BlockNet, opponent: Path, setting: GameSetting, runtime: str
) -> None:
    assert read_bundle(opponent).outputs == ["logits", "value", "wdl"]
    agent = OnnxAgent.load(opponent, setting.ruleset, setting.scenario, runtime=runtime)
    asked = record_decisions(setting, RandomAgent(), 300)
    for ours, theirs in zip(
        agent.evaluate(asked.observations, asked.masks),
        evaluate_network(blocks, asked.observations, asked.masks),
        strict=True,
    ):
        assert ours is not None and theirs is not None
        np.testing.assert_allclose(ours, theirs, atol=1e-5)


def test_its_operators_are_those_that_every_runtime_has(
    opponent: Path, setting: GameSetting
) -> None:
    data = read_bundle(opponent).files["policy.onnx"]
    (value,) = [each for each in onnx.load_from_string(data).graph.output if each.name == "value"]
    assert value.type.tensor_type.shape.dim[1].dim_value == 1
    assert {"ReduceMax", "Softmax", "LayerNormalization", "Split"} <= read_onnx_graph(
        data
    ).operators
    asked = record_decisions(setting, RandomAgent(), 50)
    given = {"obs": asked.observations, "action_mask": asked.masks.astype(np.float32)}
    agent = OnnxAgent.load(opponent, setting.ruleset, setting.scenario, runtime="numpy")
    expected = ReferenceEvaluator(onnx.load_from_string(data)).run(None, given)
    for ours, theirs in zip(agent.evaluate(asked.observations, asked.masks), expected, strict=True):
        assert ours is not None
        np.testing.assert_allclose(ours, theirs.reshape(ours.shape), atol=1e-5)


class Answering(nn.Module):
    """Answers with anything."""

    def __init__(self, *shapes: tuple[int, ...]) -> None:
        super().__init__()
        self.shapes = shapes

    def forward(self, obs: torch.Tensor, action_mask: torch.Tensor) -> tuple[torch.Tensor, ...]:
        return tuple(torch.zeros(shape) for shape in self.shapes)


class Sine(nn.Module):
    """Wants an operator that is not on the list."""

    def forward(self, obs: torch.Tensor, action_mask: torch.Tensor) -> tuple[torch.Tensor, ...]:
        return torch.sin(obs[:, :16]) + action_mask, obs[:, :1]


@pytest.mark.parametrize(
    ("network", "reason"),
    [
        (Answering((2, 16)), "network: outputs: shapes [(2, 16)], not logits and value"),
        (Answering((2, 15), (2, 1)), "not logits and value"),
        (Answering((2, 16), (2, 2)), "not logits and value"),
        (Answering((2, 16), (2,), (2, 2)), "the third is not wdl"),
        (Sine(), "network: operators: Sin: not on the allow-list"),
    ],
)
def test_networks_that_are_no_policies_are_refused(network: nn.Module, reason: str) -> None:
    with pytest.raises(ConfigError) as caught:
        onnx_bytes(network, 34, 16)
    assert reason in str(caught.value)


def test_policies_of_one_file_answer_the_same(
    blocks: BlockNet, setting: GameSetting, tmp_path: Path
) -> None:
    class Without(nn.Module):
        def forward(self, obs: torch.Tensor, action_mask: torch.Tensor) -> tuple[torch.Tensor, ...]:
            return blocks(obs, action_mask)[:2]

    policies = {"policy.onnx": blocks, "policy_cadet.onnx": Without()}
    with pytest.raises(ConfigError, match=r"policy_cadet.onnx: answers \['logits', 'value'\], ano"):
        write_opponent(tmp_path / "x.opp", setting, policies, LEVELS, "Mixed")
    lost = [StrengthLevel("cadet", "policy_b.onnx"), *LEVELS]
    with pytest.raises(ConfigError, match=r"levels\[1\].policy: 'policy_b.onnx' is none of"):
        write_opponent(tmp_path / "x.opp", setting, {"policy.onnx": blocks}, lost, "Lost")
    assert not list(tmp_path.iterdir())


def test_rounded_weights_are_the_nearest_with_so_many_bits() -> None:
    from spacecombat_agents.export.quantization import quantize

    layer = torch.nn.Linear(64, 64)
    with torch.no_grad():
        layer.bias[:4] = torch.tensor([1.0, 1.0 + 2**-9 + 2**-20, -1.0 - 2**-9 - 2**-20, 0.0])
    fewer = quantize(layer, 8)
    assert fewer.bias[:4].tolist() == [1.0, 1.0 + 2**-8, -1.0 - 2**-8, 0.0]
    bits = fewer.weight.detach().view(torch.int32)
    assert not (bits & (2**15 - 1)).any() and (bits & 2**15).any()
    off = (fewer.weight - layer.weight).abs() / layer.weight.abs()
    assert 0 < off.max() <= 2**-9
    same = quantize(layer, 23)
    assert torch.equal(same.weight, layer.weight) and same is not layer
