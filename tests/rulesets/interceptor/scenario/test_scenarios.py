"""Scenario files: what is shipped, and what is refused."""

import copy
from collections import Counter
from pathlib import Path

import pytest
import yaml

from spacecombat_env.core.errors import CapacityError, ScenarioError
from spacecombat_env.core.model.hexgrid import offset_row
from spacecombat_env.rulesets.interceptor.model import Load, class_names
from spacecombat_env.rulesets.interceptor.scenario import load, scenarios


def content(**more):
    """A small scenario, changed."""
    side = {"nation": "TOG", "ships": ["LANCEA"]}
    return {"sides": {"red": side, "blue": {**side, **more.pop("blue", {})}}, **more}


@pytest.mark.parametrize("name", scenarios())
def test_a_shipped_scenario_loads(name):
    scenario = load(name)
    assert scenario.capacity in ("small", "medium")
    assert scenario.source["resolved"]["cards"][1]


@pytest.mark.rule("IN-SCN-04", "IN-SCN-07")
@pytest.mark.parametrize(
    ("name", "gone", "come"),
    [
        ("asteroid_field", {"CHEETAH": 2}, {"AUTUMN LEAF": 2}),
        (
            "deep_space",
            {"FLUTTERING PETAL": 2, "AVENGER": 2, "PENETRATOR": 2},
            {"FLUTTERING PETAL BIS": 2, "DELICATE BLOSSOM": 4},
        ),
    ],
)
def test_variants_change_the_ships(name, gone, come):
    """Those of one side, in their number; the other side's stay."""
    plain, changed = ships_of(name), ships_of(f"{name}_kessrith")
    assert plain - changed == gone
    assert changed - plain == come


def ships_of(name):
    """Return how many ships of each class a scenario has."""
    rules = load(name).table.rules[0]
    return Counter(class_names()[card.klass] for card in rules.cards if card.klass)


@pytest.mark.rule("IN-SCN-03", "IN-SCN-06", "IN-AMB-67")
@pytest.mark.parametrize(("name", "decisive"), [("asteroid_field", 51), ("deep_space", 80)])
def test_outcomes_are_those_of_the_books_tables(name, decisive):
    rules = load(name).table.rules[0]
    assert rules.option.outcome[:, :3].tolist() == [[decisive, 11, 0]] * 2


@pytest.mark.rule("IN-SCN-01", "IN-SCN-05")
def test_loads_are_those_of_the_scenario():
    rules = load("asteroid_field").table.rules[0]
    assert rules.cards[1].pod[0] == Load.SENSOR_POD and rules.cards[1].loaded
    assert not rules.cards[3].loaded
    allowed = int(rules.cards[3].allowed)
    assert allowed >> Load.DAP & 1 and allowed >> Load.SSS & 1
    assert not allowed >> Load.SAFEGUARD_POD & 1 and allowed >> Load.HELL & 1
    in_deep_space = int(load("deep_space").table.rules[0].cards[1].allowed)
    assert not in_deep_space >> Load.HELL & 1


@pytest.mark.rule("IN-CRW-01", "IN-CRW-04")
@pytest.mark.parametrize(
    ("pilot", "skills"),
    [({}, (5, 5)), ({"piloting": 7}, (7, 5)), ({"gunnery": 8}, (5, 8)), (None, (5, 5))],
)
def test_a_pilot_of_whom_nothing_is_said_has_5_in_both_skills(pilot, skills):
    ship = {"class": "LANCEA"} if pilot is None else {"class": "LANCEA", "pilot": pilot}
    member = load(content(blue={"ships": [ship]})).table.rules[0].cards[2].crew[0]
    assert (member.piloting, member.gunnery) == skills


@pytest.mark.rule("IN-AMB-67")
def test_a_fight_may_be_limited_to_a_single_turn_and_not_to_none():
    assert load(content(turn_limit=1)).table.rules[0].option.turn_limit == 1
    with pytest.raises(ScenarioError, match="turn_limit"):
        load(content(turn_limit=0))


def test_racks_may_be_loaded_in_the_file():
    ship = {"class": "LANCEA", "loads": [["DAP"], ["TGM-I", "TGM-I"], "ECM pod"]}
    card = load(content(blue={"ships": [ship]})).table.rules[0].cards[2]
    assert card.load[0, Load.DAP] == 1 and card.load[1, Load.TGM_1] == 2
    assert card.pod[2] == Load.ECM_POD and card.loaded


@pytest.mark.rule("IN-SCN-01", "IN-HPT-04")
def test_what_must_be_carried_goes_where_it_fits():
    ship = {"class": "FLUTTERING PETAL BIS", "required": "Laser pod 1.5/2"}
    card = load(content(blue={"ships": [ship]})).table.rules[0].cards[2]
    assert card.pod[0] == Load.LASER_POD
    ship = {"class": "CINGULUM", "required": "Sensor pod"}  # its first rack is an autoloader
    card = load(content(blue={"ships": [ship]})).table.rules[0].cards[2]
    assert card.pod[1] == Load.SENSOR_POD and card.pod[0] < 0


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"blue": {"ships": ["LANCE"]}}, "did you mean LANCEA"),
        ({"map": {"columns": 17, "rows": 18}}, "even number"),
        ({"blue": {"ships": [{"class": "LANCEA", "loads": [["DAP", "DAP"]]}]}}, "6 t on a rack"),
        ({"blue": {"ships": [{"class": "LANCEA", "loads": [["DAP", "ECM pod"]]}]}}, "one pod"),
        ({"blue": {"ships": [{"class": "LANCEA", "loads": [["HELL"]]}]}}, "10 t on a rack"),
        (
            {
                "blue": {
                    "loads": {"without": ["HELL"]},
                    "ships": [{"class": "CINGULUM", "loads": [["HELL"]]}],
                }
            },
            "HELL is not allowed",
        ),
        ({"blue": {"ships": [{"class": "LANCEA", "loads": ["MDC pod"]}]}}, "no rack for a MDC pod"),
        (
            {"blue": {"ships": [{"class": "GLADIUS", "loads": [[], [], [], "ECM pod"]}]}},
            "IN-HPT-04",
        ),
        (
            {
                "blue": {
                    "ships": [{"class": "LANCEA", "loads": [["DAP"]], "required": "Sensor pod"}]
                }
            },
            "Sensor pod is not among them",
        ),
        (
            {"blue": {"ships": [{"class": "LANCEA", "pilot": {"familiarity": [2]}}]}},
            "two numbers are required",
        ),
        ({"blue": {"ships": [{"class": "LANCEA", "required": "MDC pod"}]}}, "it has no rack"),
        ({"blue": {"ships": ["LANCEA"] * 13}}, "13 ships; large holds 12"),
        ({"blue": {"zone": {"columns": [9, 3]}}}, "9 is above 3"),
    ],
)
def test_what_is_wrong_is_said(more, said):
    with pytest.raises((ScenarioError, CapacityError), match=said):
        load(content(**more))


HUNT = {
    "sides": {
        "red": {
            "enters": {"map": 1, "hexes": ["0101", "0102"], "die": 1, "last_turn": 2},
            "ships": ["FLUTTERING PETAL"],
        },
        "blue": {"ships": ["LANCEA"], "zone": {"map": 1, "rows": [7, 7]}},
    },
    "adrift": [{"side": "blue", "hex": "1313", "velocity": 1, "heading": 4, "thrust": 1}],
    "pursuit": True,
    "victory": {
        "destroyed": {"red": 50, "blue": 10},
        "prize": 150,
        "outcome_red": [[100, "large"], [0, "small"]],
        "outcome_blue": [[1, "any"]],
    },
}


@pytest.mark.rule("IN-SCN-08", "IN-SCN-09", "IN-SCN-13")
def test_entries_and_the_man_whom_both_sides_want():
    """Hex 1313 of map 1 is row 16 of the lattice, 0101 row 28."""
    scenario = load(HUNT)
    option, opening = scenario.table.rules[0].option, scenario.table.opening[0]
    assert option.entry_hexes.tolist() == [2, 0] and option.entry_turn[0] == 2
    assert [offset_row(1, int(r)) for r in option.entry_r[0][:2]] == [28, 27]
    man = opening.adrift[len(opening.adrift) // 2]
    assert (man.people, man.prize, man.thrust, man.heading, man.velocity) == (1, 1, 1, 3, 1)
    assert (man.q, offset_row(13, int(man.r))) == (13, 16)
    assert option.destroyed.tolist() == [50, 10] and option.prize == 150 and option.pursuit
    assert option.outcome[:, 0].tolist() == [100, 1]
    assert scenario.source["resolved"]["outcome"] == [["large", "small"], ["any"]]


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        (("sides", "red", "enters", "hexes"), ["01"], "is not a printed hex"),
        (("sides", "red", "enters", "hexes"), ["0115"], "is not on the map"),
        (("sides", "red", "enters", "hexes"), [], "1 to 4 are required"),
        (("adrift",), HUNT["adrift"] * 2, "at most one"),
        (("victory", "destroyed"), {"red": 50}, "blue"),
    ],
)
def test_what_is_wrong_with_entries_is_told(path, value, reason):
    changed = copy.deepcopy(HUNT)
    place = changed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    with pytest.raises(ScenarioError, match=reason):
        load(changed)


@pytest.mark.rule("IN-GRV-06")
def test_an_installation_has_no_place_in_a_gravity_well():
    folder = Path(__file__).parents[4] / "configs" / "designs"
    design = yaml.safe_load((folder / "bastion.yaml").read_text(encoding="utf-8"))
    station = {**content(), "designs": [design], "planet": {"ground": "bottom"}}
    station["sides"]["red"] = {"ships": [design["name"]]}
    assert load(station).table.rules[0].option.planet
    with pytest.raises(ScenarioError, match="IN-GRV-06"):
        load({**station, "gravity": {}})
