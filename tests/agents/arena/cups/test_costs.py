"""What a cup costs beyond the match, and a line to a bot and back, by the script that measures it."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from spacecombat_agents.setting import Setting

SCRIPT = Path(__file__).parents[4] / "scripts" / "arena_costs.py"
PLAYERS = ["random", "scripted:captain"]
MOST_OVERHEAD, MOST_SECONDS = 1.05, 0.3e-3


@pytest.fixture(scope="module")
def costs() -> ModuleType:
    """The script, as a module."""
    spec = importlib.util.spec_from_file_location("arena_costs", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_a_cup_costs_a_twentieth_more_than_a_match_at_most(costs: ModuleType) -> None:
    """Processor time a decision; the middle of rounds, since others may use the machine."""
    found = costs.overheads(PLAYERS, Setting.of("battle_rider", "skirmish"), 300, 7)
    print(f"{np.median(found):.3f}, {found.min():.3f} to {found.max():.3f}")
    assert np.median(found) <= MOST_OVERHEAD


@pytest.mark.slow
def test_a_line_to_a_bot_and_back_takes_less_than_a_third_of_a_millisecond(
    costs: ModuleType,
) -> None:
    for size in costs.SIZES.values():
        spent = costs.round_trips(size, 2000)
        print(f"{size} bytes: {1e6 * np.median(spent):.0f} microseconds")
        assert np.median(spent) <= MOST_SECONDS
