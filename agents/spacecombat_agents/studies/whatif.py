"""The effect of another order, and the decisive turns of a game.

A recorded game is forked at an order, with determinizations of what the seat could not know. Pilots
play on after the given order and after the alternative; the difference is the effect of the
decision. From turn to turn, the effect of the seat's own actions against the pilot's is decision.
The rest is luck, including the enemy's actions and revelations.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from scipy.special import ndtri

from spacecombat_agents.arena.statistics.differences import Difference, paired_difference
from spacecombat_agents.arena.statistics.intervals import Interval, score_interval
from spacecombat_agents.search.trajectory import Trajectory, decision_number
from spacecombat_agents.studies.game_forks import Pilots, fork_games, score_of_seat
from spacecombat_env.core.errors import ConfigError, OrderError
from spacecombat_env.env.game import Game
from spacecombat_env.env.orders import Sentence, parse_order, split_sentence

__all__ = [
    "ForkResult",
    "GameStory",
    "analyse_turns",
    "evaluate_order",
    "fork_json",
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

    @property
    def decisions(self) -> tuple[float, Interval]:
        """Return the effect of all the seat's decisions; turns are sampled independently."""
        total = sum(turn.decision for turn in self.turns)
        half = float(np.hypot.reduce([_half_width(turn.decision_interval) for turn in self.turns]))
        return total, Interval(total - half, total + half)

    @property
    def total_luck(self) -> tuple[float, Interval]:
        """Return what is left: the result, less the first expectation and the decisions."""
        total = sum(turn.luck for turn in self.turns)
        halves = [_half_width(self.decisions[1]), _half_width(self.turns[0].before_interval)]
        half = float(np.hypot.reduce(halves))
        return total, Interval(total - half, total + half)


def _half_width(interval: Interval) -> float:
    """Return half the width of an interval."""
    return (interval.high - interval.low) / 2.0


def evaluate_order(
    trajectory: Trajectory, pilots: Pilots, turn: int, sentence: Sentence, games: int, seed: int
) -> ForkResult:
    """Measure the effect of an order's text at the first order of a turn where it is legal."""
    parts = split_sentence(sentence)
    number, order, used = find_order(trajectory, turn, parts)
    given, forks = trajectory.orders[number], fork_games(trajectory, number, games, seed)
    before, after, complete = [], [], 0
    for fork in forks:
        before.append(play_actions(fork.copy(), given.actions))
        game = play_actions(fork.copy(), order)
        complete += play_following_orders(game, trajectory.seat, parts[used:])
        after.append(game)
    old = pilots.finish(before, "fork", given.first_action)
    new = pilots.finish(after, "fork", given.first_action)
    return ForkResult(
        trajectory.seat_name,
        turn,
        given.text,
        order_text(forks[0], order),
        float(old.mean()),
        float(new.mean()),
        paired_difference(new, old, level=LEVEL, grain=GRAIN),
        complete / games,
        games,
    )


def find_order(
    trajectory: Trajectory, turn: int, parts: list[str | int]
) -> tuple[int, list[int], int]:
    """Return the first order of a turn at which a text can begin, its actions, and parts used."""
    if not parts:
        raise ConfigError.at("whatif", "say", "is empty")
    reasons = []
    for number, order in enumerate(trajectory.orders):
        if order.turn == turn:
            [game] = fork_games(trajectory, number, 1, seed=0)
            try:
                return number, *parse_order(game, parts)
            except OrderError as cause:
                reasons.append(str(cause))
    orders_of(trajectory, turn)
    raise ConfigError.at(
        "whatif", "say", f"is legal at none of its {len(reasons)} orders: {reasons[0]}"
    )


def orders_of(trajectory: Trajectory, turn: int) -> list[str]:
    """Return the texts of the seat's orders in a turn; raise ConfigError if there is none."""
    found = [order.text for order in trajectory.orders if order.turn == turn]
    if not found:
        turns = ", ".join(map(str, sorted({order.turn for order in trajectory.orders})))
        raise ConfigError.at(
            "whatif", "turn", f"the seat gave orders in turns {turns}, not in {turn}"
        )
    return found


def play_actions(game: Game, actions: Sequence[int]) -> Game:
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
    trajectory: Trajectory,
    pilots: Pilots,
    games: int,
    seed: int,
    progress: Callable[[int], None] | None = None,
) -> GameStory:
    """Return the decisive turns of a game, turn by turn."""
    first: dict[int, int] = {}
    for number, order in enumerate(trajectory.orders):
        first.setdefault(order.turn, number)
    stands, follows = [], []
    for done, (turn, number) in enumerate(first.items(), start=1):
        forks = fork_games(trajectory, number, games, seed)
        pilots.reset("repeat", turn)
        repeated = [replay_turn(fork.copy(), trajectory, turn, pilots) for fork in forks]
        stands.append(pilots.finish(forks, "turn", turn))
        follows.append(pilots.finish(repeated, "turn", turn))
        if progress is not None:
            progress(done)
    score = score_of_seat(trajectory)
    end = np.full(games, score)
    turns = tuple(
        _story_turn(turn, stands[at], follows[at], stands[at + 1] if at + 1 < len(stands) else end)
        for at, turn in enumerate(first)
    )
    return GameStory(trajectory.seat_name, score, turns, games)


def replay_turn(game: Game, trajectory: Trajectory, turn: int, pilots: Pilots) -> Game:
    """Repeat the seat's actions of a turn, as long as decisions are the same and they are legal."""
    rows = [
        order.first_action + n
        for order in trajectory.orders
        if order.turn == turn
        for n in range(len(order.actions))
    ]
    while rows and game.seat >= 0 and int(game.games.states[0]["turn"]) == turn:
        if game.seat != trajectory.seat:
            game.step(pilots.choose_action(game))
            continue
        row, *rows = rows
        action = int(trajectory.actions[row])
        if decision_number(game.games) != trajectory.decisions[row] or not game.is_legal(action):
            break
        game.step(action)
    return game


def _story_turn(turn: int, stands: np.ndarray, follows: np.ndarray, later: np.ndarray) -> StoryTurn:
    """Return a turn's numbers: scores before it, after the seat's actions, and a turn later."""
    z = float(ndtri(0.5 + LEVEL / 2.0))
    changed = paired_difference(follows, stands, level=LEVEL, grain=GRAIN)
    rest = float(later.mean() - follows.mean())
    error = z * np.sqrt(_variance(follows) + (_variance(later) if later.std() else 0.0))
    return StoryTurn(
        turn,
        float(stands.mean()),
        score_interval(stands, LEVEL),
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
