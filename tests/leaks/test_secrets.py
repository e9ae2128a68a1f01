"""A learner guesses no secret of the set-up from all that a seat is given, better than chance.

In the first turn nobody does anything that the other side sees. What free players show by their
acts is printed by `measuring.py`, which plays more games, too.
"""

from __future__ import annotations

import os

import pytest
from measuring import CASES, Case, scores

ASKED = 174
"""Secrets, moments and readers of all cases: of this many intervals of 99 % one or two lie above
chance by luck."""
GAMES = int(os.environ.get("SPACECOMBAT_LEAK_GAMES", "600"))


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_a_seat_is_given_shows_no_secret(case: Case):
    found = {(*key, str(told)): told.tells_among(ASKED) for *key, told in scores(case, GAMES)}
    assert found
    assert [key for key, tells in found.items() if tells] == []
