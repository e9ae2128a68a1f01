"""The script that breaks rules on purpose changes what it says it changes."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[1] / "scripts"
RULES = """
def chapter(state, seat):
    enemy = 1 - seat
    if state.range <= 9 and state.side == Side.RED:
        state.found = True
    for k in range(state.low, state.high):
        tell(k)
"""
BROKEN = {
    ("side", "1 - seat", "seat"),
    ("side", "Side.RED", "Side.BLUE"),
    ("constant", "1", "2"),
    ("constant", "9", "10"),
    ("constant", "True", "False"),
    ("comparison", "state.range <= 9", "state.range < 9"),
    ("comparison", "state.side == Side.RED", "state.side != Side.RED"),
    (
        "and/or",
        "state.range <= 9 and state.side == Side.RED",
        "state.range <= 9 or state.side == Side.RED",
    ),
    ("dropped statement", "state.found = True", "pass"),
    ("dropped statement", "tell(k)", "pass"),
    ("last slot", "state.high", "state.high - 1"),
}


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    """The script, with a project of one file."""
    monkeypatch.syspath_prepend(str(SCRIPTS))
    parts = [
        importlib.import_module(name) for name in ("broken_places", "judging_tests", "break_rules")
    ]
    for part in parts:
        monkeypatch.setattr(part, "ROOT", tmp_path)
    (tmp_path / "chapter.py").write_text(RULES)
    return parts[-1]


def test_every_kind_of_change_is_found_where_it_stands(script, tmp_path):
    """Comparisons, constants, sides, conditions, last slots, dropped statements."""
    places = script.places_of(tmp_path / "chapter.py")
    assert {(p.kind, p.old, p.new) for p in places} == BROKEN
    for place in places:
        assert RULES[place.start : place.end] == place.old


def test_places_are_drawn_by_the_seed_one_a_line(script, tmp_path):
    """The score can be measured again."""
    file = tmp_path / "chapter.py"
    drawn = script.draw_places([file], 4, 7)
    assert drawn == script.draw_places([file], 4, 7)
    assert len({place.line for place in drawn}) == 4


def test_no_file_crowds_the_others_out(script, tmp_path):
    """Of many tests that call a function each file has its turn."""
    place = script.Place("spacecombat_env/rulesets/game/beams/fire.py", 2, "side", 0, 1, "", "")
    file = tmp_path / place.file
    file.parent.mkdir(parents=True)
    file.write_text("def fire(x):\n    return x\n")
    many = [f"ships/test_a.py::{n}" for n in range(9)]
    tests = script.judges(place, {f"{place.file}:1": [*many, "ships/test_z.py::z"]}, 3)
    assert tests == [many[0], "ships/test_z.py::z", many[1]]


def test_callers_judge_the_chapters_own_first_and_walks_last(script, tmp_path):
    """A change is noticed soonest by the tests of the chapter that it breaks."""
    place = script.Place("chapter.py", 4, "comparison", 0, 1, "", "")
    assert importlib.import_module("judging_tests").function_of(place) == "chapter.py:2"
    tests = ["ships/test_fire.py::a", "test_fuzz.py::b", "beams/test_aim.py::c"]
    place = script.Place("spacecombat_env/rulesets/game/beams/fire.py", 9, "side", 0, 1, "", "")
    file = tmp_path / place.file
    file.parent.mkdir(parents=True)
    file.write_text("\n" * 7 + "@native\ndef fire(x):\n    return x\n")
    callers = {f"{place.file}:8": [*tests, "beams/test_fire.py::d"]}
    in_order = ["beams/test_fire.py::d", tests[0], "beams/test_aim.py::c", tests[1]]
    assert script.judges(place, callers, 9) == in_order
    assert script.judges(place, callers, 2) == in_order[:2]


def test_a_last_slot_that_is_left_out_is_judged_first_by_the_tests_of_last_slots(script, tmp_path):
    """Thousands of tests may call its function, and only a limited number of them are run."""
    file = tmp_path / "spacecombat_env/rulesets/game/beams/fire.py"
    file.parent.mkdir(parents=True)
    file.write_text("def fire(x):\n    return x\n")
    name = file.relative_to(tmp_path).as_posix()
    callers = {f"{name}:1": ["beams/test_aim.py::a", "test_last_slots.py::b"]}
    for kind, first in (("last slot", "test_last_slots.py::b"), ("side", "beams/test_aim.py::a")):
        place = script.Place(name, 2, kind, 0, 1, "", "")
        assert script.judges(place, callers, 1) == [first]


def test_what_nothing_calls_is_judged_by_its_package(script, tmp_path):
    """Plain Python is not seen to be called."""
    place = script.Place("spacecombat_env/rulesets/game/beams/read.py", 1, "side", 0, 1, "", "")
    for name in (place.file, "tests/rulesets/game/beams/test_fire.py", "tests/env/test_aec.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert script.judges(place, {}, 9) == ["tests/rulesets/game/beams/test_fire.py"]


def test_plain_code_is_judged_first_by_tests_that_import_it(script, tmp_path):
    """However they do, and wherever they stand."""
    place = script.Place("spacecombat_env/rulesets/game/told/read.py", 1, "side", 0, 1, "", "")
    module = "spacecombat_env.rulesets.game.told"
    for name, text in {
        place.file: "",
        "tests/rulesets/game/told/test_a.py": "import numpy",
        "tests/rulesets/game/ships/test_b.py": f"from {module} import (\n    draw,\n    read,\n)",
        "tests/rulesets/game/ships/test_c.py": f"def test():\n    from {module}.read import tell",
        "tests/rulesets/game/ships/test_d.py": f"from {module} import draw",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    names = [name.rpartition("_")[2] for name in script.judges(place, {}, 9)]
    assert names == ["b.py", "c.py", "a.py"]


def test_a_rule_that_goes_round_in_circles_is_stopped_among_quick_tests(script):
    """Those that take long come last, and only they may take long."""
    quick, long = [f"test_a.py::{n}" for n in range(script.LIKELIEST + 2)], "test_fuzz.py::b"
    parts = script.batches([long, *quick], {long: 100.0})
    assert [part.tests for part in parts] == [quick[:-2], quick[-2:], [long]]
    assert [part.limit for part in parts] == [script.AT_LEAST] * 2 + [script.PATIENCE * 100]
    assert [part.tests for part in script.batches([long], {long: 100.0})] == [[long]]


def test_what_was_noticed_is_not_tried_again_until_the_sources_change(script, tmp_path):
    """Survivors are tested again: a test may have been written since."""
    file = tmp_path / "spacecombat_env" / "chapter.py"
    file.parent.mkdir()
    file.write_text(RULES)
    places = script.places_of(file)[:2]
    script.write_rows(places, ["tests/test_fire.py::a", ""], tmp_path / "rows.json")
    assert script.kept_rows(tmp_path / "rows.json") == {str(places[0]): "tests/test_fire.py::a"}
    file.write_text(RULES + "\n")
    assert script.kept_rows(tmp_path / "rows.json") == {}
