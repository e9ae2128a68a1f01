"""PPO of RLlib with masked actions; the opponents are earlier versions of the policy.

    pip install '.[train]' 'ray[rllib]'
    python examples/benchmark/rllib/train.py --track leduc --budget small --out runs/rllib

Half of the budget goes to the learner; the other half stands for its earlier versions.
"""

from __future__ import annotations

import argparse
import platform
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import ray
import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from spacecombat_agents.benchmark import BUDGETS, TRACKS, Track, track
from spacecombat_agents.benchmark.submission import Policy, add_policy, unfinished_seeds
from spacecombat_agents.export.write_opponent import write_opponent
from spacecombat_agents.players.bundles.levels import StrengthLevel
from spacecombat_env.env import PastSelves

BATCH = 2048
ABOUT = {
    "name": "rllib",
    "title": "RLlib PPO, earlier versions of itself",
    "command": "python examples/benchmark/rllib/train.py --track TRACK --budget BUDGET --out DIR",
    "versions": {name: version(name) for name in ("torch", "ray", "gymnasium")},
    "hardware": f"one thread, {platform.machine()}",
}
SELVES = PastSelves()
"""The opponents: RLlib makes its environments in this process."""


class Network(torch.nn.Module):
    """The policy of an RLModule with the inputs of an opponent file, and opponents' actions."""

    def __init__(self, module: Any) -> None:
        super().__init__()
        self.encoder, self.pi, self.vf = module.encoder.actor_encoder, module.pi, module.vf
        self.critic = module.encoder.critic_encoder

    def forward(
        self, obs: torch.Tensor, action_mask: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits (n, A), illegal actions at -1e8, and values (n, 1)."""
        logits = self.pi.net.mlp(self.encoder.net.mlp(obs))
        value = self.vf.net.mlp(self.critic.net.mlp(obs))
        return torch.where(action_mask > 0.5, logits, -1e8), value

    def act(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return an action for each row."""
        with torch.inference_mode():
            logits, _ = self(torch.from_numpy(observations), torch.from_numpy(masks))
            return torch.distributions.Categorical(logits=logits).sample().numpy()


def make(settings: dict[str, Any]) -> gymnasium.Env:
    """Return one seat of a game with the keys that RLlib's module expects."""
    game = track(settings["track"]).make(mask="observation", opponents=[SELVES])
    parts = game.observation_space
    mask = gymnasium.spaces.Box(0.0, 1.0, parts["action_mask"].shape, np.float32)
    return gymnasium.wrappers.TransformObservation(
        game,
        lambda obs: {
            "observations": obs["observation"],
            "action_mask": obs["action_mask"].astype(np.float32),
        },
        gymnasium.spaces.Dict({"observations": parts["observation"], "action_mask": mask}),
    )


def train(where: Track, budget: int, seed: int, file: Path) -> int:
    """Train a policy into an opponent file; return the actions that it used."""
    config = (
        PPOConfig()
        .environment("benchmark", env_config={"track": where.name})
        .env_runners(num_env_runners=0)
        .training(
            train_batch_size_per_learner=BATCH,
            minibatch_size=BATCH // 4,
            num_epochs=4,
            lr=1e-3,
            gamma=1.0,
            entropy_coeff=0.01,
        )
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule, model_config={"fcnet_hiddens": [128, 128]}
            )
        )
        .debugging(seed=seed)
    )
    algorithm = config.build_algo()
    SELVES.versions.clear()
    learner = algorithm.learner_group._learner.module  # the one that has a critic
    network, used = Network(learner["default_policy"]), 0
    while used + 2 * BATCH <= budget:
        SELVES.add(network.act)
        result = algorithm.train()
        used = 2 * int(result["num_env_steps_sampled_lifetime"])
    level = StrengthLevel("admiral", temperature=1.0)
    write_opponent(file, where.setting(), {"policy.onnx": network}, [level], "rllib")
    algorithm.stop()
    return used


def main() -> None:
    """Train the seeds that the entry lacks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--track", choices=[each.name for each in TRACKS], default="leduc")
    parser.add_argument("--budget", choices=[name for name in BUDGETS if BUDGETS[name]])
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    where, budget = track(options.track), options.budget or "small"
    register_env("benchmark", make)
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    for seed in unfinished_seeds(options.out, where, budget):
        started, file = time.monotonic(), f"{where.name}/{budget}/{seed}/policy.opp"
        (options.out / file).parent.mkdir(parents=True, exist_ok=True)
        used = train(where, where.budget(budget), seed, options.out / file)
        minutes = round((time.monotonic() - started) / 60, 2)
        add_policy(options.out, ABOUT, Policy(where.name, file, seed, budget, used, minutes))
        print(f"{where.name}, {budget}, seed {seed}: {minutes} minutes", flush=True)
    ray.shutdown()


if __name__ == "__main__":
    main()
