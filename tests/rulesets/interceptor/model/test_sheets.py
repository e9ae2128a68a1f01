"""Sheets: the fifteen ships, as rows of rules.classes."""

import pytest

from spacecombat_env.rulesets.interceptor.model import (
    Comp,
    Family,
    Where,
    class_names,
    lay_classes,
    load_tables,
    yaml_of,
)

CLASSES = load_tables()[0]
lay_classes(CLASSES)
NAMES = class_names()[1:]


def klass_of(name):
    """The row of a class."""
    return CLASSES.classes[class_names().index(name)]


@pytest.mark.parametrize("name", NAMES)
def test_a_class_has_the_boxes_of_its_layout(name):
    klass, layout = klass_of(name), yaml_of("icb_layouts.yaml")[name]
    computed = yaml_of("ships.yaml")["ships"][name]["computed"]
    assert klass.depth * 10 == computed["icb_boxes"] == len(layout["rows"]) * 10
    assert [int(klass.turret_depth[n]) * 10 for n in range(klass.turrets)] == (
        computed["turret_icb_boxes"]
    )
    boxes = sum(int(c.boxes) for c in klass.component if c.where != Where.ARMOUR)
    free = sum(row.split().count("..") for row in layout["rows"])
    free += sum(row.split().count("..") for block in layout["turrets"] for row in block)
    ftl = 0 if klass.ftl else 1
    bays = sum(10 - int(bay.boxes) for bay in klass.bay[: klass.bays])  # ten boxes stand for each
    assert boxes + free + ftl + bays == klass.boxes


@pytest.mark.parametrize("name", NAMES)
def test_every_weapon_row_is_a_component(name):
    klass = klass_of(name)
    for row in range(klass.weapons):
        weapon = klass.weapon[row]
        component = klass.component[weapon.component]
        assert component.weapon == row and component.boxes > 0
        racks = (Comp.HARDPOINT, Comp.AUTOLOADER)
        assert (component.kind in racks) == (weapon.family == Family.RACK)


@pytest.mark.rule("IN-DMG-09")
def test_a_cockpit_of_four_boxes_is_out_at_three():
    klass = klass_of("CHEETAH")
    cockpit = klass.component[klass.system[Comp.COCKPIT]]
    assert (cockpit.boxes, cockpit.fatal, cockpit.crewman) == (4, 3, 0)


def test_the_rows_of_a_tower_follow_each_other():
    klass = klass_of("FLUTTERING PETAL")
    assert klass.external_row.tolist() == [0, -1, -1, 31, -1, -1]
    assert klass.armour_row.tolist() == [1, 11, 21, 32, 42, 52]
    assert (klass.turret_row[0], klass.turret_inner[0], klass.inner, klass.rows) == (62, 72, 79, 96)


def test_corvettes_alone_have_variable_shields():
    assert [name for name in NAMES if klass_of(name).variable] == ["CINGULUM", "PEGASUS"]
