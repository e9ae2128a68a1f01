"""Turrets: hit by a die, with armour and a block of their own."""

import pytest
from kit.interceptor.damaging import class_of, hit, lose, parts, queue
from kit.interceptor.scenes import fixed_dice, scene

from spacecombat_env.core.loading.tables import read_yaml
from spacecombat_env.rulesets.interceptor.damage import hits, turrets
from spacecombat_env.rulesets.interceptor.damage.hits import apply_step
from spacecombat_env.rulesets.interceptor.damage.turrets import (
    is_dead,
    turret_chance,
    turret_of_hit,
)
from spacecombat_env.rulesets.interceptor.damage.widowing import widow
from spacecombat_env.rulesets.interceptor.model import DATA, NONE, Comp, Event, turret_tower

ORACLES = {one["id"]: one for one in read_yaml(DATA / "oracles.yaml")["oracles"]}


def petal():
    """A ship with one turret."""
    table = scene()
    return table, table.put("FLUTTERING PETAL")


def empty_turret(table, k, left=0):
    """Take its armour and its block, but for a box of the last row."""
    armour, height, inner, depth = turret_tower(table.state, table.rules, k, 0)
    table.state.rows[0, armour : inner + depth] = 0
    table.state.rows[0, inner + depth - 1] = left


@pytest.mark.rule("IN-DMG-10", "IN-AMB-41")
def test_or_dmg_5_one_turret_is_hit_on_a_one(monkeypatch):
    oracle = ORACLES["OR-DMG-5"]
    number = oracle["expect"]["turret_on_or_below"]
    assert turret_chance(oracle["given"]["turrets"]) == number == 1
    assert [turret_chance(n) for n in (2, 3, 4)] == [1, 2, 2]
    table, k = petal()
    fixed_dice(monkeypatch, turrets, number, number + 1)
    assert turret_of_hit(table.state, table.rules, k) == 0
    assert turret_of_hit(table.state, table.rules, k) == NONE


@pytest.mark.rule("IN-DMG-10", "IN-DMG-11")
def test_without_a_living_turret_no_die_is_rolled(monkeypatch):
    table, k = petal()
    empty_turret(table, k)
    assert is_dead(table.state, table.rules, k, 0)
    fixed_dice(monkeypatch, turrets)
    assert turret_of_hit(table.state, table.rules, k) == NONE
    fighter = table.put("CHEETAH")
    assert turret_of_hit(table.state, table.rules, fighter) == NONE


@pytest.mark.rule("IN-DMG-11")
def test_a_hit_on_a_dead_turret_falls_to_one_that_lives(monkeypatch):
    table, k = petal()
    klass = class_of(table, k)
    klass.turrets, klass.turret_row[1] = 2, klass.turret_row[0]
    klass.turret_inner[1], klass.turret_depth[1] = klass.inner, klass.depth
    empty_turret(table, k)
    fixed_dice(monkeypatch, turrets, 1)
    assert turret_of_hit(table.state, table.rules, k) == 1


@pytest.mark.rule("IN-DMG-11")
def test_a_turret_takes_hits_on_its_own_armour_and_block():
    table, k = petal()
    before = table.state.craft[k].armour.tolist()
    hit(table, k, "laser", 12, column=1, turret=0)
    armour, height, inner, depth = turret_tower(table.state, table.rules, k, 0)
    rows = table.state.rows[0]
    assert all(int(rows[armour + n]) >> 9 == 0 for n in range(height))
    assert [int(rows[inner + n]) >> 9 for n in range(depth)] == [0, 0, 1, 1, 1, 1, 1]
    assert table.state.craft[k].armour.tolist() == before and table.state.craft[k].inside == 2


@pytest.mark.rule("IN-DMG-11", "IN-AMB-42")
def test_what_a_dying_turret_leaves_goes_on_in_the_hull_in_the_same_column():
    table, k = petal()
    empty_turret(table, k, left=1 << 9)
    hit(table, k, "laser", 5, column=1, facing=1, turret=0)
    assert is_dead(table.state, table.rules, k, 0)
    assert table.block(k, 1)[:, 0].tolist() == [0] * 4 + [1] * 6
    table, k = petal()
    empty_turret(table, k, left=0b11)
    hit(table, k, "laser", 5, column=10, facing=1, turret=0)
    assert table.block(k, 1).all()


@pytest.mark.rule("IN-DMG-07")
def test_a_turret_s_armour_is_widowed_too():
    table, k = petal()
    armour, height, _, _ = turret_tower(table.state, table.rules, k, 0)
    table.state.rows[0, armour + height - 1] = 0
    assert widow(table.state, table.rules, k, 6) == 10 * (height - 1)
    assert not table.state.rows[0, armour : armour + height].any()


@pytest.mark.rule("IN-IDE-28")
@pytest.mark.parametrize(("die", "jam"), [(1, 1), (2, 2), (6, 6), (7, 7), (10, 7)])
def test_a_turret_without_structure_jams_or_falls_silent(monkeypatch, die, jam):
    table, k = petal()
    fixed_dice(monkeypatch, turrets, die)
    lose(table, k, Comp.TURRET)
    assert table.state.craft[k].jam[0] == jam
    turreted = [w for w in range(10) if class_of(table, k).weapon[w].turret == 0]
    out = [w for w in range(10) if int(table.state.craft[k].out) >> w & 1]
    assert out == (turreted if jam == 7 else [])
    event = table.events(Event.TURRET)[0]
    assert (event.known, event.c, event.d) == (1, 0, die)
    assert parts(table, k, Comp.TURRET)


@pytest.mark.rule("IN-DMG-10", "IN-DMG-03")
def test_a_volley_rolls_turret_then_column(monkeypatch):
    table, k = petal()
    fixed_dice(monkeypatch, turrets, 1, 2)
    fixed_dice(monkeypatch, hits, 4, 9)
    queue(table, k, "laser", 1)
    queue(table, k, "laser", 1)
    apply_step(table.state, table.rules)
    told = [(int(e.e), int(e.d)) for e in table.events(Event.HIT)]
    assert told == [(0, 4), (NONE, 9)]
    assert table.block(k, 0)[0].tolist() == [1, 1, 1, 1, 1, 1, 1, 1, 0, 1]
