"""Today's learner trains on poker, and what it has learned can be asked how much it loses."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from poker import exact, kuhn, leduc

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

from spacecombat_agents.players.policy import Head  # noqa: E402
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


def policy_of(model: Path) -> exact.Policy:
    """The chances that a trained model gives."""
    from sb3_contrib import MaskablePPO

    head = Head(MaskablePPO.load(model, device="cpu").policy)

    def policy(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        with torch.inference_mode():
            logits = head.masked(torch.from_numpy(observations), torch.from_numpy(masks))
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
