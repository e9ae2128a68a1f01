"""What a ship loses with each component."""

import pytest
from kit.interceptor.damaging import class_of, hit, lose, lose_boxes, lose_plant, parts
from kit.interceptor.scenes import fixed_dice, scene

from spacecombat_env.core.loading.tables import read_yaml
from spacecombat_env.rulesets.interceptor.crew import wounds
from spacecombat_env.rulesets.interceptor.damage.engines.engineering import settle_thrust
from spacecombat_env.rulesets.interceptor.damage.engines.plant import plant_gone, push_damage
from spacecombat_env.rulesets.interceptor.damage.engines.steering import (
    dcs_sets,
    may_roll,
    may_turn,
    velocity_change,
)
from spacecombat_env.rulesets.interceptor.damage.internals import lost_of
from spacecombat_env.rulesets.interceptor.model import (
    DATA,
    Comp,
    CrewStatus,
    Event,
    Load,
    Status,
    is_out,
    works,
)

ORACLES = {one["id"]: one for one in read_yaml(DATA / "oracles.yaml")["oracles"]}
PORT, STARBOARD = False, True


def ship(name, **what):
    """A ship of a class."""
    table = scene()
    return table, table.put(name, **what)


@pytest.mark.rule("IN-DMG-09", "IN-AMB-39")
def test_or_dmg_4_four_boxes_are_out_at_three(monkeypatch):
    table, k = ship("CHEETAH")
    fixed_dice(monkeypatch, wounds, 1, 1, 1)
    cockpit = parts(table, k, Comp.COCKPIT)[0]
    assert class_of(table, k).component[cockpit].boxes == ORACLES["OR-DMG-4"]["given"]["boxes"]
    for lost in range(1, ORACLES["OR-DMG-4"]["expect"]["disabled_at"] + 1):
        assert not is_out(table.state.craft[k], cockpit)
        lose_boxes(table, k, cockpit, 1)
        assert lost_of(table.state, table.rules, k, cockpit) == lost
    assert is_out(table.state.craft[k], cockpit)
    event = table.events(Event.COMPONENT)[0]
    assert (event.known, event.a) == (1, cockpit)


@pytest.mark.rule("IN-DMG-09")
def test_a_component_of_one_box_is_out_at_once_and_a_free_box_is_nothing():
    table, k = ship("CHEETAH")
    hit(table, k, "laser", 5 + 6, column=4)
    assert table.state.craft[k].inside == 6
    assert not works(table.state, table.rules, k, Comp.SCANNER)
    assert works(table.state, table.rules, k, Comp.HELM)
    table, k = ship("CHEETAH")
    hit(table, k, "laser", 5 + 1, column=1, facing=3)
    assert (table.state.craft[k].inside, table.state.craft[k].disabled) == (1, 0)


@pytest.mark.rule("IN-IDE-09", "IN-AMB-44", "IN-IDE-08")
def test_one_wound_roll_for_each_box_at_the_total_then_reached(monkeypatch):
    table, k = ship("CHEETAH")  # of a Human: 8, 6, 4
    dice = fixed_dice(monkeypatch, wounds, 8, 6, 5)
    hit(table, k, "laser", 5 + 5, column=6)
    assert table.pilot(k).hits == 2 and table.pilot(k).status == CrewStatus.AWAKE
    assert [(event.d, event.e) for event in table.events(Event.WOUND)] == [(8, 8), (6, 6)]
    hit(table, k, "laser", 5 + 5, column=5)
    assert table.pilot(k).hits == 3 and table.pilot(k).status == CrewStatus.UNCONSCIOUS
    assert len(dice) == 3


@pytest.mark.rule("IN-AMB-44")
def test_three_boxes_at_once_are_three_rolls_until_one_fails(monkeypatch):
    table, k = ship("CHEETAH")
    cockpit = parts(table, k, Comp.COCKPIT)[0]
    dice = fixed_dice(monkeypatch, wounds, 8, 7)
    lose_boxes(table, k, cockpit, 3)
    assert len(dice) == 2  # 8 on or below 8, 7 above 6: out, and no third roll
    assert (table.pilot(k).hits, table.pilot(k).status) == (3, CrewStatus.UNCONSCIOUS)


@pytest.mark.rule("IN-AMB-44", "IN-IDE-08")
def test_the_fourth_box_kills_whatever_was_rolled_before(monkeypatch):
    table, k = ship("CHEETAH")
    cockpit = parts(table, k, Comp.COCKPIT)[0]
    fixed_dice(monkeypatch, wounds, 1)
    lose_boxes(table, k, cockpit, 1)
    lose_boxes(table, k, cockpit, 3)
    assert table.pilot(k).status == CrewStatus.DEAD


@pytest.mark.rule("IN-IDE-11", "IN-MOV-05")
def test_without_dcs_on_a_side_it_turns_that_way_only_rolled():
    table, k = ship("CHEETAH")
    left = next(
        n for n, c in enumerate(parts(table, k, Comp.DCS)) if class_of(table, k).component[c].side
    )
    lose(table, k, Comp.DCS, left)
    assert not may_turn(table.state, table.rules, k, PORT)
    assert may_turn(table.state, table.rules, k, STARBOARD)
    table.state.craft[k].rolled = True
    assert may_turn(table.state, table.rules, k, PORT)
    assert not may_turn(table.state, table.rules, k, STARBOARD)


@pytest.mark.rule("IN-IDE-11")
def test_of_two_sets_one_box_is_one_set():
    table, k = ship("SPICULUM")
    assert [dcs_sets(table.state, table.rules, k, way) for way in (PORT, STARBOARD)] == [2, 2]
    for n, sets in ((1, 1), (1, 0)):
        right = [c for c in parts(table, k, Comp.DCS) if not class_of(table, k).component[c].side]
        lose_boxes(table, k, right[0], n)
        assert dcs_sets(table.state, table.rules, k, STARBOARD) == sets
    assert dcs_sets(table.state, table.rules, k, PORT) == 2


@pytest.mark.rule("IN-IDE-11")
def test_of_a_whole_ship_of_any_class_all_sets_work():
    table, k = ship("CHEETAH")
    classes = [row for row, klass in enumerate(table.rules.classes) if klass.tons > 0]
    assert len(classes) > 10
    for table.state.craft[k].klass in classes:
        boxes = [part for part in class_of(table, k).component if part.kind == Comp.DCS]
        assert {int(part.side) for part in boxes if part.boxes > 0} == {0, 1}


@pytest.mark.rule("IN-IDE-20", "IN-IDE-21", "IN-IDE-33", "IN-AMB-45")
def test_helm_thrust_control_and_compensator():
    table, k = ship("CHEETAH")
    assert may_roll(table.state, table.rules, k)
    assert velocity_change(table.state, table.rules, k) == 99
    lose(table, k, Comp.COMPENSATOR)
    assert velocity_change(table.state, table.rules, k) == 5
    lose(table, k, Comp.THRUST_CONTROL)
    assert velocity_change(table.state, table.rules, k) == 0
    lose(table, k, Comp.HELM)
    assert not may_roll(table.state, table.rules, k)
    assert not may_turn(table.state, table.rules, k, PORT)
    table, k = ship("FLUTTERING PETAL BIS")
    assert velocity_change(table.state, table.rules, k) == 6


@pytest.mark.rule("IN-IDE-13", "IN-IDE-16", "IN-IDE-18", "IN-IDE-19")
@pytest.mark.parametrize(
    "kind",
    [Comp.TRANSPONDER, Comp.COMMUNICATIONS, Comp.SCANNER, Comp.FIRE_CONTROL, Comp.SYNCHRONIZER],
)
def test_an_avionics_box_is_one_computer(kind):
    table, k = ship("LANCEA")
    assert works(table.state, table.rules, k, kind)
    lose(table, k, kind)
    assert not works(table.state, table.rules, k, kind)


@pytest.mark.rule("IN-IDE-17")
def test_the_ftl_computer_is_a_free_hit_without_a_drive():
    table, k = ship("CHEETAH")
    hit(table, k, "laser", 5 + 6, column=6)
    assert parts(table, k, Comp.FTL_NAVIGATION) == []
    table, k = ship("CINGULUM")
    assert len(parts(table, k, Comp.FTL_NAVIGATION)) == 1


@pytest.mark.rule("IN-IDE-25", "IN-IDE-24", "IN-IDE-22", "IN-IDE-23")
def test_a_weapon_hit_is_out_and_a_rack_loses_its_load():
    table, k = ship("AUTUMN LEAF", load={Load.SSS: 2})
    weapon = lose(table, k, Comp.WEAPON)
    out = int(table.state.craft[k].out)
    assert out == 1 << int(class_of(table, k).component[weapon].weapon)
    rack = lose(table, k, Comp.HARDPOINT)
    assert table.state.rack[0].load.sum() == 0
    assert table.state.craft[k].out == out | 1 << int(class_of(table, k).component[rack].weapon)
    table, k = ship("GLADIUS")
    lose(table, k, Comp.TOT_GEAR)
    assert table.state.craft[k].out == 0
    table, k = ship("PEGASUS")
    loader = lose(table, k, Comp.AUTOLOADER)
    assert table.state.craft[k].out == 1 << int(class_of(table, k).component[loader].weapon)


@pytest.mark.rule("IN-IDE-26")
def test_without_its_generator_a_facing_has_no_shield():
    table, k = ship("CHEETAH")
    part = lose(table, k, Comp.SHIELD, 4)
    side = int(class_of(table, k).component[part].side)
    rates = class_of(table, k).shield.tolist()
    rates[side] = 0
    assert table.state.craft[k].shield.tolist() == rates and max(rates) == 50


@pytest.mark.rule("IN-IDE-27", "IN-IDE-22")
def test_ecm_is_gone_with_its_pod_and_its_set():
    table, k = ship("AUTUMN LEAF", pod=Load.ECM_POD)
    assert table.state.craft[k].ecm
    lose(table, k, Comp.HARDPOINT)
    assert not table.state.craft[k].ecm
    table, k = ship("AUTUMN LEAF", pod=Load.ECM_POD)
    klass, part = class_of(table, k), parts(table, k, Comp.FUEL)[0]
    klass.component[part].kind, klass.system[Comp.ECM] = Comp.ECM, part
    lose(table, k, Comp.ECM)
    assert table.state.craft[k].ecm
    lose(table, k, Comp.HARDPOINT)
    assert not table.state.craft[k].ecm


@pytest.mark.rule("IN-IDE-30", "IN-AMB-46")
def test_a_disabled_plant_feeds_nothing():
    table, k = ship("AUTUMN LEAF", load={Load.SSS: 1})
    plant, craft = parts(table, k, Comp.PLANT)[0], table.state.craft[k]
    lose_boxes(table, k, plant, 4)
    assert craft.thrust == 9 and craft.shield.max() == 60 and craft.out == 0
    lose_boxes(table, k, plant, 1)
    assert craft.thrust == 0 and craft.shield.max() == 0
    racks = int(table.state.rack[0].weapon)
    guns = [w for w in range(class_of(table, k).weapons) if w != racks]
    assert [w for w in range(16) if int(craft.out) >> w & 1] == guns
    assert not plant_gone(table.state, table.rules, k)
    lose_plant(table, k)
    assert plant_gone(table.state, table.rules, k)


@pytest.mark.rule("IN-IDE-37", "IN-POW-04")
def test_thrust_falls_with_engines_and_is_rounded_up():
    table, k = ship("CHEETAH")
    assert class_of(table, k).power == 750
    lose(table, k, Comp.ENGINE, 0)
    which = class_of(table, k).component[parts(table, k, Comp.ENGINE)[0]].rating
    assert table.state.craft[k].thrust == {350: 6, 400: 5}[int(which)]
    lose(table, k, Comp.ENGINE, 1)
    assert table.state.craft[k].thrust == 0


@pytest.mark.rule("IN-IDE-43", "IN-AMB-87")
def test_a_linkage_stops_the_smallest_engine_beyond_the_first():
    table, k = ship("GLADIUS")
    lose(table, k, Comp.LINKAGE, 0)
    assert table.state.craft[k].thrust == -(-6 * (1300 - 450) // 1300)
    lose(table, k, Comp.LINKAGE, 1)
    assert table.state.craft[k].thrust == -(-6 * 400 // 1300)
    table, k = ship("CHEETAH")
    lose(table, k, Comp.LINKAGE)
    assert table.state.craft[k].thrust == -(-10 * 350 // 750)


@pytest.mark.rule("IN-IDE-32")
def test_fuel_is_a_free_hit_in_battle():
    table, k = ship("CHEETAH")
    before = table.state.craft[k].copy()
    fuel = lose(table, k, Comp.FUEL)
    craft = table.state.craft[k]
    assert is_out(craft, fuel) and [int(e.a) for e in table.events(Event.COMPONENT)] == [fuel]
    assert craft.thrust == before["thrust"] and craft.out == 0 and craft.status == Status.ON_MAP


@pytest.mark.rule("IN-PSH-03", "IN-AMB-16", "IN-AMB-96")
def test_a_failed_push_marks_off_a_quarter_of_the_plant_from_the_top_left():
    table, k = ship("CHEETAH")
    plant, craft = parts(table, k, Comp.PLANT)[0], table.state.craft[k]
    assert class_of(table, k).plant_boxes == 7
    push_damage(table.state, table.rules, k)
    assert lost_of(table.state, table.rules, k, plant) == 2 == craft.inside
    assert table.inside(k)[6].tolist() == [1, 0, 0, 1, 1, 1, 1, 1, 1, 1]
    assert (craft.plant_lost, craft.thrust) == (1, 8)
    push_damage(table.state, table.rules, k)
    assert lost_of(table.state, table.rules, k, plant) == 4
    assert table.inside(k)[6].tolist() == [1, 0, 0, 0, 1, 1, 1, 1, 1, 1]
    assert table.inside(k)[7].tolist() == [0, 1, 1, 1, 1, 1, 1, 1, 1, 1]
    assert is_out(craft, plant) and craft.thrust == 0


@pytest.mark.rule("IN-AMB-16")
def test_quarters_of_the_printed_thrust_and_engines_add_up():
    table, k = ship("GLADIUS")
    push_damage(table.state, table.rules, k)
    assert table.state.craft[k].thrust == 5
    lose(table, k, Comp.ENGINE, 0)
    rating = int(class_of(table, k).component[parts(table, k, Comp.ENGINE)[0]].rating)
    exact = 6 * (1300 - rating) / 1300 - 6 / 4
    settle_thrust(table.state, table.rules, k)
    assert exact <= table.state.craft[k].thrust < exact + 1
