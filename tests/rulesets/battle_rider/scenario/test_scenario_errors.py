"""Scenario files: what they refuse, in one line each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from kit.battle_rider.openings import DUEL, fleet, opening

from spacecombat_env.core.errors import CapacityError, ScenarioError
from spacecombat_env.rulesets.battle_rider.scenario import load


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
        (7, "", "7 is not a mapping"),
        ({"name": "X"}, "", "neither class nor values"),
        ({"klass": "Valor"}, ".klass", "unknown key (did you mean class?); allowed: class, name"),
        ({"class": "Valor", "name": ""}, ".name", "'' is not text"),
        ({"class": "Valor", "name": "x\ny"}, ".name", "must be one line of printable text"),
        ({"class": "Valor", "name": "x" * 50}, ".name", "50 characters, 10 more than 40"),
        ({"class": "Valor", "missiles": -3}, ".missiles", "-3 is negative"),
        ({"class": "Valor", "missiles": 240}, ".missiles", "240 is above 239"),
        ({"class": "Valor", "missiles": 2.5}, ".missiles", "2.5 is not a whole number"),
        ({"class": "Valor", "missiles": True}, ".missiles", "True is not a whole number"),
        ({"class": "Fiery", "missiles": 4}, ".missiles", "Fiery has no missile directors"),
        ({"class": "Valor", "damage": "sensors"}, ".damage", "'sensors' is not a list"),
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
        (ship(spinal="M10"), ".values.spinal", "'M10' is not a weapon such as M(-2)10:11-9-6-3 or"),
        (ship(spinal="M10:3-2-1"), ".values.spinal", "'M10:3-2-1' is not a weapon"),
        (ship(spinal="M(-3)10:1"), ".values.spinal", "'M(-3)10:1' is not a weapon"),
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


def test_a_requested_capacity_must_hold_the_craft_and_the_task_forces():
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
        ([{**ONE, "hex": 456}], "[1].hex", "456 is not a hex: four digits CCRR in quotes"),
        ([{**ONE, "hex": "A1"}], "[1].hex", "'A1' is not a hex"),
        ([{**ONE, "hex": [1, 2, 3]}], "[1].hex", "[1, 2, 3] is not a hex"),
        ([{**ONE, "vector": [1]}], "[1].vector", "[1] is not a vector [dq, dr]"),
        ([{**ONE, "vector": [40, 40]}], "[1].vector", "faster than 60 hexes a turn"),
        ([{**ONE, "vector": {"direction": "E", "speed": 1}}], "[1].vector.direction", "'E' is un"),
        ([{**ONE, "vector": {"direction": "N", "speed": -1}}], "[1].vector.speed", "-1 is negat"),
        ([{**ONE, "evade": 3}], "[1].evade", "3 is above 2"),
        ([{**ONE, "hx": 3}], "[1].hx", "unknown key (did you mean hex?)"),
        ([{"ships": ["Valor", "Mercury"]}], "[1]", "one of hex and enters is required"),
        ([{**ONE, "enters": ENTRY}], "[1]", "one of hex and enters is required"),
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
        ({"map": [19, 33]}, "map", "[19, 33] is not a mapping"),
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
        ({"name": 5}, "name", "5 is not text"),
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
        ({"fleet_tactics": 1, "ships": {"Valor": 2}}, ".ships", "{'Valor': 2} is not a list"),
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
        "": "scenario: nothing is not a mapping",
        "- 1": "scenario: [1] is not a mapping",
    }.items():
        path.write_text(text, encoding="utf-8")
        assert refused(path).startswith(f"{path}: {reason}")


def test_errors_of_a_file_name_the_file(tmp_path: Path):
    path = tmp_path / "bad.yaml"
    path.write_text(yaml.safe_dump({**DUEL, "turn_limit": -1}), encoding="utf-8")
    assert refused(path) == f"{path}: turn_limit: -1 is negative"
