"""An opponent file with two policies and four levels, for the tests of this folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from spacecombat_agents.players.levels import Level
from spacecombat_agents.setting import Setting

if TYPE_CHECKING:
    from spacecombat_agents.players.sb3_agent import Sb3Agent

WANTED = ("torch", "sb3_contrib", "onnx", "onnxscript", "onnxruntime")
LEVELS = (
    Level("cadet", "policy_cadet.onnx", temperature=1.0, made_of="another network"),
    Level("officer", temperature=1.5, min_p=0.05),
    Level("steady"),
    Level("admiral", temperature=0.6, min_p=0.02),
)


def untrained(setting: Setting, seed: int) -> Sb3Agent:
    """A policy, as good as untrained, with opinions of its own."""
    for name in WANTED:
        pytest.importorskip(name)
    import torch

    from spacecombat_agents.players.sb3_agent import Sb3Agent
    from spacecombat_agents.training.algorithm import build_model
    from spacecombat_agents.training.config import config_from

    content: dict[str, Any] = {"ruleset": "auction", "scenario": "plain", "seed": seed}
    model = build_model(config_from(content), setting.scenario)
    with torch.no_grad():
        model.policy.action_net.weight.mul_(300.0)
    return Sb3Agent(model, "learner")


@pytest.fixture(scope="session")
def trained(setting: Setting) -> Sb3Agent:
    """The policy of most levels."""
    return untrained(setting, 4)


@pytest.fixture(scope="session")
def younger(setting: Setting) -> Sb3Agent:
    """That of the cadet."""
    return untrained(setting, 5)


@pytest.fixture(scope="session")
def opponent(
    trained: Sb3Agent,
    younger: Sb3Agent,
    setting: Setting,
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    """Their opponent file."""
    from spacecombat_agents.export.opponent import export

    path = tmp_path_factory.mktemp("bundle") / "x.opp"
    policies = {"policy.onnx": trained.head, "policy_cadet.onnx": younger.head}
    export(path, setting, policies, LEVELS, "Exported")
    return path


@pytest.fixture(scope="session")
def in_json(opponent: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small opponent with its policies as JSON."""
    from spacecombat_agents.export.forms import write_as_json
    from spacecombat_agents.players.bundle import read_bundle

    path = tmp_path_factory.mktemp("json") / "x.opp"
    write_as_json(read_bundle(opponent), path)
    return path
