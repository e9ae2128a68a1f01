"""Knowledge of enemy hulls between battles."""

from dataclasses import replace

import pytest
from kit.interceptor.scenes import scene

from spacecombat_env.rulesets.interceptor.campaign.tracks import (
    Track,
    TrackFate,
    is_same,
    remember,
    sightings,
)
from spacecombat_env.rulesets.interceptor.model import FULL_ROW, Disclosed, Side, Status

HURT = Track(24, "LANCEA", 70, (FULL_ROW, 0b1110111111))


@pytest.mark.rule("IN-AMB-137")
def test_a_hull_is_known_by_its_class_and_its_wounds():
    assert is_same(HURT, replace(HURT, hour=48))
    assert is_same(HURT, replace(HURT, rows=(0b0111111111, 0b0110111111)))
    assert not is_same(HURT, replace(HURT, rows=(FULL_ROW, FULL_ROW)))
    assert not is_same(HURT, replace(HURT, ship_class="SPICULUM"))
    assert not is_same(HURT, replace(HURT, ship_class=""))
    assert not is_same(replace(HURT, fate=TrackFate.DESTROYED), HURT)


@pytest.mark.rule("IN-AMB-137")
def test_whole_or_unseen_ships_look_alike():
    whole = replace(HURT, rows=(FULL_ROW, FULL_ROW))
    assert not is_same(whole, whole)
    assert not is_same(replace(HURT, rows=(FULL_ROW, 0)), HURT)
    assert not is_same(replace(HURT, rows=()), HURT)


@pytest.mark.rule("IN-AMB-137")
def test_other_hulls_are_new_tracks():
    worse = replace(HURT, hour=48, rows=(0b1, 0b1))
    assert remember([], HURT) == (HURT,)
    assert remember([HURT], worse) == (replace(worse, meetings=2),)
    assert remember([worse], HURT) == (worse, HURT)


def test_a_sighting_holds_only_what_was_disclosed():
    table = scene()
    table.put("CHEETAH")
    blue = table.put("LANCEA", side=1, at=(12, 12))
    craft = table.state.craft[blue]
    (unknown,) = sightings(table.state, table.rules, table.names, Side.RED, 24)
    assert unknown == Track(24)
    craft.disclosed = Disclosed.CLASS
    (known,) = sightings(table.state, table.rules, table.names, Side.RED, 24)
    assert known == Track(24, "LANCEA")
    craft.armour_turn, craft.status, craft.disclosed_tons = 3, Status.BROKEN_OFF, 70
    first = int(craft.first_row)
    table.state.last_seen_rows[1, first] = 0b1
    (seen,) = sightings(table.state, table.rules, table.names, Side.RED, 24)
    assert (seen.rows[0], seen.tons, seen.fate) == (1, 70, TrackFate.BROKEN_OFF)
    craft.status = Status.WAITING
    assert sightings(table.state, table.rules, table.names, Side.RED, 24) == []
