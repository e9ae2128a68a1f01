"""Chapter MSL: what each missile wants before it may lock on."""

import pytest
from kit.interceptor.missiles import fill, rack
from kit.interceptor.scenes import scene

from spacecombat_env.core.model.hexgrid import axial_row
from spacecombat_env.rulesets.interceptor.missiles.launch_conditions import (
    any_launchable,
    is_launchable,
)
from spacecombat_env.rulesets.interceptor.model import (
    Comp,
    Control,
    Load,
    MissileStatus,
    Rock,
    Target,
    class_of,
)


def duel(load, distance, heading=0, name="CHEETAH", w=4, column=10, facing=None):
    """A ship of Red that points up, a LANCEA of Blue this many hexes ahead that flies `heading`."""
    table = scene()
    k = table.put(name, at=(10, 3))
    target = table.put(
        "LANCEA", side=1, at=(column, 3 + distance), heading=heading, facing=facing, velocity=4
    )
    fill(table, k, w, load)
    return table, k, target


def may(table, k, load, target, w=4, kind=Target.CRAFT):
    return is_launchable(table.state, table.rules, k, w, load, kind, target)


@pytest.mark.rule("IN-MSL-02", "IN-MSL-09", "IN-MSL-11", "IN-MSL-12", "IN-MSL-10")
@pytest.mark.parametrize(
    ("load", "low", "high"),
    [(Load.DAP, 0, 3), (Load.RIS, 3, 10), (Load.SSS, 3, 24), (Load.DFM, 0, 6)],
)
def test_ranges(load, low, high):
    for distance in range(1, 25):
        table, k, target = duel(load, distance)
        assert may(table, k, load, target) == (low <= distance <= high)
        assert any_launchable(table.state, table.rules, k, 4, 0, target) == (
            low <= distance <= high
        )


@pytest.mark.rule("IN-MSL-09", "IN-MSL-12")
def test_forward_60_degrees_by_facing():
    for load, distance in ((Load.DAP, 3), (Load.SSS, 6)):
        table, k, target = duel(load, distance)
        assert may(table, k, load, target)
        table.state.craft[k].facing = 1
        assert not may(table, k, load, target)
        table.state.craft[k].facing = 3
        assert not may(table, k, load, target)
        table.state.craft[k].facing, table.state.craft[k].heading = 0, 3
        assert may(table, k, load, target)


@pytest.mark.rule("IN-MSL-09", "IN-MSL-11", "IN-MSL-12", "IN-IDE-28")
@pytest.mark.parametrize(
    ("load", "distance", "lifted"), [(Load.DAP, 3, True), (Load.RIS, 5, True), (Load.SSS, 5, False)]
)
def test_a_turret_lifts_the_arc_but_of_an_sss(load, distance, lifted):
    table, k, target = duel(load, distance, name="FLUTTERING PETAL", w=9)
    table.state.craft[k].facing = 3
    assert may(table, k, load, target, w=9) == lifted
    table.state.craft[k].jam[0] = 4  # toward the rear: a fan of 60 degrees
    assert may(table, k, load, target, w=9) == lifted
    table.state.craft[k].jam[0] = 1
    assert not may(table, k, load, target, w=9)
    table.state.craft[k].facing = 0
    assert may(table, k, load, target, w=9)
    table.state.craft[k].jam[0] = 7
    assert not may(table, k, load, target, w=9)


@pytest.mark.rule("IN-MSL-09", "IN-CMB-08")
def test_in_one_hex_the_later_arrival_has_the_other_before_it():
    table, k, target = duel(Load.DAP, 0)
    table.state.craft[k].arrived, table.state.craft[target].arrived = 2, 1
    assert may(table, k, Load.DAP, target)
    table.state.craft[k].arrived, table.state.craft[target].arrived = 1, 2
    assert not may(table, k, Load.DAP, target)


@pytest.mark.rule("IN-MSL-11")
def test_an_ris_needs_the_rear_120_degrees_of_the_targets_facing():
    allowed = set()
    for facing in range(6):
        table, k, target = duel(Load.RIS, 5, heading=3, facing=facing)
        if may(table, k, Load.RIS, target):
            allowed.add(facing)
    assert allowed == {0, 1, 5}  # a neighbour's line is the edge of the 120 degrees


@pytest.mark.rule("IN-MSL-12")
def test_an_sss_needs_a_scanner_a_dap_does_not():
    table, k, target = duel(Load.SSS, 3)
    fill(table, k, 4, Load.DAP)
    scanner = int(class_of(table.state, table.rules, k).system[Comp.SCANNER])
    table.state.craft[k].disabled = 1 << scanner
    assert not may(table, k, Load.SSS, target)
    assert may(table, k, Load.DAP, target)


@pytest.mark.rule("IN-MSL-09", "IN-MSL-11", "IN-MSL-12")
@pytest.mark.parametrize(("load", "distance"), [(Load.DAP, 3), (Load.RIS, 4), (Load.SSS, 4)])
def test_a_rock_in_the_line_of_sight(load, distance):
    table, k, target = duel(load, distance)
    rock = table.state.rock[0]
    rock.kind, rock.q, rock.r, rock.hits = Rock.ASTEROID, 10, axial_row(10, 4), 200
    assert not may(table, k, load, target)
    rock.kind = Rock.NONE
    assert may(table, k, load, target)


@pytest.mark.rule("IN-MSL-02", "IN-SOC-11")
def test_no_lock_in_random_movement_but_a_cluster_is_fired():
    table, k, target = duel(Load.SSS, 4)
    for load in (Load.DFM, Load.TGM_1):
        fill(table, k, 4, load)
        assert may(table, k, load, target)
    table.state.craft[k].control = Control.OUT
    assert not may(table, k, Load.SSS, target)
    assert not may(table, k, Load.TGM_1, target)
    assert may(table, k, Load.DFM, target)


@pytest.mark.rule("IN-CMB-01", "IN-MSL-05")
def test_a_rack_that_has_fired_or_failed_is_out_for_the_turn():
    table, k, target = duel(Load.SSS, 4)
    fill(table, k, 4, Load.RIS)
    rack(table, k, 4).barred = 1 << Load.SSS
    assert not may(table, k, Load.SSS, target)
    assert may(table, k, Load.RIS, target)
    table.state.craft[k].fired = 1 << 4
    assert not may(table, k, Load.RIS, target)
    table.state.craft[k].fired = 0
    rack(table, k, 4).load[:] = 0
    assert not any_launchable(table.state, table.rules, k, 4, Target.CRAFT, target)


@pytest.mark.rule("IN-MSL-13")
def test_a_tgm_needs_no_target_in_its_arc_but_room():
    table, k, target = duel(Load.TGM_2, 20, name="CHEETAH")
    table.state.craft[k].facing = 3
    assert may(table, k, Load.TGM_2, target)
    for n in range(table.capacity.missiles):
        table.state.missile[n].status = MissileStatus.DORMANT
    assert not may(table, k, Load.TGM_2, target)
    table.state.missile[table.capacity.missiles - 1].status = MissileStatus.NONE
    assert may(table, k, Load.TGM_2, target)


@pytest.mark.rule("IN-DEF-02")
def test_guided_missiles_lock_on_to_ships_a_dap_on_to_missiles_too():
    table, k, _ = duel(Load.SSS, 4)
    enemy = table.capacity.missiles
    it = table.state.missile[enemy]
    it.status, it.kind, it.q, it.r = MissileStatus.FLYING, Load.SSS, 10, axial_row(10, 6)
    for load, fits in ((Load.SSS, False), (Load.RIS, False), (Load.DAP, True), (Load.DFM, True)):
        fill(table, k, 4, load)
        assert may(table, k, load, enemy, kind=Target.MISSILE) == fits
    assert not may(table, k, Load.DAP, 0, kind=Target.ROCK)
