"""Knowledge of enemy hulls between battles."""

from dataclasses import replace

import pytest

from spacecombat_env.rulesets.interceptor.campaign.tracks import Track, is_same, remember
from spacecombat_env.rulesets.interceptor.model import FULL_ROW

HURT = Track(24, "LANCEA", 70, (FULL_ROW, 0b1110111111))


@pytest.mark.rule("IN-AMB-137")
def test_a_hull_is_known_by_its_class_and_its_wounds():
    assert is_same(HURT, replace(HURT, hour=48))
    assert not is_same(HURT, replace(HURT, rows=(FULL_ROW, FULL_ROW)))
    assert not is_same(HURT, replace(HURT, ship_class="SPICULUM"))
    assert not is_same(HURT, replace(HURT, ship_class=""))
    whole = replace(HURT, rows=(FULL_ROW, FULL_ROW))
    assert not is_same(whole, whole), "whole ships of a class look alike"
    assert not is_same(replace(HURT, fate="destroyed"), HURT)


@pytest.mark.rule("IN-AMB-137")
def test_other_hulls_are_new_tracks():
    worse = replace(HURT, hour=48, rows=(0, 0))
    assert remember([], HURT, HURT) == (HURT,)
    assert remember([HURT], HURT, worse) == (replace(worse, meetings=2),)
    assert remember([HURT], worse, worse) == (HURT, worse)
