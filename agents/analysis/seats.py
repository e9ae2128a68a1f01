"""The whole analysis of a game for one seat: what it knew, and nothing else, goes into it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from spacecombat_agents.analysis.costs import FIRST, LAST, Cost, dearest, measured, screened
from spacecombat_agents.analysis.fates import Fates, Trial
from spacecombat_agents.analysis.life import Life, live
from spacecombat_agents.analysis.likeliest import Likely, likeliest, said_chances
from spacecombat_agents.analysis.mind import Mind
from spacecombat_agents.analysis.settings import AnalysisSettings
from spacecombat_agents.analysis.turns import (
    Step,
    Turn,
    by_turn,
    chance_of,
    stands,
    steps,
    whole,
)
from spacecombat_agents.players.base import Agent
from spacecombat_agents.players.runtimes import Answers
from spacecombat_agents.search.playouts import Horizon, Playouts
from spacecombat_agents.setting import Setting
from spacecombat_env.replay import Replay
from spacecombat_env.replay.verifying import open_scenario_of

LIKELIEST, LOOK = "likeliest", "look"
"""Purposes of luck: of the worlds in which the net's orders are said, and of looks ahead."""
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
    steps: list[Step]
    """From each order to the next."""
    turns: list[Turn]
    game: Turn | None
    """All turns together; None where there is nothing to add up."""
    costs: list[Cost]
    """Of the dearest orders, the dearest first."""


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
        bar = _Bar(trials, its, progress)
        alone = [Trial(trial.order, trial.lines[:1]) for trial in trials]
        looked = fates.of(alone, its.worlds, LOOK, Horizon(asked=True), bar.looked)
        looks = [values[0] for values in looked]
        chances = stands(life, answers.values)
        doubts = np.array(
            [
                like.chance - share + chance - chance_of(float(look.mean()))
                for like, share, chance, look in zip(liked, said, chances, looks, strict=False)
            ]
        )
        chosen = screened(trials, doubts, its.candidates)
        first = measured(fates, chosen, its, FIRST, bar.measured)
        changed = steps(chances, looks, {each.order: each.cost for each in first})
        told = [trials[each.order] for each in dearest(first)[: its.decisions]]
        last = measured(fates, told, its, LAST, bar.measured)
        turns, game = by_turn(life, chances, changed), whole(chances, changed)
        return SeatAnalysis(
            life, answers, said, liked, chances, changed, turns, game, dearest(last)
        )

    def _likeliest(self, life: Life, fates: Fates) -> list[Likely]:
        """Return the net's own order at each order of a life."""
        seeds = np.array([fates.lot(LIKELIEST, n) for n in range(len(life.orders))], np.int64)
        return likeliest(life, self.mind, self.playouts.board, seeds)


class _Bar:
    """Tells how far the work on a seat is, in lines that are played; a measured one is longer."""

    LONGER = 4

    def __init__(
        self, trials: list[Trial], settings: AnalysisSettings, progress: Progress | None
    ) -> None:
        self.progress, self.done = progress, 0.0
        others = sum(len(trial.lines) > 1 for trial in trials)
        first = min(others, settings.candidates)
        both = first + min(first, settings.decisions)
        self.total = len(trials) + 2 * self.LONGER * both

    def looked(self, lines: int) -> None:
        """Some lines more have been looked at."""
        self._go_on(lines)

    def measured(self, lines: int) -> None:
        """Some lines more have been measured."""
        self._go_on(self.LONGER * lines)

    def _go_on(self, work: float) -> None:
        """Tell it."""
        self.done += work
        if self.progress is not None:
            self.progress(min(1.0, self.done / self.total))
