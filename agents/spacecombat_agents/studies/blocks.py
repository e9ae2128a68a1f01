"""Blocks: pairs of games that all arms of a study play, with the same opponents and seeds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from spacecombat_agents.arena.matches.batch_games import FinishedGame, OnGame, play
from spacecombat_agents.arena.matches.match import pair_seeds, paired_game_seeds
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Agent
from spacecombat_agents.players.roster import make_agent
from spacecombat_env.core.errors import SpaceCombatError
from spacecombat_env.core.model.seeds import derived_seed
from spacecombat_env.core.ruleset import TALLY

__all__ = ["ArmScores", "BlockPlayer", "Cell", "StudyGames", "StudyScenarios", "concatenate_scores"]

KEYED = "keyed"
PROBED_BLOCKS = 4
"""Blocks of each cell in which two arms are tested for equal actions."""
SEATS_OF_A = np.array([0, 1], np.int8)


class Cell(NamedTuple):
    """A scenario and an opponent."""

    scenario: int
    opponent: int


class ArmScores(NamedTuple):
    """Scores of an arm in some blocks, float (pairs,) each."""

    first: np.ndarray
    """0, 1/2, 1 in the first seat."""
    second: np.ndarray
    margin: np.ndarray
    """Final margin over the opponent, mean of both games."""
    turns: np.ndarray
    failures: int = 0
    """Games that either player lost by anything but play."""

    @property
    def mean(self) -> np.ndarray:
        """Return the score of each pair."""
        return (self.first + self.second) / 2.0


BlockPlayer = Callable[[Cell, int, int, int], ArmScores]
"""player(cell, arm, begin, end) -> an arm's scores in blocks begin..end-1 of a cell."""


def concatenate_scores(parts: Sequence[ArmScores]) -> ArmScores:
    """Join blocks that were played one after another."""
    return ArmScores(
        np.concatenate([part.first for part in parts]),
        np.concatenate([part.second for part in parts]),
        np.concatenate([part.margin for part in parts]),
        np.concatenate([part.turns for part in parts]),
        sum(part.failures for part in parts),
    )


@dataclass(frozen=True)
class StudyScenarios:
    """The scenarios of a study, with as much shared randomness as their rules allow."""

    settings: tuple[GameSetting, ...]
    dealing: str
    """Description of how cards are dealt."""

    @classmethod
    def of(
        cls,
        ruleset: str,
        scenarios: Sequence[str | dict | None],
        deck: str = KEYED,
        delegate: str | None = None,
        max_turns: int | None = None,
        options: dict[str, object] | None = None,
    ) -> StudyScenarios:
        """Open scenarios; `deck` is set if the rule set has that option."""
        settings, dealing = [], "random numbers by key, shared by both games of a pair"
        for scenario in scenarios:
            rest = (delegate, max_turns)
            try:
                dealt = {"deck": deck, **(options or {})}
                setting = GameSetting.of(ruleset, scenario, *rest, dealt)
                _ = setting.scenario
                dealing = f"deck {dealt['deck']}"
            except SpaceCombatError:
                setting = GameSetting.of(ruleset, scenario, *rest, options)
                _ = setting.scenario
            settings.append(setting)
        return cls(tuple(settings), dealing)

    @property
    def names(self) -> list[str]:
        """Return the names of the scenarios."""
        return [setting.scenario.name for setting in self.settings]


class StudyGames:
    """Plays blocks with real players; `arms` and `opponents` are names, as on a command line.

    All game seeds follow from seed, scenario, opponent and number of the block. Players' own random
    numbers depend on their identity. An arm's depend on its position among the arms, so that the
    same player in two arms plays two different samples.
    """

    def __init__(
        self,
        scenarios: StudyScenarios,
        arms: Sequence[str],
        opponents: Sequence[str],
        seed: int,
        threads: int | None = None,
    ) -> None:
        self.scenarios, self.arms, self.opponents = scenarios, tuple(arms), tuple(opponents)
        self.seed, self.threads = seed, threads
        self._agents: dict[tuple[int, str], Agent] = {}

    @property
    def cells(self) -> list[Cell]:
        """Return every scenario with every opponent."""
        scenarios, others = range(len(self.scenarios.settings)), range(len(self.opponents))
        return [Cell(place, other) for place in scenarios for other in others]

    def agent(self, scenario: int, name: str) -> Agent:
        """Return a player in a scenario, made once."""
        if (scenario, name) not in self._agents:
            self._agents[scenario, name] = make_agent(name, self.scenarios.settings[scenario])
        return self._agents[scenario, name]

    def __call__(self, cell: Cell, arm: int, begin: int, end: int) -> ArmScores:
        """Play blocks begin..end-1 of a cell."""
        return self._play(cell, arm, arm, begin, end)

    def plays_same_actions(self, one: int, other: int) -> bool:
        """Return whether two arms with the same random bits act alike in a few blocks per cell.

        Then no decision there depends on their parameters.
        """
        transcripts: list[list[bytes]] = [[], []]
        for cell in self.cells:
            for transcript, arm in zip(transcripts, (one, other), strict=True):
                games: dict[int, bytes] = {}

                def on_game(game: FinishedGame, games: dict[int, bytes] = games) -> None:
                    games[game.number] = game.actions.tobytes()

                self._play(cell, arm, one, 0, PROBED_BLOCKS, on_game)
                transcript += [games[number] for number in sorted(games)]
        return transcripts[0] == transcripts[1]

    def _play(
        self,
        cell: Cell,
        arm: int,
        seed_arm: int,
        begin: int,
        end: int,
        on_game: OnGame | None = None,
    ) -> ArmScores:
        """Play blocks of a cell with the random bits of `seed_arm`."""
        setting = self.scenarios.settings[cell.scenario]
        cell_seed = derived_seed(self.seed, "blocks", setting.scenario.name, cell.opponent)
        seeds = paired_game_seeds(pair_seeds(cell_seed, end)[begin:])
        players = (
            self.agent(cell.scenario, self.arms[arm]),
            self.agent(cell.scenario, self.opponents[cell.opponent]),
        )
        roles = (("arm", seed_arm), ("opponent", cell.opponent))
        if players[0] is players[1]:  # a mirror match needs two players
            players = players[0], make_agent(self.arms[arm], setting)
        for player, (role, number) in zip(players, roles, strict=True):
            player.reset(derived_seed(self.seed, role, number, *cell, begin))
        env = setting.batch(len(seeds), threads=self.threads)
        played = play(env, players, seeds, np.tile(SEATS_OF_A, end - begin), on_game=on_game)
        env.close()
        return arm_scores(played.tally, played.seat_of_a, len(played.causes))


def arm_scores(tally: np.ndarray, seat_of_a: np.ndarray, failures: int = 0) -> ArmScores:
    """Return A's scores in pairs of games, from their tallies (2 pairs, columns)."""
    seat_first = np.choose(tally[:, TALLY.verdict], [1.0, 0.0, 0.5])
    is_first = seat_of_a == 0
    score = np.where(is_first, seat_first, 1.0 - seat_first)
    margin = np.where(is_first, 1, -1) * tally[:, TALLY.margin]
    turns = tally[:, TALLY.turns].astype(float)
    return ArmScores(
        score[0::2],
        score[1::2],
        (margin[0::2] + margin[1::2]) / 2.0,
        (turns[0::2] + turns[1::2]) / 2.0,
        failures,
    )
