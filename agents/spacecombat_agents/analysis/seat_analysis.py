"""The whole analysis of a game for one seat, from what that seat knew only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from spacecombat_agents.analysis.analysis_settings import AnalysisSettings
from spacecombat_agents.analysis.candidates import (
    CandidateOrder,
    likely_orders,
    order_probs,
    player_orders,
)
from spacecombat_agents.analysis.luck_decomposition import (
    MeanEstimate,
    TurnBreakdown,
    decompose_turns,
    first_orders,
    total_breakdown,
    win_probs,
)
from spacecombat_agents.analysis.net_evaluator import NetEvaluator
from spacecombat_agents.analysis.order_costs import (
    OrderCost,
    measure_costs,
    playout_count,
    screen_orders,
)
from spacecombat_agents.analysis.rollouts import CandidateOrders, Rollouts
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Agent
from spacecombat_agents.players.bundles.runtimes import NetOutputs
from spacecombat_agents.search.game_batch import DEFAULT_WIDTH, GameBatch
from spacecombat_agents.search.playouts import Horizon, Playouts
from spacecombat_agents.search.trajectory import Trajectory, record_trajectory
from spacecombat_env.core.model.seeds import derived_seed
from spacecombat_env.replay import Replay
from spacecombat_env.replay.verifying import open_scenario_of

__all__ = ["Analyst", "SeatAnalysis", "setting_of"]

LIKELIEST_STREAM, REDRAWN_STREAM, ANALYSED_STREAM = "likeliest", "redrawn", "analyse asked"
"""Stream purposes: worlds of the net's orders, redrawn turns, and other advisers."""
RESOLVED_KEY = "resolved"
"""A key that loading adds to a scenario's content."""

Progress = Callable[[float], None]
"""Called with the share of the work that is done, from 0 to 1."""


@dataclass(frozen=True)
class SeatAnalysis:
    """The analysis for one seat."""

    trajectory: Trajectory
    net_outputs: NetOutputs
    """The net's outputs, action by action."""
    played_probs: np.ndarray
    """float64 (orders,): the net's probability of each order that was played."""
    candidates: list[list[CandidateOrder]]
    """The alternatives at each order, the net's choice first."""
    win_probs: list[float]
    """Win probability at each order, and after the last the result, if there is one."""
    turns: list[TurnBreakdown]
    game: TurnBreakdown | None
    """All turns together; None if there are none."""
    rough_costs: dict[int, MeanEstimate]
    """Costs of orders by the rounds before the last, by number."""
    costs: list[OrderCost]
    """Costs of the most costly orders by the last round, in descending order."""

    @property
    def likeliest(self) -> list[CandidateOrder]:
        """The net's choice at each order."""
        return [likely[0] for likely in self.candidates]

    def best(self, cost: OrderCost) -> CandidateOrder:
        """Return the order against which one was measured."""
        options = self.candidates[cost.order]
        return next(each for each in options if each.actions == cost.best)


def setting_of(replay: Replay) -> GameSetting:
    """Return the setting of a recorded game; ReplayError if it is not available here."""
    ruleset, scenario = open_scenario_of(replay)
    content = {key: value for key, value in scenario.source.items() if key != RESOLVED_KEY}
    return GameSetting(ruleset, content, dict(zip(ruleset.seats, scenario.delegate, strict=True)))


class Analyst:
    """Analyses games of one setting with one net; reusable.

    `others` are further advisers, whose orders are alternatives too. They read what the seat would
    see, and nothing else. `pilots` play the worlds after the orders, each its share; by default the
    net does. Only the net replays turns with redrawn luck.
    """

    def __init__(
        self,
        setting: GameSetting,
        agent: Agent,
        settings: AnalysisSettings,
        others: Sequence[Agent] = (),
        pilots: Sequence[Agent] = (),
    ) -> None:
        self.settings, self.evaluator, self.others = settings, NetEvaluator(agent), tuple(others)
        self.order_batch = GameBatch(setting, DEFAULT_WIDTH)
        """A batch in which orders are generated."""
        self.net_alone = Playouts(setting, (self.evaluator.player,) * 2, observes=True)
        self.playouts = [Playouts(setting, (pilot, pilot), observes=True) for pilot in pilots]
        self.players = (*others, *pilots)

    def seat(self, replay: Replay, seat: int, progress: Progress | None = None) -> SeatAnalysis:
        """Return the analysis of a game for a seat; ReplayError if the game cannot be played."""
        trajectory, its = record_trajectory(replay, seat), self.settings
        alone = Rollouts(trajectory, self.evaluator, self.net_alone, its.seed)
        first, *more = self.playouts or [self.net_alone]
        rollouts = Rollouts(trajectory, self.evaluator, first, its.seed, more)
        for number, player in enumerate(self.players):
            player.reset(derived_seed(its.seed, ANALYSED_STREAM, number))
        net_outputs = self.evaluator.evaluate(trajectory.observations, trajectory.masks)
        played_probs = order_probs(trajectory, net_outputs.logits)
        candidates = self._candidates(trajectory, rollouts)
        tested = [
            CandidateOrders(
                n, tuple(dict.fromkeys((order.actions, *(each.actions for each in options))))
            )
            for n, (order, options) in enumerate(zip(trajectory.orders, candidates, strict=True))
        ]
        rarity = np.array([options[0].chance for options in candidates]) - played_probs
        nets = [options[0].actions for options in candidates]
        progress_bar = _ProgressBar(
            playout_count(tested, its) + its.worlds * len(first_orders(trajectory)), progress
        )
        chosen = screen_orders(rollouts, tested, rarity, its.candidates, progress_bar.played)
        rough_costs, dearest = measure_costs(rollouts, chosen, nets, its, progress_bar.played)
        win_chances = win_probs(trajectory, net_outputs.values)
        redrawn = self._redraw_luck(trajectory, alone, progress_bar)
        turns = decompose_turns(
            trajectory, win_chances, redrawn, {each.order: each.net for each in dearest}
        )
        game = total_breakdown(turns)
        progress_bar.end()
        return SeatAnalysis(
            trajectory,
            net_outputs,
            played_probs,
            candidates,
            win_chances,
            turns,
            game,
            rough_costs,
            dearest,
        )

    def _redraw_luck(
        self, trajectory: Trajectory, rollouts: Rollouts, progress_bar: _ProgressBar
    ) -> list[np.ndarray]:
        """Return the values after each turn with redrawn luck."""
        tested = [CandidateOrders(number, ((),)) for number in first_orders(trajectory)]
        until = Horizon(turn=True, to_act_again=True)
        return [
            values[0]
            for values in rollouts.play(
                tested, self.settings.worlds, REDRAWN_STREAM, until, progress_bar.played
            )
        ]

    def _candidates(self, trajectory: Trajectory, rollouts: Rollouts) -> list[list[CandidateOrder]]:
        """Return the alternatives at each order of a trajectory, the net's choice first."""
        seeds = np.array(
            [rollouts.stream(LIKELIEST_STREAM, n) for n in range(len(trajectory.orders))], np.int64
        )
        given = trajectory, self.evaluator
        found = likely_orders(*given, self.order_batch, seeds, self.settings.rivals)
        for player in self.others:
            more = player_orders(*given, player, self.order_batch, seeds)
            found = [[*ours, *theirs] for ours, theirs in zip(found, more, strict=True)]
        return found


class _ProgressBar:
    """Reports the progress on a seat, in playouts."""

    def __init__(self, total: int, progress: Progress | None) -> None:
        self.total, self.progress, self.done = total, progress, 0

    def end(self) -> None:
        """Report the end, though there may have been fewer playouts than expected."""
        self.played(self.total - self.done)

    def played(self, lines: int) -> None:
        """Report finished playouts."""
        self.done += lines
        if self.progress is not None:
            self.progress(self.done / self.total if self.total else 1.0)
