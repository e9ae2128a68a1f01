"""Chapter DIR: what a weapon does at a range, and whether it can shoot; LEPC, TOT."""

import pytest
from kit.interceptor.scenes import fixed_dice, scene

from spacecombat_env.core.model.hexgrid import axial_row
from spacecombat_env.rulesets.interceptor.combat import to_hit
from spacecombat_env.rulesets.interceptor.combat.lepc import (
    is_lepc,
    second_damage,
    second_hits,
    second_template,
)
from spacecombat_env.rulesets.interceptor.combat.tot import group_number, mates
from spacecombat_env.rulesets.interceptor.combat.weapons import (
    can_shoot,
    crewman_of,
    damage_at,
    gun_row,
    is_ready,
    is_usable,
    reach,
    template_at,
)
from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    Chance,
    Comp,
    CrewStatus,
    Family,
    Load,
    Rock,
    Status,
    Target,
    Template,
    weapon_names,
)

BANDS = (0, 1, 2, 3, 4, 6, 7, 10, 11, 15, 16)


def gun(name):
    return weapon_names().index(name)


def by_range(rules, name):
    return [damage_at(rules, gun(name), distance) for distance in BANDS]


@pytest.mark.rule("IN-DIR-13")
def test_a_laser_is_one_column_as_deep_as_its_damage():
    rules = scene().rules
    assert by_range(rules, "Laser 5/1") == [4, 4, 3, 3, 2, 2, 1, 1, 0, 0, 0]
    assert template_at(rules, gun("Laser 5/1"), 3) == Template.LASER


@pytest.mark.rule("IN-DIR-14", "IN-DIR-18")
@pytest.mark.parametrize("name", ["MDC 8", "MDC 10", "EPC 9", "NPC 16", "TPP 20", "Cone Laser"])
def test_other_guns_have_a_template_of_as_many_boxes_as_points(name):
    rules = scene().rules
    for distance in range(16):
        points = damage_at(rules, gun(name), distance)
        shape = rules.template[template_at(rules, gun(name), distance)]
        assert shape.points == points or points == 0


@pytest.mark.rule("IN-DIR-18")
def test_an_mdc_g_is_an_mdc_8_to_three_hexes():
    rules = scene().rules
    assert by_range(rules, "MDC-G") == [8, 8, 8, 8, 0, 0, 0, 0, 0, 0, 0]
    assert template_at(rules, gun("MDC-G"), 2) == template_at(rules, gun("MDC 8"), 2)


def fight(name="PILUM", distance=3, **more):
    table = scene()
    k = table.put(name, at=(10, 8), **more)
    target = table.put("LANCEA", side=1, at=(10, 8 + distance), heading=3)
    return table, k, target


def shoots(table, k, w, target, kind=Target.CRAFT):
    return can_shoot(table.state, table.rules, k, w, kind, target)


@pytest.mark.rule("IN-CMB-05")
def test_a_gun_shoots_in_arc_in_range_in_sight():
    table, k, target = fight()
    assert shoots(table, k, 0, target)
    it, rock = table.state.craft[target], table.state.rock[0]
    rock.kind, rock.q, rock.r = Rock.ASTEROID, 10, axial_row(10, 9)
    assert not shoots(table, k, 0, target)
    rock.kind = Rock.NONE
    it.r = axial_row(10, 23)
    assert shoots(table, k, 0, target)  # a Laser 7.5/4 reaches 15
    it.r = axial_row(10, 24)
    assert not shoots(table, k, 0, target)
    it.r = axial_row(10, 5)
    assert not shoots(table, k, 0, target)


@pytest.mark.rule("IN-DIR-14")
def test_a_gun_that_does_no_damage_at_a_range_does_not_shoot():
    table, k, target = fight("AVENGER", 6)
    assert shoots(table, k, 0, target)  # MDC 8 to 4-6
    table.state.craft[target].r = axial_row(10, 15)
    assert not shoots(table, k, 0, target)


@pytest.mark.rule("IN-CMB-01", "IN-OVL-12", "IN-IDE-18", "IN-IDE-25", "IN-IDE-30")
def test_what_keeps_a_gun_from_firing():
    table, k, _ = fight()
    craft, rules, klass = (
        table.state.craft[k],
        table.rules,
        table.rules.classes[table.state.craft[k].klass],
    )

    def ready():
        return is_ready(table.state, rules, k, 0)

    assert ready()
    for field, bit in (("fired", 0), ("out", 0)):
        craft[field] = 1 << bit
        assert not ready()
        craft[field] = 0
    for component in (
        klass.weapon[0].component,
        klass.system[Comp.FIRE_CONTROL],
        klass.system[Comp.PLANT],
    ):
        craft.disabled = 1 << int(component)
        assert not ready()
        craft.disabled = 0
    craft.fired = 1
    assert is_usable(table.state, rules, k, 0)  # next turn
    craft.fired = 0
    for crew_status in (CrewStatus.UNCONSCIOUS, CrewStatus.DEAD, CrewStatus.GONE):
        table.pilot(k).status = crew_status
        assert not ready()
    table.pilot(k).status = CrewStatus.AWAKE
    for status in (Status.ABANDONED, Status.DERELICT, Status.WRECK):
        craft.status = status
        assert not ready()
    craft.status = Status.ON_MAP
    table.pilot(k).weapons = 0
    assert crewman_of(table.state, rules, k, 0) == NONE and not ready()


@pytest.mark.rule("IN-OVL-01")
def test_the_gunner_works_the_turret():
    table = scene()
    k = table.put("FLUTTERING PETAL")
    first = int(table.state.craft[k].first_crew)
    assert [crewman_of(table.state, table.rules, k, w) for w in range(10)] == [first] * 5 + [
        first + 1
    ] * 5


@pytest.mark.rule("IN-DEF-11")
def test_an_mdc_g_on_guard_does_not_fire():
    table = scene()
    k = table.put("CINGULUM")
    row = 5
    assert table.rules.classes[table.state.craft[k].klass].weapon[row].family == Family.MDC_G
    assert is_ready(table.state, table.rules, k, row)
    table.state.craft[k].guard = 1
    assert not is_ready(table.state, table.rules, k, row)
    assert is_ready(table.state, table.rules, k, 0)


@pytest.mark.rule("IN-DIR-17", "IN-OVL-11")
def test_a_gun_pod_is_a_gun_of_few_shots():
    table, k, target = fight(pod=Load.LASER_POD)
    row, rules = 4, table.rules
    assert gun_row(table.state, rules, k, row) == gun("Laser 1.5/2")
    assert shoots(table, k, row, target)
    rack = table.state.rack[table.state.craft[k].first_rack]
    assert rack.shots == 6
    rack.shots = 0
    assert not shoots(table, k, row, target)
    assert [damage_at(rules, int(rules.pod[Load.MDC_POD].gun), d) for d in (3, 4)] == [8, 0]


@pytest.mark.rule("IN-DIR-17")
def test_a_rack_with_missiles_is_no_gun():
    table, k, target = fight(load={Load.SSS: 1})
    assert is_ready(table.state, table.rules, k, 4)
    assert gun_row(table.state, table.rules, k, 4) == 0 and not shoots(table, k, 4, target)
    table, k, target = fight(load={Load.DECOY: 1})
    assert not is_ready(table.state, table.rules, k, 4)


# --- LEPC ----------------------------------------------------------------------------------------


@pytest.mark.rule("IN-DIR-15")
def test_a_lepc_has_two_parts():
    rules, lepc = scene().rules, gun("LEPC 14")
    assert is_lepc(rules, lepc) and not is_lepc(rules, gun("EPC 14"))
    assert [damage_at(rules, lepc, d) for d in (0, 3, 6, 10, 11)] == [4, 3, 2, 1, 0]
    assert [second_damage(rules, lepc, d) for d in (0, 3, 6, 10, 16)] == [14, 7, 3, 1, 0]
    assert template_at(rules, lepc, 3) == Template.LASER
    assert rules.template[second_template(rules, lepc, 3)].points == 7


@pytest.mark.rule("IN-DIR-15")
def test_the_second_roll_of_a_lepc_has_its_own_die(monkeypatch):
    table, k, target = fight()
    requested = fixed_dice(monkeypatch, to_hit, 5, 6)
    rolls = [second_hits(table.state, table.rules, k, 0, Target.CRAFT, target, 5) for _ in range(2)]
    assert rolls == [True, False] and requested[0][0] == Chance.EPC_PART


# --- TOT -----------------------------------------------------------------------------------------


@pytest.mark.rule("IN-DIR-19", "IN-IDE-24", "IN-AMB-11")
def test_weapons_of_a_tot_group_fire_as_one_while_their_gear_works():
    table = scene()
    k = table.put("AVENGER")
    state, rules = table.state, table.rules
    klass = rules.classes[state.craft[k].klass]
    assert [mates(state, rules, k, w) for w in range(8)] == [3, 3, 12, 12, 48, 48, 64, 128]
    gears = [c for c in range(klass.components) if klass.component[c].kind == Comp.TOT_GEAR]
    state.craft[k].disabled = 1 << gears[1]
    assert [mates(state, rules, k, w) for w in range(5)] == [3, 3, 4, 8, 48]


@pytest.mark.rule("IN-DIR-19")
def test_a_group_reaches_as_far_as_its_shortest_weapon():
    table = scene()
    k = table.put("AVENGER")
    klass = table.rules.classes[table.state.craft[k].klass]
    far = reach(table.state, table.rules, k, 0)
    klass.weapon[1].table = gun("Laser 3/1")
    near = int(table.rules.weapon[gun("Laser 3/1")].reach)
    klass.weapon[0].table = gun("Laser 7.5/1")
    assert reach(table.state, table.rules, k, 0) == near <= far
    klass.weapon[1].tot = 0
    assert reach(table.state, table.rules, k, 0) == 15


@pytest.mark.rule("IN-DIR-19")
def test_a_group_has_its_worst_number():
    table, k, target = fight("FLUTTERING PETAL")
    it, state = table.state.craft[target], table.state
    it.velocity, it.heading, state.craft[k].heading = 5, 0, 0
    it.r = axial_row(10, 11)
    gunner = state.crew[crewman_of(state, table.rules, k, 5)]
    gunner.gunnery = 1
    pilot = to_hit.number_to_hit(state, table.rules, k, 0, Target.CRAFT, target)
    worse = to_hit.number_to_hit(state, table.rules, k, 5, Target.CRAFT, target)
    assert worse < pilot
    assert group_number(state, table.rules, k, 1 | 1 << 5, Target.CRAFT, target) == worse
