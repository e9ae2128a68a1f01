"""An opponent file with two policies and four levels, for the tests of this folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.bundles.levels import StrengthLevel

if TYPE_CHECKING:
    from spacecombat_agents.players.sb3_agent import Sb3Agent

WANTED = ("torch", "sb3_contrib", "onnx", "onnxscript", "onnxruntime")
LEVELS = (
    StrengthLevel("cadet", "policy_cadet.onnx", temperature=1.0, made_of="another network"),
    StrengthLevel("officer", temperature=1.5, min_p=0.05),
    StrengthLevel("steady"),
    StrengthLevel("admiral", temperature=0.6, min_p=0.02),
)


def untrained(setting: GameSetting, seed: int) -> Sb3Agent:
    """A policy, as good as untrained, with opinions of its own."""
    for name in WANTED:
        pytest.importorskip(name)
    import torch

    from spacecombat_agents.players.sb3_agent import Sb3Agent
    from spacecombat_agents.training.config import config_from
    from spacecombat_agents.training.sb3.selfplay_ppo import build_model

    content: dict[str, Any] = {"ruleset": "auction", "scenario": "plain", "seed": seed}
    model = build_model(config_from(content), setting.scenario)
    with torch.no_grad():
        model.policy.action_net.weight.mul_(300.0)
    return Sb3Agent(model, "learner")


@pytest.fixture(scope="session")
def trained(setting: GameSetting) -> Sb3Agent:
    """The policy of most levels."""
    return untrained(setting, 4)


@pytest.fixture(scope="session")
def younger(setting: GameSetting) -> Sb3Agent:
    """That of the cadet."""
    return untrained(setting, 5)


@pytest.fixture(scope="session")
def opponent(
    trained: Sb3Agent,
    younger: Sb3Agent,
    setting: GameSetting,
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    """Their opponent file."""
    from spacecombat_agents.export.write_opponent import write_opponent

    path = tmp_path_factory.mktemp("bundle") / "x.opp"
    policies = {"policy.onnx": trained.actor_critic, "policy_cadet.onnx": younger.actor_critic}
    write_opponent(path, setting, policies, LEVELS, "Exported")
    return path


@pytest.fixture(scope="session")
def in_json(opponent: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small opponent with its policies as JSON."""
    from spacecombat_agents.export.json_form import write_as_json
    from spacecombat_agents.players.bundles.bundle import read_bundle

    path = tmp_path_factory.mktemp("json") / "x.opp"
    write_as_json(read_bundle(opponent), path)
    return path
