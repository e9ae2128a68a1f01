"""Chapter LOS: danger space."""

import pytest
from kit.interceptor.scenes import scene

from spacecombat_env.rulesets.interceptor.combat.danger_space import next_in_danger
from spacecombat_env.rulesets.interceptor.model import NONE, Facing, Status


def crowd():
    """Four ships of Blue in one hex, of three sizes, one of Red among them, one of Red south."""
    table = scene("medium")
    firer = table.put("LANCEA", at=(10, 8))
    names = ("LANCEA", "PILUM", "GLADIUS", "LANCEA")
    there = [table.put(name, side=1, at=(10, 11)) for name in names]
    table.put("GLADIUS", side=1, at=(11, 11))
    return table, firer, there


def strays(table, k, target):
    """Whom a shot at a target strikes at in turn, missing all."""
    found, last = [], target
    while (last := next_in_danger(table.state, table.rules, k, target, last)) != NONE:
        found.append(last)
    return found


@pytest.mark.rule("IN-LOS-11")
def test_a_miss_strikes_at_all_others_of_the_hex_the_largest_first():
    table, k, (light, medium, heavy, second) = crowd()
    assert strays(table, k, heavy) == [medium, light, second]
    assert strays(table, k, light) == [heavy, medium, second]
    assert strays(table, k, second) == [heavy, medium, light]


@pytest.mark.rule("IN-LOS-11")
def test_friends_too_but_neither_the_firer_nor_wrecks():
    table, k, (light, medium, heavy, second) = crowd()
    friend = table.put("LANCEA", at=(10, 11))
    table.state.craft[second].status = Status.WRECK
    assert strays(table, k, medium) == [heavy, friend, light]
    assert strays(table, friend, medium) == [heavy, light]


@pytest.mark.rule("IN-LOS-11", "IN-LOS-07")
def test_who_is_in_cover_is_spared():
    table, k, (light, medium, heavy, second) = crowd()
    table.state.craft[light].cover = heavy
    table.state.craft[light].cover_side = Facing.F  # the firer comes from behind
    assert strays(table, k, medium) == [heavy, second]
    table.state.craft[light].cover_side = Facing.A
    assert strays(table, k, medium) == [heavy, light, second]
