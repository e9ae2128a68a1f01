"""What a learner overhears: nothing of what the enemy hides can be read out of a transcript.

The games and the secrets stand in overhearing.py; the share of right answers is chance within its
interval of 99 %, all intervals together.
"""

from __future__ import annotations

import os

import numpy as np
import pytest
from overhearing import CASES, Case, Overheard, line_of, overheard, scored

GAMES = int(os.environ.get("LEAK_GAMES", "600"))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_most_games_are_overheard(case: Case) -> None:
    questions = overheard(case, 6)
    played = set(questions.game.tolist())
    heard = set(questions.game[questions.columns.any(axis=1)].tolist())
    assert len(played) > 2 and len(heard) > len(played) / 2
    assert set(questions.answer.tolist()) == {0, 1}


def test_too_few_games_give_no_score() -> None:
    for games in (1, 6, 30):
        assert "games with answers that are not rare" in line_of(CASES[3], games)


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=str)
def test_nothing_is_overheard(case: Case) -> None:
    found = scored(case, GAMES)
    print(case, found)
    assert not found.tells_among(len(CASES)), found


@pytest.mark.slow
def test_a_sentence_about_ships_alone_is_overheard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were it told of ships alone that they take their round."""
    columns = Overheard.columns

    def telling(game: Overheard, name: str = "") -> np.ndarray:
        row = columns(game, name)
        row[0] += 1 - game.secret[name]
        return row

    monkeypatch.setattr(Overheard, "columns", telling)
    assert scored(CASES[0], GAMES // 3).tells
