"""A head start: the network first learns to say what a scripted player says, and how games end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from spacecombat_agents.players.base import Agent, ask
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.setting import Setting
from spacecombat_agents.training.config import TrainConfig
from spacecombat_agents.training.learner import Learner
from spacecombat_agents.training.networks import fast_products
from spacecombat_agents.training.saving import luck_of, set_luck_of
from spacecombat_env.core.seeds import derived_seed
from spacecombat_env.env.convert import to_floats

GAMES = 512
BATCH = 1024


Beat = Callable[[], None]


def no_beat() -> None:
    """Where nobody wants to know how far it is."""


@dataclass
class Watched:
    """What a teacher has said so far."""

    words: list[np.ndarray] = field(default_factory=list)
    """By step, int32 (GAMES,)."""


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


def watch(
    setting: Setting,
    teacher: Agent,
    count: int,
    gamma: float,
    seed: int,
    watched: Watched | None = None,
    beat: Beat = no_beat,
) -> Lessons:
    """Let a teacher play itself and note its decisions.

    What was `watched` before an interruption is not asked again; `beat` is called at each step.
    """
    env = setting.batch(GAMES, auto_reset=True)
    out = env.start(np.random.default_rng([seed, 9]).integers(2**62, size=GAMES))
    every = np.arange(GAMES)
    steps = -(-count // GAMES)
    watched = watched or Watched()
    seats = np.zeros((steps, GAMES), np.int8)
    rewards = np.zeros((steps, GAMES, 2), np.float32)
    ended = np.zeros((steps, GAMES), bool)
    observations = np.zeros((steps, GAMES, out.observation.shape[1]), np.int8)
    masks = np.zeros((steps, GAMES, out.mask.shape[1]), np.bool_)
    for step in range(steps):
        seats[step], observations[step], masks[step] = out.seat, out.observation, out.mask
        if step == len(watched.words):
            watched.words.append(ask(teacher, env, every).astype(np.int32))
        env.step(watched.words[step])
        rewards[step], ended[step] = out.rewards, out.done
        beat()
    env.close()
    outcomes = _outcomes(seats, rewards, ended, gamma)
    count = steps * GAMES
    return Lessons(
        observations.reshape(count, -1),
        masks.reshape(count, -1),
        np.concatenate(watched.words).astype(np.int64),
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


class HeadStart:
    """Teaches a learner's network what a teacher says; can go on where it was cut."""

    def __init__(self, learner: Learner, setting: Setting, run: TrainConfig) -> None:
        self.head, self.setting, self.config, self.seed = (
            learner.head,
            setting,
            run.imitation,
            run.seed,
        )
        self.gamma = run.ppo.gamma if run.learner == "sb3" else run.fast.gamma
        self.teacher = make_agent(self.config.agent or "random", setting)
        self.teacher.reset(derived_seed(self.seed, "teacher"))
        self.watched = Watched()
        self.steps = 0
        """Gradient steps taken."""
        self.optimizer = torch.optim.Adam(self.head.parameters(), lr=self.config.learning_rate)

    def go(self, beat: Beat = no_beat) -> float:
        """Watch, learn, and return the share of words the model then gets right.

        `beat` is called wherever a state may be taken; an exception of its ends it.
        """
        head, config = self.head, self.config
        given = (config.decisions, self.gamma, self.seed, self.watched, beat)
        lessons = watch(self.setting, self.teacher, *given)
        scales = self.setting.scenario.observation.scales
        rng = np.random.default_rng([self.seed, 11])
        held_out = rng.permutation(len(lessons.words))
        tests, pupils = np.split(held_out, [len(held_out) // 20])
        batches = max(1, len(pupils) // BATCH)
        with fast_products():
            for epoch in range(config.epochs):
                parts = np.array_split(rng.permutation(pupils), batches)
                for rows in parts[max(0, self.steps - epoch * batches) :]:
                    self.optimizer.zero_grad()
                    _loss(head, lessons, rows, scales)[0].backward()
                    self.optimizer.step()
                    self.steps += 1
                    beat()
            with torch.no_grad():
                return _loss(head, lessons, tests, scales)[1]

    def state(self) -> dict[str, Any]:
        """Return what `restore` takes; the nets are the model's."""
        return {
            "words": self.watched.words,
            "teacher": luck_of(self.teacher),
            "steps": self.steps,
            "optimizer": self.optimizer.state_dict(),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Go on with a `state`, read back."""
        self.watched.words = [words.numpy() for words in state["words"]]
        set_luck_of(self.teacher, state["teacher"])
        self.steps = state["steps"]
        self.optimizer.load_state_dict(state["optimizer"])


def _loss(
    head: nn.Module, lessons: Lessons, rows: np.ndarray, scales: np.ndarray
) -> tuple[torch.Tensor, float]:
    """Return the loss on some lessons, and the share of words that are right."""
    observations = torch.from_numpy(to_floats(lessons.observations, scales, rows))
    masks = torch.from_numpy(lessons.masks[rows]).float()
    logits, values, *_ = head(observations, masks)
    words = torch.from_numpy(lessons.words[rows])
    outcomes = torch.from_numpy(lessons.outcomes[rows])
    known = ~outcomes.isnan()
    missed = functional.mse_loss(values[known, 0], outcomes[known])
    right = float((logits.argmax(dim=1) == words).float().mean())
    return functional.cross_entropy(logits, words) + 0.5 * missed, right
