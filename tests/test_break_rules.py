"""The script that breaks rules on purpose changes what it says it changes."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "scripts" / "break_rules.py"
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
    spec = importlib.util.spec_from_file_location("break_rules", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(__import__("sys").modules, "break_rules", module)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    (tmp_path / "chapter.py").write_text(RULES)
    return module


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


def test_the_chapters_own_tests_judge_first_then_its_room_and_walks_last(script, tmp_path):
    """A change is noticed soonest by the tests of the chapter that it breaks."""
    base = tmp_path / "tests" / "rulesets" / "game"
    for name in ("beams/test_fire.py", "beams/test_aim.py", "ships/test_fire.py", "test_fuzz.py"):
        (base / name).parent.mkdir(parents=True, exist_ok=True)
        (base / name).touch()
    judges = script.tests_of("spacecombat_env/rulesets/game/beams/fire.py")
    assert [Path(judge).relative_to("tests/rulesets/game").as_posix() for judge in judges] == [
        *("beams/test_fire.py", "beams/test_aim.py", "ships/test_fire.py", "test_fuzz.py")
    ]
