"""How well a learner guesses a secret from what a seat is given.

Three learners of different kinds (lines, trees, a small net) are taught on some games; the best on
others is asked about the rest. Games are never divided: the seats and task forces of one game stand
on the same side. Chance is the rate of the commonest answer, or, where something may be told in
public, of the commonest answer given that.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

SIGMAS = 2.576  # half an interval of 99 %
RARE = 20  # an answer given less often in all is left out
FEWEST = 40  # games: half of them teach, a tenth chooses among learners
TAUGHT, CHOSEN = 0.5, 0.6  # games up to these shares teach and choose; the others test


class Questions(NamedTuple):
    """A secret, once or more a game: what is given, the answer, what is public anyway."""

    game: np.ndarray
    """int (n,)."""
    columns: np.ndarray
    """float32 (n, columns)."""
    answer: np.ndarray
    """int (n,)."""
    public: np.ndarray
    """int (n, any): what the rules let everybody see that may tell of the secret; empty for none."""

    def where(self, kept: np.ndarray) -> Questions:
        """Return the questions marked in a bool array of shape (n,)."""
        return Questions(*(column[kept] for column in self))


class Score(NamedTuple):
    """How often a learner was right."""

    accuracy: float
    low: float
    high: float
    """Ends of its interval of 99 %, over games."""
    chance: float
    games: int
    """Games in which it was asked."""
    learner: str

    @property
    def tells(self) -> bool:
        """Whether the learner does better than chance."""
        return self.low > self.chance

    def tells_among(self, many: int) -> bool:
        """Whether it does so beyond what one of that many scores would do by luck: all their
        intervals together hold in 99 of 100 runs."""
        wider = NormalDist().inv_cdf(1 - 0.005 / many) / SIGMAS
        return self.accuracy - wider * (self.high - self.accuracy) > self.chance

    def __str__(self) -> str:
        """One line: accuracy, interval, chance, games."""
        ends = f"{self.low:.3f} to {self.high:.3f}"
        return f"{self.accuracy:.3f} ({ends}), chance {self.chance:.3f}, {self.games} games"


class TooFew(ValueError):
    """Too few games to teach a learner, and to test it."""


def learners(answers: np.ndarray, seed: int = 0) -> dict[str, Any]:
    """Return fresh learners by name; where there is one answer to be learned, it is said."""
    if len(np.unique(answers)) == 1:
        return {"one answer": DummyClassifier()}
    line = LogisticRegression(C=0.01, max_iter=200)
    net = MLPClassifier((64,), alpha=0.01, early_stopping=True, max_iter=60, random_state=seed)
    return {
        "lines": make_pipeline(StandardScaler(), line),
        "trees": HistGradientBoostingClassifier(
            max_iter=150, learning_rate=0.1, early_stopping=True, random_state=seed
        ),
        "net": make_pipeline(StandardScaler(), net),
    }


def common(questions: Questions) -> Questions:
    """Return the questions whose answer is not too rare to be learned."""
    values, answers = np.unique(questions.answer, return_inverse=True)
    return questions.where(np.bincount(answers, minlength=len(values))[answers] >= RARE)


def score(questions: Questions) -> Score:
    """Teach, choose, and ask; see the head of this file. Raises TooFew."""
    questions = common(questions)
    games = len(np.unique(questions.game))
    if games < FEWEST:
        raise TooFew(f"{games} games with answers that are not rare; at least {FEWEST} are needed")
    places = np.unique(questions.game, return_inverse=True)[1]
    share = np.random.default_rng(0).permutation(places.max() + 1)[places] / (places.max() + 1)
    taught, tested = share < TAUGHT, share >= CHOSEN
    chosen = ~taught & ~tested
    best, right, name = -1.0, np.zeros(0), ""
    for learner, model in learners(questions.answer[taught]).items():
        model.fit(questions.columns[taught], questions.answer[taught])
        value = float(np.mean(model.predict(questions.columns[chosen]) == questions.answer[chosen]))
        if value > best:
            best, name = value, learner
            right = model.predict(questions.columns[tested]) == questions.answer[tested]
    means = by_game(right, places[tested])
    spread = float(np.std([*means, 0.0, 1.0]))  # who is always right has an interval, too
    half = SIGMAS * spread / np.sqrt(len(means))
    middle = float(np.mean(means))
    chance = max(
        float(np.mean(by_game(guess == questions.answer[tested], places[tested])))
        for guess in guesses(questions, tested)
    )
    return Score(middle, middle - half, middle + half, chance, len(means), name)


def by_game(right: np.ndarray, games: np.ndarray) -> np.ndarray:
    """Return the share of right answers of each game."""
    index = np.unique(games, return_inverse=True)[1]
    return np.bincount(index, right) / np.bincount(index)


def guesses(questions: Questions, tested: np.ndarray) -> Iterator[np.ndarray]:
    """Yield what is guessed by who knows only how common answers are, without and with the public.

    How common they are beside each public fact is learned from the other games.
    """
    values, answers = np.unique(questions.answer, return_inverse=True)
    yield np.full(tested.sum(), values[np.bincount(answers[tested]).argmax()])
    if questions.public.shape[1]:
        keys = np.unique(questions.public, axis=0, return_inverse=True)[1].reshape(-1)
        counts = np.zeros((keys.max() + 1, len(values))) + np.bincount(answers[~tested]) / 1e6
        np.add.at(counts, (keys[~tested], answers[~tested]), 1)
        yield values[counts.argmax(axis=1)[keys[tested]]]
