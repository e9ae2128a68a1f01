"""PPO in one file, in the style of CleanRL: masked actions, mirror self-play, one network.

    python examples/benchmark/cleanrl/train.py --track leduc --budget small --out runs/cleanrl

Both seats of every game act by the policy that learns, and it learns from both.
"""

from __future__ import annotations

import argparse
import platform
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

from spacecombat_agents.benchmark import BUDGETS, TRACKS, Track, track
from spacecombat_agents.benchmark.submission import Policy, add_policy, unfinished_seeds
from spacecombat_agents.export.write_opponent import write_opponent
from spacecombat_agents.players.bundles.levels import StrengthLevel

GAMES, STEPS = 256, 32
EPOCHS, MINIBATCHES, CLIP = 3, 4, 0.2
RATE, GAMMA, LAMBDA = 1e-3, 1.0, 0.95
ENTROPY, VALUE, MAX_GRADIENT = 0.01, 0.5, 0.5
ABOUT = {
    "name": "cleanrl",
    "title": "PPO in one file, mirror self-play",
    "command": "python examples/benchmark/cleanrl/train.py --track TRACK --budget BUDGET --out DIR",
    "versions": {"torch": torch.__version__, "numpy": np.__version__},
    "hardware": f"one thread, {platform.machine()}",
}


class Network(nn.Module):
    """An actor and a critic with two hidden layers each."""

    def __init__(self, size: int, actions: int) -> None:
        super().__init__()
        self.actor, self.critic = layers(size, actions, 0.01), layers(size, 1, 1.0)

    def forward(
        self, obs: torch.Tensor, action_mask: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits (n, A), illegal actions at -1e8, and values (n, 1)."""
        logits = torch.where(action_mask > 0.5, self.actor(obs), -1e8)
        return logits, self.critic(obs)


def layers(size: int, out: int, gain: float) -> nn.Sequential:
    """Return a perceptron with orthogonal weights."""
    made = [nn.Linear(size, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh(), nn.Linear(128, out)]
    for layer in made[::2]:
        nn.init.orthogonal_(layer.weight, gain if layer is made[-1] else 2**0.5)
        nn.init.zeros_(layer.bias)
    return nn.Sequential(*made)


def advantages(
    seats: np.ndarray, values: np.ndarray, rewards: np.ndarray, done: np.ndarray, last: np.ndarray
) -> np.ndarray:
    """Return generalised advantages (T, N): each seat's decisions in a game are one trajectory.

    `rewards` (T, N, 2) of both seats; `last` (N, 2): values of both seats after the last step.
    """
    result, rows = np.zeros_like(values), np.arange(values.shape[1])
    value, advantage, reward = last.copy(), np.zeros_like(last), np.zeros_like(last)
    for step in reversed(range(len(values))):
        over = done[step] > 0
        value[over], advantage[over], reward[over] = 0.0, 0.0, rewards[step, over]
        at = rows, seats[step]
        error = reward[at] + GAMMA * value[at] - values[step]
        result[step] = advantage[at] = error + GAMMA * LAMBDA * advantage[at]
        value[at], reward[at] = values[step], 0.0
    return result


def train(where: Track, budget: int, seed: int) -> Network:
    """Return a network trained with that many actions."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    env = where.make_batch(GAMES, threads=1)
    size, count = env.scenario.observation.size, env.scenario.actions.size
    network = Network(size, count)
    optimizer = torch.optim.Adam(network.parameters(), lr=RATE, eps=1e-5)
    out, rows = env.reset(seed=seed), np.arange(GAMES)
    updates = max(1, budget // (GAMES * STEPS))
    for update in range(updates):
        optimizer.param_groups[0]["lr"] = RATE * (1 - update / updates)
        obs, mask = torch.zeros(STEPS, GAMES, size), torch.zeros(STEPS, GAMES, count)
        action, logprob = torch.zeros(STEPS, GAMES, dtype=torch.int64), torch.zeros(STEPS, GAMES)
        value = torch.zeros(STEPS, GAMES)
        seat, done = np.zeros((STEPS, GAMES), np.int64), np.zeros((STEPS, GAMES))
        rewards = np.zeros((STEPS, GAMES, 2), np.float32)
        for step in range(STEPS):
            obs[step], mask[step] = torch.from_numpy(env.floats()), torch.from_numpy(out.mask)
            seat[step] = out.seat
            with torch.no_grad():
                logits, values = network(obs[step], mask[step])
            policy = Categorical(logits=logits, validate_args=False)
            action[step] = policy.sample()
            logprob[step], value[step] = policy.log_prob(action[step]), values[:, 0]
            out = env.step(action[step].numpy())
            rewards[step], done[step] = out.rewards, out.done
        with torch.no_grad():
            _, values = network(torch.from_numpy(env.floats()), torch.from_numpy(out.mask))
        last = np.repeat(-values.numpy(), 2, axis=1)  # a zero-sum game: the other seat's value
        last[rows, out.seat] *= -1
        advantage = torch.from_numpy(advantages(seat, value.numpy(), rewards, done, last))
        batch = [each.flatten(0, 1) for each in (obs, mask, action, logprob, value, advantage)]
        for _ in range(EPOCHS):
            for part in torch.randperm(GAMES * STEPS).chunk(MINIBATCHES):
                learn(network, optimizer, [each[part] for each in batch])
    env.close()
    return network


def learn(network: Network, optimizer: torch.optim.Optimizer, batch: list[torch.Tensor]) -> None:
    """Take one step of PPO."""
    obs, mask, action, logprob, value, advantage = batch
    logits, values = network(obs, mask)
    policy = Categorical(logits=logits, validate_args=False)
    normal = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    ratio = (policy.log_prob(action) - logprob).exp()
    gain = torch.min(ratio * normal, ratio.clamp(1 - CLIP, 1 + CLIP) * normal).mean()
    value_loss = 0.5 * (values[:, 0] - value - advantage).square().mean()
    loss = VALUE * value_loss - gain - ENTROPY * policy.entropy().mean()
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(network.parameters(), MAX_GRADIENT)
    optimizer.step()


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
        network = train(where, where.budget(budget), seed)
        level = StrengthLevel("admiral", temperature=1.0)
        write_opponent(
            options.out / file, where.setting(), {"policy.onnx": network}, [level], "cleanrl"
        )
        used = max(1, where.budget(budget) // (GAMES * STEPS)) * GAMES * STEPS
        minutes = round((time.monotonic() - started) / 60, 2)
        add_policy(options.out, ABOUT, Policy(where.name, file, seed, budget, used, minutes))
        print(f"{where.name}, {budget}, seed {seed}: {minutes} minutes", flush=True)


if __name__ == "__main__":
    main()
