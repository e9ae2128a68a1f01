"""Both learners train on poker, and what they have learned can be asked how much it loses."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from spacecombat_agents.benchmark.poker import exact, kuhn, leduc

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

from sb3_contrib import MaskablePPO  # noqa: E402

from spacecombat_agents.game_setting import GameSetting  # noqa: E402
from spacecombat_agents.players.net_agent import NetAgent  # noqa: E402
from spacecombat_agents.players.nets.policy_net import ActorCritic, PolicyNet  # noqa: E402
from spacecombat_agents.training.config import config_from  # noqa: E402
from spacecombat_agents.training.trainer import train  # noqa: E402

CONFIG = {
    "scenario": "plain",
    "torch_threads": 1,
    "engine_threads": 1,
    "budget": {"minutes": None, "decisions": 30_000},
    "rollout": {"games": 256, "decisions": 4096},
    "ppo": {"batch": 1024, "learning_rate": 0.003, "gamma": 1.0, "entropy": 0.1},
    "network": {"policy_layers": [32], "value_layers": [32]},
    "opponents": {"weights": {"self": 1.0}, "every": 1, "keep": 8},
    "evaluation": {"every_minutes": None, "final_pairs": 20, "opponents": ["random"]},
}


FAST = {
    **CONFIG,
    "learner": "fast",
    "network": {"policy_layers": [64, 64], "value_layers": [64, 64]},
    "opponents": {"weights": {"mirror": 1.0}},
    "evaluation": {"every_minutes": None, "final_pairs": 1, "opponents": ["random"]},
}
BOTH = {"clip": 0.1, "outcomes": False}
NUMBERS: dict[str, dict[str, float | bool]] = {
    "kuhn": {
        **BOTH,
        "batch": 1024,
        "learning_rate": 2e-3,
        "final_learning_rate": 1e-5,
        "normalise": False,
        "kappa": 0.3,
        "tau": 0.3,
        "tau_growth": 60.0,
        "average": 0.9995,
    },
    "leduc": {
        **BOTH,
        "batch": 2048,
        "learning_rate": 2e-3,
        "final_learning_rate": 1e-4,
        "advantage_lambda": 1.0,
        "kappa": 3.0,
        "tau": 0.2,
        "floor": 0.1,
        "tau_growth": 60.0,
        "average": 0.999,
    },
}
"""With more decisions the fast learner comes near an equilibrium, by its pull towards an even
choice. (In Kuhn poker results differ much, in Leduc little: there advantages are normalised.)"""
NONE = {"tau": 0.0, "floor": 0.0, "kappa": 0.0}
"""No pulls."""


def policy_of(model: Path) -> exact.Policy:
    """The chances that a trained model gives."""
    return action_probs_of(ActorCritic(MaskablePPO.load(model, device="cpu").policy))


def action_probs_of(actor_critic: PolicyNet) -> exact.Policy:
    """The chances that a network gives."""

    def policy(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        with torch.inference_mode():
            logits = actor_critic.masked_logits(
                torch.from_numpy(observations), torch.from_numpy(masks)
            )
            return torch.softmax(logits.double(), dim=1).numpy()

    return policy


@pytest.mark.parametrize(
    ("name", "bound"), [("kuhn", 0.8 * kuhn.UNIFORM), ("leduc", leduc.UNIFORM)]
)
def test_the_learner_loses_less_than_the_even_policy(
    poker_is_known: None, tmp_path: Path, name: str, bound: float
) -> None:
    """A run of a second or two is far from an equilibrium, and on its way."""
    config = config_from({"ruleset": name, **CONFIG})
    result = train(config, tmp_path / "run")
    assert result["decisions"] >= CONFIG["budget"]["decisions"]  # type: ignore[index]
    assert 0.0 < exact.nash_conv(policy_of(tmp_path / "run" / "model.zip"), name) < bound


def lost(name: str, decisions: int, folder: Path, games: int = 256, **pulls: float) -> float:
    """Train the fast learner, and return how many chips the best answers win of it."""
    told = {
        "ruleset": name,
        "budget": {"minutes": None, "decisions": decisions},
        "rollout": {"games": games, "decisions": 16 * games},
        "fast": {**NUMBERS[name], **pulls},
    }
    train(config_from({**FAST, **told}), folder)
    scenario = GameSetting.of(name, "plain").scenario
    agent = NetAgent.load(folder / "policy.safetensors", scenario)
    return exact.nash_conv(action_probs_of(agent.actor_critic), name)


@pytest.mark.slow
def test_the_pull_towards_an_even_choice_makes_it_harder_to_exploit(
    poker_is_known: None, tmp_path: Path
) -> None:
    """Two seconds of Kuhn poker: with a pull it loses two thirds of what it loses without, or
    less."""
    with_pull = lost("kuhn", 200_000, tmp_path / "with", tau=0.1, tau_growth=0.0, average=0.99)
    without = lost("kuhn", 200_000, tmp_path / "without", **NONE, average=0.99)
    assert with_pull < 0.67 * without


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "decisions", "bound"), [("kuhn", 5_000_000, 0.05), ("leduc", 6_500_000, 0.5)]
)
def test_the_fast_learner_comes_near_an_equilibrium(
    poker_is_known: None, tmp_path: Path, name: str, decisions: int, bound: float
) -> None:
    """In less than two minutes on two cores; visibly nearer than without the pulls."""
    with_pulls = lost(name, decisions, tmp_path / "with", games=1024)
    without = lost(name, decisions // 4, tmp_path / "without", games=1024, **NONE)
    print(f"{name}: {with_pulls:.4f} with the pulls, {without:.4f} without")
    assert with_pulls < bound
    assert without > 2.0 * with_pulls
