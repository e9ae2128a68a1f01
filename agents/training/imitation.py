"""A head start: the network first learns to say what a scripted player says, and how games end."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch.nn import functional

from spacecombat_agents.base import Agent, ask
from spacecombat_agents.roster import make_agent
from spacecombat_agents.setting import Setting
from spacecombat_agents.training.algorithm import SelfPlayPPO
from spacecombat_agents.training.config import Imitation
from spacecombat_agents.training.networks import fast_products
from spacecombat_env.core.seeds import derived_seed
from spacecombat_env.env.convert import to_floats

GAMES = 512
BATCH = 1024


@dataclass(frozen=True)
class Lessons:
    """What a teacher was asked, what it said, and what came of it."""

    observations: np.ndarray
    """int8 (n, O), as the engine writes them."""
    masks: np.ndarray
    """bool (n, A)."""
    words: np.ndarray
    """int64 (n,)."""
    outcomes: np.ndarray
    """float32 (n,): the reward its game brought the speaker, discounted; nan where still open."""


def watch(setting: Setting, teacher: Agent, count: int, gamma: float, seed: int) -> Lessons:
    """Let a teacher play itself and note its decisions."""
    env = setting.batch(GAMES, auto_reset=True)
    out = env.start(np.random.default_rng([seed, 9]).integers(2**62, size=GAMES))
    every = np.arange(GAMES)
    steps = -(-count // GAMES)
    seats = np.zeros((steps, GAMES), np.int8)
    rewards = np.zeros((steps, GAMES, 2), np.float32)
    ended = np.zeros((steps, GAMES), bool)
    observations = np.zeros((steps, GAMES, out.observation.shape[1]), np.int8)
    masks = np.zeros((steps, GAMES, out.mask.shape[1]), np.bool_)
    words = np.zeros((steps, GAMES), np.int64)
    for step in range(steps):
        seats[step], observations[step], masks[step] = out.seat, out.observation, out.mask
        words[step] = ask(teacher, env, every)
        env.step(words[step])
        rewards[step], ended[step] = out.rewards, out.done
    env.close()
    outcomes = _outcomes(seats, rewards, ended, gamma)
    count = steps * GAMES
    return Lessons(
        observations.reshape(count, -1),
        masks.reshape(count, -1),
        words.reshape(count),
        outcomes.reshape(count),
    )


def _outcomes(
    seats: np.ndarray, rewards: np.ndarray, ended: np.ndarray, gamma: float
) -> np.ndarray:
    """Return what each decision led to for the seat that took it, looking back from the end."""
    steps, games = seats.shape
    worth = np.full((games, 2), np.nan, np.float32)
    outcomes = np.zeros((steps, games), np.float32)
    every = np.arange(games)
    for step in range(steps - 1, -1, -1):
        worth[ended[step]] = rewards[step][ended[step]]
        outcomes[step] = worth[every, seats[step]]
        worth[every, seats[step]] *= gamma
    return outcomes


def imitate(model: SelfPlayPPO, setting: Setting, config: Imitation, seed: int) -> float:
    """Teach the model's policy and value nets; return the share of words it then gets right."""
    teacher = make_agent(config.agent or "random", setting)
    teacher.reset(derived_seed(seed, "teacher"))
    lessons = watch(setting, teacher, config.decisions, model.gamma, seed)
    scales = setting.scenario.observation.scales
    rng = np.random.default_rng([seed, 11])
    optimizer = torch.optim.Adam(model.policy.parameters(), lr=config.learning_rate)
    right, held_out = 0.0, rng.permutation(len(lessons.words))
    tests, pupils = np.split(held_out, [len(held_out) // 20])
    with fast_products():
        for _ in range(config.epochs):
            for rows in np.array_split(rng.permutation(pupils), max(1, len(pupils) // BATCH)):
                optimizer.zero_grad()
                _loss(model, lessons, rows, scales)[0].backward()
                optimizer.step()
        with torch.no_grad():
            right = _loss(model, lessons, tests, scales)[1]
    return right


def _loss(
    model: SelfPlayPPO, lessons: Lessons, rows: np.ndarray, scales: np.ndarray
) -> tuple[torch.Tensor, float]:
    """Return the loss on some lessons, and the share of words that are right."""
    observations = torch.from_numpy(to_floats(lessons.observations, scales, rows))
    masks = torch.from_numpy(lessons.masks[rows]).float()
    logits, values = model.head(observations, masks)
    words = torch.from_numpy(lessons.words[rows])
    outcomes = torch.from_numpy(lessons.outcomes[rows])
    known = ~outcomes.isnan()
    missed = functional.mse_loss(values[known, 0], outcomes[known])
    right = float((logits.argmax(dim=1) == words).float().mean())
    return functional.cross_entropy(logits, words) + 0.5 * missed, right
