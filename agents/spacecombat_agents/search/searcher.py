"""A player that searches over whole orders with a net and determinized worlds.

At the first action of an order it samples candidates, evaluates them (policy_improvement.py), and
plays the first action of the chosen one; the others follow when they are due (planned_actions.py).
In the middle of an order without a plan it searches over the ways to end it.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import numpy as np

from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Needs, next_random_bits, random_bits_at
from spacecombat_agents.players.stochastic_agent import StochasticAgent
from spacecombat_agents.search.determinization import (
    HIDDEN_INT64,
    determinization_seeds,
    determinize,
    engine_constant,
    view_hashes,
)
from spacecombat_agents.search.game_batch import DEFAULT_WIDTH
from spacecombat_agents.search.net_player import Net, NetPlayer
from spacecombat_agents.search.order_sampler import OrderSampler, SampledOrder, most_likely
from spacecombat_agents.search.planned_actions import PlanKey, PlannedActions
from spacecombat_agents.search.playouts import Playouts
from spacecombat_agents.search.policy_improvement import (
    SAMPLING_STREAMS,
    CandidateSet,
    PolicyImprover,
)
from spacecombat_agents.search.search_settings import SearchSettings
from spacecombat_agents.search.source_digest import search_digest
from spacecombat_env.core.ruleset import Games

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Searcher"]

MAX_POSITIONS = 64
"""Positions searched in parallel: their worlds take a gigabyte with the largest settings."""


class Searcher(StochasticAgent):
    """One step of policy improvement over a net, order by order."""

    def __init__(
        self,
        setting: GameSetting,
        net: Net,
        settings: SearchSettings | None = None,
        name: str = "search",
        width: int = DEFAULT_WIDTH,
    ) -> None:
        super().__init__(name, Needs.RECORDS)
        self.setting, self.net, self.width = setting, net, width
        self.settings = settings or SearchSettings()
        self._planned = PlannedActions()
        self._tools: _SearchTools | None = None

    @property
    def digest(self) -> str:
        """Return the SHA-256 of the sources of the search and of the net."""
        return search_digest(self.net)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return a copy with its own generator and plans; constant parts are shared."""
        new = self.copy_with_own_rng(memo)
        new._planned = copy.deepcopy(self._planned, memo)
        new._tools = None
        return new

    def reset(self, seed: int) -> None:
        """Reseed the generator and forget all plans."""
        super().reset(seed)
        self._planned.clear()

    def act(
        self,
        observations: np.ndarray | None,
        masks: np.ndarray,
        visible: Games | None = None,
        seats: np.ndarray | None = None,
        random_bits: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return an action for each row, by its random bits (uint64) if given."""
        if visible is None or seats is None:
            raise ValueError("a search reads the redacted records: pass `visible` and `seats`")
        self._tools = self._tools or _SearchTools(self)
        has_lots = random_bits is not None
        random_bits = self.random_bits(len(masks), random_bits)
        stream_names = random_bits.tolist() if has_lots else [0] * len(masks)
        actions = np.full(len(masks), -1, np.int64)
        for row, mark in enumerate(view_hashes(visible, self._tools.hidden, np.arange(len(masks)))):
            action = self._planned.take((mark, stream_names[row]))
            if action is not None and masks[row, action]:
                actions[row] = action
        rows = np.flatnonzero(actions < 0)
        for start in range(0, len(rows), MAX_POSITIONS):
            part = rows[start : start + MAX_POSITIONS]
            actions[part] = self._plan_orders(
                self._tools, part, visible, seats[part], random_bits[part], has_lots
            )
        return actions

    def _plan_orders(
        self,
        tools: _SearchTools,
        rows: np.ndarray,
        visible: Games,
        seats: np.ndarray,
        random_bits: np.ndarray,
        has_lots: bool,
    ) -> np.ndarray:
        """Search at some rows, store the plans, and return the first actions."""
        orders, hashes = tools.orders(visible, rows, seats, random_bits)
        for order, after, bits in zip(orders, hashes, random_bits, strict=True):
            due = bits
            for action, mark in zip(order.actions[1:], after, strict=True):
                due = next_random_bits(np.array([due]))[0]
                key: PlanKey = mark, int(due) if has_lots else 0
                self._planned.add(key, action)
        return np.array([order.actions[0] for order in orders], np.int64)


class _SearchTools:
    """The parts of a search, created at first use."""

    def __init__(self, agent: Searcher) -> None:
        self.settings = agent.settings
        self.player = NetPlayer(agent.net)
        self.playouts = Playouts(agent.setting, (self.player, self.player), agent.width)
        self.batch = self.playouts.batch
        self.order_sampler = OrderSampler(self.batch, self.player)
        self.policy_improver = PolicyImprover(self.playouts, self.player, self.settings)
        self.hidden = int(engine_constant(self.batch.kernels, HIDDEN_INT64, 0))

    def orders(
        self, visible: Games, rows: np.ndarray, seats: np.ndarray, random_bits: np.ndarray
    ) -> tuple[list[SampledOrder], list[list[bytes]]]:
        """Return the order for each of some rows, and the hashes of the views within it."""
        draws, places = self.settings.draws, np.arange(len(rows))
        seeds = determinization_seeds(random_bits, SAMPLING_STREAMS)
        worlds = determinize(self.batch.kernels, self.batch.table, visible, rows, seats, seeds)
        streams = random_bits_at(
            np.repeat(random_bits, draws),
            np.tile(np.arange(draws) + SAMPLING_STREAMS + 1, len(rows)),
        )
        drawn = self.order_sampler.sample(worlds, np.repeat(places, draws), streams)
        parts = [drawn[n * draws : (n + 1) * draws] for n in places.tolist()]
        candidate_sets = [
            CandidateSet(most_likely(part, self.settings.candidates)) for part in parts
        ]
        chosen = self.policy_improver.choose(candidate_sets, visible, rows, seats, random_bits)
        return chosen, self.order_sampler.view_hashes(worlds, places, chosen, self.hidden)
