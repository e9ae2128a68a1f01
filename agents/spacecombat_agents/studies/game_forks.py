"""Fork recorded games: sample hidden information for a seat, and let pilots play on.

Forks do not use hidden information: every fork is a determinized game (`Game.determinize`), which
samples everything that the seat could not know and all future randomness.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Agent, random_bits_at
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.search.playouts import Playouts, PlayoutStarts
from spacecombat_env.core.model.seeds import derived_seed
from spacecombat_env.core.ruleset import RuleSet, Scenario, make_games
from spacecombat_env.env.game import Game
from spacecombat_env.env.orders import engine_has_moved
from spacecombat_env.env.table.autoplay import choose_action, observe
from spacecombat_env.replay import Replay, open_replay

__all__ = [
    "OrderPoint",
    "Pilots",
    "SeatRecord",
    "decision_of",
    "determinizations",
    "record_of_seat",
    "turn_of",
]

DRAW = 2


class OrderPoint(NamedTuple):
    """The start of an order of a seat."""

    turn: int
    number: int
    """Actions of all seats before it."""
    own: int
    """Actions of this seat before it."""
    game: Game
    """The true game at that point."""


class SeatAction(NamedTuple):
    """An action of the seat in the recorded game."""

    turn: int
    decision: int
    action: int


class SeatRecord(NamedTuple):
    """A recorded game from the point of view of one seat."""

    ruleset: RuleSet
    scenario: Scenario
    seat: int
    order_points: tuple[OrderPoint, ...]
    actions: tuple[SeatAction, ...]
    """All actions of the seat."""
    score: float
    """1 won, 1/2 drawn, 0 lost."""


def record_of_seat(replay: Replay, seat: int) -> SeatRecord:
    """Return a seat's record of a replay; raise ReplayError if that is impossible."""
    game = open_replay(replay)
    order_points: list[OrderPoint] = []
    actions: list[SeatAction] = []
    fresh = True
    for number, action in enumerate(replay.actions):
        turn = turn_of(game)
        if game.seat == seat:
            if fresh:
                order_points.append(OrderPoint(turn, number, len(actions), game.copy()))
            actions.append(SeatAction(turn, decision_of(game), action))
        before = game.copy()
        if game.seat < 0:
            raise replay.error(f"tokens[{number + 1}]", "the game is over before")
        game.step(action)
        fresh = game.seat != before.seat or engine_has_moved(before, game)
    if game.seat >= 0:
        raise replay.error("tokens", "the game was not played to its end")
    return SeatRecord(
        game.ruleset,
        game.scenario,
        seat,
        tuple(order_points),
        tuple(actions),
        score_of(game, seat),
    )


def turn_of(game: Game) -> int:
    """Return the turn of a game."""
    return int(game.games.states[0]["turn"])


def decision_of(game: Game) -> int:
    """Return the number of the current decision."""
    return int(game.games.states[0]["decision"])


def score_of(game: Game, seat: int) -> float:
    """Return the score of a seat in a finished game."""
    verdict = game.result()["verdict"]
    return 0.5 if verdict == DRAW else float(verdict == seat)


def determinizations(order_point: OrderPoint, seat: int, count: int, seed: int) -> list[Game]:
    """Return determinizations of the game for the seat."""
    numbers = (derived_seed(seed, "dream", order_point.number, k) for k in range(count))
    return [order_point.game.determinize(seat, number) for number in numbers]


class Pilots:
    """The players that finish games: one per seat, made once."""

    def __init__(self, seat_record: SeatRecord, names: Sequence[str], seed: int) -> None:
        self.seat, self.seed = seat_record.seat, seed
        delegated = dict(zip(seat_record.ruleset.seats, seat_record.scenario.delegate, strict=True))
        content = {k: v for k, v in seat_record.scenario.source.items() if k != "resolved"}
        self.setting = GameSetting(seat_record.ruleset, content, delegated)
        self.players: list[Agent] = [make_agent(name, self.setting) for name in names]
        self.names = tuple(names)
        self.playouts = Playouts(self.setting, (self.players[0], self.players[1]))

    def choose_action(self, game: Game) -> int:
        """Return the action of the pilot to act in one game."""
        player = self.players[game.seat]
        return choose_action(player, observe(game, player.needs))

    def reset(self, *purpose: int | str) -> None:
        """Reset the pilots' own random numbers."""
        for seat, player in enumerate(self.players):
            player.reset(derived_seed(self.seed, "pilot", seat, *purpose))

    def finish(self, games: Sequence[Game], *purpose: int | str) -> np.ndarray:
        """Play games to their end; return their scores for the seat, float (n,).

        Game k of one purpose has the same seed as game k of every call with that purpose: forks are
        paired.
        """
        scores = np.array([score_of(g, self.seat) if g.seat < 0 else -1.0 for g in games])
        open_games = np.flatnonzero(scores < 0.0)
        if not len(open_games):
            return scores
        self.reset(*purpose)
        worlds = make_games(games[0].games.states.dtype, len(open_games))
        worlds.raw[:] = np.concatenate([games[at].games.raw for at in open_games.tolist()])
        seed_of_games = np.full(
            len(open_games), derived_seed(self.seed, "luck", *purpose), np.uint64
        )
        value = self.playouts.play(
            worlds, PlayoutStarts.of(random_bits_at(seed_of_games, open_games))
        ).value
        scores[open_games] = (1.0 + (value if self.seat == 0 else -value)) / 2.0
        return scores
