"""The fast learner: gathers from an arena, learns in one pass, plays as the average of itself."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import save

from spacecombat_agents.files import whole
from spacecombat_agents.players.base import Agent
from spacecombat_agents.players.net_agent import FORM, WEIGHTS
from spacecombat_agents.players.nets import OUTCOMES, Blocks, Net, build_net
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.players.starting import start_from
from spacecombat_agents.training.average import Average
from spacecombat_agents.training.calibration import CALIBRATION, Calibration
from spacecombat_agents.training.config import TrainConfig, config_to_dict, setting_of
from spacecombat_agents.training.fast.chains import NOT_ASKED, Chains, Rates
from spacecombat_agents.training.fast.inputs import DeviceFloats, Floats, Reader, copy_seen
from spacecombat_agents.training.fast.loss import (
    Drawn,
    Numbers,
    Pulls,
    batch_of,
    chosen,
    loss_of,
    pulls_at,
    rate_at,
)
from spacecombat_agents.training.fast.orders import Orders
from spacecombat_agents.training.fast.packed import SlotFloats
from spacecombat_agents.training.fast.shaping import Potential
from spacecombat_agents.training.fast.slopes import slopes_of
from spacecombat_agents.training.fast.speech import Asked, say
from spacecombat_agents.training.fast.steps import Slopes, Steps
from spacecombat_agents.training.games import Arena
from spacecombat_agents.training.lanes import Lanes, Question, questions
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
        fresh = config.start is None and config.imitation.agent is None
        self._steps = Steps(self.net, config.fast, fresh)
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
        capacity = self.config.rollout.decisions + 3 * games
        self._chains = Chains(capacity, games, sizes, self._device)
        self._lanes = arena.lanes
        scales = self._scenario.observation.scales
        self._workers = self._lanes if self._device.type == "cpu" else Lanes()
        if self._device.type != "cpu":
            self._reader: Reader = DeviceFloats(self.net, scales, capacity, self._device)
        elif isinstance(self.net, Blocks):
            self._reader = SlotFloats(self.net, scales, self._chains.seen, self._lanes.count)
        else:
            self._reader = Floats(self.net, scales, capacity, self._lanes.count)
        self._orders = Orders(arena.env) if self._fast.by_order else None
        self._potential = Potential(arena.env, self.config.shaping)

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
            "steps": self._steps.state(),
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
        self._average.restore(state["player"])
        self._steps.restore(state["steps"])
        self._chains.restore(state["chains"])
        self._live = state["live"].numpy()
        self._look_at_the_living()
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
            self._look_at_the_living()
            self._gathering = True
            self._goal = self.decisions + self.config.rollout.decisions
        while self.decisions < self._goal:
            rows = self.arena.turn()
            within = None if self._orders is None else self._orders.within()
            words = rows
            if rows.size:
                with fast_products():
                    words = self._decide(rows, within)
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
        chains = self._chains
        at = chains.join(self.arena.chains(rows))
        chains.within[at] = False if within is None else within[rows]
        chains.taught[at] = NOT_ASKED
        chains.standing[at] = self._potential.of(rows, self._share_used())
        self._look(rows, at)
        lots = torch.rand((len(rows), 1))
        jobs: list[Callable[[], Any]] = [
            partial(self._say, lane, _moved(share, at.start), rows[share], lots[share])
            for lane, share in enumerate(self._workers.shares(len(rows)))
        ]
        advice = self._advice(rows)
        answers = self._lanes.do([*(question for _, question in advice), *jobs])
        for (share, _), said in zip(advice, answers, strict=False):
            chains.taught[_moved(share, at.start)] = said
        return chains.words[at]

    def _say(self, lane: int, at: slice, rows: np.ndarray, lots: torch.Tensor) -> None:
        """Draw words in some games, one a lot, for what was seen there; store them."""
        asked = Asked(self.arena.env.out.mask, rows, lots)
        with torch.inference_mode():
            answers = self._reader.spoken(lane, np.arange(at.start, at.stop))
            say(*answers, asked, self._chains, at)

    def _advice(self, rows: np.ndarray) -> list[tuple[slice, Question]]:
        """Return what asks the teacher about some games; nothing where he is silent by now."""
        teacher = self._teacher
        if teacher is None or not pulls_at(self.config, self._share_used()).teacher:
            return []
        return questions(teacher, self.arena.env, rows, self._lanes, self._luck)

    def _look(self, rows: np.ndarray, at: slice) -> None:
        """Store what is seen in some games; take note of what is other than 0 for the first time.

        Inputs that wake so are given to the network from now on.
        """
        shares = self._lanes.shares(len(rows))
        found = np.zeros((len(shares), len(self._live)), bool)
        observations, seen = self.arena.env.out.observation, self._chains.seen[at]

        def look(share: slice, marks: np.ndarray) -> None:
            copy_seen(observations, rows[share], self._live, seen[share], marks)
            if not marks.any():
                self._reader.note(seen[share], _moved(share, at.start))

        self._lanes.do([partial(look, *each) for each in zip(shares, found, strict=True)])
        if found.any():
            self._live |= found.any(axis=0)
            self._look_at_the_living()

    def _look_at_the_living(self) -> None:
        """Give the network the inputs that live, in all that is stored."""
        self._inputs = self.net.inputs(self._live)
        self._reader.live_on(self._inputs, self._chains.seen[: self._chains.count])

    # -- learning ---------------------------------------------------------------------------------

    def _update(self) -> None:
        """Learn from the rollout; from one without a decision whose successor is known nothing."""
        fast, chains = self._fast, self._chains
        chains.finish(Rates(fast.gamma, fast.advantage_lambda, fast.value_lambda))
        self.calibration.add(chains.guesses, chains.results, chains.usable)
        if len(chains.usable) == 0:
            return
        share = min(max(self._share_used(), 0.0), 1.0)
        pulls, rate = pulls_at(self.config, share), rate_at(fast, share)
        self._steps.look(chains.seen[: chains.count], self._scenario.observation.scales)
        told = []
        with fast_products():
            for _ in range(fast.passes):
                rows, weights = chosen(chains.usable, chains.advantages, fast, self._luck)
                order = self._luck.permutation(len(rows))
                batches = max(1, round(len(rows) / fast.batch))
                for part in np.array_split(order, batches):
                    drawn = Drawn(rows[part], weights[part], chains.advantages[rows[part]])
                    told.append(
                        self._step(drawn.normalised() if fast.normalise else drawn, pulls, rate)
                    )
        self._average.hand_over()
        self._tell(torch.stack(told).mean(dim=0).tolist(), len(rows), pulls, rate)

    def _step(self, drawn: Drawn, pulls: Pulls, rate: float) -> torch.Tensor:
        """Take a gradient step of a size, and let the average follow; return `Numbers`."""
        parts = [drawn.part(share) for share in self._workers.shares(len(drawn.rows))]
        jobs = [partial(self._slope, lane, part, pulls) for lane, part in enumerate(parts)]
        slopes, told = zip(*self._workers.do(jobs), strict=True)
        weights = [len(part.rows) / len(drawn.rows) for part in parts]
        found = zip(*slopes, strict=True)
        means = [None if each[0] is None else _mean(each, weights) for each in found]
        self._steps.take(means, rate)
        self.updates += 1
        self._average.follow(self.updates)
        return _mean(told, weights)

    def _slope(self, lane: int, drawn: Drawn, pulls: Pulls) -> tuple[Slopes, torch.Tensor]:
        """Return the gradient of the loss on some decisions, and `Numbers` of it."""
        layers = list(self.net.parameters())
        answers = self._reader.answers(lane, drawn.rows)
        if self._device.type == "cpu":
            *slopes, told = slopes_of(*answers, drawn, self._chains, self._fast, pulls)
            return torch.autograd.grad(answers, layers, slopes, allow_unused=True), told
        batch = batch_of(self._chains, drawn, self._device)
        loss, told = loss_of(*answers, batch, self._fast, pulls)
        return torch.autograd.grad(loss, layers, allow_unused=True), told

    def _tell(self, told: list[float], learned: int, pulls: Pulls, rate: float) -> None:
        """Keep what the update was like."""
        usable = self._chains.usable
        missed = self._chains.advantages[usable]
        wanted = missed + self._chains.leaning[usable]
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


def _moved(share: slice, by: int) -> slice:
    """Return a share of rows where the first of them is number `by`."""
    return slice(share.start + by, share.stop + by)


def _mean(parts: Sequence[torch.Tensor], weights: Sequence[float]) -> torch.Tensor:
    """Return the weighted mean of tensors of one shape."""
    if len(parts) == 1:
        return parts[0]
    mean = weights[0] * parts[0]
    for part, weight in zip(parts[1:], weights[1:], strict=True):
        mean.add_(part, alpha=weight)
    return mean


def _teacher_of(config: TrainConfig) -> Agent | None:
    """Return who advises the learner in its games, or None."""
    if config.kickstart.agent is None:
        return None
    teacher = make_agent(config.kickstart.agent, setting_of(config))
    teacher.reset(derived_seed(config.seed, "teacher"))
    return teacher
