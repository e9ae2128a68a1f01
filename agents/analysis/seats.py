"""The whole analysis of a game for one seat: what it knew, and nothing else, goes into it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from spacecombat_agents.analysis.costs import Cost, costs, lines_of, screened
from spacecombat_agents.analysis.fates import Fates, Trial
from spacecombat_agents.analysis.life import Life, live
from spacecombat_agents.analysis.mind import Mind
from spacecombat_agents.analysis.rivals import Likely, asked, likeliest, said_chances
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
from spacecombat_agents.search.board import WIDTH, Board
from spacecombat_agents.search.playouts import Horizon, Playouts
from spacecombat_agents.setting import Setting
from spacecombat_env.core.seeds import derived_seed
from spacecombat_env.replay import Replay
from spacecombat_env.replay.verifying import open_scenario_of

LIKELIEST, REDRAWN, ASKED = "likeliest", "redrawn", "analyse asked"
"""Purposes of luck: of the worlds in which orders are said, of turns, of players beside the net."""
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
    rivals: list[list[Likely]]
    """What could have been said at each, the net's own order first."""
    stands: list[float]
    """Chance at each order, and after the last the result, if there is one."""
    turns: list[Turn]
    game: Turn | None
    """All turns together; None where there is nothing to add up."""
    rough: dict[int, Mean]
    """What orders cost by the rounds before the last, by number."""
    costs: list[Cost]
    """What the dearest of them cost by the last, the dearest first."""

    @property
    def likeliest(self) -> list[Likely]:
        """The net's own order at each."""
        return [likely[0] for likely in self.rivals]

    def best(self, cost: Cost) -> Likely:
        """Return the order against which one was measured."""
        own = self.rivals[cost.order]
        return next(each for each in own if each.words == cost.best)


def setting_of(replay: Replay) -> Setting:
    """Return what a recorded game was played under; ReplayError where that is not here."""
    ruleset, scenario = open_scenario_of(replay)
    content = {key: value for key, value in scenario.source.items() if key != RESOLVED}
    return Setting(ruleset, content, dict(zip(ruleset.seats, scenario.delegate, strict=True)))


class Analyst:
    """Analyses games of one setting with one net; what it plays with is made once.

    `others` are asked too what they would say: an order is measured against theirs as well. They
    read what the seat would be shown, and nothing else. `pilots` play worlds on after orders, each
    its share of them; without any the net does. Turns are played anew by the net alone.
    """

    def __init__(
        self,
        setting: Setting,
        agent: Agent,
        settings: AnalysisSettings,
        others: Sequence[Agent] = (),
        pilots: Sequence[Agent] = (),
    ) -> None:
        self.settings, self.mind, self.others = settings, Mind(agent), tuple(others)
        self.desk = Board(setting, WIDTH)
        """Where orders are said, and nothing is played."""
        self.net_alone = Playouts(setting, (self.mind.player,) * 2, looks=True)
        self.playouts = [Playouts(setting, (pilot, pilot), looks=True) for pilot in pilots]
        self.players = (*others, *pilots)

    def seat(self, replay: Replay, seat: int, progress: Progress | None = None) -> SeatAnalysis:
        """Return the analysis of a game for a seat; ReplayError where the game cannot be played."""
        life, its = live(replay, seat), self.settings
        alone = Fates(life, self.mind, self.net_alone, its.seed)
        first, *more = self.playouts or [self.net_alone]
        fates = Fates(life, self.mind, first, its.seed, more)
        for number, player in enumerate(self.players):
            player.reset(derived_seed(its.seed, ASKED, number))
        answers = self.mind.answers(life.observations, life.masks)
        said = said_chances(life, answers.logits)
        rivals = self._rivals(life, fates)
        trials = [
            Trial(n, tuple(dict.fromkeys((order.words, *(each.words for each in own)))))
            for n, (order, own) in enumerate(zip(life.orders, rivals, strict=True))
        ]
        rarity = np.array([own[0].chance for own in rivals]) - said
        nets = [own[0].words for own in rivals]
        bar = _Bar(lines_of(trials, its) + its.worlds * len(first_orders(life)), progress)
        chosen = screened(fates, trials, rarity, its.candidates, bar.played)
        rough, dear = costs(fates, chosen, nets, its, bar.played)
        chances = stands(life, answers.values)
        redrawn = self._redrawn(life, alone, bar)
        turns = by_turn(life, chances, redrawn, {each.order: each.net for each in dear})
        game = whole(turns)
        bar.end()
        return SeatAnalysis(life, answers, said, rivals, chances, turns, game, rough, dear)

    def _redrawn(self, life: Life, fates: Fates, bar: _Bar) -> list[np.ndarray]:
        """Return what the game is worth after each turn where its luck is drawn anew."""
        trials = [Trial(number, ((),)) for number in first_orders(life)]
        until = Horizon(turn=True, asked=True)
        return [
            values[0]
            for values in fates.of(trials, self.settings.worlds, REDRAWN, until, bar.played)
        ]

    def _rivals(self, life: Life, fates: Fates) -> list[list[Likely]]:
        """Return what could have been said at each order of a life, the net's own order first."""
        seeds = np.array([fates.lot(LIKELIEST, n) for n in range(len(life.orders))], np.int64)
        given = life, self.mind
        found = likeliest(*given, self.desk, seeds, self.settings.rivals)
        for player in self.others:
            more = asked(*given, player, self.desk, seeds)
            found = [[*own, *theirs] for own, theirs in zip(found, more, strict=True)]
        return found


class _Bar:
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
