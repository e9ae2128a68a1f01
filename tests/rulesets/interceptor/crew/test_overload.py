"""Task overload: the examples of the book, weapon by weapon."""

import pytest
from kit.interceptor.scenes import scene

from spacecombat_env.core.loading.tables import read_yaml
from spacecombat_env.rulesets.interceptor.combat.to_hit import number_to_hit
from spacecombat_env.rulesets.interceptor.crew.overload import (
    gear_works,
    overload_now,
    overload_of,
    settle_overload,
)
from spacecombat_env.rulesets.interceptor.missiles.lock_on import lock_number
from spacecombat_env.rulesets.interceptor.model import (
    DATA,
    NONE,
    Arc,
    Comp,
    Family,
    Load,
    Role,
    Target,
)

ORACLES = {one["id"]: one for one in read_yaml(DATA / "oracles.yaml")["oracles"]}


def rearm(*arms, pilot=False, racks=()):
    """A ship whose one crewman works these arms: (arc, TOT group); `racks` hold such loads."""
    table = scene()
    k = table.put("AVENGER")
    klass = table.rules.classes[table.state.craft[k].klass]
    member = table.pilot(k)
    member.role = Role.PILOT if pilot else Role.GUNNER
    member.flies = pilot
    rows = [*arms, *((Arc.AFT, 0) for _ in racks)]
    klass.weapons, member.weapons, klass.turrets = len(rows), (1 << len(rows)) - 1, 1
    for row, (arc, tot) in enumerate(rows):
        weapon = klass.weapon[row]
        weapon.arc, weapon.tot, weapon.component, weapon.table = arc, tot, 0, 0
        weapon.turret = 0 if arc == Arc.TURRET else NONE
        weapon.family, weapon.rack = Family.LASER, NONE
    for place, load in enumerate(racks):
        weapon = klass.weapon[len(arms) + place]
        weapon.family, weapon.rack = Family.RACK, place
        rack = table.state.rack[place]
        rack.pod = load if load >= Load.ELS_POD else NONE
        rack.shots = 6 if load >= Load.LASER_POD else 0
        rack.load[:] = 0
        if 0 <= load < Load.ELS_POD:
            rack.load[load] = 2
    klass.racks = len(racks)
    return table, k


def cost(table, k):
    """Overload of the crewman, settled and read."""
    settle_overload(table.state, table.rules, k)
    return overload_of(table.state, table.rules, table.state.craft[k].first_crew)


OVERLOADS = (
    *("OR-OVL-1", "OR-OVL-2", "OR-OVL-3", "OR-OVL-4"),
    *("OR-OVL-5", "OR-OVL-6", "OR-OVL-7", "OR-OVL-8"),
)


def given(oracle):
    """The arms of an oracle."""
    what = ORACLES[oracle]["given"]
    arms = []
    if "weapons" in what:
        arms = [(Arc.TURRET, 0)] * what["weapons"]
    if "fixed" in what:
        arms = [(Arc.FORWARD, 0)] * what["fixed"] + [(Arc.TURRET, 0)] * what["turreted"]
    elif "turreted" in what:
        arms = [(Arc.TURRET, 0)] * what["turreted"]
    groups = what.get("tot_groups", 0)
    sides = [Arc.LEFT, Arc.RIGHT][:groups]
    arms += [(side, n) for n, side in enumerate(sides, start=1) for _ in range(3)]
    arms += [(Arc.RIGHT, 0)] * what.get("loose", 0)
    racks = [Load.SSS] * what.get("autoloaders", 0) + [-1] * what.get("empty_autoloaders", 0)
    return arms, what["pilot"], racks


@pytest.mark.rule("IN-OVL-01", "IN-OVL-02", "IN-OVL-03", "IN-OVL-04", "IN-OVL-05", "IN-OVL-06")
@pytest.mark.rule(
    "IN-OVL-07",
    "IN-OVL-09",
    "IN-OVL-11",
    "IN-OVL-15",
    "IN-OVL-17",
    "IN-AMB-08",
    "IN-AMB-09",
    "IN-AMB-86",
)
@pytest.mark.parametrize("oracle", OVERLOADS)
def test_overload_of_the_examples(oracle):
    arms, pilot, racks = given(oracle)
    table, k = rearm(*arms, pilot=pilot, racks=racks)
    assert cost(table, k) == ORACLES[oracle]["expect"]


@pytest.mark.rule("IN-OVL-03", "IN-OVL-05")
def test_a_gunner_with_both_kinds_pays_three():
    table, k = rearm(*[(Arc.FORWARD, 0)] * 3, *[(Arc.TURRET, 0)] * 4)
    assert cost(table, k) == 2 + 3


@pytest.mark.rule("IN-OVL-06", "IN-FLT-02", "IN-AMB-109")
def test_a_gunner_at_the_controls_is_the_ships_pilot():
    table, k = rearm(*[(Arc.TURRET, 0)] * 4)
    assert cost(table, k) == 0
    table.pilot(k).flies = True
    assert cost(table, k) == 4


@pytest.mark.rule("IN-OVL-02", "IN-IDE-24")
def test_without_its_gear_a_tot_group_counts_one_by_one():
    table, k = rearm(*[(Arc.RIGHT, 1)] * 10, (Arc.LEFT, 2))
    assert gear_works(table.state, table.rules, k, 1) and cost(table, k) == 2
    klass = table.rules.classes[table.state.craft[k].klass]
    table.state.craft[k].disabled |= 1 << int(klass.system[Comp.TOT_GEAR])
    assert not gear_works(table.state, table.rules, k, 1)
    assert gear_works(table.state, table.rules, k, 2) and cost(table, k) == 8


@pytest.mark.rule("IN-OVL-10", "IN-OVL-09")
@pytest.mark.parametrize(
    ("load", "more"), [(Load.SSS, 1), (Load.LASER_POD, 1), (Load.DECOY, 0), (Load.ECM_POD, 0)]
)
def test_decoys_and_pods_that_are_no_weapons_are_ignored(load, more):
    table, k = rearm(*[(Arc.AFT, 0)] * 5, racks=[load])
    assert cost(table, k) == more


@pytest.mark.rule("IN-OVL-15", "IN-AMB-10")
def test_overload_is_of_what_works_at_the_end_of_the_decision_phase():
    table, k = rearm(*[(Arc.FORWARD, 0)] * 7)
    assert cost(table, k) == 2
    table.state.craft[k].out = 0b11
    assert overload_now(table.state, table.rules, 0) == 0
    assert overload_of(table.state, table.rules, 0) == 2


@pytest.mark.rule("IN-OVL-04", "IN-IDE-28")
def test_a_jammed_turret_is_fixed_and_one_arc_more_unless_it_looks_the_same_way():
    arms = [(Arc.FORWARD, 0)] * 2 + [(Arc.TURRET, 0)] * 2
    table, k = rearm(*arms, pilot=True)
    assert cost(table, k) == 4
    table.state.craft[k].jam[0] = 1
    assert cost(table, k) == 0
    table.state.craft[k].jam[0] = 2
    assert cost(table, k) == 2
    table.state.craft[k].jam[0] = 7
    assert cost(table, k) == 0


@pytest.mark.rule("IN-OVL-07", "IN-OVL-08", "IN-DIR-12")
def test_overload_is_for_direct_fire_and_not_for_locks():
    table = scene()
    red = table.put("CHEETAH", at=(10, 10), gunnery=3, load={Load.SSS: 1})
    blue = table.put("LANCEA", side=1, at=(10, 14))
    state, rules, craft = table.state, table.rules, Target.CRAFT
    shot = number_to_hit(state, rules, red, 0, craft, blue)
    lock = lock_number(state, rules, red, Load.SSS, 0, craft, blue)
    assert lock == 8  # its Intelligence
    state.crew[0].overload = 2
    assert number_to_hit(state, rules, red, 0, craft, blue) == shot - 2 > 0
    assert lock_number(state, rules, red, Load.SSS, 0, craft, blue) == lock
