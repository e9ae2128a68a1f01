"""The list of long tests (long.txt, scripts/long_tests.py) names tests that there are."""

from pathlib import Path

import pytest

TESTS = Path(__file__).parent
LINES = [line for line in (TESTS / "long.txt").read_text().splitlines() if line[:1] != "#"]


@pytest.mark.parametrize("line", LINES)
def test_a_long_test_is_one(line):
    """Or it would be in no suite's way, and a new one of that name left out unnoticed."""
    path, _, case = line.partition("::")
    head = f"def {case.partition('[')[0]}(" if case else "def test_"  # or a whole file
    assert head in (TESTS / path).read_text(encoding="utf-8")


def test_the_list_is_in_order_and_names_each_once():
    assert sorted(set(LINES)) == LINES
