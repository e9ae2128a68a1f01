"""The whole analysis of a game for one seat: what it knew, and nothing else, goes into it."""

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
from spacecombat_agents.analysis.trajectory import Trajectory, record_trajectory
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Agent
from spacecombat_agents.players.bundles.runtimes import NetOutputs
from spacecombat_agents.search.game_batch import DEFAULT_WIDTH, GameBatch
from spacecombat_agents.search.playouts import Horizon, Playouts
from spacecombat_env.core.model.seeds import derived_seed
from spacecombat_env.replay import Replay
from spacecombat_env.replay.verifying import open_scenario_of

LIKELIEST_STREAM, REDRAWN_STREAM, ASKED_STREAM = "likeliest", "redrawn", "analyse asked"
"""Purposes of luck: of the worlds in which orders are said, of turns, of players beside the net."""
RESOLVED_KEY = "resolved"
"""Of a scenario's content: what loading it adds."""

Progress = Callable[[float], None]
"""Is told the part of the work that is done, from 0 to 1."""


@dataclass(frozen=True)
class SeatAnalysis:
    """What is told to the reader of one seat."""

    trajectory: Trajectory
    net_outputs: NetOutputs
    """The net's, action by action."""
    played_probs: np.ndarray
    """float64 (orders,): how likely the net was to give the order that was given."""
    candidates: list[list[CandidateOrder]]
    """What could have been said at each, the net's own order first."""
    win_probs: list[float]
    """Chance at each order, and after the last the result, if there is one."""
    turns: list[TurnBreakdown]
    game: TurnBreakdown | None
    """All turns together; None where there is nothing to add up."""
    rough_costs: dict[int, MeanEstimate]
    """What orders cost by the rounds before the last, by number."""
    costs: list[OrderCost]
    """What the dearest of them cost by the last, the dearest first."""

    @property
    def likeliest(self) -> list[CandidateOrder]:
        """The net's own order at each."""
        return [likely[0] for likely in self.candidates]

    def best(self, cost: OrderCost) -> CandidateOrder:
        """Return the order against which one was measured."""
        options = self.candidates[cost.order]
        return next(each for each in options if each.actions == cost.best)


def setting_of(replay: Replay) -> GameSetting:
    """Return what a recorded game was played under; ReplayError where that is not here."""
    ruleset, scenario = open_scenario_of(replay)
    content = {key: value for key, value in scenario.source.items() if key != RESOLVED_KEY}
    return GameSetting(ruleset, content, dict(zip(ruleset.seats, scenario.delegate, strict=True)))


class Analyst:
    """Analyses games of one setting with one net; what it plays with is made once.

    `others` are asked too what they would say: an order is measured against theirs as well. They
    read what the seat would be shown, and nothing else. `pilots` play worlds on after orders, each
    its share of them; without any the net does. Turns are played anew by the net alone.
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
        """Where orders are said, and nothing is played."""
        self.net_alone = Playouts(setting, (self.evaluator.player,) * 2, observes=True)
        self.playouts = [Playouts(setting, (pilot, pilot), observes=True) for pilot in pilots]
        self.players = (*others, *pilots)

    def seat(self, replay: Replay, seat: int, progress: Progress | None = None) -> SeatAnalysis:
        """Return the analysis of a game for a seat; ReplayError where the game cannot be played."""
        trajectory, its = record_trajectory(replay, seat), self.settings
        alone = Rollouts(trajectory, self.evaluator, self.net_alone, its.seed)
        first, *more = self.playouts or [self.net_alone]
        rollouts = Rollouts(trajectory, self.evaluator, first, its.seed, more)
        for number, player in enumerate(self.players):
            player.reset(derived_seed(its.seed, ASKED_STREAM, number))
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
        """Return what the game is worth after each turn where its luck is drawn anew."""
        tested = [CandidateOrders(number, ((),)) for number in first_orders(trajectory)]
        until = Horizon(turn=True, to_act_again=True)
        return [
            values[0]
            for values in rollouts.play(
                tested, self.settings.worlds, REDRAWN_STREAM, until, progress_bar.played
            )
        ]

    def _candidates(self, trajectory: Trajectory, rollouts: Rollouts) -> list[list[CandidateOrder]]:
        """Return what could have been said at each order of a life, the net's own order first."""
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
    """Tells how far the work on a seat is, in lines that are played."""

    def __init__(self, total: int, progress: Progress | None) -> None:
        self.total, self.progress, self.done = total, progress, 0

    def end(self) -> None:
        """All is done, though fewer lines may have been played than was thought."""
        self.played(self.total - self.done)

    def played(self, lines: int) -> None:
        """Some lines more have been played."""
        self.done += lines
        if self.progress is not None:
            self.progress(self.done / self.total if self.total else 1.0)
