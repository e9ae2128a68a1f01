"""What a cup costs beyond the match, and a line to a bot and back, by the script that measures it."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from spacecombat_agents.game_setting import GameSetting

SCRIPT = Path(__file__).parents[4] / "scripts" / "arena_costs.py"
PLAYERS = ["random", "scripted:captain"]


@pytest.fixture(scope="module")
def costs() -> ModuleType:
    """The script, as a module."""
    spec = importlib.util.spec_from_file_location("arena_costs", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_what_a_cup_costs_beyond_a_match_is_measured_round_by_round(costs: ModuleType) -> None:
    """How much it is belongs to docs/lab/arena.md: others may use the machine."""
    found = costs.overheads(PLAYERS, GameSetting.of("battle_rider", "skirmish"), 20, 3)
    assert found.shape == (3,) and (found > 0).all()


def test_what_a_line_to_a_program_and_back_takes_is_measured(costs: ModuleType) -> None:
    """Of all sizes; the first tenth, in which nothing is warm, is left out."""
    for size in costs.SIZES.values():
        spent = costs.round_trips(size, 50)
        assert spent.shape == (45,) and (spent > 0).all()
