"""Golden games: played again, they read the same. `make golden` writes them again."""

import importlib.util
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "scripts" / "golden.py"
spec = importlib.util.spec_from_file_location("golden", SCRIPT)
golden = importlib.util.module_from_spec(spec)
spec.loader.exec_module(golden)


LARGE = ("first_clash", "pocket_empires", "deep_space")
"""Scenarios of capacities for which the engine would be compiled again: they are played without."""
FILES = [
    pytest.param(path, marks=pytest.mark.interpreted) if game.scenario in LARGE else path
    for path, (_, game) in golden.golden_files().items()
]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_golden_game_reads_the_same(path):
    """Every action, event and the final position of a whole game."""
    assert golden.golden_game(*golden.golden_files()[path]) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", golden.golden_files(), ids=lambda path: path.stem)
def test_golden_game_holds_what_it_was_chosen_for(path):
    """Ends and events that random games seldom come to."""
    text = path.read_text(encoding="utf-8")
    assert [phrase for phrase in golden.golden_files()[path][1].holds if phrase not in text] == []
