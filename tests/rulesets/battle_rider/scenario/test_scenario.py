"""Scenario files: what they lay on the table."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from kit.battle_rider.openings import DUEL, fleet, opening
from kit.records import is_packed

from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.model.hexgrid import offset_row, on_map
from spacecombat_env.core.ruleset import Scenario
from spacecombat_env.rulesets.battle_rider.model import (
    CAPACITIES,
    NONE,
    Beam,
    CraftStatus,
    Damage,
    Delegate,
    ForceStatus,
    Phase,
    Result,
    Sensor,
    Step,
    Verb,
    Verdict,
    action_count,
    action_layout,
    amount_action,
    craft_action,
    first_direction,
    force_action,
    spread_action,
)
from spacecombat_env.rulesets.battle_rider.scenario import (
    DELEGATES,
    FOLDER,
    RECOMMENDED,
    SWITCHES,
    load,
    scenarios,
)

PICKET = yaml.safe_load((FOLDER / "picket.yaml").read_text(encoding="utf-8"))


def craft(scenario: Scenario, name: str, side: int = 0) -> np.record:
    """A craft by its name."""
    state = scenario.table.opening[0]
    half = len(state.craft) // 2
    return state.craft[scenario.source["resolved"]["craft"].index(name, side * half)]


def klass(scenario: Scenario, name: str) -> np.record:
    """The class record of a craft of the red side."""
    return scenario.table.rules[0].classes[craft(scenario, name).klass]


# -- the shipped ones ----------------------------------------------------------------------------


def test_shipped_scenarios_have_a_line_each():
    assert set(scenarios()) >= {"skirmish", "duel", "picket"}
    assert all(line and "\n" not in line for line in scenarios().values())


@pytest.mark.rule("BR-S1-01", "BR-SCN-01")
def test_the_skirmish():
    scenario = load("skirmish")
    state, rules = scenario.table.opening[0], scenario.table.rules[0]
    names = ["Starburst", "Rapier", "Midu Agashaam", "Chrysanthemum", "Valor", "Fiery"]
    resolved = scenario.source["resolved"]
    for side in range(2):
        half = range(8 * side, 8 * side + 8)
        assert [resolved["craft"][k] for k in half] == [*names, "", ""]
        present = [state.craft[k] for k in half if state.craft[k].klass]
        assert [resolved["classes"][c.klass] for c in present] == names
        assert sum(int(rules.classes[c.klass].points) for c in present) == 177
        assert all(c.status == CraftStatus.IN_FORCE and c.tf == NONE for c in present)
    assert list(state.tactics) == [4, 4]
    assert [int(order.step) for order in state.order] == [0, 0]
    assert (rules.option.columns, rules.option.rows) == (19, 33)
    assert (rules.option.turn_limit, rules.option.margin_decides) == (40, 1)
    assert scenario.capacity == "small"


def test_the_opening_before_anything_is_done():
    state = opening("skirmish")
    assert is_packed(state.dtype)
    assert (state.step, state.phase, state.decision, state.turn) == (Step.SETUP, Phase.SETUP, 0, 0)
    assert state.verdict == Verdict.OPEN
    for group, names in {
        "craft": ("tf", "keeper", "contact"),
        "tf": ("contact", "thrust_side"),
        "spread": ("owner", "contact", "target_tf", "target_spread"),
        "order": ("craft", "tf", "spread", "target_craft", "target_tf", "target_spread", "tens"),
    }.items():
        for name in names:
            assert (state[group][name] == NONE).all(), (group, name)
    assert (state.defender == NONE).all() and state.round_tf == NONE and state.attack_tf == NONE
    assert state.attempt.target_craft == NONE and state.attempt.jammer == NONE
    assert list(state.chance.deck) == list(range(95)) and state.chance.deck_left == 95
    assert int(state.pool.sum()) == 36


def test_the_duel_places_two_detected_ships():
    state = opening("duel")
    red, blue = state.tf[0], state.tf[12]
    assert (red.q, offset_row(red.q, red.r), red.vq, red.vr) == (10, 14, 0, 1)
    assert (blue.q, offset_row(blue.q, blue.r), blue.vq, blue.vr) == (10, 20, 0, -1)
    assert (red.status, red.strength, red.shadow_found) == (ForceStatus.ON_MAP, 1, 1)
    assert [int(state.craft[k].detected) for k in (0, 8)] == [1, 1]
    assert [int(state.craft[k].contact) for k in (0, 8)] == [0, 0]
    assert list(state.contacts) == [1, 1]
    assert [int(order.step) for order in state.order] == [2, 2]


@pytest.mark.rule("BR-LCH-07", "BR-DRN-02", "BR-AMB-37", "BR-AMB-89")
def test_the_picket_says_all_there_is_to_say():
    scenario = load("picket")
    state = scenario.table.opening[0]
    sting, fang = craft(scenario, "Sting"), craft(scenario, "Fang")
    assert (sting.status, sting.tf, sting.keeper) == (CraftStatus.ABOARD, NONE, 1)
    assert (fang.status, fang.tf, fang.keeper) == (CraftStatus.IN_FORCE, 0, NONE)
    drone, eye = craft(scenario, "Drone"), craft(scenario, "Eye", side=1)
    assert (drone.status, drone.keeper, drone.fuel) == (CraftStatus.ABOARD, 1, NONE)
    assert (eye.status, eye.keeper, eye.fuel, eye.tf) == (CraftStatus.IN_FORCE, 8, 3, 13)
    warden = craft(scenario, "Warden", side=1)
    assert warden.damage[Result.SENSORS] == Damage.PERMANENT
    assert warden.damage[Result.LIFE_SUPPORT] == Damage.TEMPORARY_2
    assert int(state.pool.sum()) == 34 and state.pool[Result.SENSORS] == 3
    assert craft(scenario, "Patrol Cruiser", side=1).missiles == 2
    assert craft(scenario, "Valor", side=1).missiles == 20
    assert [(int(b.kind), int(b.q)) for b in state.body[:3]] == [(1, 10), (2, 7), (0, 0)]
    assert scenario.source["resolved"]["forces"][:3] == ["Van", "Main", "Feint"]
    assert [int(state.tf[k].strength) for k in (0, 1, 2)] == [2, 2, 0]


@pytest.mark.rule("BR-SCN-02", "BR-SCN-04", "BR-AMB-56")
def test_entering_forces_wait_one_hex_outside_their_edge():
    scenario = copy.deepcopy(PICKET)
    scenario["sides"]["blue"]["task_forces"][2] = {
        "ships": ["Valor"], "enters": {"turn": 2, "column": 7, "velocity": 6},
    }  # fmt: skip
    state = opening(scenario)
    van, valor = state.tf[0], state.tf[14]
    assert van.status == valor.status == ForceStatus.WAITING
    assert (van.q, offset_row(van.q, van.r), van.vq, van.vr, van.entry_turn) == (8, 0, 0, 3, 1)
    assert (valor.q, offset_row(valor.q, valor.r), valor.vr, valor.entry_turn) == (7, 34, -6, 2)
    for force in (van, valor):
        r = int(force.r) + (1 if force.vr > 0 else -1)
        assert not on_map(int(force.q), int(force.r), 19, 33) and on_map(int(force.q), r, 19, 33)


# -- ships ---------------------------------------------------------------------------------------


def test_names_are_class_names_numbered_where_several_are_nameless():
    source = load(fleet("Valor", "Fiery", {"class": "Valor", "name": "Valor 1"}, "Valor")).source
    assert source["resolved"]["craft"][:4] == ["Valor 2", "Fiery", "Valor 1", "Valor 3"]


def test_both_sides_may_use_a_name():
    names = load("skirmish").source["resolved"]["craft"]
    half = len(names) // 2
    assert names[:half] == names[half:] and "Valor" in names


@pytest.mark.rule("BR-CTR-02", "BR-CTR-03", "BR-AMB-34")
def test_a_ship_of_its_own_values():
    values = {
        "tech_level": 13, "size_mod": -2, "g_rating": 4, "points": 30, "armor": 12, "jump": 3,
        "missile_directors": 5, "ready_missiles": 25, "active_range": 16, "passive_range": 8,
        "passive_folding": True, "masked": 1, "fire_control": 5, "sandcasters": 6,
        "spinal": ["M(-2)10:6-4-3-X", "P10:12"], "secondary": "L(x10-1)10:2-2-1-0",
        "turret": "L(x20)4:1",
    }  # fmt: skip
    scenario = load(fleet({"name": "Nemesis", "values": values}))
    ship = klass(scenario, "Nemesis")
    rows = [
        tuple(map(int, (w.kind, w.spinal, w.number, w.overpower, w.range))) for w in ship.weapon
    ]
    assert rows == [
        (Beam.MESON, 1, 1, 2, 10),
        (Beam.PARTICLE, 1, 1, 0, 10),
        (Beam.LASER, 0, 10, 1, 10),
        (Beam.LASER, 0, 20, 0, 4),
    ]
    assert [list(map(int, w.damage)) for w in ship.weapon] == [
        [6, 4, 3, NONE], [12] * 4, [2, 2, 1, 0], [1] * 4,
    ]  # fmt: skip
    assert (ship.tech_level, ship.size_mod, ship.g, ship.points, ship.armor) == (13, -2, 4, 30, 12)
    assert (ship.sensor_range[Sensor.ACTIVE], ship.sensor_range[Sensor.PASSIVE]) == (16, 8)
    assert (ship.folding, ship.masked, ship.fuel) == (1, 1, NONE)
    assert craft(scenario, "Nemesis").missiles == 25
    assert scenario.source["resolved"]["classes"][-1] == "Nemesis"


def test_a_printed_card_with_changes():
    scenario = load(fleet({"class": "Rapier", "values": {"turret": "L(x3)4:1", "armor": 3}}))
    changed, printed = klass(scenario, "Rapier"), scenario.table.rules[0].classes[9]
    assert (changed.armor, changed.weapon[3].number, changed.weapon[3].range) == (3, 3, 4)
    assert changed.weapon[0] == printed.weapon[0] and changed.g == printed.g
    assert sorted(int(w.number) for w in changed.weapon) == [0, 1, 3, 5]
    assert (printed.armor, printed.weapon[3].number) == (10, 10)
    assert scenario.source["resolved"]["classes"][-1] == "Rapier (changed)"


@pytest.mark.rule("BR-AMB-38")
def test_a_bridge_result_uses_up_the_auxiliary_bridge():
    scenario = load(fleet({"class": "Mercury", "damage": [{"bridge": "temporary"}]}, "Valor"))
    assert craft(scenario, "Mercury").bridge_shifted == 1
    assert craft(scenario, "Mercury").damage[Result.BRIDGE] == Damage.TEMPORARY_2
    assert craft(scenario, "Valor").bridge_shifted == 0
    assert scenario.table.opening[0].pool[Result.BRIDGE] == 0


@pytest.mark.rule("BR-AMB-51")
def test_a_drone_with_an_area_jammer_has_the_tl12_data():
    drones = [{"type": "jammer_tl12", "controller": "Valor"}] * 2
    scenario = load(fleet("Valor", drones=drones))
    jammer, plain = klass(scenario, "Drone 1"), scenario.table.rules[0].classes[28]
    assert (jammer.area_jammer, jammer.drone, plain.area_jammer) == (1, 1, 0)
    jammer.area_jammer = 0
    assert jammer == plain
    assert len(scenario.source["resolved"]["classes"]) == 31


def test_reveal_detects_all_a_side_has_on_the_map():
    state = opening({**PICKET, "reveal": ["blue"]})
    blue = [state.craft[k] for k in range(8, 16) if state.craft[k].klass]
    assert all(c.detected for c in blue)
    assert sorted(int(c.contact) for c in blue) == [0, 1, 2, 3]
    assert [int(state.tf[k].shadow_found) for k in range(12, 16)] == [1, 1, 1, 0]


# -- options, spaces, identity -------------------------------------------------------------------


@pytest.mark.rule("BR-AMB-16", "BR-AMB-17", "BR-AMB-37", "BR-AMB-43")
def test_switches_default_to_the_recommended_rulings():
    option = load("skirmish").table.rules[0].option
    rulings = ("deck", "no_effect_stays", "spreads_attack_spreads", "non_initiative_first")
    settings = {name: int(option[switch.option]) for name, switch in SWITCHES.items()}
    assert [settings.pop(name) for name in rulings] == [0, 0, 1, 0]
    assert not any(settings.values())  # advanced and optional rules are off
    other = {"deck": "keyed", "no_effect_stays": True, "spreads_attack_spreads": False}
    option = load("skirmish", options={**other, "non_initiative_first": True}).table.rules[0].option
    assert [int(option[SWITCHES[name].option]) for name in rulings] == [1, 1, 0, 1]


def test_options_and_max_turns_override_the_file_and_are_kept():
    scenario = load("picket", options={"spreads_attack_spreads": False}, max_turns=7)
    option = scenario.table.rules[0].option
    assert (option.turn_limit, option.spreads_attack_spreads, option.margin_decides) == (7, 0, 0)
    assert scenario.source["turn_limit"] == 7
    assert scenario.source["rules"] == {"deck": "shuffled", "spreads_attack_spreads": False}


def test_delegation_names_groups_and_seats():
    kinds = [kind.name.lower() for kind in Delegate]
    everything = sum(Delegate)
    assert set(DELEGATES) == {*kinds, "all_reactions", "all"}
    assert set(RECOMMENDED) <= set(DELEGATES)

    def bits(delegate: Any) -> list[int]:
        return list(map(int, load("duel", delegate=delegate).table.rules[0].delegated))

    recommended = everything - Delegate.LAUNCHES - Delegate.BUYING
    assert bits(None) == [recommended] * 2
    assert bits(()) == [0, 0]
    assert bits("all") == bits(("all",)) == [everything] * 2
    assert bits(("all_reactions",)) == [31, 31]
    assert bits({"red_0": ("gunnery",), "blue_0": ()}) == [Delegate.GUNNERY, 0]
    assert bits({"red_0": ()}) == [0, recommended]
    assert bits((("ties", "jamming"), ())) == [Delegate.TIES + Delegate.JAMMING, 0]
    assert load("duel", delegate=("ties", "jamming")).delegate == (("jamming", "ties"),) * 2


@pytest.mark.parametrize("delegate", [("gunery",), {"green_0": ()}, (("all",), ("none",))])
def test_unknown_delegation_is_refused(delegate: Any):
    with pytest.raises(ConfigError, match=r"^duel.yaml: delegate: .*(known kinds|there are): "):
        load("duel", delegate=delegate)


def test_capacity_is_the_smallest_that_fits_or_the_requested_one():
    assert load(fleet(*["Valor"] * 8, tactics=4)).capacity == "small"
    assert load(fleet(*["Valor"] * 8, tactics=5)).capacity == "medium"
    assert load(fleet(*["Valor"] * 9, tactics=1)).capacity == "medium"
    assert load(fleet(*["Valor"] * 17, tactics=1)).capacity == "large"
    assert load({**DUEL, "capacity": "large"}).capacity == "large"


@pytest.mark.parametrize("name", CAPACITIES)
def test_the_action_layout_agrees_with_the_actions(name: str):
    capacity = CAPACITIES[name]
    layout = action_layout(capacity)
    state = opening({**DUEL, "capacity": name})
    assert layout.size == action_count(state)
    starts = layout.offsets
    assert starts["own_craft"] == craft_action(state, 0)
    assert starts["own_forces"] == force_action(state, 0)
    assert starts["own_spreads"] == spread_action(state, 0)
    assert starts["enemy_craft"] - starts["enemy_forces"] == capacity.task_forces
    assert starts["directions"] == first_direction(state)
    assert starts["amounts"] == amount_action(state, 0)
    assert layout.describe(Verb.FIRE) == "verbs.fire"
    assert layout.describe(amount_action(state, 7)) == "amounts.7"


@pytest.mark.parametrize("name", ["skirmish", "duel", "picket"])
def test_a_source_loads_again_to_the_same_scenario(name: str):
    first = load(name, delegate=("chains",), max_turns=9, options={"deck": "keyed"})
    stored = json.loads(json.dumps(first.source))
    second = load(stored, delegate=first.delegate)
    assert second.digest == first.digest and second.source == first.source
    assert second.table.opening.tobytes() == first.table.opening.tobytes()
    assert (second.name, second.capacity) == (first.name, first.capacity) == (name, "small")


def test_the_digest_distinguishes_rules_and_openings():
    changed = copy.deepcopy(DUEL)
    changed["sides"]["red"]["task_forces"][0]["hex"] = "1013"
    loads = [load("duel"), load(changed), load("duel", max_turns=3), load("duel", delegate=())]
    assert len({scenario.digest for scenario in loads}) == 4
    assert load("duel").digest == load(DUEL).digest


def test_loading_changes_neither_the_mapping_nor_the_tables():
    before = copy.deepcopy(DUEL)
    load(DUEL, options={"deck": "keyed"}, max_turns=3)
    assert before == DUEL
    assert load("duel").table.rules[0].option.deck_keyed == 0


def test_a_path_is_read_and_its_stem_is_the_name(tmp_path: Path):
    path = tmp_path / "mine.yaml"
    content = {key: value for key, value in DUEL.items() if key != "name"}
    path.write_text(yaml.safe_dump(content), encoding="utf-8")
    assert load(path).name == load(str(path)).name == "mine"
    assert load(path).digest == load("duel").digest
    assert load(content).name == "custom"
