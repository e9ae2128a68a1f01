"""The odds of a shot that are told."""

import pytest

from spacecombat_env.rulesets.interceptor.told.odds import hits_with

TENTHS = {-2: 1, 0: 1, 1: 1, 2: 2, 5: 5, 8: 8, 9: 9, 10: 9, 13: 9}
"""How many of the ten dice hit against a number."""


@pytest.mark.rule("IN-DIR-03")
@pytest.mark.parametrize(("number", "tenths"), TENTHS.items())
def test_a_one_always_hits_and_a_ten_always_misses(number, tenths):
    assert hits_with(number) == tenths / 10
