"""Chapter DIR: range, and the number to hit."""

import pytest
from kit.interceptor.missiles import send
from kit.interceptor.scenes import fixed_dice, scene

from spacecombat_env.core.model.hexgrid import axial_row
from spacecombat_env.rulesets.interceptor.cases import ejecting
from spacecombat_env.rulesets.interceptor.combat import to_hit
from spacecombat_env.rulesets.interceptor.combat.ranges import band_of, base_to_hit
from spacecombat_env.rulesets.interceptor.combat.to_hit import (
    engage,
    hits,
    number_as_known,
    number_to_hit,
    prior_targets,
    size_modifier,
    stray_number,
)
from spacecombat_env.rulesets.interceptor.damage.leaving import leave_hull
from spacecombat_env.rulesets.interceptor.missiles.slots import lose_missile
from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    Chance,
    Control,
    Disclosed,
    Event,
    Load,
    MissileStatus,
    Rock,
    Status,
    Target,
    pair,
    steps_between,
)


def duel(distance=6, velocity=5, heading=3, **skills):
    """A PILUM and a CHEETAH `distance` hexes north of it, which flies toward it unless told."""
    table = scene()
    k = table.put("PILUM", at=(10, 8), velocity=3, **skills)
    target = table.put("CHEETAH", side=1, at=(10, 8 + distance), heading=heading, piloting=4)
    table.state.craft[target].velocity = velocity
    return table, k, target


def number(table, k, target, kind=Target.CRAFT):
    return number_to_hit(table.state, table.rules, k, 0, kind, target)


@pytest.mark.rule("IN-DIR-01")
def test_range_counts_the_targets_hex_and_not_the_firers():
    table, k, target = duel(6)
    assert steps_between(table.state.craft[k], table.state.craft[target]) == 6
    assert steps_between(table.state.craft[k], table.state.craft[k]) == 0


@pytest.mark.rule("IN-DIR-02")
def test_base_numbers_by_range():
    rules = scene().rules
    bases = [8] * 2 + [7] * 2 + [6] * 3 + [5] * 4 + [4] * 5
    assert [base_to_hit(rules, distance) for distance in range(17)] == [*bases, 0]
    bands = [0] * 2 + [1] * 2 + [2] * 3 + [3] * 4 + [4] * 5
    assert [band_of(rules, distance) for distance in range(17)] == [*bands, NONE]


@pytest.mark.rule("IN-DIR-12", "IN-DIR-04", "IN-AMB-28")
def test_the_books_example_by_the_table():  # OR-DIR-1: the text's base 7 would give 4
    table, k, target = duel(6, gunnery=4, familiarity=(0, 1), heading=4)  # fire through B: +4
    table.state.craft[k].heading = 0
    assert number(table, k, target) == 3
    table.pilot(k).gunnery = 5
    assert number(table, k, target) == 4
    table.pilot(target).fam_piloting = 2
    assert number(table, k, target) == 2
    table.pilot(k).overload = 3
    assert number(table, k, target) == -1


@pytest.mark.rule("IN-DIR-10")
@pytest.mark.parametrize(("tons", "modifier"), [(5500, -4), (1000, 0), (1999, 0), (2000, -1)])
def test_size(tons, modifier):  # OR-DIR-2, OR-DIR-3
    assert size_modifier(tons) == modifier
    table, k, target = duel()
    plain = number(table, k, target)
    table.rules.classes[table.state.craft[target].klass].tons = tons
    assert number(table, k, target) == plain - modifier


@pytest.mark.rule("IN-DIR-09", "IN-AMB-84")
def test_each_different_target_after_the_first_costs_one():  # OR-DIR-5
    table, k, first = duel()
    other = table.put("CHEETAH", side=1, at=(12, 12))
    m, told = int(table.state.craft[k].first_crew), []
    for target in (first, first, other, first):
        told.append(prior_targets(table.state, m, Target.CRAFT, target))
        engage(table.state, m, Target.CRAFT, target)
    assert told == [0, 0, 1, 1]


@pytest.mark.rule("IN-DIR-09", "IN-AMB-84")
def test_the_third_target_costs_two_whatever_it_is():  # OR-DIR-4
    table, k, target = duel()
    m, missile = int(table.state.craft[k].first_crew), len(table.state.missile) // 2
    engage(table.state, m, Target.ADRIFT, len(table.state.adrift) // 2)
    engage(table.state, m, Target.MISSILE, missile)
    engage(table.state, m, Target.ROCK, 0)  # counts for nothing
    assert prior_targets(table.state, m, Target.CRAFT, target) == 2
    plain = number(table, k, target)
    table.state.crew[m].engaged = 0
    assert number(table, k, target) == plain + 2


@pytest.mark.rule("IN-DIR-09", "IN-MSL-04")
def test_a_new_missile_in_the_slot_of_one_that_is_gone_is_a_target_of_its_own():
    table, k, target = duel()
    state, m = table.state, int(table.state.craft[k].first_crew)
    told = []
    for _ in range(3):
        n = send(table, target, Load.SSS, k)
        told.append(prior_targets(state, m, Target.MISSILE, n))
        engage(state, m, Target.MISSILE, n)
        assert prior_targets(state, m, Target.MISSILE, n) == told[-1]
        lose_missile(state, n)
    assert n == len(state.missile) // 2 and told == [0, 1, 2]
    assert prior_targets(state, m, Target.CRAFT, target) == 3
    mine, other = send(table, k, Load.SSS, target), table.put("CHEETAH", side=1, at=(14, 14))
    assert mine == 0  # of the own side: no slot of an enemy's
    assert stray_number(state, table.rules, k, 0, other) == number(table, k, other) + 1


@pytest.mark.rule("IN-DIR-09")
@pytest.mark.parametrize("leave", [ejecting.leave, None], ids=["ejected", "from a failing hull"])
def test_another_crew_in_the_place_of_one_that_is_dead_is_a_target_of_its_own(leave):
    table, k, target = duel()
    state, m = table.state, int(table.state.craft[k].first_crew)
    n = len(state.adrift) // 2
    engage(state, m, Target.ADRIFT, n)
    if leave:
        leave(state, table.rules, target, 10, 10)
    else:
        leave_hull(state, table.rules, target)
    assert state.adrift[n].people == 1
    assert prior_targets(state, m, Target.ADRIFT, n) == 1


@pytest.mark.rule("IN-DIR-11", "IN-AMB-20")
def test_random_movement_takes_gunnery_from_the_firer_and_piloting_from_the_target():
    table, k, target = duel(6, gunnery=4, familiarity=(0, 1), heading=3)  # front: +1
    assert number(table, k, target) == 6 + 5 - 4 - 1
    table.state.craft[k].control = Control.OUT
    assert number(table, k, target) == 6 - 3 - 4 - 1
    table.state.craft[target].control = Control.OUT
    assert number(table, k, target) == 6 - 3 - 1


@pytest.mark.rule("IN-DIR-20", "IN-AMB-85")
def test_an_abandoned_target_evades_nothing():
    table, k, target = duel(6, gunnery=4)
    before = number(table, k, target)
    table.state.craft[target].status = Status.ABANDONED
    assert number(table, k, target) == before + 4


@pytest.mark.rule("IN-DEF-01", "IN-ABN-11", "IN-AMB-97")
def test_missiles_crews_and_asteroids_as_targets():
    table, k, target = duel(6, gunnery=4)
    state, it = table.state, table.state.craft[target]
    n, crew = len(state.missile) // 2, len(state.adrift) // 2
    for piece in (state.missile[n], state.adrift[crew], state.rock[2]):
        piece.q, piece.r = it.q, it.r
    state.missile[n].kind, state.missile[n].status = Load.SSS, MissileStatus.FLYING
    state.adrift[crew].velocity, state.adrift[crew].people = 5, 1
    state.rock[2].kind = Rock.ASTEROID
    assert number(table, k, n, Target.MISSILE) == 6 + 4 - 8 - 4
    assert number(table, k, crew, Target.ADRIFT) == 6 + 4 - 3
    assert number(table, k, 2, Target.ROCK) == 6 + 4


@pytest.mark.rule("IN-DIR-03")
def test_a_one_hits_and_a_ten_misses_whatever_the_number(monkeypatch):
    table, k, target = duel()
    requested = fixed_dice(monkeypatch, to_hit, 1, 10, 4, 5)
    results = [
        hits(table.state, table.rules, k, 0, Target.CRAFT, target, number, Chance.TO_HIT)
        for number in (-3, 15, 4, 4)
    ]
    assert results == [True, False, True, False]
    assert requested[0] == (Chance.TO_HIT, pair(k, target))
    shots = table.events(Event.SHOT)
    assert [(int(e.c), int(e.d), int(e.e)) for e in shots] == [
        (-3, 1, 1),
        (15, 10, 0),
        (4, 4, 1),
        (4, 5, 0),
    ]
    assert (shots[0].actor, shots[0].target) == (k, target)


@pytest.mark.rule("IN-CRW-01")
def test_what_a_firer_knows_takes_every_enemy_pilot_for_a_five():
    table, k, target = duel(6, gunnery=4)
    known = number_as_known(table.state, table.rules, k, 0, Target.CRAFT, target)
    assert known == number(table, k, target) - 1  # his pilot has 4
    table.pilot(target).piloting = 9
    table.rules.classes[table.state.craft[target].klass].tons = 3000
    assert number_as_known(table.state, table.rules, k, 0, Target.CRAFT, target) == known
    table.state.craft[target].disclosed = Disclosed.CLASS
    assert number_as_known(table.state, table.rules, k, 0, Target.CRAFT, target) == known + 2
    table.state.craft[target].control = Control.OUT  # which both see
    assert number_as_known(table.state, table.rules, k, 0, Target.CRAFT, target) == known + 7


@pytest.mark.rule("IN-LOS-11", "IN-AMB-162")
def test_a_stray_shot_keeps_the_number_of_targets_engaged():
    table, k, target = duel(6, gunnery=4)
    state, m = table.state, int(table.state.craft[k].first_crew)
    engage(state, m, Target.CRAFT, target)
    friend = table.put("CHEETAH", at=(10, 14), heading=3, piloting=4)
    table.state.craft[friend].velocity = 5
    assert stray_number(state, table.rules, k, 0, friend) == number(table, k, target)
    assert axial_row(10, 14) == state.craft[friend].r


@pytest.mark.rule("IN-OVL-13", "IN-OVL-14")
@pytest.mark.parametrize(("bridge", "costs"), [(False, 3), (True, 0)])
def test_anothers_weapon_costs_a_stand_in_3_without_a_bridge(bridge, costs):
    table = scene()
    k = table.put("FLUTTERING PETAL", at=(10, 8), gunnery=5, gunner=(2, 5))
    target = table.put("CHEETAH", side=1, at=(10, 12), heading=3)
    turret, pilot = 5, int(table.state.craft[k].first_crew)
    table.rules.classes[table.state.craft[k].klass].bridge = bridge

    def both():
        args = (table.state, table.rules, k, turret, Target.CRAFT, target)
        return number_to_hit(*args), number_as_known(*args)

    before = both()
    table.state.crew[pilot].weapons |= 1 << turret
    table.state.crew[pilot + 1].weapons &= ~(1 << turret)
    assert both() == (before[0] - costs, before[1] - costs)
