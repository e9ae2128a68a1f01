"""Designs of one's own in scenarios: read, refused, and played in battles of random ships."""

import json
import os

import numpy as np
import pytest
import yaml
from kit.interceptor.damaging import hit
from kit.interceptor.designs import NATIONS
from kit.interceptor.games import Play
from kit.interceptor.soundness import check_state

from spacecombat_env.core.errors import CapacityError, ScenarioError
from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.interceptor.construction import shipped_design
from spacecombat_env.rulesets.interceptor.construction.design import Arm
from spacecombat_env.rulesets.interceptor.construction.generator import generate
from spacecombat_env.rulesets.interceptor.construction.writing_designs import as_file
from spacecombat_env.rulesets.interceptor.damage.hits import clear_exchange
from spacecombat_env.rulesets.interceptor.entry import KERNELS
from spacecombat_env.rulesets.interceptor.model import Seeing, Size, class_names, tower
from spacecombat_env.rulesets.interceptor.presentation.pictures import draw
from spacecombat_env.rulesets.interceptor.presentation.views import game_view
from spacecombat_env.rulesets.interceptor.scenario import load
from spacecombat_env.rulesets.interceptor.visibility.last_seen_damage import update_damage

SIZES = [size for size in Size if size != Size.NONE]
SHIPPED = len(class_names())
LONGEST, SPARSELY = 20_000, 40
BATTLES = int(os.environ.get("FUZZ_DESIGNS", "500"))
VARIANT = {
    "name": "SWIFT PETAL",
    "variant_of": "FLUTTERING PETAL",
    "removed": [{"type": "MDC 8", "count": 2}],
    "compensator": 6,
}


def renamed(ship, name, **changes):
    """The content of one of the fifteen ships under another name."""
    return {**as_file(shipped_design(ship)), "name": name, **changes}


def content(designs, red, blue="LANCEA", **more):
    """A scenario of two ships in which some designs are added."""
    sides = {"red": {"ships": [red]}, "blue": {"ships": [blue]}}
    return {"map": {"columns": 12, "rows": 12}, "designs": designs, "sides": sides} | more


def test_a_design_is_the_class_that_its_ship_would_be():
    scenario = load(content([renamed("CHEETAH", "GNAT")], "GNAT", "CHEETAH"))
    classes = scenario.table.rules[0].classes
    assert scenario.source["resolved"]["classes"][SHIPPED:] == ["GNAT"]
    assert classes[SHIPPED].tobytes() == classes[class_names().index("CHEETAH")].tobytes()


def test_a_path_counts_from_the_scenario_and_the_source_stands_alone(tmp_path):
    (tmp_path / "ships").mkdir()
    (tmp_path / "ships" / "gnat.yaml").write_text(yaml.safe_dump(renamed("CHEETAH", "GNAT")))
    file = tmp_path / "fight.yaml"
    file.write_text(yaml.safe_dump(content(["ships/gnat.yaml"], "GNAT", known_classes=["GNAT"])))
    scenario = load(file)
    again = load(scenario.source)
    assert scenario.source["designs"][0]["name"] == "GNAT"
    assert again.table.rules.tobytes() == scenario.table.rules.tobytes()
    assert scenario.table.rules[0].option.known_class[SHIPPED] == 1


def test_a_variant_of_a_printed_ship_is_a_class_too():
    classes = load(content([VARIANT], "SWIFT PETAL")).table.rules[0].classes
    petal = classes[class_names().index("FLUTTERING PETAL")]
    assert classes[SHIPPED].weapons == petal.weapons - 2


@pytest.mark.parametrize(
    ("design", "said"),
    [
        (renamed("CHEETAH", "CHEETAH"), r"designs\[1\].name: there is a class 'CHEETAH' already"),
        (renamed("CHEETAH", "GNAT", thrust=99), r"designs\[1\].engines: step 3: .* \(IN-"),
        (renamed("CHEETAH", "GNAT", engine=[]), r"designs\[1\].engine: unknown key"),
        (renamed("CHEETAH", "G" * 50), r"designs\[1\].name: 50 characters, 10 more than 40"),
        ("none.yaml", r"designs\[1\]: a scenario given as content holds"),
        ({**VARIANT, "variant_of": "x.yaml"}, r"designs\[1\].variant_of: 'x.yaml' is unknown"),
    ],
)
def test_what_is_wrong_with_a_design_is_said(design, said):
    with pytest.raises(ScenarioError, match=f"^<scenario>: {said}"):
        load(content([design], "GNAT"))


def test_a_missing_file_is_named(tmp_path):
    file = tmp_path / "fight.yaml"
    file.write_text(yaml.safe_dump(content(["none.yaml"], "GNAT")))
    with pytest.raises(ScenarioError, match=r"fight.yaml: designs\[1\]: no file .*none.yaml"):
        load(file)


def test_an_error_in_a_file_names_that_file(tmp_path):
    (tmp_path / "gnat.yaml").write_text(yaml.safe_dump(renamed("CHEETAH", "GNAT", powerplant=50)))
    file = tmp_path / "fight.yaml"
    file.write_text(yaml.safe_dump(content(["gnat.yaml"], "GNAT")))
    with pytest.raises(ScenarioError, match=r"gnat.yaml: powerplant: step 12: "):
        load(file)


def test_more_than_a_record_holds_is_refused():
    many = [renamed("CHEETAH", f"GNAT {n}") for n in range(9)]
    with pytest.raises(CapacityError, match="more than 8 designs"):
        load(content(many, "GNAT 1"))
    racks = Arm("Internal Hardpoint", 9, "pilot")
    design = renamed("PEGASUS", "MULE", fixed=[], turrets=[], accessories=[])
    design["armour"].pop("turrets", None)
    design["crew"] = {**design["crew"], "gunner": 0}
    design["fixed"] = [{"type": racks.type, "count": racks.count, "arc": "forward"}]
    with pytest.raises(CapacityError, match=r"designs\[1\]: MULE: racks: 9; at most 8"):
        load(content([design], "MULE"))


def battle(size, seed, turns):
    """A battle of two random designs of a size class."""
    red, blue = (generate(size, NATIONS[(seed + n) % 3], 2 * seed + n) for n in range(2))
    scenario = content([as_file(red), as_file(blue)], red.name, blue.name, turn_limit=turns)
    return Play(scenario, seed=seed, delegate=("setup", "loads"))


@pytest.mark.parametrize("size", SIZES)
def test_random_designs_of_every_size_play(size):
    play = battle(size, 1 + size, turns=4)
    rng = np.random.default_rng(size)
    for n in range(60):
        if play.is_over:
            break
        if n % 10 == 0:
            check_state(play.state, play.rules)
        play.say(int(rng.choice(play.legal_actions())))
    check_state(play.state, play.rules)
    for seat in (0, 1):
        look(play, seat)


def look(play, seat):
    """What a seat knows can be told, drawn, and determinized."""
    visible = make_games(play.table.opening.dtype, 1)
    KERNELS.redact(play.games, 0, visible, 0, seat)
    assert json.dumps(game_view.view(visible, 0, play.scenario, seat))
    assert draw.draw_svg(visible, 0, play.scenario, seat).startswith("<svg")
    if not play.is_over:
        dream(play, seat)


def dream(play, seat):
    """A position determinized from what a seat knows is sound."""
    visible, other = (make_games(play.table.opening.dtype, 1) for _ in range(2))
    KERNELS.redact(play.games, 0, visible, 0, seat)
    KERNELS.determinize(visible, 0, play.table, seat, 5, other, 0)
    check_state(other.states[0], play.rules, determinized=True)


@pytest.mark.rule("IN-DMG-14", "IN-LOS-02", "IN-IDE-36")
@pytest.mark.parametrize("size", [Size.PCS_1000, Size.PCS_2500, Size.PCS_5000, Size.PCS_OVER_5000])
def test_damage_of_large_ships_is_seen_and_dreamt_of(size):
    """Much damage inside; the enemy sees it in its hex, or knows the hits from the log."""
    play = battle(size, 3 + size, turns=4)
    state, dice = play.state, np.random.default_rng(size)
    while state.turn < 1:
        play.say(int(dice.choice(play.legal_actions())))
    k = 0
    klass = play.rules.classes[state.craft[k].klass]
    for side in range(6):
        first, rows, _, _ = tower(state, play.rules, k, side)
        state.rows[0, first : first + rows] = 0
        state.craft[k].armour[side] = 0
        if klass.external_row[side] >= 0:
            state.rows[0, int(state.craft[k].first_row) + klass.external_row[side]] = 0
    for n in range(60):
        hit(play, k, ("laser", "MDC_8")[n % 2], 8, column=1 + n % 10)
        if n == 30:
            update_damage(state, play.rules, k, Seeing.SAME_HEX)
    clear_exchange(state)
    assert state.craft[k].inside > 0
    assert state.craft[k].last_seen_inside < state.craft[k].inside
    check_state(state, play.rules)
    look(play, 1)


@pytest.mark.slow
@pytest.mark.compiled
def test_a_thousand_random_designs_play_a_battle_each():
    """Five hundred battles to their end: every ship of them fights once."""
    for seed in range(BATTLES):
        play = battle(SIZES[seed % len(SIZES)], seed, turns=12)
        rng = np.random.default_rng(seed)
        mask = np.zeros(play.scenario.actions.size, np.int8)
        for made in range(LONGEST):
            if play.is_over:
                break
            if made % SPARSELY == 0:
                dream(play, int(play.state.seat))
            assert KERNELS.legal(play.games, 0, play.table, mask) > 1
            KERNELS.apply(play.games, 0, play.table, int(rng.choice(np.flatnonzero(mask))))
        check_state(play.state, play.rules)
