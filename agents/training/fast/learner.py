"""The fast learner: gathers from an arena, learns in one pass, plays as the average of itself."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import save

from spacecombat_agents.files import whole
from spacecombat_agents.players.base import Agent, ask
from spacecombat_agents.players.net_agent import FORM, WEIGHTS
from spacecombat_agents.players.nets import OUTCOMES, Net, build_net, only_legal
from spacecombat_agents.players.policy import draw
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.players.starting import start_from
from spacecombat_agents.training.average import Average
from spacecombat_agents.training.calibration import CALIBRATION, Calibration
from spacecombat_agents.training.config import TrainConfig, config_to_dict, setting_of
from spacecombat_agents.training.fast.chains import NOT_ASKED, Chains, Rates
from spacecombat_agents.training.fast.inputs import Floats
from spacecombat_agents.training.fast.loss import (
    Batch,
    Numbers,
    Pulls,
    chosen,
    loss_of,
    pulls_at,
    rate_at,
)
from spacecombat_agents.training.fast.orders import Orders
from spacecombat_agents.training.games import Arena
from spacecombat_agents.training.learner import Watch
from spacecombat_agents.training.networks import fast_products
from spacecombat_agents.training.saving import luck_of, set_luck_of
from spacecombat_env.core.ruleset import Scenario
from spacecombat_env.core.seeds import derived_seed


class FastLearner:
    """Learns from an arena: see the modules beside it for the network, the rollout and the loss."""

    def __init__(self, config: TrainConfig, scenario: Scenario) -> None:
        torch.manual_seed(config.seed)
        self._luck = np.random.default_rng([config.seed, 13])
        self.config = config
        self._fast = config.fast
        self._scenario = scenario
        self._device = torch.device(config.device)
        outcomes = OUTCOMES if config.fast.outcomes else 1
        net = build_net(config.network, scenario.observation, scenario.actions, outcomes)
        if config.start is not None:
            start_from(net, config.start, setting_of(config))
        self.net = net.to(self._device)
        self._average = Average(self.net, config.fast.average)
        self._optimizer = torch.optim.Adam(
            self.net.parameters(), config.fast.learning_rate, eps=1e-5, fused=True
        )
        self._floats = Floats(scenario.observation.scales)
        self._live = np.zeros(scenario.observation.size, bool)
        self._inputs = self.net.inputs(self._live)
        self._decisions = 0
        self.updates = 0
        """Gradient steps."""
        self.numbers: dict[str, float] = {}
        self.calibration = Calibration()
        self._teacher = _teacher_of(config)
        self._gathering, self._goal = False, 0

    # -- what every learner has -------------------------------------------------------------------

    @property
    def decisions(self) -> int:
        """Decisions it has made."""
        return self._decisions

    @property
    def head(self) -> Net:
        """The network that is taught."""
        return self.net

    @property
    def player(self) -> Net:
        """The network that plays: the average of the one that is taught."""
        return self._average.net

    def enter(self, arena: Arena, share_used: Callable[[], float]) -> None:
        """Connect the learner to its games and its budget."""
        self.arena, self._share_used = arena, share_used
        games = arena.env.num_envs
        sizes = (
            self._scenario.observation.size,
            self._scenario.actions.size,
            self.net.value.out_features,
        )
        self._chains = Chains(self.config.rollout.decisions + 3 * games, games, sizes)
        self._orders = Orders(arena.env) if self._fast.by_order else None

    def settle(self) -> None:
        """Let the one who plays be the one who was taught, after a head start."""
        self._average.settle()

    def learn(self, watch: Watch) -> None:
        """Gather and learn in turn until the watch says stop; a rollout may be cut and gone on."""
        while True:
            watch.before_rollout()
            if not self._gather(watch):
                return
            watch.after_rollout()
            self._gathering = False
            self._update()
            watch.after_update()

    def state(self) -> dict[str, Any]:
        """Return what `restore` takes."""
        return {
            "net": self.net.state_dict(),
            "player": self.player.state_dict(),
            "optimizer": self._optimizer.state_dict(),
            "chains": self._chains.state(),
            "live": self._live,
            "counts": [self.decisions, self.updates, self._goal],
            "gathering": self._gathering,
            "orders": None if self._orders is None else self._orders.state(),
            "calibration": self.calibration.state(),
            "teacher": None if self._teacher is None else luck_of(self._teacher),
            "luck": luck_of(self),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Go on with a `state`, read back; after `enter`."""
        self.net.load_state_dict(state["net"])
        self.player.load_state_dict(state["player"])
        self._optimizer.load_state_dict(state["optimizer"])
        self._chains.restore(state["chains"])
        self._live = state["live"].numpy()
        self._inputs = self.net.inputs(self._live)
        self._decisions, self.updates, self._goal = state["counts"]
        self._gathering = state["gathering"]
        if self._orders is not None and state.get("orders") is not None:
            self._orders.restore(state["orders"])
        self.calibration.restore(state["calibration"])
        if self._teacher is not None:
            set_luck_of(self._teacher, state["teacher"])
        set_luck_of(self, state["luck"])

    def write(self, folder: Path) -> None:
        """Write the one who plays as `policy.safetensors`, its form in `net.json` beside it."""
        with whole(folder / WEIGHTS) as file:
            file.write(save(dict(self.player.state_dict())))
        form = {
            "network": config_to_dict(self.config)["network"],
            "outcomes": self.net.value.out_features,
            "observation": self._scenario.observation.digest(),
            "actions": self._scenario.actions.digest(),
        }
        with whole(folder / FORM) as file:
            file.write(json.dumps(form, indent=1).encode())
        with whole(folder / CALIBRATION) as file:
            file.write(json.dumps(self.calibration.as_json(), indent=1).encode())

    # -- gathering --------------------------------------------------------------------------------

    def _gather(self, watch: Watch) -> bool:
        """Play until a rollout is full; False to stop before."""
        if not self._gathering:
            self._chains.carry_over()
            self._gathering = True
            self._goal = self.decisions + self.config.rollout.decisions
        while self.decisions < self._goal:
            rows = self.arena.turn()
            within = None if self._orders is None else self._orders.within()
            words = self._decide(rows, within) if rows.size else rows
            ended = self.arena.step(rows, words)
            self._chains.end(ended)
            if self._orders is not None:
                self._orders.end(ended)
            self._decisions += len(rows)
            if not watch.on_step():
                return False
        return True

    def _decide(self, rows: np.ndarray, within: np.ndarray | None) -> np.ndarray:
        """Draw the learner's words in some games and store the decisions.

        `within`, bool by game, tells which go on with an order; None where lambda is by word.
        """
        out = self.arena.env.out
        seen = out.observation[rows]
        self._wake(seen)
        legal = torch.from_numpy(out.mask[rows]).to(self._device) > 0
        with torch.inference_mode(), fast_products():
            logits, outcome = self.net.answers(self._x(seen), self._inputs)
            logits = only_legal(logits, legal)
            words = draw(torch.softmax(logits, dim=1))
            held = torch.log_softmax(logits, dim=1)
            chances = held.gather(1, words[:, None])[:, 0].cpu().numpy()
            if outcome.shape[1] == OUTCOMES:
                outcome = torch.softmax(outcome, dim=1)
            expected = outcome.cpu().numpy()
        spoken = words.cpu().numpy()
        taught = np.full(len(rows), NOT_ASKED)
        if self._teacher is not None and pulls_at(self.config, self._share_used()).teacher:
            taught = ask(self._teacher, self.arena.env, rows)
        guesses = expected[:, 0] - expected[:, -1] if expected.shape[1] > 1 else expected[:, 0]
        chains = self.arena.chains(rows)
        self._chains.append(
            chains,
            seen,
            held.cpu().half(),
            spoken,
            chances,
            (expected, guesses),
            np.zeros(len(rows), bool) if within is None else within[rows],
            taught,
        )
        return spoken

    def _wake(self, seen: np.ndarray) -> None:
        """Take note of inputs that are other than 0 for the first time."""
        new = seen.any(axis=0) & ~self._live
        if new.any():
            self._live |= new
            self._inputs = self.net.inputs(self._live)

    def _x(self, seen: np.ndarray, rows: np.ndarray | None = None) -> torch.Tensor:
        """Return the live entries of compact observations as the network takes them."""
        floats = self._floats.take(seen, self._inputs.columns, rows)
        return torch.from_numpy(floats).to(self._device)

    # -- learning ---------------------------------------------------------------------------------

    def _update(self) -> None:
        """Learn from the rollout."""
        fast, chains = self._fast, self._chains
        chains.finish(Rates(fast.gamma, fast.advantage_lambda, fast.value_lambda))
        self.calibration.add(chains.guesses, chains.results, chains.usable)
        share = min(max(self._share_used(), 0.0), 1.0)
        pulls, rate = pulls_at(self.config, share), rate_at(fast, share)
        for group in self._optimizer.param_groups:
            group["lr"] = rate
        told = []
        with fast_products():
            for _ in range(fast.passes):
                rows, weights = chosen(chains.usable, chains.advantages, fast, self._luck)
                order = self._luck.permutation(len(rows))
                batches = max(1, round(len(rows) / fast.batch))
                for part in np.array_split(order, batches):
                    told.append(self._step(self._batch(rows[part], weights[part]), pulls))
        self._tell(torch.stack(told).mean(dim=0).tolist(), len(rows), pulls, rate)

    def _batch(self, rows: np.ndarray, weights: np.ndarray) -> Batch:
        """Gather some decisions."""
        at, chains = torch.from_numpy(rows), self._chains

        def pick(array: np.ndarray) -> torch.Tensor:
            return torch.from_numpy(array).index_select(0, at).to(self._device)

        return Batch(
            self._x(chains.seen, rows),
            pick(chains.words),
            pick(chains.chances),
            chains.held.index_select(0, at).to(self._device),
            pick(chains.advantages),
            pick(chains.targets),
            torch.from_numpy(weights).to(self._device),
            pick(chains.taught),
        )

    def _step(self, batch: Batch, pulls: Pulls) -> torch.Tensor:
        """Take a gradient step, and let the average follow."""
        self._optimizer.zero_grad(set_to_none=True)
        loss, told = loss_of(*self.net.answers(batch.x, self._inputs), batch, self._fast, pulls)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), self._fast.max_grad_norm)
        self._optimizer.step()
        self.updates += 1
        self._average.follow(self.updates)
        return told

    def _tell(self, told: list[float], learned: int, pulls: Pulls, rate: float) -> None:
        """Keep what the update was like."""
        usable = self._chains.usable
        missed = self._chains.advantages[usable]
        wanted = missed + self._chains.guesses[usable]
        spread = float(np.var(wanted))
        self.numbers = {
            **Numbers(*told)._asdict(),
            "kept": learned / max(len(usable), 1),
            "explained_variance": 1.0 - float(np.var(missed)) / spread if spread else 0.0,
            "tau": pulls.tau,
            "kickstart": pulls.teacher,
            "learning_rate": rate,
            "live_inputs": float(len(self._inputs.columns)),
        }


def _teacher_of(config: TrainConfig) -> Agent | None:
    """Return who advises the learner in its games, or None."""
    if config.kickstart.agent is None:
        return None
    teacher = make_agent(config.kickstart.agent, setting_of(config))
    teacher.reset(derived_seed(config.seed, "teacher"))
    return teacher
