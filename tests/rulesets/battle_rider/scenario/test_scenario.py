"""Scenario files: what they lay on the table, and what they refuse, in one line each."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from spacecombat_env.core.errors import CapacityError, ConfigError, ScenarioError
from spacecombat_env.core.hexgrid import offset_row, on_map
from spacecombat_env.core.record import is_packed
from spacecombat_env.core.ruleset import Scenario
from spacecombat_env.rulesets.battle_rider.pieces.action_space import action_layout
from spacecombat_env.rulesets.battle_rider.pieces.constants import (
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
)
from spacecombat_env.rulesets.battle_rider.pieces.words import (
    amount_word,
    craft_word,
    first_direction,
    force_word,
    spread_word,
    word_count,
)
from spacecombat_env.rulesets.battle_rider.scenario import (
    DELEGATES,
    FOLDER,
    RECOMMENDED,
    SWITCHES,
    load,
    scenarios,
)

DUEL = yaml.safe_load((FOLDER / "duel.yaml").read_text(encoding="utf-8"))
PICKET = yaml.safe_load((FOLDER / "picket.yaml").read_text(encoding="utf-8"))


def opening(scenario: Any, **options: Any) -> np.record:
    """The opening position of a scenario."""
    return load(scenario, **options).table.opening[0]


def fleet(*ships: Any, tactics: int = 4, **more: Any) -> dict[str, Any]:
    """A scenario whose red side has these ships; blue has a Rapier."""
    red = {"fleet_tactics": tactics, "ships": list(ships), **more}
    return {"sides": {"red": red, "blue": {"fleet_tactics": 1, "ships": ["Rapier"]}}}


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
    assert (state.step, state.phase, state.ask, state.turn) == (Step.SETUP, Phase.SETUP, 0, 0)
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
    load("skirmish")


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
    with pytest.raises(ConfigError, match=r"^duel.yaml: delegate: .*(what can|there are): "):
        load("duel", delegate=delegate)


def test_capacity_is_the_smallest_that_fits_or_the_one_asked_for():
    assert load(fleet(*["Valor"] * 8, tactics=4)).capacity == "small"
    assert load(fleet(*["Valor"] * 8, tactics=5)).capacity == "medium"
    assert load(fleet(*["Valor"] * 9, tactics=1)).capacity == "medium"
    assert load(fleet(*["Valor"] * 17, tactics=1)).capacity == "large"
    assert load({**DUEL, "capacity": "large"}).capacity == "large"


@pytest.mark.parametrize("name", CAPACITIES)
def test_the_action_layout_agrees_with_the_words(name: str):
    capacity = CAPACITIES[name]
    layout = action_layout(capacity)
    state = opening({**DUEL, "capacity": name})
    assert layout.size == word_count(state)
    starts = layout.offsets
    assert starts["own_craft"] == craft_word(state, 0)
    assert starts["own_forces"] == force_word(state, 0)
    assert starts["own_spreads"] == spread_word(state, 0)
    assert starts["enemy_craft"] - starts["enemy_forces"] == capacity.task_forces
    assert starts["directions"] == first_direction(state)
    assert starts["amounts"] == amount_word(state, 0)
    assert layout.describe(Verb.FIRE) == "verbs.fire"
    assert layout.describe(amount_word(state, 7)) == "amounts.7"


@pytest.mark.parametrize("name", ["skirmish", "duel", "picket"])
def test_a_source_loads_again_to_the_same_scenario(name: str):
    first = load(name, delegate=("chains",), max_turns=9, options={"deck": "keyed"})
    stored = json.loads(json.dumps(first.source))
    second = load(stored, delegate=first.delegate)
    assert second.digest == first.digest and second.source == first.source
    assert second.table.opening.tobytes() == first.table.opening.tobytes()
    assert (second.name, second.capacity) == (first.name, first.capacity) == (name, "small")


def test_the_digest_tells_rules_and_openings_apart():
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


# -- bad input -----------------------------------------------------------------------------------


def refused(scenario: Any, **options: Any) -> str:
    """The message with which a scenario is refused: one line of file, field and reason."""
    with pytest.raises(ScenarioError) as caught:
        load(scenario, **options)
    message = str(caught.value)
    assert "\n" not in message and message.count(": ") >= 2
    return message


def ship(**values: Any) -> dict[str, Any]:
    """A ship of its own, with the four values it must have."""
    required = {"tech_level": 12, "size_mod": -1, "g_rating": 2, "points": 5}
    return {"name": "Own", "values": {**required, **values}}


@pytest.mark.parametrize(
    ("entry", "field", "reason"),
    [
        ("Starbust", "", "no ship class is called 'Starbust' (did you mean Starburst?)"),
        ({"class": "Zzz"}, ".class", "no ship class is called 'Zzz'; there are: Gallant, "),
        ({"class": "dual_mode_tl12"}, ".class", "no ship class is called 'dual_mode_tl12'"),
        (7, "", "7 is no mapping"),
        ({"name": "X"}, "", "neither class nor values"),
        ({"klass": "Valor"}, ".klass", "unknown key (did you mean class?); allowed: class, name"),
        ({"class": "Valor", "name": ""}, ".name", "'' is no text"),
        ({"class": "Valor", "name": "x\ny"}, ".name", "one line of printable text is wanted"),
        ({"class": "Valor", "name": "x" * 50}, ".name", "50 characters, 10 more than 40"),
        ({"class": "Valor", "missiles": -3}, ".missiles", "-3 is negative"),
        ({"class": "Valor", "missiles": 240}, ".missiles", "240 is above 239"),
        ({"class": "Valor", "missiles": 2.5}, ".missiles", "2.5 is no whole number"),
        ({"class": "Valor", "missiles": True}, ".missiles", "True is no whole number"),
        ({"class": "Fiery", "missiles": 4}, ".missiles", "Fiery has no missile directors"),
        ({"class": "Valor", "damage": "sensors"}, ".damage", "'sensors' is no list"),
        (
            {"class": "Valor", "damage": ["sensor"]},
            ".damage[1]",
            "'sensor' is unknown (did you mean sensors?)",
        ),
        ({"class": "Valor", "damage": ["ship_explodes"]}, ".damage[1]", "'ship_explodes' is unk"),
        ({"class": "Valor", "damage": ["no_effect"]}, ".damage[1]", "'no_effect' is unknown"),
        ({"class": "Valor", "damage": ["spine", "spine"]}, ".damage[2]", "spine is given twice"),
        ({"class": "Valor", "damage": [{"spine": "long"}]}, ".damage[1].spine", "'long' is unkn"),
        ({"class": "Valor", "detected": "maybe"}, ".detected", "'maybe' is neither true nor"),
        ({"class": "Valor", "detected": True}, ".detected", "Valor 2 is not on the map at the s"),
        ({"class": "Manticore", "aboard": "Val"}, ".aboard", "no craft of this side is called"),
        ({"name": "Own", "values": {"points": 3}}, ".values.tech_level", "missing"),
        ({"values": ship()["values"]}, ".name", "missing: a ship with neither class nor name"),
        (ship(armour=3), ".values.armour", "unknown key (did you mean armor?); allowed: tech_"),
        (ship(armor=-1), ".values.armor", "-1 is negative"),
        (ship(size_mod=-9), ".values.size_mod", "-9 is below -5"),
        (ship(masked=3), ".values.masked", "3 is neither true nor false"),
        (ship(spinal="M10"), ".values.spinal", "'M10' is no weapon, as M(-2)10:11-9-6-3 or"),
        (ship(spinal="M10:3-2-1"), ".values.spinal", "'M10:3-2-1' is no weapon"),
        (ship(spinal="M(-3)10:1"), ".values.spinal", "'M(-3)10:1' is no weapon"),
        (ship(turret="L(x49)10:1"), ".values.turret", "49 weapons: 1 to 48 are possible"),
        (ship(turret="L99:1"), ".values.turret", "short range 99: 1 to 40 hexes are possible"),
        (ship(turret=["L4:1", "L4:1"]), ".values.turret", "2 rows of weapons, at most 1"),
        (ship(spinal="M4:1", secondary=["L4:1"] * 3), ".values.secondary", "3 rows of weapons"),
        (
            ship(spinal=["M4:1"] * 2, secondary=["L4:1"] * 2),
            ".values.secondary",
            "2 rows of weapons, at most 1",
        ),
        (
            ship(secondary="L(x30)4:1", turret="L(x20)4:1"),
            ".values.secondary",
            "50 beams on one ship, 2 more than 48",
        ),
        (ship(riders_carried=2), ".values", "riders_type and riders_carried go together"),
        (ship(riders_type="Gallnt", riders_carried=2), ".values.riders_type", "no ship class is"),
    ],
)
def test_bad_ships(entry: Any, field: str, reason: str):
    message = refused(fleet("Valor" if field else "Fiery", entry))
    assert message.startswith(f"<scenario>: sides.red.ships[2]{field}: {reason}")


def test_sixty_ships_exceed_the_greatest_capacity():
    with pytest.raises(CapacityError) as caught:
        load(fleet(*["Valor"] * 60))
    expected = "sides.red.ships: 60 craft, 20 more than the 40 of capacity 'large'"
    assert str(caught.value) == f"<scenario>: {expected}"


def test_a_capacity_asked_for_must_hold_the_craft_and_the_task_forces():
    message = refused({**fleet(*["Valor"] * 9), "capacity": "small"})
    assert message.endswith("sides.red.ships: 9 craft, 1 more than the 8 of capacity 'small'")
    message = refused({**fleet(*["Valor"] * 7, tactics=7), "capacity": "small"})
    assert "may form 14 task forces, 2 more than the 12 of capacity 'small'" in message


def test_two_ships_of_one_name():
    pair = [{"class": "Valor", "name": "Hope"}, {"class": "Fiery", "name": "Hope"}]
    message = refused(fleet(*pair))
    assert message == "<scenario>: sides.red.ships[2].name: two craft are called 'Hope'"


def test_too_many_classes_of_own_values():
    scenario = fleet(*[{"class": "Valor", "values": {"points": 9}}] * 67)
    assert "sides.red.ships[67].values: more than 66 ships of own values" in refused(scenario)


@pytest.mark.rule("BR-AMB-37")
def test_more_damage_than_markers():
    message = refused(fleet({"class": "Valor", "damage": ["computer"]}, {"class": "Fiery",
                      "damage": ["computer"]}))  # fmt: skip
    assert message.endswith("ships[2].damage: more computer results than the 1 in the cup "
                            "(BR-AMB-37)")  # fmt: skip


@pytest.mark.rule("BR-LCH-07")
def test_only_a_tender_of_its_kind_carries_a_rider():
    rider = {"class": "Manticore", "aboard": "Valor"}
    message = refused(fleet("Valor", rider))
    assert message.endswith("ships[2].aboard: Valor cannot carry a Manticore")
    message = refused(fleet("Triumph", {"class": "Manticore", "aboard": "Triumph"}))
    assert message.endswith("aboard: Triumph cannot carry a Manticore, only Gallant")
    message = refused(fleet("Maggart LC", *[{"class": "Manticore", "aboard": "Maggart LC"}] * 2))
    assert message.endswith("ships[3].aboard: 2 riders aboard Maggart LC, which carries 1")


@pytest.mark.rule("BR-DRN-02", "BR-DRN-03")
@pytest.mark.parametrize(
    ("drone", "field", "reason"),
    [
        ({"type": "passive_tl14", "controller": "Lancer"}, "controller", "Lancer is TL-12, the "),
        ({"type": "tl14", "controller": "Lancer"}, "type", "'tl14' is unknown"),
        ({"type": "dual_mode_tl12"}, "controller", "missing"),
        ({"type": "dual_mode_tl12", "controller": "Lance"}, "controller", "no craft of this side "
         "is called 'Lance' (did you mean Lancer?)"),
        ({"type": "dual_mode_tl12", "controller": "Drone"}, "controller", "Drone is a drone its"),
        ({"type": "dual_mode_tl12", "controller": "Lancer", "fuel": 3}, "fuel", "a dual_mode_tl12 "
         "has unlimited fuel"),
        ({"type": "passive_tl14", "controller": "Valor", "fuel": 5}, "fuel", "5 is above 4"),
        ({"type": "dual_mode_tl12", "controller": "Valor", "aboard": False}, "controller",
         "Valor has a bridge result"),
    ],
)  # fmt: skip
def test_bad_drones(drone: dict[str, Any], field: str, reason: str):
    valor = {"class": "Valor", "damage": ["bridge"]}
    message = refused(fleet("Lancer", valor, drones=[drone]))
    assert message.startswith(f"<scenario>: sides.red.drones[1].{field}: {reason}")


@pytest.mark.rule("BR-DRN-02")
def test_a_drone_may_not_be_out_while_its_controller_is_aboard():
    ships = ["Maggart LC", {"class": "Manticore", "aboard": "Maggart LC"}]
    drone = {"type": "dual_mode_tl12", "controller": "Manticore", "aboard": False}
    assert "Manticore is aboard its tender" in refused(fleet(*ships, drones=[drone]))
    load(fleet(*ships, drones=[{**drone, "aboard": True}]))


def placed(*forces: dict[str, Any], ships: Any = ("Valor", "Mercury"), tactics: int = 2) -> Any:
    """A scenario whose red side is placed."""
    return fleet(*ships, tactics=tactics, task_forces=list(forces))


ONE = {"ships": ["Valor", "Mercury"], "hex": "1010"}
ENTRY = {"turn": 1, "column": 5, "velocity": 4}


@pytest.mark.rule("BR-TF-01", "BR-TF-02", "BR-TF-04", "BR-SCN-03", "BR-SCN-04", "BR-AMB-30")
@pytest.mark.parametrize(
    ("forces", "field", "reason"),
    [
        ([{**ONE, "hex": "2010"}], "[1].hex", "hex '2010' (column 20, row 10) is off the map of "
         "19 columns and 33 rows"),
        ([{**ONE, "hex": [5, 34]}], "[1].hex", "hex [5, 34] (column 5, row 34) is off the map"),
        ([{**ONE, "hex": "0010"}], "[1].hex", "hex '0010' (column 0, row 10) is off the map"),
        ([{**ONE, "hex": 456}], "[1].hex", "456 is no hex: four digits CCRR in quotes"),
        ([{**ONE, "hex": "A1"}], "[1].hex", "'A1' is no hex"),
        ([{**ONE, "hex": [1, 2, 3]}], "[1].hex", "[1, 2, 3] is no hex"),
        ([{**ONE, "vector": [1]}], "[1].vector", "[1] is no vector [dq, dr]"),
        ([{**ONE, "vector": [40, 40]}], "[1].vector", "faster than 60 hexes a turn"),
        ([{**ONE, "vector": {"direction": "E", "speed": 1}}], "[1].vector.direction", "'E' is un"),
        ([{**ONE, "vector": {"direction": "N", "speed": -1}}], "[1].vector.speed", "-1 is negat"),
        ([{**ONE, "evade": 3}], "[1].evade", "3 is above 2"),
        ([{**ONE, "hx": 3}], "[1].hx", "unknown key (did you mean hex?)"),
        ([{"ships": ["Valor", "Mercury"]}], "[1]", "one of hex and enters is wanted"),
        ([{**ONE, "enters": ENTRY}], "[1]", "one of hex and enters is wanted"),
        ([{**ONE, "detected_shadow": True}], "[1].detected_shadow", "Valor is undetected; the sh"),
        ([ONE, {"ships": [], "hex": "0101", "detected_shadow": True}], "[2].detected_shadow",
         "a dummy that is detected is removed (BR-TF-05)"),
        ([{**ONE, "ships": ["Valor", "Mercuri"]}], "[1].ships[2]", "no craft of this side is call"
         "ed 'Mercuri' (did you mean Mercury?)"),
        ([{**ONE, "ships": ["Valor"]}], "", "Mercury is in no task force"),
        ([], "", "Valor is in no task force"),
        ([ONE, {"ships": ["Valor"], "hex": "0101"}], "[2].ships", "Valor is placed twice"),
        ([ONE, *[{"ships": [], "hex": "0101"}] * 3], "", "3 dummies, 1 more than Fleet Tactics 2 "),
        ([ONE, *[{"ships": [], "name": "A", "hex": "0101"}] * 2], "", "two task forces are called"),
        ([{"ships": ["Valor", "Mercury"], "enters": {**ENTRY, "turn": 2}}], "", "no task force wi"
         "th craft is there on turn 1 (BR-SCN-04)"),
        ([{"ships": ["Valor", "Mercury"], "enters": {**ENTRY, "velocity": 5}}],
         "[1].enters.velocity", "5 is above 4, the lowest G rating in it (BR-SCN-03)"),
        ([ONE, {"ships": [], "enters": {**ENTRY, "velocity": 7}}], "[2].enters.velocity",
         "7 is above 6, the most for a dummy"),
        ([{"ships": ["Valor", "Mercury"], "enters": {**ENTRY, "column": 20}}],
         "[1].enters.column", "20 is above 19"),
        ([{"ships": ["Valor", "Mercury"], "enters": {**ENTRY, "turn": 13}}],
         "[1].enters.turn", "13 is above 12"),
        ([{"ships": ["Valor", "Mercury"], "enters": ENTRY, "evade": 1}], "[1].evade", "only for a "
         "task force that is on the map"),
    ],
)  # fmt: skip
def test_bad_task_forces(forces: list[Any], field: str, reason: str):
    message = refused(placed(*forces))
    assert message.startswith(f"<scenario>: sides.red.task_forces{field}: {reason}")


@pytest.mark.rule("BR-TF-02", "BR-AMB-31")
def test_fleet_tactics_limits_a_placed_task_force_drones_included():
    message = refused(placed(ONE, tactics=1))
    assert message.endswith("[1].ships: 2 craft, 1 more than Fleet Tactics 1 (BR-TF-02)")
    scenario = placed({**ONE, "ships": ["Valor", "Mercury", "Drone"]})
    drone = {"type": "dual_mode_tl12", "controller": "Valor", "aboard": False}
    scenario["sides"]["red"]["drones"] = [drone]
    assert "3 craft, 1 more than Fleet Tactics 2" in refused(scenario)


@pytest.mark.rule("BR-AMB-31", "BR-AMB-89")
def test_riders_aboard_are_in_no_task_force():
    ships = ("Maggart LC", {"class": "Manticore", "aboard": "Maggart LC"})
    both = {"ships": ["Maggart LC", "Manticore"], "hex": "1010"}
    message = refused(placed(both, ships=ships))
    assert message.endswith("[1].ships: Manticore is aboard, in no task force")
    state = opening(placed({**both, "ships": ["Maggart LC"]}, ships=ships, tactics=1))
    assert state.tf[0].strength == 1


@pytest.mark.parametrize(
    ("change", "field", "reason"),
    [
        ({"map": {"columns": 24}}, "map.columns", "24 is above 23"),
        ({"map": {"rows": 67}}, "map.rows", "67 is above 66"),
        ({"map": {"rows": -2}}, "map.rows", "-2 is negative"),
        ({"map": [19, 33]}, "map", "[19, 33] is no mapping"),
        ({"bodies": [{"kind": "moon", "hex": "1010"}]}, "bodies[1].kind", "'moon' is unknown"),
        ({"bodies": [{"kind": "planet", "hex": "1099"}]}, "bodies[1].hex", "hex '1099' (column 10"),
        ({"bodies": [{"kind": "planet"}]}, "bodies[1].hex", "missing"),
        ({"bodies": [{"kind": "planet", "hex": "1010"}] * 2}, "bodies[2].hex", "two bodies in one"),
        (
            {"bodies": [{"kind": "planet", "hex": "1010"}] * 9},
            "bodies",
            "9 bodies, 1 more than the 8 of a game",
        ),
        ({"rules": {"dek": "keyed"}}, "rules.dek", "unknown key (did you mean deck?); allowed: "),
        ({"rules": {"deck": "marked"}}, "rules.deck", "'marked' is unknown; there are: shuffled"),
        ({"rules": {"no_effect_stays": "no"}}, "rules.no_effect_stays", "'no' is neither true"),
        ({"victory": "points"}, "victory", "'points' is unknown; there are: last_operational"),
        ({"turn_limit": 0}, "turn_limit", "0 is below 1"),
        ({"turn_limit": -5}, "turn_limit", "-5 is negative"),
        ({"turn_limit_verdict": "dice"}, "turn_limit_verdict", "'dice' is unknown"),
        ({"capacity": "huge"}, "capacity", "'huge' is unknown"),
        ({"reveal": ["green"]}, "reveal[1]", "'green' is unknown"),
        ({"name": 5}, "name", "5 is no text"),
        ({"colour": "red"}, "colour", "unknown key; allowed: name, title"),
        ({3: "red"}, "3", "unknown key"),
        ({"sides": None}, "sides", "missing"),
        ({"sides": {"red": {}}}, "sides.blue", "missing"),
        ({"sides": {"red": {}, "green": {}}}, "sides.green", "unknown key"),
    ],
)
def test_bad_sections(change: dict[Any, Any], field: str, reason: str):
    message = refused({**DUEL, **change})
    assert message.startswith(f"<scenario>: {field}: {reason}")


@pytest.mark.parametrize(
    ("red", "field", "reason"),
    [
        ({"ships": ["Valor"]}, ".fleet_tactics", "missing"),
        ({"fleet_tactics": 8, "ships": ["Valor"]}, ".fleet_tactics", "8 is above 7"),
        ({"fleet_tactics": 0, "ships": ["Valor"]}, ".fleet_tactics", "0 is below 1"),
        ({"fleet_tactics": 1}, ".ships", "missing"),
        ({"fleet_tactics": 1, "ships": []}, ".ships", "no ships"),
        ({"fleet_tactics": 1, "ships": {"Valor": 2}}, ".ships", "{'Valor': 2} is no list"),
        ({"fleet_tactics": 1, "ships": ["Valor"], "mood": 1}, ".mood", "unknown key"),
    ],
)
def test_bad_sides(red: dict[str, Any], field: str, reason: str):
    scenario = fleet("Valor")
    scenario["sides"]["red"] = red
    assert refused(scenario).startswith(f"<scenario>: sides.red{field}: {reason}")


def test_a_side_in_secret_cannot_be_revealed():
    message = refused({**fleet("Valor"), "reveal": ["red"]})
    assert message.startswith("<scenario>: reveal[1]: this side sets up in secret")


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"options": {"deck": "marked"}}, "options.deck"),
        ({"options": {"turn_limit": 3}}, "options.turn_limit"),
        ({"options": ["deck"]}, "options"),
        ({"max_turns": 0}, "max_turns"),
        ({"max_turns": "ten"}, "max_turns"),
    ],
)
def test_bad_options(options: dict[str, Any], field: str):
    assert refused("duel", **options).startswith(f"duel.yaml: {field}: ")


def test_an_unknown_name_lists_what_is_shipped():
    message = refused("skirmsh")
    assert message.startswith(
        "skirmsh: scenario: no scenario of this name (did you mean skirmish?)"
    )
    assert "duel" in message


def test_a_missing_broken_or_empty_file(tmp_path: Path):
    path = tmp_path / "x.yaml"
    assert refused(path) == f"{path}: file: No such file or directory"
    for text, reason in {
        "sides: [": "line ",
        "a: 1\na: 2": "line 2: key 'a' is given twice",
        "": "scenario: nothing is no mapping",
        "- 1": "scenario: [1] is no mapping",
    }.items():
        path.write_text(text, encoding="utf-8")
        assert refused(path).startswith(f"{path}: {reason}")


def test_errors_of_a_file_name_the_file(tmp_path: Path):
    path = tmp_path / "bad.yaml"
    path.write_text(yaml.safe_dump({**DUEL, "turn_limit": -1}), encoding="utf-8")
    assert refused(path) == f"{path}: turn_limit: -1 is negative"
