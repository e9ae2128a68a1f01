"""External systems, and the Firewall."""

import pytest
from kit.interceptor.damaging import class_of, hit, parts, queue
from kit.interceptor.scenes import fixed_dice, scene

from spacecombat_env.rulesets.interceptor.damage import hits
from spacecombat_env.rulesets.interceptor.damage.hits import apply_step
from spacecombat_env.rulesets.interceptor.model import (
    Comp,
    Event,
    Load,
    Source,
    is_out,
    turret_tower,
)


def petal():
    """Its forward hardpoint lies over columns 1 to 3."""
    table = scene()
    return table, table.put("FLUTTERING PETAL", load={Load.SSS: 1})


@pytest.mark.rule("IN-DMG-12", "IN-HPT-01")
def test_the_first_box_of_damage_is_the_system_on_a_covered_column():
    table, k = petal()
    hit(table, k, "MDC_8", column=3)
    row = int(table.state.craft[k].first_row) + int(class_of(table, k).external_row[0])
    assert table.state.rows[0, row] == 0
    assert table.block(k, 0)[0].tolist() == [1, 0, 0, 0, 1, 1, 1, 1, 1, 1]
    assert table.block(k, 0)[1:].all()
    assert is_out(table.state.craft[k], parts(table, k, Comp.HARDPOINT)[-1])
    assert table.state.rack[0].load.sum() == 0
    told = table.events(Event.DAMAGE)[0]
    assert (told.a, told.b, told.d) == (3, 0, 3)


@pytest.mark.rule("IN-DMG-12")
def test_beside_it_the_armour_is_hit_alone():
    table, k = petal()
    hit(table, k, "MDC_8", column=4)
    assert table.block(k, 0)[0].tolist() == [1, 0, 0, 0, 0, 0, 1, 1, 1, 1]
    assert not is_out(table.state.craft[k], parts(table, k, Comp.HARDPOINT)[-1])
    assert table.state.rack[0].load[Load.SSS] == 1


@pytest.mark.rule("IN-DMG-12", "IN-DMG-09")
def test_one_box_of_three_leaves_it_working_two_do_not():
    table, k = petal()
    hit(table, k, "laser", 1, column=1)
    assert not is_out(table.state.craft[k], parts(table, k, Comp.HARDPOINT)[-1])
    hit(table, k, "laser", 1, column=2)
    assert is_out(table.state.craft[k], parts(table, k, Comp.HARDPOINT)[-1])


def firewalled(kind, column=4, source=Source.MISSILE):
    """A ship with a Firewall, and a missile's hit on its front."""
    table = scene()
    k = table.put("FLUTTERING PETAL BIS")
    assert class_of(table, k).firewall
    table.state.missile[8].kind = kind
    queue(table, k, "DAP_30", 30, source=source, missile=8)
    return table, k, column


@pytest.mark.rule("IN-DEF-16", "IN-ICB-03")
def test_a_firewall_box_stops_a_missile_and_is_gone(monkeypatch):
    table, k, column = firewalled(Load.DAP)
    fixed_dice(monkeypatch, hits, column, column)
    monkeypatch.setattr(hits, "turret_of_hit", lambda *_: -1)
    apply_step(table.state, table.rules)
    assert table.block(k, 0).sum() == 89 == table.state.craft[k].armour[0]
    assert table.block(k, 0)[0].tolist() == [1, 1, 1, 0, 1, 1, 1, 1, 1, 1]
    assert len(table.events(Event.FIREWALL)) == 1
    apply_step(table.state, table.rules)
    assert table.block(k, 0).sum() < 80 and len(table.events(Event.FIREWALL)) == 1


@pytest.mark.rule("IN-DEF-17")
@pytest.mark.parametrize("kind", [Load.DFM, Load.HELL])
def test_some_missiles_destroy_it_like_armour(monkeypatch, kind):
    table, k, column = firewalled(kind)
    fixed_dice(monkeypatch, hits, column)
    monkeypatch.setattr(hits, "turret_of_hit", lambda *_: -1)
    apply_step(table.state, table.rules)
    assert table.block(k, 0).sum() <= 60


@pytest.mark.rule("IN-DEF-17")
def test_so_does_direct_fire(monkeypatch):
    table, k, column = firewalled(Load.DAP, source=Source.FIRE)
    fixed_dice(monkeypatch, hits, column)
    monkeypatch.setattr(hits, "turret_of_hit", lambda *_: -1)
    apply_step(table.state, table.rules)
    assert table.block(k, 0).sum() <= 60 and not table.events(Event.FIREWALL)


@pytest.mark.rule("IN-DEF-16", "IN-CON-22", "IN-ICB-03")
def test_so_has_a_turret(monkeypatch):
    table, k, column = firewalled(Load.DAP)
    fixed_dice(monkeypatch, hits, column, column)
    monkeypatch.setattr(hits, "turret_of_hit", lambda *_: 0)
    first, rows, _, _ = turret_tower(table.state, table.rules, k, 0)
    block = table.state.rows[0, first : first + rows]
    whole = int(sum(int(row).bit_count() for row in block))
    apply_step(table.state, table.rules)
    assert int(block[0]) == 0b1110111111 and table.block(k, 0).all()
    assert sum(int(row).bit_count() for row in block) == whole - 1
    assert len(table.events(Event.FIREWALL)) == 1 and table.state.craft[k].armour[0] == 90
    apply_step(table.state, table.rules)
    assert len(table.events(Event.FIREWALL)) == 1
    assert sum(int(row).bit_count() for row in block) < whole - 8
