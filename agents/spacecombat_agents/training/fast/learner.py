"""The fast learner: collects rollouts by self-play, updates, and plays as an average of itself."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch

from spacecombat_agents.atomic_files import atomic_write
from spacecombat_agents.players.base import Agent
from spacecombat_agents.players.net_agent import NET_FORM, WEIGHTS_FILE, net_form, save_weights
from spacecombat_agents.players.nets.architectures import OUTCOME_CLASSES, Net, build_net
from spacecombat_agents.players.nets.transfer import Transfer
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.players.warm_start import warm_start
from spacecombat_agents.training.config import TrainConfig, config_to_dict, setting_of
from spacecombat_agents.training.distributed import ALONE, Ranks
from spacecombat_agents.training.ema import ExponentialMovingAverage
from spacecombat_agents.training.fast.action_sampling import SamplingRequest, sample_actions
from spacecombat_agents.training.fast.evaluators import make_evaluator
from spacecombat_agents.training.fast.gradients import loss_gradients
from spacecombat_agents.training.fast.loss import (
    LossCoefficients,
    Minibatch,
    UpdateMetrics,
    coefficients_at,
    compute_loss,
    gather_batch,
    learning_rate_at,
    select_decisions,
    weighted_mean,
)
from spacecombat_agents.training.fast.magnet import Magnet
from spacecombat_agents.training.fast.optimizer import Gradients, Optimizer
from spacecombat_agents.training.fast.order_tracker import OrderTracker
from spacecombat_agents.training.fast.reward_shaping import Potential
from spacecombat_agents.training.fast.rollout_buffer import (
    NO_ADVICE,
    ReturnParameters,
    RolloutBuffer,
)
from spacecombat_agents.training.fast.rollout_evaluator import copy_observations
from spacecombat_agents.training.learner import TrainingCallback
from spacecombat_agents.training.metrics.calibration import CALIBRATION, Calibration
from spacecombat_agents.training.rollout.selfplay_env import SelfPlayEnv
from spacecombat_agents.training.rollout.worker_pool import Query, WorkerPool, split_queries
from spacecombat_agents.training.run_state import rng_state_of, set_rng_state_of
from spacecombat_agents.training.torch_tools import check_finite, fast_matmul
from spacecombat_env.core.model.seeds import derived_seed
from spacecombat_env.core.ruleset import Scenario

SETUP_TURN = 0


class FastLearner:
    """Learns by self-play; see the modules of this package for network, rollout and loss."""

    def __init__(self, config: TrainConfig, scenario: Scenario, ranks: Ranks = ALONE) -> None:
        torch.manual_seed(config.seed)
        self._rng = np.random.default_rng([config.seed, 13])
        self.config = config
        self._fast = config.fast
        self._scenario = scenario
        self._device = torch.device(config.device)
        outcomes = OUTCOME_CLASSES if config.fast.outcomes else 1
        net = build_net(config.network, scenario.observation, scenario.actions, outcomes)
        self.transfer: Transfer | None = None
        """Inputs and actions taken by name from the weights of another scenario."""
        if config.start is not None:
            self.transfer = warm_start(net, config.network, config.start, setting_of(config))
        self.net = net.to(self._device)
        self._ranks = ranks
        ranks.copy_weights(self.net)
        self._ema = ExponentialMovingAverage(self.net, config.fast.average)
        self._magnet = Magnet(self.player, config.fast, self._device)
        fresh = config.start is None and config.imitation.agent is None
        self._optimizer = Optimizer(self.net, config.fast, fresh)
        self._is_live = np.zeros(scenario.observation.size, bool)
        self._inputs = self.net.inputs(self._is_live)
        self._decisions = 0
        self.updates = 0
        """Gradient steps."""
        self.metrics: dict[str, float] = {}
        self.calibration = Calibration()
        self._teacher = _make_teacher(config)
        self._is_collecting, self._rollout_end = False, 0

    # -- what every learner has -------------------------------------------------------------------

    @property
    def decisions(self) -> int:
        """Number of decisions made so far."""
        return self._decisions

    @property
    def actor_critic(self) -> Net:
        """The network in training."""
        return self.net

    @property
    def player(self) -> Net:
        """The network that plays: the average of the one in training."""
        return self._ema.net

    def attach(self, self_play: SelfPlayEnv, budget_used: Callable[[], float]) -> None:
        """Connect the learner to its games and its budget."""
        self.self_play, self._share_used = self_play, budget_used
        games = self_play.env.num_envs
        sizes = (
            self._scenario.observation.size,
            self._scenario.actions.size,
            self.net.value.out_features,
        )
        capacity = self.config.rollout.decisions + 3 * games
        self._buffer = RolloutBuffer(capacity, games, sizes, self._device)
        self._workers = self_play.workers
        scales = self._scenario.observation.scales
        self._gradient_workers = self._workers if self._device.type == "cpu" else WorkerPool()
        held = scales, self._buffer.observations, self._workers.count, self._device
        self._evaluator = make_evaluator(self.net, *held)
        self._magnet.attach(lambda net: make_evaluator(net, *held))
        self._orders = OrderTracker(self_play.env) if self._fast.by_order else None
        self._potential = Potential(self_play.env, self.config.shaping)

    def sync_player(self) -> None:
        """Copy the trained network to the playing one, after behaviour cloning."""
        self._ema.sync_player()
        self._magnet.copy(self.player)

    def learn(self, callback: TrainingCallback) -> None:
        """Collect and update in turn until the callback stops it.

        A rollout may be interrupted and resumed.
        """
        while True:
            callback.before_rollout()
            if not self._collect(callback):
                return
            callback.after_rollout()
            self._is_collecting = False
            self._update()
            callback.after_update()

    def state(self) -> dict[str, Any]:
        """Return what `restore` takes."""
        return {
            "net": self.net.state_dict(),
            "player": self.player.state_dict(),
            "magnet": self._magnet.state(),
            "steps": self._optimizer.state(),
            "chains": self._buffer.state(),
            "live": self._is_live,
            "counts": [self.decisions, self.updates, self._rollout_end],
            "gathering": self._is_collecting,
            "orders": None if self._orders is None else self._orders.state(),
            "calibration": self.calibration.state(),
            "teacher": None if self._teacher is None else rng_state_of(self._teacher),
            "luck": rng_state_of(self),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Resume from a saved `state`; call `attach` first."""
        self.net.load_state_dict(state["net"])
        self._ema.restore(state["player"])
        self._magnet.restore(state["magnet"])
        self._optimizer.restore(state["steps"])
        self._buffer.restore(state["chains"])
        self._is_live = state["live"].numpy()
        self._update_live_inputs()
        self._decisions, self.updates, self._rollout_end = state["counts"]
        self._is_collecting = state["gathering"]
        if self._orders is not None and state.get("orders") is not None:
            self._orders.restore(state["orders"])
        self.calibration.restore(state["calibration"])
        if self._teacher is not None:
            set_rng_state_of(self._teacher, state["teacher"])
        set_rng_state_of(self, state["luck"])

    def write(self, folder: Path) -> None:
        """Write the playing network as `policy.safetensors` and its architecture as `net.json`."""
        with atomic_write(folder / WEIGHTS_FILE) as file:
            file.write(save_weights(self.player.state_dict()))
        network = config_to_dict(self.config)["network"]
        form = net_form(network, self.net.value.out_features, self._scenario)
        with atomic_write(folder / NET_FORM) as file:
            file.write(json.dumps(form, indent=1).encode())
        with atomic_write(folder / CALIBRATION) as file:
            file.write(json.dumps(self.calibration.as_json(), indent=1).encode())

    # -- gathering --------------------------------------------------------------------------------

    def _collect(self, callback: TrainingCallback) -> bool:
        """Play until a rollout is full; return False if the callback stops it."""
        if not self._is_collecting:
            self._buffer.carry_over()
            self._update_live_inputs()
            self._is_collecting = True
            self._rollout_end = self.decisions + self.config.rollout.decisions
        while self.decisions < self._rollout_end:
            rows = self.self_play.learner_rows()
            continues_order = None if self._orders is None else self._orders.continues_order()
            actions = rows
            if rows.size:
                with fast_matmul():
                    actions = self._select_actions(rows, continues_order)
            ended = self.self_play.step(rows, actions)
            self._buffer.end_trajectories(ended)
            if self._orders is not None:
                self._orders.end_trajectories(ended)
            self._decisions += len(rows)
            if not callback.on_step():
                return False
        return True

    def _select_actions(self, rows: np.ndarray, continues_order: np.ndarray | None) -> np.ndarray:
        """Sample the learner's actions in some games and store the decisions.

        `continues_order`, bool by game, marks actions that continue an order; None if lambda
        applies per action.
        """
        buffer = self._buffer
        at = buffer.add_decisions(self.self_play.trajectory_ids(rows))
        buffer.continues_order[at] = False if continues_order is None else continues_order[rows]
        buffer.in_setup[at] = self.self_play.env.games.states["turn"][rows] == SETUP_TURN
        buffer.teacher_actions[at] = NO_ADVICE
        buffer.potentials[at] = self._potential.of(rows, self._share_used())
        self._store_observations(rows, at)
        uniforms = torch.rand((len(rows), 1))
        jobs: list[Callable[[], Any]] = [
            partial(self._sample, worker, _shifted(share, at.start), rows[share], uniforms[share])
            for worker, share in enumerate(self._gradient_workers.shares(len(rows)))
        ]
        teacher_queries = self._query_teacher(rows)
        outputs = self._workers.run([*(query for _, query in teacher_queries), *jobs])
        for (share, _), answer in zip(teacher_queries, outputs, strict=False):
            buffer.teacher_actions[_shifted(share, at.start)] = answer
        return buffer.actions[at]

    def _sample(self, worker: int, at: slice, rows: np.ndarray, uniforms: torch.Tensor) -> None:
        """Sample an action for each uniform number from the game's observation; store them."""
        request = SamplingRequest(self.self_play.env.out.mask, rows, uniforms)
        with torch.inference_mode():
            outputs = self._evaluator.infer(worker, np.arange(at.start, at.stop))
            sample_actions(*outputs, request, self._buffer, at)

    def _query_teacher(self, rows: np.ndarray) -> list[tuple[slice, Query]]:
        """Return the queries to the teacher about some games; none once its weight is 0."""
        teacher = self._teacher
        if teacher is None or not coefficients_at(self.config, self._share_used()).teacher_coef:
            return []
        return split_queries(teacher, self.self_play.env, rows, self._workers, self._rng)

    def _store_observations(self, rows: np.ndarray, at: slice) -> None:
        """Store the observations of some games; note entries that are nonzero for the first time.

        The network receives these inputs from now on.
        """
        shares = self._workers.shares(len(rows))
        results = np.zeros((len(shares), len(self._is_live)), bool)
        observations, stored = self.self_play.env.out.observation, self._buffer.observations[at]

        def store(share: slice, marks: np.ndarray) -> None:
            copy_observations(observations, rows[share], self._is_live, stored[share], marks)
            if not marks.any():
                self._evaluator.add_observations(stored[share], _shifted(share, at.start))

        self._workers.run([partial(store, *each) for each in zip(shares, results, strict=True)])
        if results.any():
            self._is_live |= results.any(axis=0)
            self._update_live_inputs()

    def _update_live_inputs(self) -> None:
        """Give the network the live inputs of everything stored."""
        self._inputs = self.net.inputs(self._is_live)
        self._evaluator.set_live_inputs(
            self._inputs, self._buffer.observations[: self._buffer.count]
        )

    # -- learning ---------------------------------------------------------------------------------

    def _update(self) -> None:
        """Learn from the rollout; do nothing if no decision has a known successor."""
        fast, buffer = self._fast, self._buffer
        buffer.compute_advantages(
            ReturnParameters(fast.gamma, fast.advantage_lambda, fast.value_lambda)
        )
        self.calibration.add(buffer.value_estimates, buffer.results, buffer.usable)
        if self._ranks.fewest(len(buffer.usable)) == 0:
            return
        if self._ranks.size > 1:
            self._is_live = self._ranks.most(self._is_live)
            self._update_live_inputs()
        share = min(max(self._share_used(), 0.0), 1.0)
        rates = coefficients_at(self.config, share), learning_rate_at(fast, share)
        observations = buffer.observations[: buffer.count]
        self._optimizer.observe_rollout(
            observations, self._scenario.observation.scales, self._ranks
        )
        metrics: list[torch.Tensor] = []
        self._magnet.refresh(self.player, self._ranks.of_first(self.decisions * self._ranks.size))
        with fast_matmul():
            self._magnet.write_log_probs(buffer, self._inputs, self._workers)
            for _ in range(fast.passes):
                rows, weights = select_decisions(buffer.usable, buffer.advantages, fast, self._rng)
                count = self._ranks.fewest(len(rows))
                order = self._rng.permutation(len(rows))[:count]
                for part in np.array_split(order, max(1, round(count / fast.batch))):
                    minibatch = Minibatch(rows[part], weights[part], buffer.advantages[rows[part]])
                    if fast.normalise:
                        minibatch = minibatch.normalised(self._ranks)
                    metrics.append(self._gradient_step(minibatch, *rates))
        check_finite("weights are", *self.net.parameters())
        self._ema.publish()
        self._record_metrics(torch.stack(metrics).mean(dim=0).tolist(), count, *rates)

    def _gradient_step(
        self, minibatch: Minibatch, coefficients: LossCoefficients, learning_rate: float
    ) -> torch.Tensor:
        """Take a gradient step and update the average; return `UpdateMetrics`."""
        parts = [
            minibatch.part(share) for share in self._gradient_workers.shares(len(minibatch.rows))
        ]
        jobs = [
            partial(self._gradient, worker, part, coefficients) for worker, part in enumerate(parts)
        ]
        gradients, metrics = zip(*self._gradient_workers.run(jobs), strict=True)
        weights = [len(part.rows) / len(minibatch.rows) for part in parts]
        results = zip(*gradients, strict=True)
        metrics_mean = weighted_mean(metrics, weights)
        check_finite("the loss is", metrics_mean[0])
        means = [None if each[0] is None else weighted_mean(each, weights) for each in results]
        means = self._ranks.mean_gradients(means, list(self.net.parameters()))
        self._optimizer.step(means, learning_rate)
        self.updates += 1
        self._ema.update(self.updates)
        return metrics_mean

    def _gradient(
        self, worker: int, minibatch: Minibatch, coefficients: LossCoefficients
    ) -> tuple[Gradients, torch.Tensor]:
        """Return the gradient of the loss on some decisions, and its `UpdateMetrics`."""
        layers = list(self.net.parameters())
        outputs = self._evaluator.evaluate(worker, minibatch.rows)
        if self._device.type == "cpu":
            *gradients, metrics = loss_gradients(
                *outputs, minibatch, self._buffer, self._fast, coefficients
            )
            return torch.autograd.grad(outputs, layers, gradients, allow_unused=True), metrics
        batch = gather_batch(self._buffer, minibatch, self._device)
        loss, metrics = compute_loss(*outputs, batch, self._fast, coefficients)
        return torch.autograd.grad(loss, layers, allow_unused=True), metrics

    def _record_metrics(
        self,
        metrics: list[float],
        learned: int,
        coefficients: LossCoefficients,
        learning_rate: float,
    ) -> None:
        """Record the metrics of the update."""
        usable = self._buffer.usable
        residuals = self._buffer.advantages[usable]
        returns = residuals + self._buffer.baselines[usable]
        variance = float(np.var(returns))
        self.metrics = {
            **UpdateMetrics(*metrics)._asdict(),
            "kept": learned / max(len(usable), 1),
            "explained_variance": 1.0 - float(np.var(residuals)) / variance if variance else 0.0,
            "tau": coefficients.entropy_coef,
            "kickstart": coefficients.teacher_coef,
            "learning_rate": learning_rate,
            "live_inputs": float(len(self._inputs.columns)),
        }


def _shifted(share: slice, by: int) -> slice:
    """Return a share of rows, shifted by the number of the first."""
    return slice(share.start + by, share.stop + by)


def _make_teacher(config: TrainConfig) -> Agent | None:
    """Return the teacher that advises the learner, or None."""
    if config.kickstart.agent is None:
        return None
    teacher = make_agent(config.kickstart.agent, setting_of(config))
    teacher.reset(derived_seed(config.seed, "teacher"))
    return teacher
