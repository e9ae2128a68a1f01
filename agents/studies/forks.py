"""Games taken up where they stand: what a seat knew, dealt anew, and played on by pilots.

Nothing here looks at what was hidden: every fork is an imagined game (`Game.imagined`), in which
what the seat could not know, and all luck to come, is drawn anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from spacecombat_agents.players.base import Agent, dealt
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.search.playouts import Lines, Playouts
from spacecombat_agents.setting import Setting
from spacecombat_env.core.ruleset import RuleSet, Scenario, make_games
from spacecombat_env.core.seeds import derived_seed
from spacecombat_env.env.game import Game
from spacecombat_env.env.orders import has_moved
from spacecombat_env.replay import Replay, open_replay

DRAW = 2


class Moment(NamedTuple):
    """A seat is to begin an order."""

    turn: int
    number: int
    """Words spoken before, of all seats."""
    own: int
    """Of them the seat's."""
    game: Game
    """As it stood: the truth."""


class Told(NamedTuple):
    """A word of the seat in the game that was played."""

    turn: int
    question: int
    token: int


class Course(NamedTuple):
    """A recorded game as one seat lived through it."""

    ruleset: RuleSet
    scenario: Scenario
    seat: int
    moments: tuple[Moment, ...]
    words: tuple[Told, ...]
    """All words of the seat."""
    score: float
    """1 won, 1/2 drawn, 0 lost."""


def course_of(replay: Replay, seat: int) -> Course:
    """Return the game of a replay as a seat lived through it; ReplayError where it is none."""
    opened = open_replay(replay)
    game = Game(opened.ruleset, opened.scenario)
    game.start(replay.seed)
    moments: list[Moment] = []
    words: list[Told] = []
    fresh = True
    for number, token in enumerate(replay.tokens):
        turn = turn_of(game)
        if game.seat == seat:
            if fresh:
                moments.append(Moment(turn, number, len(words), game.copy()))
            words.append(Told(turn, question_of(game), token))
        before = game.copy()
        if game.seat < 0:
            raise replay.error(f"tokens[{number + 1}]", "the game is over before")
        game.speak(token)
        fresh = game.seat != before.seat or has_moved(before, game)
    if game.seat >= 0:
        raise replay.error("tokens", "the game was not played to its end")
    return Course(
        opened.ruleset, opened.scenario, seat, tuple(moments), tuple(words), score_of(game, seat)
    )


def turn_of(game: Game) -> int:
    """Return the turn of a game."""
    return int(game.games.states[0]["turn"])


def question_of(game: Game) -> int:
    """Return the number of the question on the table."""
    return int(game.games.states[0]["ask"])


def score_of(game: Game, seat: int) -> float:
    """Return what a finished game was worth to a seat."""
    verdict = game.result()["verdict"]
    return 0.5 if verdict == DRAW else float(verdict == seat)


def dreams(moment: Moment, seat: int, count: int, seed: int) -> list[Game]:
    """Return games that look to the seat as this one did, what is hidden dealt anew."""
    numbers = (derived_seed(seed, "dream", moment.number, k) for k in range(count))
    return [moment.game.imagined(seat, number) for number in numbers]


class Pilots:
    """Who plays games on: one player a seat, made once."""

    def __init__(self, course: Course, names: Sequence[str], seed: int) -> None:
        self.seat, self.seed = course.seat, seed
        kinds = dict(zip(course.ruleset.seats, course.scenario.delegate, strict=True))
        content = {k: v for k, v in course.scenario.source.items() if k != "resolved"}
        self.setting = Setting(course.ruleset, content, kinds)
        self.players: list[Agent] = [make_agent(name, self.setting) for name in names]
        self.names = tuple(names)
        self.playouts = Playouts(self.setting, (self.players[0], self.players[1]))

    def word(self, game: Game) -> int:
        """Return the word of the pilot of the seat to act in one game."""
        player = self.players[game.seat]
        seats = np.array([game.seat], np.int8)
        floats = game.floats()[None]
        return int(player.act(floats, game.out.mask, game.out.seen, seats)[0])

    def reset(self, *purpose: int | str) -> None:
        """Begin the pilots' own luck anew."""
        for seat, player in enumerate(self.players):
            player.reset(derived_seed(self.seed, "pilot", seat, *purpose))

    def finish(self, games: Sequence[Game], *purpose: int | str) -> np.ndarray:
        """Play games to their end; return what each is worth to the seat, float (n,).

        Game k of one purpose has the luck of game k of the same purpose: forks are paired.
        """
        scores = np.array([score_of(g, self.seat) if g.seat < 0 else -1.0 for g in games])
        open_games = np.flatnonzero(scores < 0.0)
        if not len(open_games):
            return scores
        self.reset(*purpose)
        worlds = make_games(games[0].games.states.dtype, len(open_games))
        worlds.raw[:] = np.concatenate([games[at].games.raw for at in open_games.tolist()])
        secret = np.full(len(open_games), derived_seed(self.seed, "luck", *purpose), np.uint64)
        value = self.playouts.play(worlds, Lines.of(dealt(secret, open_games))).value
        scores[open_games] = (1.0 + (value if self.seat == 0 else -value)) / 2.0
        return scores
