"""Scenario files: what they lay on the table, and what they refuse, in one line each."""

from __future__ import annotations

import copy
import json
from typing import Any

import numpy as np
import pytest
import yaml
from kit.intercept_sensors.table import duel, position, ship
from kit.records import is_packed

from spacecombat_env.core.errors import CapacityError, ConfigError, ScenarioError
from spacecombat_env.core.model.record import int64_from
from spacecombat_env.rulesets.intercept_sensors.model import (
    CAPACITIES,
    HIDDEN_INT64,
    NONE,
    SWITCHES,
    Condition,
    Drive,
    InterceptDelegate,
    InterceptSide,
    InterceptStep,
    InterceptVerdict,
    Power,
    Status,
    Type,
    Victory,
    action_count,
    action_layout,
    state_dtype,
)
from spacecombat_env.rulesets.intercept_sensors.scenario import DELEGATES, FOLDER, load, scenarios

SHIPPED = ("duel", "infiltrator", "picket")


def opening(source: Any, **options: Any) -> np.record:
    """The opening position of a scenario."""
    return load(source, **options).table.opening[0]


def option(source: Any, **options: Any) -> np.record:
    """The options of a scenario."""
    return load(source, **options).table.rules[0].option


def unit(source: Any, name: str) -> np.record:
    """A unit of the opening by its name."""
    scenario = load(source)
    return scenario.table.opening[0].unit_of[scenario.source["resolved"]["units"].index(name)]


def reds(*ships: Any, **more: Any) -> dict[str, Any]:
    """A scenario whose red side has these ships."""
    return position(ships, [ship("Blue", (15, 20))], **more)


# -- the shipped ones ----------------------------------------------------------------------------


def test_shipped_scenarios_have_a_line_each():
    assert set(scenarios()) == set(SHIPPED)
    assert all(line and "\n" not in line for line in scenarios().values())


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_scenario_is_sound(name):
    scenario = load(name)
    state = scenario.table.opening[0]
    assert is_packed(state.dtype) and scenario.name == name
    assert (state.step, state.decision, state.turn, state.seat) == (InterceptStep.SETUP, 0, 0, NONE)
    assert state.verdict == InterceptVerdict.OPEN and state.unit == NONE
    present = state.unit_of[state.unit_of["klass"] > 0]
    assert set(present["status"].tolist()) <= {Status.WAITING, Status.ABOARD}
    assert not state.unit_of["tracked"].any() and not state.log_count
    half = len(state.unit_of) // 2
    for side in range(2):
        assert (state.unit_of["status"][side * half : (side + 1) * half] == Status.WAITING).any()
    json.dumps(scenario.source)


def test_the_duel():
    source = load("duel").source["resolved"]
    assert source["units"] == ["Alcyone", "", "", "Electra", "", ""]
    rules = option("duel")
    assert rules.victory == Victory.HOLD and rules.hold_turns > 1
    left, right = rules.zone  # alike on both sides
    assert [31 - int(right[1]), 31 - int(right[0]), *right[2:]] == list(left)


def test_the_infiltrator():
    rules = option("infiltrator")
    assert (rules.victory, rules.runner, rules.limit_verdict) == (
        Victory.CROSS,
        InterceptSide.A,
        InterceptVerdict.B,
    )
    assert list(rules.goal) == [1, 30, 33, 35]
    body = opening("infiltrator").body[0]
    assert (body.side, body.left, body.top, body.shadow) == (1, 15, 14, 1)
    assert unit("infiltrator", "Wraith").status == Status.WAITING
    assert unit("infiltrator", "Missile volley").status == Status.ABOARD


def test_the_picket():
    state = opening("picket")
    assert option("picket").victory == Victory.POINTS and option("picket").sunfactor == 5
    assert [int(body.side) for body in state.body] == [3, 1, 0, 0]
    assert (state.body[0].left, state.body[0].top, state.body[0].shadow) == (14, 9, 3)
    assert load("picket").capacity == "medium"


# -- what is read --------------------------------------------------------------------------------


def test_a_ship_with_everything():
    parts = {
        "vector": [1, -2],
        "facing": "SW",
        "popped": False,
        "power": "batteries",
        "condition": {"surface": "critical", "crew": "stunned"},
        "carries": ["Pinnace", {"class": "Missile volley", "name": "Dart"}],
    }
    source = reds(ship("Lynx", (3, 20), "Scout", **parts))
    lynx, dart = unit(source, "Lynx"), unit(source, "Dart")
    assert (lynx.x, lynx.y, lynx.vx, lynx.vy, lynx.facing) == (3, 20, 1, -2, 5)
    assert (lynx.popped, lynx.power, lynx.status) == (0, Power.BATTERIES, Status.ON_MAP)
    assert (lynx.surface, lynx.core, lynx.crew) == (Condition.CRITICAL, 0, Condition.STUNNED)
    assert (dart.status, dart.carrier, dart.burns) == (Status.ABOARD, 0, 4)
    assert unit(source, "Pinnace").carrier == 0 and unit(source, "Pinnace").burns == NONE


def test_what_is_left_out():
    state, rules = opening(duel()), option(duel())
    red, blue = state.unit_of[0], state.unit_of[3]
    assert (red.facing, blue.facing, red.popped, red.power) == (2, 6, 1, Power.IDLE)
    assert (rules.columns, rules.rows, rules.sunfactor) == (30, 35, 6)
    assert (rules.turn_limit, rules.limit_verdict) == (20, InterceptVerdict.OPEN)
    assert (rules.victory, rules.runner) == (Victory.POINTS, NONE)
    assert list(rules.zone[0]) == [1, 30, 1, 35]
    assert load(duel()).capacity == "small"


def test_a_class_of_ones_own():
    values = {
        "type": "ship", "size": "capital (above)", "thrust": 6, "drive": "impulse",
        "black_hull": True, "stealth": 1, "sensors": "elite", "skill": 3,
    }  # fmt: skip
    scenario = load(reds(ship("Own", (5, 20), "Corvette", values=values), ship("Plain", (5, 22))))
    rules, state = scenario.table.rules[0], scenario.table.opening[0]
    names = scenario.source["resolved"]["classes"]
    own = rules.classes[state.unit_of[0].klass]
    assert (own.visual, own.ir, own.radar, own.mass, own.size_rank) == (5, 2, 6, 7, 5)
    assert (own.thrust, own.drive, own.black_hull, own.stealth) == (6, Drive.IMPULSE, 1, 1)
    assert list(own.sensor) == [6, 5, 5, 3, 2] and own.skill == 3
    assert names[state.unit_of[0].klass] == "Own"
    plain = rules.classes[state.unit_of[1].klass]
    assert (plain.thrust, plain.type, plain.skill) == (3, Type.SHIP, 1)


def test_names_given_and_made():
    ships = ["Frigate", {"class": "Frigate", "carries": ["Missile volley"] * 2}, "Scout"]
    units = load(reds(*ships)).source["resolved"]["units"]
    expected = ["Frigate 1", "Frigate 2", "Scout", "Missile volley 1", "Missile volley 2", ""]
    assert units[:6] == expected


def test_a_small_map():
    rules = option(duel(red=(2, 2), blue=(9, 9), map={"columns": 2, "rows": 3}))
    assert (rules.columns, rules.rows) == (10, 15)


@pytest.mark.parametrize("switch", SWITCHES)
def test_switches(switch):
    default = SWITCHES[switch].default
    assert option(duel())[switch] == default
    assert option(duel(rules={switch: not default}))[switch] == (not default)
    assert option(duel(), options={switch: not default})[switch] == (not default)


@pytest.mark.parametrize("kind", DELEGATES)
def test_delegation_by_seat(kind):
    table = load(duel(), delegate={"red_0": [kind], "blue_0": []}).table
    assert list(table.rules[0].delegated) == [InterceptDelegate[kind.upper()], 0]


def test_max_turns_replaces_the_limit():
    scenario = load("duel", max_turns=5)
    assert scenario.table.rules[0].option.turn_limit == 5 and scenario.source["turn_limit"] == 5


def test_a_source_loads_again_to_the_same():
    """As a replay stores it."""
    for name in SHIPPED:
        first = load(name, options={"planets": False}, max_turns=7)
        again = load(json.loads(json.dumps(first.source)))
        assert again.digest == first.digest and again.source == first.source
        assert first.digest != load(name).digest


# -- capacity ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("units", "expected"), [(3, "small"), (4, "medium"), (6, "medium"), (7, "large")]
)
def test_the_smallest_capacity_that_fits(units, expected):
    carried = ["Missile volley"] * (units - 1)
    scenario = load(reds({"class": "Frigate", "carries": carried}))
    assert scenario.capacity == expected
    slots = CAPACITIES[expected].units
    assert len(scenario.table.opening[0].unit_of) == 2 * slots


def test_a_capacity_that_is_requested():
    assert load(duel(capacity="large")).capacity == "large"
    with pytest.raises(CapacityError, match="capacity: small holds 3 units a side, not 4"):
        load(reds({"class": "Frigate", "carries": ["Pinnace"] * 3}, capacity="small"))
    with pytest.raises(CapacityError, match="13 units on a side"):
        load(reds({"class": "Frigate", "carries": ["Pinnace"] * 12}))


@pytest.mark.parametrize("name", CAPACITIES)
def test_layouts_and_actions_agree(name):
    scenario = load(duel(capacity=name))
    state = scenario.table.opening[0]
    assert scenario.actions.size == action_count(state) == action_layout(CAPACITIES[name]).size
    assert state.dtype == state_dtype(CAPACITIES[name])
    assert int64_from(state.dtype, "log_count") == HIDDEN_INT64


# -- what is refused -----------------------------------------------------------------------------


def changed(path: str, value: Any) -> dict[str, Any]:
    """The duel of the table with one value put in; `path` is dotted, list items from 1."""
    source = copy.deepcopy(duel())
    place: Any = source
    keys: list[Any] = []
    for part in path.split("."):
        name, _, number = part.partition("[")
        keys.append(name)
        if number:
            keys.append(int(number.rstrip("]")) - 1)
    for key in keys[:-1]:
        place = place.setdefault(key, {}) if isinstance(place, dict) else place[key]
    place[keys[-1]] = value
    return source


RED = "sides.red.ships[1]"
BAD = [
    ("sides", None, "sides: missing"),
    ("sides.red", None, "sides.red: missing"),
    ("sides.green", {}, "sides.green: unknown key"),
    ("side", {}, "side: unknown key (did you mean sides?)"),
    ("sides.red.ships", [], "sides.red.ships: 0 ships; 1 to 4"),
    ("sides.red.ships", ["Scout"] * 5, "sides.red.ships: 5 ships; 1 to 4"),
    ("sides.red.ships", "Scout", "sides.red.ships: 'Scout' is not a list"),
    ("sides.red.ships[1]", "Scot", "sides.red.ships[1]: 'Scot' is unknown (did you mean Scout"),
    ("sides.red.ships[1]", 7, "sides.red.ships[1]: 7 is not a mapping"),
    ("sides.red.ships[1]", "Pinnace", "sides.red.ships[1]: Pinnace is not a ship"),
    (f"{RED}.class", "frigate", f"{RED}.class: 'frigate' is unknown (did you mean Frigate"),
    (f"{RED}.class", None, f"{RED}.class: missing"),
    (f"{RED}.name", "x" * 41, f"{RED}.name: 41 characters, 1 more than 40"),
    (f"{RED}.name", "a\nb", f"{RED}.name: must be one line of printable text"),
    (f"{RED}.square", [31, 5], f"{RED}.square: [31, 5] lies off the map of 30 x 35"),
    (f"{RED}.square", [5], f"{RED}.square: two numbers are required, not 1"),
    (f"{RED}.square", [0, 5], f"{RED}.square[1]: 0 is below 1"),
    (f"{RED}.square", ["a", 5], f"{RED}.square[1]: 'a' is not a whole number"),
    (f"{RED}.vector", [10, 0], f"{RED}.vector[1]: 10 is above 9"),
    (f"{RED}.vector", [0, 1.5], f"{RED}.vector[2]: 1.5 is not a whole number"),
    (f"{RED}.facing", "NNE", f"{RED}.facing: 'NNE' is unknown"),
    (f"{RED}.popped", "out", f"{RED}.popped: 'out' is neither true nor false"),
    (f"{RED}.power", "cold", f"{RED}.power: 'cold' is unknown"),
    (f"{RED}.condition", {"hull": "stunned"}, f"{RED}.condition.hull: unknown key"),
    (f"{RED}.condition", {"crew": "dead"}, f"{RED}.condition.crew: 'dead' is unknown"),
    (f"{RED}.carries", ["Scout"], f"{RED}.carries[1]: a ship cannot be carried"),
    (f"{RED}.carries", [{"class": "Pinnace", "square": [3, 3]}], f"{RED}.carries[1].square: not for"),
    (f"{RED}.carries", [{"class": "Pinnace", "carries": []}], f"{RED}.carries[1].carries: not for"),
    (f"{RED}.values", {"trust": 1}, f"{RED}.values.trust: unknown key (did you mean thrust?)"),
    (f"{RED}.values", {"thrust": 7}, f"{RED}.values.thrust: 7 is above 6"),
    (f"{RED}.values", {"skill": -1}, f"{RED}.values.skill: -1 is below 0"),
    (f"{RED}.values", {"sensors": "good"}, f"{RED}.values.sensors: 'good' is none of"),
    (f"{RED}.values", {"stealth": "yes"}, f"{RED}.values.stealth: 'yes' is neither"),
    (f"{RED}.values", {"endurance": 3}, f"{RED}.values: only missile volleys have an endurance"),
    (f"{RED}.values", {"type": "volley"}, f"{RED}.values: a missile volley needs an endurance"),
    ("sides.red.zone", {"columns": [8, 3]}, "sides.red.zone.columns: 8 is above 3"),
    ("sides.red.zone", {"rows": [1, 36]}, "sides.red.zone.rows[2]: 36 is above 35"),
    ("sides.red.zone", {"cols": [1, 2]}, "sides.red.zone.cols: unknown key"),
    ("map", {"columns": 7}, "map.columns: 7 is above 6"),
    ("map", {"rows": 1}, "map.rows: 1 is below 2"),
    ("sun", "Pluto", "sun: 'Pluto' is unknown"),
    ("sun", 13, "sun: 13 is above 12"),
    ("sun", -1, "sun: -1 is negative"),
    ("bodies", [{"kind": "moon", "square": [9, 9]}], "bodies[1].kind: 'moon' is unknown"),
    ("bodies", [{"kind": "asteroid"}], "bodies[1].square: missing"),
    ("bodies", [{"kind": "gas giant", "square": [2, 9]}], "bodies[1].square: the body reaches over"),
    ("bodies", [{"kind": "asteroid", "square": [9, 9]}] * 5, "bodies: 5 bodies; at most 4"),
    ("bodies", [{"kind": "asteroid", "square": [5, 20]}], f"{RED}.square: a body is there"),
    ("rules", {"planet": True}, "rules.planet: unknown key (did you mean planets?)"),
    ("rules", {"planets": 2}, "rules.planets: 2 is neither true nor false"),
    ("victory", {"turns": 3}, "victory.kind: missing"),
    ("victory", {"kind": "race"}, "victory.kind: 'race' is unknown"),
    ("victory", {"kind": "hold", "turns": 0}, "victory.turns: 0 is below 1"),
    ("victory", {"kind": "cross"}, "victory.side: nothing is not text"),
    ("victory", {"kind": "cross", "side": "green"}, "victory.side: 'green' is unknown"),
    ("victory", {"kind": "cross", "side": "red", "goal": {"rows": [0, 3]}}, "victory.goal.rows[1]: 0"),
    ("turn_limit", 0, "turn_limit: 0 is below 1"),
    ("turn_limit", 201, "turn_limit: 201 is above 200"),
    ("turn_limit", True, "turn_limit: True is not a whole number"),
    ("turn_limit_verdict", "green", "turn_limit_verdict: 'green' is unknown"),
    ("capacity", "huge", "capacity: 'huge' is unknown"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value", "expected"), BAD)
def test_bad_input_is_named_by_file_field_and_reason(path, value, expected):
    with pytest.raises(ScenarioError) as caught:
        load(changed(path, value))
    assert str(caught.value).startswith(f"<scenario>: {expected}"), str(caught.value)
    assert "\n" not in str(caught.value)


def test_two_units_of_one_name():
    with pytest.raises(ScenarioError, match="two units are called 'Twin'"):
        load(reds(ship("Twin", (5, 20)), ship("Twin", (5, 22))))


def test_both_sides_may_use_a_name():
    assert load(position(["Scout"], ["Scout"])).source["resolved"]["units"][3] == "Scout"


def test_a_ship_too_fast_to_stop():
    with pytest.raises(ScenarioError, match="too fast to stop"):
        load(duel(red=(28, 20), red_ship={"vector": [7, 0]}))
    source = position([{"class": "Freighter", "vector": [9, 0]}], ["Scout"])
    source["sides"]["red"]["zone"] = {"columns": [1, 5]}
    with pytest.raises(ScenarioError, match="no square of the zone is free"):
        load(source)


def test_more_classes_than_there_is_room_for():
    own = [ship(f"Red {n}", values={"skill": n}, carries=_craft(n)) for n in range(4)]
    with pytest.raises(CapacityError, match="classes"):
        load(position(own, ["Scout"]))


def _craft(number: int) -> list[dict[str, Any]]:
    return [
        {"class": "Pinnace", "name": f"Craft {number}{n}", "values": {"skill": n}} for n in range(2)
    ]


def test_an_unknown_scenario_and_a_bad_file(tmp_path):
    with pytest.raises(ScenarioError, match=r"dual: scenario: .*did you mean duel"):
        load("dual")
    path = tmp_path / "bad.yaml"
    path.write_text("sides: [", encoding="utf-8")
    with pytest.raises(ScenarioError, match=r"bad\.yaml: line"):
        load(path)
    path.write_text(yaml.safe_dump(changed("sun", "Pluto")), encoding="utf-8")
    with pytest.raises(ScenarioError, match=r"bad\.yaml: sun: 'Pluto'"):
        load(path)


def test_a_bad_delegation():
    with pytest.raises(ConfigError, match="'scans' cannot be delegated"):
        load("duel", delegate=["scans"])


def test_shipped_files_hold_nothing_that_is_not_read():
    """Each names only what differs from the default, or what a reader wants to see."""
    for name in SHIPPED:
        content = yaml.safe_load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))
        assert content["name"] == name and content["title"] and content["description"]
