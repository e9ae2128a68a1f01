"""The effect of another order, and the decisive turns of a game.

A recorded game is forked at an order, with determinizations of what the seat could not know. Pilots
play on after the given order and after the alternative; the difference is the effect of the
decision. From turn to turn, the effect of the seat's own actions against the pilot's is decision.
The rest is luck, including the enemy's actions and revelations.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from scipy.special import ndtri

from spacecombat_agents.arena.statistics.differences import Difference, paired_difference
from spacecombat_agents.arena.statistics.intervals import Interval, wilson
from spacecombat_agents.studies.game_forks import (
    OrderPoint,
    Pilots,
    SeatRecord,
    decision_of,
    determinizations,
    turn_of,
)
from spacecombat_env.core.errors import ConfigError, OrderError
from spacecombat_env.env.game import Game
from spacecombat_env.env.orders import Sentence, parse_order, split_sentence

__all__ = [
    "ForkResult",
    "GameStory",
    "analyse_turns",
    "evaluate_order",
    "fork_json",
    "given_order",
    "order_text",
    "orders_of",
    "story_json",
]

GRAIN = 1.0
"""Change of the score by one game."""
LEVEL = 0.95
PSEUDO_GAMES = 4.0
"""Agresti and Coull: two games won and two lost are added."""


class ForkResult(NamedTuple):
    """The effect of another order."""

    seat: str
    turn: int
    said: str
    instead: str
    said_score: float
    instead_score: float
    change: Difference
    """The other order, minus the given one."""
    whole: float
    """Share of the games in which the whole text was legal."""
    games: int
    """Games of each branch."""


class StoryTurn(NamedTuple):
    """A turn of the recorded game."""

    turn: int
    before: float
    """The pilots' score from the seat's first order on."""
    before_interval: Interval
    decision: float
    """Effect of the seat's own actions against the pilot's."""
    decision_interval: Interval
    luck: float
    """The remaining change until the next turn."""
    luck_interval: Interval


class GameStory(NamedTuple):
    """The decisive turns of a game."""

    seat: str
    score: float
    turns: tuple[StoryTurn, ...]
    games: int


def evaluate_order(
    seat_record: SeatRecord, pilots: Pilots, turn: int, sentence: Sentence, games: int, seed: int
) -> ForkResult:
    """Measure the effect of an order's text at the first order of a turn where it is legal."""
    parts = split_sentence(sentence)
    order_point, order, used = find_order(seat_record, turn, parts)
    forks = determinizations(order_point, seat_record.seat, games, seed)
    given_actions = given_order(seat_record, order_point)
    before, after, complete = [], [], 0
    for determinization in forks:
        before.append(play_actions(determinization.copy(), given_actions))
        game = play_actions(determinization.copy(), order)
        complete += play_following_orders(game, seat_record.seat, parts[used:])
        after.append(game)
    old = pilots.finish(before, "fork", order_point.number)
    new = pilots.finish(after, "fork", order_point.number)
    return ForkResult(
        seat_record.ruleset.seats[seat_record.seat],
        turn,
        order_text(order_point.game, given_actions),
        order_text(order_point.game, order),
        float(old.mean()),
        float(new.mean()),
        paired_difference(new, old, level=LEVEL, grain=GRAIN),
        complete / games,
        games,
    )


def find_order(
    seat_record: SeatRecord, turn: int, parts: list[str | int]
) -> tuple[OrderPoint, list[int], int]:
    """Return the first order of a turn at which a text can begin, its actions, and parts used."""
    if not parts:
        raise ConfigError.at("whatif", "say", "is empty")
    reasons = []
    for order_point in seat_record.order_points:
        if order_point.turn == turn:
            try:
                return order_point, *parse_order(order_point.game, parts)
            except OrderError as cause:
                reasons.append(str(cause))
    orders_of(seat_record, turn)
    raise ConfigError.at(
        "whatif", "say", f"is legal at none of its {len(reasons)} orders: {reasons[0]}"
    )


def orders_of(seat_record: SeatRecord, turn: int) -> list[str]:
    """Return the texts of the seat's orders in a turn; raise ConfigError if there is none."""
    found = [order_point for order_point in seat_record.order_points if order_point.turn == turn]
    if not found:
        turns = ", ".join(
            map(str, sorted({order_point.turn for order_point in seat_record.order_points}))
        )
        raise ConfigError.at(
            "whatif", "turn", f"the seat gave orders in turns {turns}, not in {turn}"
        )
    return [
        order_text(order_point.game, given_order(seat_record, order_point)) for order_point in found
    ]


def given_order(seat_record: SeatRecord, order_point: OrderPoint) -> list[int]:
    """Return the actions of the given order."""
    later = [each.own for each in seat_record.order_points if each.own > order_point.own]
    end = min(later, default=len(seat_record.actions))
    return [seat_action.action for seat_action in seat_record.actions[order_point.own : end]]


def play_actions(game: Game, actions: list[int]) -> Game:
    """Apply the actions of an order to a game, as far as they are legal."""
    for action in actions:
        if not game.is_legal(action):
            break
        game.step(action)
    return game


def play_following_orders(game: Game, seat: int, parts: list[str | int]) -> bool:
    """Apply the orders that follow in a determinized game; return whether all were legal."""
    while parts:
        if game.seat != seat:
            return False
        try:
            actions, used = parse_order(game, parts)
        except OrderError:
            return False
        play_actions(game, actions)
        parts = parts[used:]
    return True


def order_text(game: Game, actions: list[int]) -> str:
    """Return an order as text."""
    scratch_game, texts = game.copy(), []
    for action in actions:
        texts.append(scratch_game.action_text(action))
        scratch_game.step(action)
    return " ".join(texts)


def analyse_turns(
    seat_record: SeatRecord,
    pilots: Pilots,
    games: int,
    seed: int,
    progress: Callable[[int], None] | None = None,
) -> GameStory:
    """Return the decisive turns of a game, turn by turn."""
    first: dict[int, OrderPoint] = {}
    for order_point in seat_record.order_points:
        first.setdefault(order_point.turn, order_point)
    stands, follows = [], []
    for done, (turn, order_point) in enumerate(first.items(), start=1):
        forks = determinizations(order_point, seat_record.seat, games, seed)
        pilots.reset("repeat", turn)
        repeated = [
            replay_turn(determinization.copy(), seat_record, turn, pilots)
            for determinization in forks
        ]
        stands.append(pilots.finish(forks, "turn", turn))
        follows.append(pilots.finish(repeated, "turn", turn))
        if progress is not None:
            progress(done)
    end = np.full(games, seat_record.score)
    turns = tuple(
        _story_turn(turn, stands[at], follows[at], stands[at + 1] if at + 1 < len(stands) else end)
        for at, turn in enumerate(first)
    )
    return GameStory(seat_record.ruleset.seats[seat_record.seat], seat_record.score, turns, games)


def replay_turn(game: Game, seat_record: SeatRecord, turn: int, pilots: Pilots) -> Game:
    """Repeat the seat's actions of a turn, as long as decisions are the same and they are legal."""
    seat_actions = [seat_action for seat_action in seat_record.actions if seat_action.turn == turn]
    while seat_actions and game.seat >= 0 and turn_of(game) == turn:
        if game.seat != seat_record.seat:
            game.step(pilots.choose_action(game))
            continue
        seat_action, *seat_actions = seat_actions
        if decision_of(game) != seat_action.decision or not game.is_legal(seat_action.action):
            break
        game.step(seat_action.action)
    return game


def _story_turn(turn: int, stands: np.ndarray, follows: np.ndarray, later: np.ndarray) -> StoryTurn:
    """Return a turn's numbers: scores before it, after the seat's actions, and a turn later."""
    games = len(stands)
    z = float(ndtri(0.5 + LEVEL / 2.0))
    changed = paired_difference(follows, stands, level=LEVEL, grain=GRAIN)
    rest = float(later.mean() - follows.mean())
    error = z * np.sqrt(_variance(follows) + (_variance(later) if later.std() else 0.0))
    return StoryTurn(
        turn,
        float(stands.mean()),
        wilson(float(stands.mean()), games, z),
        changed.difference,
        changed.interval,
        rest,
        Interval(rest - float(error), rest + float(error)),
    )


def _variance(scores: np.ndarray) -> float:
    """Return the variance of a mean score, with two games won and two lost added."""
    count = len(scores) + PSEUDO_GAMES
    mean = (scores.sum() + PSEUDO_GAMES / 2.0) / count
    return float((((scores - mean) ** 2).sum() + PSEUDO_GAMES * 0.25) / count / count)


def fork_json(found: ForkResult) -> dict[str, Any]:
    """Return every number of a fork."""
    numbers = {key: value for key, value in found._asdict().items() if key != "change"}
    change = found.change
    return numbers | {
        "change": change.difference,
        "interval": list(change.interval),
        "verdict": change.verdict.value,
        "variance_ratio": change.variance_ratio,
    }


def story_json(found: GameStory) -> dict[str, Any]:
    """Return every number of a story."""
    return {
        "seat": found.seat,
        "score": found.score,
        "games": found.games,
        "turns": [
            {k: list(v) if isinstance(v, Interval) else v for k, v in each._asdict().items()}
            for each in found.turns
        ],
    }
