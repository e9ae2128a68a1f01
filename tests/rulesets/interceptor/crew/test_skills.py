"""Skills: what a roll is made with."""

import pytest
from kit.interceptor.scenes import scene

from spacecombat_env.rulesets.interceptor.crew.flight import settle_flier
from spacecombat_env.rulesets.interceptor.crew.skills import (
    dodge,
    gunnery,
    passes,
    piloting,
    piloting_number,
)
from spacecombat_env.rulesets.interceptor.model import Comp, Control, CrewStatus, Status


def petal(**skills_of):
    """A two-seater."""
    table = scene()
    return table, table.put("FLUTTERING PETAL", **skills_of)


@pytest.mark.rule("IN-CRW-01", "IN-CRW-09", "IN-DIR-04")
def test_familiarity_adds_to_both_skills():
    table, k = petal(piloting=6, gunnery=5, familiarity=(2, 1))
    assert piloting(table.state, table.rules, k) == 8
    assert gunnery(table.state, table.rules, 0) == 6
    assert gunnery(table.state, table.rules, 1) == 6
    assert dodge(table.state, table.rules, k) == 8


@pytest.mark.rule("IN-CRW-12")
def test_a_gunner_at_the_controls_has_no_familiarity_in_piloting():
    table, k = petal(gunner=(2, 6))
    table.state.crew[1].fam_piloting = 3
    table.pilot(k).status = CrewStatus.DEAD
    settle_flier(table.state, table.rules, k)
    assert piloting(table.state, table.rules, k) == 2


@pytest.mark.rule("IN-DIR-11", "IN-DIR-20", "IN-AMB-85")
def test_who_cannot_evade_adds_nothing():
    table, k = petal(piloting=6)
    craft = table.state.craft[k]
    craft.control = Control.OUT
    assert dodge(table.state, table.rules, k) == 0
    craft.control, craft.status = Control.STEADY, Status.ABANDONED
    assert dodge(table.state, table.rules, k) == 0
    craft.status = Status.ON_MAP
    for m in (0, 1):
        table.state.crew[m].status = CrewStatus.UNCONSCIOUS
    assert dodge(table.state, table.rules, k) == piloting(table.state, table.rules, k) == 0


def made(table, k, *dice):
    """Which dice of a Piloting roll without a modifier succeed."""
    number = piloting_number(table.state, table.rules, k)
    return [die for die in dice if passes(table.state, table.rules, k, die, number)]


@pytest.mark.rule("IN-CRW-01")
def test_a_piloting_roll_is_on_or_below():
    table, k = petal(piloting=5)
    assert made(table, k, 1, 5, 6, 10) == [1, 5]


@pytest.mark.rule("IN-FLT-02", "IN-FLT-03")
def test_a_stand_in_has_three_more_on_his_die():
    table, k = petal(gunner=(6, 6))
    table.pilot(k).status = CrewStatus.UNCONSCIOUS
    settle_flier(table.state, table.rules, k)
    assert made(table, k, 1, 3, 4) == [1, 3]
    table.rules.classes[table.state.craft[k].klass].bridge = True
    assert made(table, k, 4, 6, 7) == [4, 6]


@pytest.mark.rule("IN-IDE-20")
def test_with_a_broken_helm_every_piloting_roll_fails():
    table, k = petal(piloting=9)
    klass = table.rules.classes[table.state.craft[k].klass]
    table.state.craft[k].disabled = 1 << int(klass.system[Comp.HELM])
    assert not made(table, k, 1)


@pytest.mark.rule("IN-SOC-10", "IN-IDE-06")
def test_nobody_at_the_controls_makes_no_roll():
    table, k = petal(piloting=9)
    for m in (0, 1):
        table.state.crew[m].status = CrewStatus.UNCONSCIOUS
    assert piloting_number(table.state, table.rules, k) == 0
    assert not passes(table.state, table.rules, k, 1, 5)


@pytest.mark.rule("IN-CRW-02", "IN-CRW-04", "IN-FLT-05", "IN-AMB-06")
def test_without_skill_a_natural_one_alone_succeeds():
    table = scene()
    k = table.put("CINGULUM")
    for m in (0, 1):
        table.state.crew[m].status = CrewStatus.DEAD
    settle_flier(table.state, table.rules, k)
    assert table.state.crew[2].flies
    assert made(table, k, 1, 2) == [1]
    assert passes(table.state, table.rules, k, 1, -3), "luck knows no modifier"
    assert dodge(table.state, table.rules, k) == 0
    assert gunnery(table.state, table.rules, 2) == 1


@pytest.mark.rule("IN-AMB-13")
@pytest.mark.parametrize("natural_ten", [False, True])
def test_a_natural_ten_fails_by_option(natural_ten):
    table, k = petal(piloting=10)
    table.rules.option.natural_ten = natural_ten
    assert made(table, k, 9, 10) == ([9] if natural_ten else [9, 10])
