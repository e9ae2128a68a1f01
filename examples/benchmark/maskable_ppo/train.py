"""MaskablePPO of sb3-contrib against earlier versions of itself.

    python examples/benchmark/maskable_ppo/train.py --track leduc --budget small --out runs/sb3

Half of the budget goes to the learner; the other half stands for its earlier versions, which play
the other seat.
"""

from __future__ import annotations

import argparse
import platform
import time
from importlib.metadata import version
from pathlib import Path

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from spacecombat_agents.benchmark import BUDGETS, TRACKS, Track, track
from spacecombat_agents.benchmark.submission import Policy, add_policy, unfinished_seeds
from spacecombat_agents.export.write_opponent import write_opponent
from spacecombat_agents.players.bundles.levels import StrengthLevel
from spacecombat_agents.players.nets.policy_net import ActorCritic
from spacecombat_env.env import PastSelves, SeatVecEnv, sb3_vec_env

GAMES, STEPS = 64, 64
ABOUT = {
    "name": "maskable_ppo",
    "title": "MaskablePPO, earlier versions of itself",
    "command": "python examples/benchmark/maskable_ppo/train.py --track TRACK --budget BUDGET"
    " --out DIR",
    "versions": {name: version(name) for name in ("torch", "stable-baselines3", "sb3-contrib")},
    "hardware": f"one thread, {platform.machine()}",
}


class Sampled:
    """The policy, as an opponent samples from it."""

    def __init__(self, model: MaskablePPO) -> None:
        self.network = ActorCritic(model.policy)

    def act(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return an action for each row."""
        with torch.inference_mode():
            inputs = torch.from_numpy(observations), torch.from_numpy(masks)
            logits = self.network.masked_logits(*inputs)
            return torch.distributions.Categorical(logits=logits).sample().numpy()


class AddVersions(BaseCallback):
    """Adds a copy of the policy to the opponents after every rollout."""

    def __init__(self, selves: PastSelves) -> None:
        super().__init__()
        self.selves = selves

    def _on_rollout_end(self) -> None:
        self.selves.add(Sampled(self.model).act)

    def _on_step(self) -> bool:
        return True


def train(where: Track, budget: int, seed: int, file: Path) -> int:
    """Train a policy into an opponent file; return the actions that it used."""
    torch.set_num_threads(1)
    selves = PastSelves(seed=seed)
    env = sb3_vec_env(
        SeatVecEnv(where.ruleset, where.scenario, num_envs=GAMES, opponents=[selves], threads=1)
    )
    model = MaskablePPO(
        "MlpPolicy",
        env,
        learning_rate=lambda left: 1e-3 * left,
        n_steps=STEPS,
        batch_size=1024,
        n_epochs=4,
        gamma=1.0,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [128, 128]},
        seed=seed,
        device="cpu",
    )
    rollout = GAMES * STEPS
    model.learn(budget // 2 // rollout * rollout, callback=AddVersions(selves))
    env.close()
    level = StrengthLevel("admiral", temperature=1.0)
    networks = {"policy.onnx": ActorCritic(model.policy)}
    write_opponent(file, where.setting(), networks, [level], "maskable-ppo")
    return 2 * int(model.num_timesteps)


def main() -> None:
    """Train the seeds that the entry lacks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--track", choices=[each.name for each in TRACKS], default="leduc")
    parser.add_argument("--budget", choices=[name for name in BUDGETS if BUDGETS[name]])
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    where, budget = track(options.track), options.budget or "small"
    for seed in unfinished_seeds(options.out, where, budget):
        started, file = time.monotonic(), f"{where.name}/{budget}/{seed}/policy.opp"
        (options.out / file).parent.mkdir(parents=True, exist_ok=True)
        used = train(where, where.budget(budget), seed, options.out / file)
        minutes = round((time.monotonic() - started) / 60, 2)
        policy = Policy(where.name, file, seed, budget, used, minutes)
        add_policy(options.out, ABOUT, policy)
        print(f"{where.name}, {budget}, seed {seed}: {minutes} minutes", flush=True)


if __name__ == "__main__":
    main()
