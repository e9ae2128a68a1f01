"""Tables: what the rules record holds of data/."""

import pytest

from spacecombat_env.rulesets.interceptor.model import (
    NO_PUSH,
    SURE_DAMAGE,
    Load,
    Race,
    Seeing,
    Template,
    load_tables,
    template_names,
    weapon_names,
    yaml_of,
)

RULES = load_tables()[0]


def gun(name):
    """A row of rules.weapon."""
    return RULES.weapon[weapon_names().index(name)]


@pytest.mark.rule("IN-DIR-02")
def test_base_to_hit_by_range():
    assert RULES.base_to_hit.tolist() == [8, 8, 7, 7, *[6] * 3, *[5] * 4, *[4] * 5]


@pytest.mark.rule("IN-DIR-05")
def test_angle_by_hexside_clockwise_from_the_heading():
    assert RULES.angle.tolist() == [1, 4, 2, 0, 2, 4]


@pytest.mark.rule("IN-DEF-15", "IN-AMB-38")
def test_shields_are_passed_by_flicker_rate():
    assert [int(RULES.penetration[rate // 10]) for rate in (0, 10, 60, 80, 200)] == [10, 8, 5, 4, 1]


@pytest.mark.rule("IN-PSH-01", "IN-PSH-02")
def test_pushing_as_far_as_the_table_allows():
    assert RULES.push[4, 2] == 6  # OR-PSH-1
    assert RULES.push[1, 2] == NO_PUSH  # OR-PSH-2
    assert RULES.push[2, 2] == SURE_DAMAGE  # OR-PSH-3


def test_every_shape_has_as_many_boxes_as_points():
    for name in template_names()[Template.FIRST_SHAPE :]:
        shape = RULES.template[template_names().index(name)]
        assert sum(int(width) for width in shape.width) == shape.points, name


@pytest.mark.rule("IN-DIR-13", "IN-DIR-14", "IN-DIR-15")
def test_guns_do_damage_by_band_in_their_shapes():
    laser, plasma, both = gun("Laser 5/1"), gun("NPC 16"), gun("LEPC 9")
    assert laser.damage.tolist() == [4, 3, 2, 1, 0] and laser.reach == 10
    assert laser.template[0] == Template.LASER
    assert template_names()[plasma.template[3]] == "NPC_16"
    assert both.damage.tolist() == [4, 3, 2, 1, 0]
    assert both.second.tolist() == [9, 5, 3, 0, 0]
    assert template_names()[both.second_template[0]] == "EPC_9"


def test_a_reversed_template_is_narrow_outside():
    shape = RULES.template[template_names().index("TPP_16")]
    assert shape.width[:4].tolist() == [1, 3, 5, 7]


@pytest.mark.rule("IN-MSL-09", "IN-MSL-11", "IN-MSL-12")
def test_missiles_are_as_listed():
    for name, load in (("DAP", Load.DAP), ("RIS", Load.RIS), ("SSS", Load.SSS)):
        data, kind = yaml_of("missiles.yaml")["missiles"][name], RULES.missile[load]
        assert kind.intelligence == data["intelligence"] and kind.points == data["damage"]
        assert [kind.least, kind.most] == data["range"]
    assert not RULES.missile[Load.RIS].ecm and RULES.missile[Load.SSS].scanner


@pytest.mark.rule("IN-LOS-02")
def test_brackets_of_intelligence():
    assert [Seeing(int(RULES.seeing[d])).name for d in (0, 1, 3, 4, 10, 11, 15, 16)] == [
        *("SAME_HEX", "NEAR", "NEAR", "MIDDLE", "MIDDLE", "LONG", "LONG", "FAR"),
    ]


@pytest.mark.rule("IN-SOC-01", "IN-AMB-18")
def test_random_manoeuvres():
    row = RULES.manoeuvre
    assert [int(row[die].velocity) for die in range(1, 6)] == [-1, 1, -2, 2, 3]
    assert [int(row[die].turn) for die in range(6, 10)] == [1, -1, 2, -2] and row[10].facing
    for velocity in range(1, 16):
        assert RULES.manoeuvre_cost[velocity, 6] == velocity // 3 + 1


@pytest.mark.rule("IN-IDE-09", "IN-AMB-45")
def test_what_races_stand():
    assert RULES.consciousness[Race.HUMAN].tolist() == [0, 8, 6, 4, 0]
    assert RULES.tolerance[Race.HUMAN] == 5 and RULES.tolerance[Race.BAUFRIN] == 4
