"""The whole analysis of a game for one seat: what it knew, and nothing else, goes into it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from spacecombat_agents.analysis.costs import Cost, costs, lines_of, screened
from spacecombat_agents.analysis.fates import Fates, Trial
from spacecombat_agents.analysis.life import Life, live
from spacecombat_agents.analysis.likeliest import Likely, likeliest, said_chances
from spacecombat_agents.analysis.mind import Mind
from spacecombat_agents.analysis.settings import AnalysisSettings
from spacecombat_agents.analysis.turns import (
    Mean,
    Turn,
    by_turn,
    first_orders,
    stands,
    whole,
)
from spacecombat_agents.players.base import Agent
from spacecombat_agents.players.runtimes import Answers
from spacecombat_agents.search.playouts import Horizon, Playouts
from spacecombat_agents.setting import Setting
from spacecombat_env.replay import Replay
from spacecombat_env.replay.verifying import open_scenario_of

LIKELIEST, REDRAWN = "likeliest", "redrawn"
"""Purposes of luck: of the worlds in which the net's orders are said, and of turns."""
RESOLVED = "resolved"
"""Of a scenario's content: what loading it adds."""

Progress = Callable[[float], None]
"""Is told the part of the work that is done, from 0 to 1."""


@dataclass(frozen=True)
class SeatAnalysis:
    """What is told to the reader of one seat."""

    life: Life
    answers: Answers
    """The net's, word by word."""
    said: np.ndarray
    """float64 (orders,): how likely the net was to give the order that was given."""
    likeliest: list[Likely]
    """The net's own order at each."""
    stands: list[float]
    """Chance at each order, and after the last the result, if there is one."""
    turns: list[Turn]
    game: Turn | None
    """All turns together; None where there is nothing to add up."""
    rough: dict[int, Mean]
    """What orders cost by the rounds before the last, by number."""
    costs: list[Cost]
    """What the dearest of them cost by the last, the dearest first."""


def setting_of(replay: Replay) -> Setting:
    """Return what a recorded game was played under; ReplayError where that is not here."""
    ruleset, scenario = open_scenario_of(replay)
    content = {key: value for key, value in scenario.source.items() if key != RESOLVED}
    return Setting(ruleset, content, dict(zip(ruleset.seats, scenario.delegate, strict=True)))


class Analyst:
    """Analyses games of one setting with one net; what it plays with is made once."""

    def __init__(self, setting: Setting, agent: Agent, settings: AnalysisSettings) -> None:
        self.settings, self.mind = settings, Mind(agent)
        self.playouts = Playouts(setting, (self.mind.player, self.mind.player))

    def seat(self, replay: Replay, seat: int, progress: Progress | None = None) -> SeatAnalysis:
        """Return the analysis of a game for a seat; ReplayError where the game cannot be played."""
        life, its = live(replay, seat), self.settings
        fates = Fates(life, self.mind, self.playouts, its.seed)
        answers = self.mind.answers(life.observations, life.masks)
        said = said_chances(life, answers.logits)
        liked = self._likeliest(life, fates)
        trials = [
            Trial(n, tuple(dict.fromkeys((order.words, like.words))))
            for n, (order, like) in enumerate(zip(life.orders, liked, strict=True))
        ]
        rarity = np.array([like.chance for like in liked]) - said
        others = sum(len(trial.lines) > 1 for trial in trials)
        bar = _Bar(lines_of(others, its) + its.worlds * len(first_orders(life)), progress)
        chosen = screened(fates, trials, rarity, its.candidates, bar.played)
        rough, dear = costs(fates, chosen, its, bar.played)
        chances = stands(life, answers.values)
        redrawn = self._redrawn(life, fates, bar)
        turns = by_turn(life, chances, redrawn, {each.order: each.cost for each in dear})
        game = whole(turns)
        return SeatAnalysis(life, answers, said, liked, chances, turns, game, rough, dear)

    def _redrawn(self, life: Life, fates: Fates, bar: _Bar) -> list[np.ndarray]:
        """Return what the game is worth after each turn where its luck is drawn anew."""
        trials = [Trial(number, ((),)) for number in first_orders(life)]
        until = Horizon(turn=True, asked=True)
        return [
            values[0]
            for values in fates.of(trials, self.settings.worlds, REDRAWN, until, bar.played)
        ]

    def _likeliest(self, life: Life, fates: Fates) -> list[Likely]:
        """Return the net's own order at each order of a life."""
        seeds = np.array([fates.lot(LIKELIEST, n) for n in range(len(life.orders))], np.int64)
        return likeliest(life, self.mind, self.playouts.board, seeds)


class _Bar:
    """Tells how far the work on a seat is, in lines that are played."""

    def __init__(self, total: int, progress: Progress | None) -> None:
        self.total, self.progress, self.done = total, progress, 0

    def played(self, lines: int) -> None:
        """Some lines more have been played."""
        self.done += lines
        if self.progress is not None:
            self.progress(self.done / self.total)
