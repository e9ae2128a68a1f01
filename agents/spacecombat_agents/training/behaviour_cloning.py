"""Behaviour cloning: the network first learns a scripted player's actions and game outcomes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Agent, query_agent
from spacecombat_agents.players.nets.architectures import Net
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.training.config import TrainConfig
from spacecombat_agents.training.fast.optimizer import Gradients, Optimizer
from spacecombat_agents.training.learner import Learner
from spacecombat_agents.training.run_state import rng_state_of, set_rng_state_of
from spacecombat_agents.training.torch_tools import check_finite, fast_matmul
from spacecombat_env.core.model.seeds import derived_seed
from spacecombat_env.env.vector.convert import to_floats

__all__ = ["BehaviourCloning", "record_demonstrations"]

GAMES = 512
BATCH = 1024


Heartbeat = Callable[[], None]


def no_heartbeat() -> None:
    """Do nothing: the default heartbeat."""


@dataclass
class TeacherLog:
    """The teacher's actions so far."""

    actions: list[np.ndarray] = field(default_factory=list)
    """By step, int32 (GAMES,)."""


@dataclass(frozen=True)
class Demonstrations:
    """The teacher's decisions, its actions, and the outcomes of its games."""

    observations: np.ndarray
    """int8 (n, O), as the engine writes them."""
    masks: np.ndarray
    """bool (n, A)."""
    actions: np.ndarray
    """int64 (n,)."""
    outcomes: np.ndarray
    """float32 (n,): discounted reward of the game for the seat that decided; nan while it is open.
    """


def record_demonstrations(
    setting: GameSetting,
    teacher: Agent,
    count: int,
    gamma: float,
    seed: int,
    teacher_log: TeacherLog | None = None,
    heartbeat: Heartbeat = no_heartbeat,
) -> Demonstrations:
    """Let a teacher play itself and record its decisions.

    Actions that `teacher_log` holds from before an interruption are replayed, not computed again.
    `heartbeat` is called at each step.
    """
    env = setting.batch(GAMES, auto_reset=True)
    out = env.start(np.random.default_rng([seed, 9]).integers(2**62, size=GAMES))
    all_games = np.arange(GAMES)
    steps = -(-count // GAMES)
    teacher_log = teacher_log or TeacherLog()
    seats = np.zeros((steps, GAMES), np.int8)
    rewards = np.zeros((steps, GAMES, 2), np.float32)
    ended = np.zeros((steps, GAMES), bool)
    observations = np.zeros((steps, GAMES, out.observation.shape[1]), np.int8)
    masks = np.zeros((steps, GAMES, out.mask.shape[1]), np.bool_)
    for step in range(steps):
        seats[step], observations[step], masks[step] = out.seat, out.observation, out.mask
        if step == len(teacher_log.actions):
            teacher_log.actions.append(query_agent(teacher, env, all_games).astype(np.int32))
        env.step(teacher_log.actions[step])
        rewards[step], ended[step] = out.rewards, out.done
        heartbeat()
    env.close()
    outcomes = _outcomes(seats, rewards, ended, gamma)
    count = steps * GAMES
    return Demonstrations(
        observations.reshape(count, -1),
        masks.reshape(count, -1),
        np.concatenate(teacher_log.actions).astype(np.int64),
        outcomes.reshape(count),
    )


def _outcomes(
    seats: np.ndarray, rewards: np.ndarray, ended: np.ndarray, gamma: float
) -> np.ndarray:
    """Return the discounted outcome of each decision for its seat, computed backwards."""
    steps, games = seats.shape
    worth = np.full((games, 2), np.nan, np.float32)
    outcomes = np.zeros((steps, games), np.float32)
    all_games = np.arange(games)
    for step in range(steps - 1, -1, -1):
        worth[ended[step]] = rewards[step][ended[step]]
        outcomes[step] = worth[all_games, seats[step]]
        worth[all_games, seats[step]] *= gamma
    return outcomes


class _Adam:
    """Adam on inputs as they are."""

    def __init__(self, actor_critic: nn.Module) -> None:
        self._parameters = list(actor_critic.parameters())
        self._adam = torch.optim.Adam(self._parameters)

    def observe_rollout(self, observations: np.ndarray, scales: np.ndarray) -> None:
        """Do nothing."""

    def step(self, gradients: Gradients, learning_rate: float) -> None:
        """Take a step with the gradients of the parameters."""
        for parameter, gradient in zip(self._parameters, gradients, strict=True):
            parameter.grad = gradient
        for group in self._adam.param_groups:
            group["lr"] = learning_rate
        self._adam.step()

    def state(self) -> dict[str, Any]:
        """Return what `restore` takes."""
        return self._adam.state_dict()

    def restore(self, state: dict[str, Any]) -> None:
        """Resume from a saved `state`."""
        self._adam.load_state_dict(state)


def _make_optimizer(actor_critic: nn.Module, run: TrainConfig) -> Optimizer | _Adam:
    """Return the fast learner's own optimizer if it standardises inputs, else plain Adam."""
    if isinstance(actor_critic, Net) and run.fast.standardise:
        return Optimizer(actor_critic, run.fast, fresh=run.start is None)
    return _Adam(actor_critic)


class BehaviourCloning:
    """Trains a learner's network on a teacher's actions; resumes after an interruption."""

    def __init__(self, learner: Learner, setting: GameSetting, run: TrainConfig) -> None:
        self.actor_critic, self.setting, self.config, self.seed = (
            learner.actor_critic,
            setting,
            run.imitation,
            run.seed,
        )
        self.gamma = run.ppo.gamma if run.learner == "sb3" else run.fast.gamma
        self.teacher = make_agent(self.config.agent or "random", setting)
        self.teacher.reset(derived_seed(self.seed, "teacher"))
        self.teacher_log = TeacherLog()
        self.steps = 0
        """Gradient steps taken."""
        self.optimizer = _make_optimizer(self.actor_critic, run)

    def execute(self, heartbeat: Heartbeat = no_heartbeat) -> float:
        """Record, train, and return the share of actions that the model then predicts.

        `heartbeat` is called wherever the state may be saved; an exception that it raises ends the
        training.
        """
        actor_critic, config = self.actor_critic, self.config
        arguments = (config.decisions, self.gamma, self.seed, self.teacher_log, heartbeat)
        demonstrations = record_demonstrations(self.setting, self.teacher, *arguments)
        scales = self.setting.scenario.observation.scales
        rng = np.random.default_rng([self.seed, 11])
        shuffled = rng.permutation(len(demonstrations.actions))
        validation_rows, training_rows = np.split(shuffled, [len(shuffled) // 20])
        batches = max(1, len(training_rows) // BATCH)
        parameters = list(actor_critic.parameters())
        if self.steps == 0:
            self.optimizer.observe_rollout(demonstrations.observations, scales)
        with fast_matmul():
            for epoch in range(config.epochs):
                parts = np.array_split(rng.permutation(training_rows), batches)
                for rows in parts[max(0, self.steps - epoch * batches) :]:
                    loss = _loss(actor_critic, demonstrations, rows, scales)[0]
                    check_finite("the loss of behaviour cloning is", loss)
                    gradients = torch.autograd.grad(loss, parameters, allow_unused=True)
                    self.optimizer.step(gradients, config.learning_rate)
                    self.steps += 1
                    heartbeat()
            check_finite("weights after behaviour cloning are", *actor_critic.parameters())
            with torch.no_grad():
                return _loss(actor_critic, demonstrations, validation_rows, scales)[1]

    def state(self) -> dict[str, Any]:
        """Return what `restore` takes; the networks belong to the model."""
        return {
            "words": self.teacher_log.actions,
            "teacher": rng_state_of(self.teacher),
            "steps": self.steps,
            "optimizer": self.optimizer.state(),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Resume from a saved `state`."""
        self.teacher_log.actions = [actions.numpy() for actions in state["words"]]
        set_rng_state_of(self.teacher, state["teacher"])
        self.steps = state["steps"]
        self.optimizer.restore(state["optimizer"])


def _loss(
    actor_critic: nn.Module, demonstrations: Demonstrations, rows: np.ndarray, scales: np.ndarray
) -> tuple[torch.Tensor, float]:
    """Return the loss on some demonstrations and the share of actions that are right."""
    observations = torch.from_numpy(to_floats(demonstrations.observations, scales, rows))
    masks = torch.from_numpy(demonstrations.masks[rows]).float()
    logits, values, *_ = actor_critic(observations, masks)
    actions = torch.from_numpy(demonstrations.actions[rows])
    outcomes = torch.from_numpy(demonstrations.outcomes[rows])
    known = ~outcomes.isnan()
    value_loss = torch.zeros(())
    if known.any():
        value_loss = functional.mse_loss(values[known, 0], outcomes[known])
    accuracy = float((logits.argmax(dim=1) == actions).float().mean())
    return functional.cross_entropy(logits, actions) + 0.5 * value_loss, accuracy
