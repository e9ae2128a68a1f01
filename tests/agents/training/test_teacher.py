"""A teacher beside the fast learner: who it is for, how it fades, what is learned of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

from spacecombat_agents.export.model_card import _training_text  # noqa: E402
from spacecombat_agents.training.config import Kickstart, TrainConfig, config_from  # noqa: E402
from spacecombat_agents.training.fast.loss import coefficients_at  # noqa: E402
from spacecombat_agents.training.trainer import train  # noqa: E402
from spacecombat_env.core.errors import ConfigError  # noqa: E402

CONFIG = {
    "ruleset": "auction",
    "scenario": "plain",
    "learner": "fast",
    "torch_threads": 1,
    "engine_threads": 1,
    "budget": {"minutes": None, "decisions": 40_000},
    "rollout": {"games": 64, "decisions": 2048},
    "fast": {"batch": 256, "learning_rate": 0.003},
    "network": {"form": "trunk"},
    "kickstart": {"agent": "scripted:captain", "weight": 3.0, "until": 0.5},
    "opponents": {"weights": {"mirror": 0.7, "random": 0.3}},
    "evaluation": {"every_minutes": None, "final_pairs": 2, "opponents": ["random"]},
}


def test_a_teacher_fades_out() -> None:
    """Its weight falls to nothing at `until`; nobody's is nothing all along."""
    run = TrainConfig(kickstart=Kickstart("scripted:captain", weight=2.0, until=0.5))
    weights = [coefficients_at(run, share).teacher_coef for share in (0.0, 0.25, 0.5, 0.9)]
    assert weights == [2.0, 1.0, 0.0, 0.0]
    assert coefficients_at(TrainConfig(), 0.0).teacher_coef == 0.0


def test_a_teacher_is_learned_from_in_the_learners_own_games(tmp_path: Path) -> None:
    """From one rollout to the next its actions are likelier; then it is asked no more."""
    train(config_from(CONFIG), tmp_path / "run")
    lines = [json.loads(line) for line in (tmp_path / "run/curves.jsonl").read_text().splitlines()]
    teacher_actions = [line["taught"] for line in lines if line["kickstart"] > 0.0]
    assert len(teacher_actions) >= 4 and teacher_actions[-1] < 0.75 * teacher_actions[0]
    assert [line["taught"] for line in lines if line["kickstart"] == 0.0][-1] == 0.0


def test_maskable_ppo_has_no_teacher() -> None:
    with pytest.raises(ConfigError, match=r"kickstart\.agent"):
        config_from({**CONFIG, "learner": "sb3", "network": {}})


def test_the_card_says_who_advised_it() -> None:
    assert "scripted:captain advised it" in " ".join(
        _training_text({}, {"advised": "scripted:captain"})
    )
    assert _training_text({}, {"advised": None}) == []
