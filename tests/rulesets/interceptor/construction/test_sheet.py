"""DesignStep 15: balance, sizes of blocks, layouts made by hand."""

from copy import deepcopy
from dataclasses import replace

import pytest
from kit.interceptor.designs import (
    CINGULUM,
    PEGASUS,
    PETAL,
    amounts,
    expected,
    forward,
    given,
    petal,
    refused,
)

from spacecombat_env.rulesets.interceptor.construction import evaluate
from spacecombat_env.rulesets.interceptor.construction.design import (
    Accessory,
    Armour,
    Cockpit,
    Craft,
)
from spacecombat_env.rulesets.interceptor.construction.icb import (
    boxes_of,
    even,
    free_avionics,
    internal_boxes,
    outside_boxes,
    scale_of,
    size_boxes,
    turret_boxes,
)
from spacecombat_env.rulesets.interceptor.construction.layout import is_joined, strips
from spacecombat_env.rulesets.interceptor.construction.parts import DesignStep, Line, Part
from spacecombat_env.rulesets.interceptor.model import yaml_of

# -- balance: ORC-ICB-4 --------------------------------------------------------------------------


@pytest.mark.rule("IN-ICB-01")
def test_side_weapons_match_and_an_odd_one_is_forward():
    left, right = (
        forward("Laser 3/1", 2, arc="left"),
        forward("Laser 3/1", arc="right"),
    )
    assert amounts(petal(fixed=(left, right)))[15, "ICB-01"] == 1
    other = (replace(left, count=1), forward("Laser 3/2", arc="right"))
    assert (15, "ICB-01") in refused(petal(fixed=other))
    assert (15, "ICB-01") in refused(petal(fixed=(forward("Laser 3/1", 3, arc="aft"),)))
    assert (15, "ICB-01") not in refused(petal(fixed=(forward("Laser 3/1", 3),)))
    even_pair = (left, replace(right, count=2), forward("Laser 3/1", 2, arc="aft"))
    assert (15, "ICB-01") not in refused(petal(fixed=even_pair))


@pytest.mark.rule("IN-ICB-02")
def test_armour_is_balanced():
    assert amounts(petal(armour=Armour((50, 60, 50, 50, 50, 50), (10,))))[15, "ICB-02"] == 10
    assert amounts(petal(armour=Armour((50, 50, 60, 50, 50, 50), (10,))))[15, "ICB-02"] == 10
    assert amounts(petal(armour=Armour((50, 50, 50, 60, 50, 50), (90,))))[15, "ICB-02"] == 10
    assert (15, "ICB-02") not in refused(petal(armour=Armour((60, 50, 20, 50, 20, 50), (200,))))


# -- blocks --------------------------------------------------------------------------------------


@pytest.mark.rule("IN-ICB-04", "IN-ICB-05")
def test_sizes_of_blocks():
    """OR-ICB-1, ORC-ICB-1."""
    for design, oracle in ((PETAL, "OR-ICB-1"), (CINGULUM, "ORC-ICB-1")):
        lines = evaluate(design).lines
        assert internal_boxes(design.tonnage, lines) == expected(oracle)["hull_boxes"]
        assert turret_boxes(design.tonnage, lines, 0) == expected(oracle)["turret_boxes"]


@pytest.mark.rule("IN-AMB-56")
def test_a_ship_of_a_thousand_tons_is_large():
    assert [size_boxes(tons) for tons in (999, 1000, 1001)] == [10, 20, 20]


@pytest.mark.rule("IN-ICB-14")
def test_scale():
    """ORC-ICB-3."""
    found = [scale_of(tons) for tons in given("ORC-ICB-3")["tons"]]
    assert found == expected("ORC-ICB-3")["scale"]
    assert scale_of(10_000) == 5
    assert [outside_boxes(10, scale) for scale in (1, 3, 5)] == [10, 4, 2]
    plant = Line(DesignStep.POWER, Part.PLANT, "powerplant", 22)
    assert [boxes_of(plant, scale) for scale in (1, 3)] == [22, 8]


@pytest.mark.rule("IN-ICB-08")
def test_a_cockpit_has_four_boxes_whatever_its_weight():
    cockpit = Line(DesignStep.CREW, Part.COCKPIT, "cockpit pilot", 0.5)
    assert [boxes_of(cockpit, scale) for scale in (1, 5)] == [4, 4]
    inside = Cockpit("gunner", turret=0)
    full = petal(cockpits=(PETAL.cockpits[0], inside))
    assert (15, "ICB-06") in refused(full), "3 boxes more than its tons"
    account = evaluate(replace(full, turrets=(PETAL.turrets[0][:2],)))
    assert account.layout is not None
    assert sum(row.count("TK1") for row in account.layout.turrets[0]) == 4
    pilot = Cockpit("pilot", turret=0)
    assert (10, "ICB-08") in refused(petal(cockpits=(pilot, inside)))


@pytest.mark.rule("IN-ICB-09")
def test_control_is_split_evenly():
    assert [even(boxes) for boxes in (1, 2, 3)] == [2, 2, 4]


@pytest.mark.rule("IN-ICB-12")
def test_unused_avionics_are_free_hits():
    """ORC-ICB-5."""
    bare = replace(PEGASUS, ftl=False, fixed=(forward("Laser 3/1"),), turrets=())
    assert free_avionics(bare) == expected("ORC-ICB-5")["free"]
    assert free_avionics(PEGASUS) == []
    station = replace(PEGASUS, installation=True)
    assert len(free_avionics(station)) == 5


@pytest.mark.rule("IN-CON-43")
def test_avionics_come_with_the_ship():
    layout = evaluate(PETAL).layout
    assert layout is not None
    assert ["TR", "CO", "LS", "SC", "NC", "FN", "FC", "SS", "HC", "TC"] in layout.rows
    assert layout.rows[-1] == ["SD"] * 10


@pytest.mark.rule("IN-ICB-10")
def test_bays_are_one_dotted_row():
    carrier = replace(
        CINGULUM,
        tonnage=1200,
        accessories=(Accessory("hangar", carries=(Craft("craft", 50, 1),)),),
    )
    layout = evaluate(carrier).layout
    assert layout is not None
    assert [row for row in layout.rows if row[0] == "HB1"] == [["HB1"] * 10]
    assert layout.legend["HB1"] == "hangar for 50 t: 100 boxes"


@pytest.mark.rule("IN-ICB-06")
def test_boxes_are_filled_from_below():
    layout = evaluate(PETAL).layout
    assert layout is not None
    free = [row.count("..") for row in layout.rows]
    assert free == [3, 2, *(0,) * 15]


@pytest.mark.rule("IN-AMB-125")
def test_parts_that_do_not_fit_are_refused_with_both_numbers():
    """Half tons each take a whole box: a ship of many cockpits runs out of them."""
    assert evaluate(PETAL).is_legal
    crowd = petal(
        tonnage=60,
        crew={"pilot": 1, "gunner": 20},
        cockpits=tuple(Cockpit(f"gunner {n}" if n > 1 else "gunner") for n in range(1, 21)),
        turrets=(),
        fixed=(),
    )
    (misfit,) = [each for each in evaluate(crowd).refusals if each.rule == "ICB-06"]
    assert "boxes wanted" in misfit.reason and misfit.by > 0
    assert evaluate(crowd).layout is None


# -- layouts made by hand ------------------------------------------------------------------------


def edited(change):
    """The refusals and remarks of the PETAL's own layout after an edit of its rows."""
    layout = deepcopy(yaml_of("icb_layouts.yaml")["FLUTTERING PETAL"])
    rows = [row.split() for row in layout["rows"]]
    change(rows, layout)
    layout["rows"] = [" ".join(row) for row in rows]
    account = evaluate(petal(layout=layout))
    return {refusal.rule for refusal in account.refusals}, account.remarks


def swap(rows, one, other):
    """Swap two boxes."""
    (a, b), (c, d) = one, other
    rows[a][b], rows[c][d] = rows[c][d], rows[a][b]


@pytest.mark.rule("IN-ICB-07")
def test_a_torn_part_is_refused_and_loose_boxes_are_remarked():
    found, remarks = edited(lambda rows, layout: None)
    assert found == set()
    assert remarks[0].endswith("own: W4, W3, W2, W1, C1, C2, PP1, TS1, TW2, TW1")
    found, _ = edited(lambda rows, layout: swap(rows, (0, 0), (15, 0)))
    assert found == {"ICB-07"}, "a box of the plant at the top"


def test_a_box_too_few_or_too_many_is_refused():
    def drop(rows, layout):
        rows[0][9] = ".."

    assert edited(drop)[0] == {"ICB-06"}


@pytest.mark.rule("IN-ICB-10")
def test_a_bay_is_one_full_row():
    layout = deepcopy(yaml_of("icb_layouts.yaml")["CINGULUM"])
    rows = [row.split() for row in layout["rows"]]
    at = next(n for n, row in enumerate(rows) if row[0] == "CB1")
    swap(rows, (at, 9), (at + 1, 9))
    layout["rows"] = [" ".join(row) for row in rows]
    found = {refusal.rule for refusal in evaluate(replace(CINGULUM, layout=layout)).refusals}
    assert "ICB-10" in found


def test_fuel_may_be_spread():
    assert edited(lambda rows, layout: swap(rows, (0, 0), (12, 3)))[0] == set()


@pytest.mark.rule("IN-ICB-09")
def test_halves_of_control_stay_on_their_sides():
    found, _ = edited(lambda rows, layout: swap(rows, (14, 0), (14, 9)))
    assert found == {"ICB-09"}


@pytest.mark.rule("IN-CON-43")
def test_avionics_and_ship_destroyed_have_their_boxes():
    def no_scanner(rows, layout):
        rows[10][3] = ".."

    def no_end(rows, layout):
        rows[-1][0] = ".."

    assert edited(no_scanner)[0] == {"CON-43"}
    assert edited(no_end)[0] == {"ICB-06"}


@pytest.mark.rule("IN-ICB-04", "IN-ICB-05")
def test_blocks_of_another_size_are_refused():
    def taller(rows, layout):
        rows.insert(0, [".."] * 10)

    def lower(rows, layout):
        layout["turrets"][0].insert(0, " ".join([".."] * 10))

    assert edited(taller)[0] == {"ICB-04"} == edited(lower)[0]


def test_a_malformed_layout_is_refused():
    assert (15, "ICB-06") in refused(petal(layout={"rows": ["SD SD"], "legend": {}}))


@pytest.mark.rule("IN-ICB-07")
def test_joined_boxes_touch_by_their_sides():
    assert is_joined([(0, 0), (0, 1), (1, 1)]) and not is_joined([(0, 0), (1, 1)])


def test_strips_run_column_by_column_and_back():
    grid = [[".."] * 10 for _ in range(4)]
    spots = strips(grid)
    assert spots[:4] == [(3, 0), (2, 0), (3, 1), (2, 1)]
    assert spots[20:22] == [(1, 9), (0, 9)]
