"""What if another order had been given, and where a game was won or lost.

A game is taken up at an order, with what was hidden dealt anew as the seat could have thought, and
played on by pilots after what was said and after what might have been: the difference is the
decision's. From turn to turn, what the seat's own words changed against the pilot's is decision,
the rest is luck (and the enemy's doings, and what came to light).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from scipy.special import ndtri

from spacecombat_agents.arena.differences import Difference, difference
from spacecombat_agents.arena.statistics import Interval, wilson
from spacecombat_agents.studies.forks import Course, Moment, Pilots, dreams, question_of, turn_of
from spacecombat_env.core.errors import ConfigError, OrderError
from spacecombat_env.env.game import Game
from spacecombat_env.env.orders import Sentence, hear, split, text_of

GRAIN = 1.0
"""What one game changes."""
LEVEL = 0.95
EXTRA = 4.0
"""Agresti and Coull: two games won and two lost beside those played."""


class Fork(NamedTuple):
    """What another order would have brought."""

    seat: str
    turn: int
    said: str
    instead: str
    said_score: float
    instead_score: float
    change: Difference
    """The other order, less the one that was given."""
    whole: float
    """Part of the games in which the whole sentence could be said."""
    games: int
    """Of each of both."""


class Turn(NamedTuple):
    """A turn of a game as it went."""

    turn: int
    before: float
    """Score that the pilots make of it from the seat's first order on."""
    before_interval: Interval
    decision: float
    """What the seat's own words changed against the pilot's."""
    decision_interval: Interval
    luck: float
    """What else changed by the next turn."""
    luck_interval: Interval


class Story(NamedTuple):
    """Where a game was won or lost."""

    seat: str
    score: float
    turns: tuple[Turn, ...]
    games: int


def what_if(
    course: Course, pilots: Pilots, turn: int, sentence: Sentence, games: int, seed: int
) -> Fork:
    """Return what a sentence would have brought at the first order of a turn where it was legal."""
    parts = split(sentence)
    moment, order, used = find(course, turn, parts)
    forks = dreams(moment, course.seat, games, seed)
    given = given_order(course, moment)
    before, after, whole = [], [], 0
    for dream in forks:
        before.append(spoken(dream.copy(), given))
        game = spoken(dream.copy(), order)
        whole += go_on(game, course.seat, parts[used:])
        after.append(game)
    old = pilots.finish(before, "fork", moment.number)
    new = pilots.finish(after, "fork", moment.number)
    return Fork(
        course.ruleset.seats[course.seat],
        turn,
        in_words(moment.game, given),
        in_words(moment.game, order),
        float(old.mean()),
        float(new.mean()),
        difference(new, old, level=LEVEL, grain=GRAIN),
        whole / games,
        games,
    )


def find(course: Course, turn: int, parts: list[str | int]) -> tuple[Moment, list[int], int]:
    """Return the first order of a turn at which a sentence can begin, its tokens, parts used."""
    if not parts:
        raise ConfigError.at("whatif", "say", "nothing is said")
    reasons = []
    for moment in course.moments:
        if moment.turn == turn:
            try:
                return moment, *hear(moment.game, parts)
            except OrderError as cause:
                reasons.append(str(cause))
    orders_of(course, turn)
    raise ConfigError.at("whatif", "say", f"at none of its {len(reasons)} orders: {reasons[0]}")


def orders_of(course: Course, turn: int) -> list[str]:
    """Return the orders that the seat gave in a turn, in words; ConfigError where it gave none."""
    found = [moment for moment in course.moments if moment.turn == turn]
    if not found:
        turns = ", ".join(map(str, sorted({moment.turn for moment in course.moments})))
        raise ConfigError.at("whatif", "turn", f"the seat gave orders in turns {turns}; not {turn}")
    return [in_words(moment.game, given_order(course, moment)) for moment in found]


def given_order(course: Course, moment: Moment) -> list[int]:
    """Return the tokens of the order that was given at a moment."""
    later = [each.own for each in course.moments if each.own > moment.own]
    end = min(later, default=len(course.words))
    return [told.token for told in course.words[moment.own : end]]


def spoken(game: Game, tokens: list[int]) -> Game:
    """Say the words of an order in a game, as far as they are legal."""
    for token in tokens:
        if not game.is_legal(token):
            break
        game.speak(token)
    return game


def go_on(game: Game, seat: int, parts: list[str | int]) -> bool:
    """Say the orders that follow in an imagined game; tell whether all could be said."""
    while parts:
        if game.seat != seat:
            return False
        try:
            tokens, used = hear(game, parts)
        except OrderError:
            return False
        spoken(game, tokens)
        parts = parts[used:]
    return True


def in_words(game: Game, tokens: list[int]) -> str:
    """Return an order in words."""
    trial, said = game.copy(), []
    for token in tokens:
        said.append(text_of(trial, token))
        trial.speak(token)
    return " ".join(said)


def story(
    course: Course,
    pilots: Pilots,
    games: int,
    seed: int,
    progress: Callable[[int], None] | None = None,
) -> Story:
    """Return where a game was won or lost, turn by turn."""
    first: dict[int, Moment] = {}
    for moment in course.moments:
        first.setdefault(moment.turn, moment)
    stands, follows = [], []
    for done, (turn, moment) in enumerate(first.items(), start=1):
        forks = dreams(moment, course.seat, games, seed)
        pilots.reset("repeat", turn)
        repeated = [repeat(dream.copy(), course, turn, pilots) for dream in forks]
        stands.append(pilots.finish(forks, "turn", turn))
        follows.append(pilots.finish(repeated, "turn", turn))
        if progress is not None:
            progress(done)
    end = np.full(games, course.score)
    turns = tuple(
        _turn(turn, stands[at], follows[at], stands[at + 1] if at + 1 < len(stands) else end)
        for at, turn in enumerate(first)
    )
    return Story(course.ruleset.seats[course.seat], course.score, turns, games)


def repeat(game: Game, course: Course, turn: int, pilots: Pilots) -> Game:
    """Say again what the seat said in a turn, for as long as it is asked the same and may."""
    words = [told for told in course.words if told.turn == turn]
    while words and game.seat >= 0 and turn_of(game) == turn:
        if game.seat != course.seat:
            game.speak(pilots.word(game))
            continue
        told, *words = words
        if question_of(game) != told.question or not game.is_legal(told.token):
            break
        game.speak(told.token)
    return game


def _turn(turn: int, stands: np.ndarray, follows: np.ndarray, later: np.ndarray) -> Turn:
    """Return a turn's numbers: what the pilots make of it, after the seat's words, a turn later."""
    games = len(stands)
    z = float(ndtri(0.5 + LEVEL / 2.0))
    changed = difference(follows, stands, level=LEVEL, grain=GRAIN)
    luck = float(later.mean() - follows.mean())
    error = z * np.sqrt(_variance(follows) + (_variance(later) if later.std() else 0.0))
    return Turn(
        turn,
        float(stands.mean()),
        wilson(float(stands.mean()), games, z),
        changed.difference,
        changed.interval,
        luck,
        Interval(luck - float(error), luck + float(error)),
    )


def _variance(scores: np.ndarray) -> float:
    """Return the variance of a mean score, two games won and two lost added."""
    count = len(scores) + EXTRA
    mean = (scores.sum() + EXTRA / 2.0) / count
    return float((((scores - mean) ** 2).sum() + EXTRA * 0.25) / count / count)


def fork_json(found: Fork) -> dict[str, Any]:
    """Return every number of a fork."""
    numbers = {key: value for key, value in found._asdict().items() if key != "change"}
    change = found.change
    return numbers | {
        "change": change.difference,
        "interval": list(change.interval),
        "verdict": change.verdict.value,
        "variance_ratio": change.variance_ratio,
    }


def story_json(found: Story) -> dict[str, Any]:
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
