"""Chapter DIR: angle of attack, facing struck."""

import pytest
from kit.interceptor.scenes import scene

from spacecombat_env.core.model.hexgrid import axial_row, neighbour
from spacecombat_env.rulesets.interceptor.combat.attitude import (
    angle_modifier,
    facing_struck,
    facing_toward,
    in_doubt,
)
from spacecombat_env.rulesets.interceptor.model import Arc, Facing

TURRET, FIXED = 5, 0


def fired_at(direction, heading=0, facing=0, velocity=5, steps=3):
    """A PETAL fires at a LANCEA from a direction of the map."""
    table = scene()
    target = table.put("LANCEA", side=1, at=(12, 14), heading=heading, facing=facing)
    table.state.craft[target].velocity = velocity
    k = table.put("FLUTTERING PETAL", heading=3)
    me, it = table.state.craft[k], table.state.craft[target]
    me.q, me.r = it.q, it.r
    for _ in range(steps):
        me.q, me.r = neighbour(me.q, me.r, direction)
    return table, k, target


@pytest.mark.rule("IN-DIR-05")
@pytest.mark.parametrize(("side", "modifier"), list(enumerate([1, 4, 2, 0, 2, 4])))
def test_the_angle_is_by_the_hexside_of_the_targets_heading(side, modifier):
    for heading in range(6):
        for facing in range(6):
            table, k, target = fired_at((side + heading) % 6, heading, facing)
            table.state.craft[k].heading = (heading + 1) % 6
            assert angle_modifier(table.state, table.rules, k, FIXED, target) == modifier


@pytest.mark.rule("IN-DIR-07")
def test_a_target_that_lies_still_has_no_angle():
    table, k, target = fired_at(1, velocity=0)
    assert angle_modifier(table.state, table.rules, k, FIXED, target) == 0
    table.state.craft[target].velocity = 1
    assert angle_modifier(table.state, table.rules, k, FIXED, target) == 4


@pytest.mark.rule("IN-DIR-06")
@pytest.mark.parametrize("side", range(6))
def test_paralleling_is_side_weapons_into_a_side_or_turrets_into_any(side):
    modifiers = [1, 4, 2, 0, 2, 4]
    table, k, target = fired_at(side)
    klass = table.rules.classes[table.state.craft[k].klass]
    klass.weapon[1].arc = Arc.LEFT
    assert angle_modifier(table.state, table.rules, k, TURRET, target) == modifiers[side]
    table.state.craft[k].heading = 0
    assert angle_modifier(table.state, table.rules, k, TURRET, target) == 0
    assert angle_modifier(table.state, table.rules, k, FIXED, target) == modifiers[side]
    into_side = 0 if side not in (Facing.F, Facing.A) else modifiers[side]
    assert angle_modifier(table.state, table.rules, k, 1, target) == into_side
    table.state.craft[k].jam[0] = 1  # jammed forward: a fixed forward weapon
    assert angle_modifier(table.state, table.rules, k, TURRET, target) == modifiers[side]
    table.state.craft[k].jam[0] = 3
    assert angle_modifier(table.state, table.rules, k, TURRET, target) == into_side


@pytest.mark.rule("IN-DIR-08")
@pytest.mark.parametrize(
    ("corner", "modifier"),
    [((1, 1), 4), ((2, -1), 4), ((1, -2), 2), ((-1, -1), 2), ((-2, 1), 4), ((-1, 2), 4)],
)
def test_two_hexsides_that_tie_count_as_suits_the_target(corner, modifier):
    table, k, target = fired_at(0)
    me, it = table.state.craft[k], table.state.craft[target]
    me.q, me.r = int(it.q) + corner[0], int(it.r) + corner[1]
    assert in_doubt(table.state, target, k)
    assert angle_modifier(table.state, table.rules, k, FIXED, target) == modifier


@pytest.mark.rule("IN-AMB-98")
def test_in_one_hex_the_target_is_struck_and_angled_as_it_likes():
    table, k, target = fired_at(0, steps=0)
    craft = table.state.craft[target]
    assert angle_modifier(table.state, table.rules, k, FIXED, target) == 4
    craft.armour[Facing.LA] = 99
    assert facing_struck(table.state, table.rules, target, k) == Facing.LA
    craft.velocity = 0
    assert angle_modifier(table.state, table.rules, k, FIXED, target) == 0


@pytest.mark.rule("IN-AMB-29")
@pytest.mark.parametrize("direction", range(6))
def test_the_facing_struck_is_by_the_targets_facing(direction):
    for facing in range(6):
        table, k, target = fired_at(direction, heading=2, facing=facing)
        side = (direction - facing) % 6
        assert facing_struck(table.state, table.rules, target, k) == side
        me = table.state.craft[k]
        assert facing_toward(table.state, target, me.q, me.r) == side
        assert not in_doubt(table.state, target, k)
        table.state.craft[target].rolled = 1  # IN-MOV-09
        assert facing_struck(table.state, table.rules, target, k) == (6 - side) % 6
        assert facing_toward(table.state, target, me.q, me.r) == (6 - side) % 6


@pytest.mark.rule("IN-DIR-08", "IN-AMB-80")
def test_of_two_facings_that_tie_the_better_armoured_is_struck():
    table, k, target = fired_at(0)
    me, craft = table.state.craft[k], table.state.craft[target]
    me.q, me.r = 13, axial_row(13, 16)  # on the line between F and RF
    for better, other in ((Facing.F, Facing.RF), (Facing.RF, Facing.F)):
        craft.armour[better], craft.armour[other] = 20, 19
        assert facing_struck(table.state, table.rules, target, k) == better
        assert facing_toward(table.state, target, me.q, me.r) == better
    craft.armour[:] = 20
    craft.shield[Facing.F], craft.shield[Facing.RF] = 30, 40
    assert facing_struck(table.state, table.rules, target, k) == Facing.RF


@pytest.mark.rule("IN-AMB-30")
def test_what_comes_from_its_own_hex_strikes_the_front():
    table, _, target = fired_at(0)
    craft = table.state.craft[target]
    assert facing_toward(table.state, target, craft.q, craft.r) == Facing.F
