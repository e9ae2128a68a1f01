"""Special cases reach the ship, missile or component in the last slot."""

import pytest
from kit.interceptor.damaging import parts
from kit.interceptor.planets import end_movement, orbit, row_of
from kit.interceptor.scenes import scene
from kit.interceptor.tugs import tug

from spacecombat_env.core.model.hexgrid import axial_row
from spacecombat_env.rulesets.interceptor.cases import airlocks, towing
from spacecombat_env.rulesets.interceptor.damage.large_ships.tows import gear_of
from spacecombat_env.rulesets.interceptor.model import (
    Comp,
    MissileStatus,
    Phase,
    Status,
    class_of,
    crew_of,
    enemy_craft_action,
)
from spacecombat_env.rulesets.interceptor.model.power import allotment
from spacecombat_env.rulesets.interceptor.turn.pursuit import shift_crews

RED, BLUE = 0, 1


def last_of(table, name, **where):
    """A ship of Blue in the last slot of all."""
    k = -1
    while k != len(table.state.craft) - 1:
        k = table.put(name, side=BLUE, **where)
    return k


@pytest.mark.rule("IN-ABN-13")
def test_the_crew_of_the_last_ship_walks_to_the_airlocks():
    table = scene()
    k = last_of(table, "CHEETAH", at=(20, 20))
    for m in crew_of(table.state, table.rules, k):
        table.state.crew[m].way = 2
    airlocks.walk_to_airlocks(table.state, table.rules)
    ways = {int(table.state.crew[m].way) for m in crew_of(table.state, table.rules, k)}
    assert ways == {1}


@pytest.mark.rule("IN-CON-26")
def test_the_last_ship_is_taken_in_tow():
    table, k, _ = tug()
    course = {"heading": 2, "facing": 2, "velocity": 4}
    other = last_of(table, "LANCEA", at=(10, 10), **course)
    table.state.craft[other].status = Status.ABANDONED
    table.state.order[RED].craft = k
    action = enemy_craft_action(table.state, other)
    towing.apply_tow(table.state, table.rules, RED, action)
    assert table.state.craft[k].tow == other


@pytest.mark.rule("IN-CON-25")
def test_gear_counts_in_the_last_component():
    table, k, _ = tug()
    klass = class_of(table.state, table.rules, k)
    klass.component[parts(table, k, Comp.TOWING)[0]].kind = Comp.FREE
    assert gear_of(table.state, table.rules, k, Comp.TOWING) == 0
    last = klass.component[int(klass.components) - 1]
    last.kind, last.rating = Comp.TOWING, 700
    assert gear_of(table.state, table.rules, k, Comp.TOWING) == 700


@pytest.mark.rule("IN-AMB-88", "IN-GRV-02")
def test_the_last_missile_and_the_last_ship_are_drawn_down():
    table = orbit(gravity=True)
    k = last_of(table, "CHEETAH", at=(9, 20), heading=1, velocity=3)
    missile = table.state.missile[len(table.state.missile) - 1]
    craft = table.state.craft[k]
    missile.status, missile.q, missile.r = MissileStatus.DORMANT, craft.q, craft.r
    table.state.phase = Phase.DRIFTING
    end_movement(table)
    assert row_of(craft) == 19 and row_of(missile) == 19


@pytest.mark.rule("IN-POW-05")
def test_weapons_are_weighed_by_their_damage_in_every_band():
    table = scene()
    k = table.put("CINGULUM")
    klass = class_of(table.state, table.rules, k)
    gun = table.rules.weapon[int(klass.weapon[0].table)]
    expected = sum(map(int, gun.damage)) + sum(map(int, gun.second))
    assert allotment.damage_of(table.state, table.rules, k, 1) == expected
    gun.damage[len(gun.damage) - 1] += 9
    assert allotment.damage_of(table.state, table.rules, k, 1) == expected + 9


@pytest.mark.rule("IN-SCN-12", "IN-AMB-119")
def test_the_last_crew_in_space_is_on_the_map_that_is_laid_again():
    table = scene()
    crew = table.state.adrift[len(table.state.adrift) - 1]
    crew.people, crew.q, crew.r = 1, 10, axial_row(10, 20)
    shift_crews(table.state, 14)
    assert row_of(crew) == 6
