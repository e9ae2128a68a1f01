"""Fork recorded games: sample hidden information for a seat, and let pilots play on.

Forks do not use hidden information: their worlds are sampled from the seat's records, with all
future randomness (search/sampled_worlds.py).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Agent, random_bits_at
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.search.playouts import Playouts, PlayoutStarts
from spacecombat_agents.search.sampled_worlds import sample_worlds
from spacecombat_agents.search.trajectory import Trajectory, record_trajectory
from spacecombat_env.core.model.seeds import derived_seed
from spacecombat_env.core.ruleset import Games, make_games
from spacecombat_env.env.game import Game
from spacecombat_env.replay import Replay

__all__ = ["Pilots", "fork_games", "score_of_seat", "whole_trajectory"]

DRAW = 2
Keep = Callable[[Any, Callable[[], list[float]]], list[float]]
"""keep(block, play) -> the values of a block of games: kept ones, or the result of `play`."""


def whole_trajectory(replay: Replay, seat: int) -> Trajectory:
    """Return a game from a seat's view; ReplayError if it cannot be played or has no end."""
    trajectory = record_trajectory(replay, seat)
    if trajectory.result is None:
        raise replay.error("tokens", "the game was not played to its end")
    return trajectory


def score_of_seat(trajectory: Trajectory) -> float:
    """Return the score of the seat in the recorded game: 1 won, 1/2 drawn, 0 lost."""
    return (1.0 + (trajectory.result or 0.0)) / 2.0


def fork_games(trajectory: Trajectory, order: int, count: int, seed: int) -> list[Game]:
    """Return games at the beginning of an order, sampled from what the seat knew there."""
    ruleset, seat = trajectory.ruleset, trajectory.seat
    scenario = trajectory.scenario.known_to(seat)
    bits = derived_seed(seed, "fork", seat, trajectory.orders[order].first_action)
    numbers = np.arange(count)
    sampled = sample_worlds(
        ruleset.kernels(),
        scenario.table,
        trajectory.visible,
        np.array([order]),
        np.array([seat], np.int8),
        np.array([bits], np.uint64),
        numbers,
        numbers,
    )
    games = []
    for world in sampled.games.raw:
        game = Game(ruleset, scenario)
        game.games.raw[0] = world
        game.refresh()
        games.append(game)
    return games


class Pilots:
    """The players that finish games: one per seat, made once."""

    def __init__(self, trajectory: Trajectory, names: Sequence[str], seed: int) -> None:
        ruleset, scenario = trajectory.ruleset, trajectory.scenario.known_to(trajectory.seat)
        self.seat, self.seed = trajectory.seat, seed
        delegated = dict(zip(ruleset.seats, scenario.delegate, strict=True))
        content = {k: v for k, v in scenario.source.items() if k != "resolved"}
        self.setting = GameSetting(ruleset, content, delegated)
        self.players: list[Agent] = [make_agent(name, self.setting) for name in names]
        self.names = tuple(names)
        self.playouts = Playouts(self.setting, (self.players[0], self.players[1]))
        self.keep: Keep = lambda _, play: play()
        """Returns the values of games that were finished before, or finishes them."""

    def choose_action(self, game: Game) -> int:
        """Return the action of the pilot to act in one game."""
        player = self.players[game.seat]
        seats = np.array([game.seat], np.int8)
        floats = game.floats()[None]
        return int(player.act(floats, game.out.mask, game.out.visible, seats)[0])

    def reset(self, *purpose: int | str) -> None:
        """Reset the pilots' own random numbers."""
        for seat, player in enumerate(self.players):
            player.reset(derived_seed(self.seed, "pilot", seat, *purpose))

    def finish(self, games: Sequence[Game], *purpose: int | str) -> np.ndarray:
        """Play games to their end; return their scores for the seat, float (n,).

        Game k of one purpose has the same seed as game k of every call with that purpose: forks are
        paired.
        """
        scores = np.array([_score(game, self.seat) if game.seat < 0 else -1.0 for game in games])
        open_games = np.flatnonzero(scores < 0.0)
        if not len(open_games):
            return scores
        worlds = make_games(games[0].games.states.dtype, len(open_games))
        worlds.raw[:] = np.concatenate([games[at].games.raw for at in open_games.tolist()])
        block = [*purpose, open_games.tolist(), hashlib.sha256(worlds.raw.tobytes()).hexdigest()]
        value = np.array(self.keep(block, lambda: self._play_out(worlds, open_games, purpose)))
        scores[open_games] = (1.0 + (value if self.seat == 0 else -value)) / 2.0
        return scores

    def _play_out(
        self, worlds: Games, numbers: np.ndarray, purpose: tuple[int | str, ...]
    ) -> list[float]:
        """Return the values of games for the first seat; `numbers` are theirs in the purpose."""
        self.reset(*purpose)
        seeds = np.full(len(numbers), derived_seed(self.seed, "luck", *purpose), np.uint64)
        starts = PlayoutStarts.of(random_bits_at(seeds, numbers))
        values: list[float] = self.playouts.play(worlds, starts).value.tolist()
        return values


def _score(game: Game, seat: int) -> float:
    """Return the score of a seat in a finished game."""
    verdict = game.result()["verdict"]
    return 0.5 if verdict == DRAW else float(verdict == seat)
