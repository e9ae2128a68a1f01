"""Pairs of games that begin where something rare is about to happen: nothing is shown (prepared.py)."""

from __future__ import annotations

import pytest
from prepared import CASES, PreparedPairs
from walking import HISTORIES


@pytest.mark.parametrize("name", CASES)
def test_rare_events_show_no_secret(name: str) -> None:
    pairs = PreparedPairs(CASES[name]).play(20, 100)
    assert not pairs.shown, pairs.report()
    assert pairs.looks > 10


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_rare_events_happen_in_pairs(name: str) -> None:
    case = CASES[name]
    pairs = PreparedPairs(case).play(max(HISTORIES // 20, 60), 100)
    print(pairs.report())
    assert not pairs.shown, pairs.report()
    assert pairs.seen >= case.events


@pytest.mark.parametrize(
    ("name", "seed", "word", "end"),
    [
        pytest.param("rescue", 184, 115, "dice: RESCUE", id="IN-ABN-08"),
        pytest.param("rescue", 177, 177, "dice: EXPLODED", id="IN-ABN-07"),
        pytest.param("morale", 660, 16, "the enemy must: TURNED", id="IN-CAM-04"),
        pytest.param("departure", 105, 82, "dice: STAYS, T_SPACE", id="IN-CAM-27"),
    ],
)
def test_each_entry_is_needed(name: str, seed: int, word: int, end: str) -> None:
    pairs = PreparedPairs(CASES[name]).again(seed, word)
    assert not pairs.shown, pairs.report()
    assert {each.removeprefix("quiet, ") for each in pairs.on.ends} == {end}
