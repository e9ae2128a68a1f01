"""scripts/mission_table.py: how results are laid out and where they are written."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "mission_table.py"
spec = importlib.util.spec_from_file_location("mission_table", SCRIPT)
mission_table = importlib.util.module_from_spec(spec)
spec.loader.exec_module(mission_table)
Cell = mission_table.Cell


def test_a_table_has_a_row_a_red_mission_and_means_at_its_ends():
    cells = {
        (1, 3): Cell((0, 4, 0, 0), 1.0, 7.4, 0, 0, ""),
        (1, 10): Cell((1, 0, 3, 0), 0.25, 2.0, 0, 0, ""),
        (5, 3): Cell((0, 1, 2, 1), 0.375, 14.0, 0, 0, ""),
        (5, 10): Cell((0, 0, 4, 0), 0.0, 8.0, 0, 0, ""),
    }
    lines = mission_table.as_markdown(cells).splitlines()
    assert lines[2] == "| 1 | 0/4/0/0; 7 | 1/0/3/0; 2 | 62 % |"
    assert lines[-1] == "| Blue's score | 31 % | 88 % | |"


def test_the_table_goes_between_its_markers(tmp_path, monkeypatch):
    page = tmp_path / "battle_rider.md"
    monkeypatch.setattr(mission_table, "PAGE", page)
    page.write_text(f"a\n{mission_table.BEGIN}\nold\n{mission_table.END}\nb\n")
    mission_table.write_page("new")
    assert page.read_text() == f"a\n{mission_table.BEGIN}\nnew\n{mission_table.END}\nb\n"
    page.write_text("a\n")
    with pytest.raises(SystemExit, match="markers"):
        mission_table.write_page("new")


def test_missions_are_fixed_for_both_sides():
    setting = mission_table.setting_of({"red": 4, "blue": 8}, "recommended")
    assert setting.scenario.table.rules[0].option.mission.tolist() == [4, 8]
    assert "buying" not in setting.delegated
