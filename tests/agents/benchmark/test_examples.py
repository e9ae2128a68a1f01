"""Entries are trained, checked and measured: the page's own, and the reference entries, small."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from kit.printed import ROOT, blocks

from spacecombat_agents import cli
from spacecombat_agents.benchmark import attack, track
from spacecombat_agents.benchmark.exploitability import chips_lost

EXAMPLES = ROOT / "examples" / "benchmark"


def example(name: str) -> ModuleType:
    """Import the script of a reference entry."""
    pytest.importorskip("sb3_contrib")
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / name / "train.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def test_the_entry_of_the_page_is_measured(tmp_path: Path) -> None:
    """Typed from top to bottom, with fewer actions."""
    _, script = (
        each.text for each in blocks(ROOT / "docs/benchmark.md") if each.language == "python"
    )
    assert "ACTIONS, GAMES, RATE = 20_000, 32" in script
    (tmp_path / "reinforce.py").write_text(script.replace("= 20_000, 32", "= 320, 4"))
    subprocess.run([sys.executable, "reinforce.py"], cwd=tmp_path, env=os.environ, check=True)
    entry, results = tmp_path / "my_entry", tmp_path / "results"
    assert cli.run(["benchmark", "check", str(entry)]) == 0
    assert cli.run(["benchmark", "run", str(entry), "--results", str(results)]) == 0
    kept = json.loads((results / "kuhn/small/reinforce.json").read_text())
    assert len(kept["rows"]) == 5 and all(0 < row["nash_conv"] < 2 for row in kept["rows"])


@pytest.mark.parametrize("name", ["random", "scripted"])
def test_the_entries_without_training_are_right(name: str) -> None:
    assert cli.run(["benchmark", "check", str(EXAMPLES / name)]) == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", ["built_in", "cleanrl", "maskable_ppo"])
def test_a_reference_entry_learns(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One seed with a fifth of the smallest budget is less exploitable than random play."""
    module = example(name)
    monkeypatch.setattr(type(track("kuhn")), "budget", lambda *_: 40_000)
    monkeypatch.setattr(module, "unfinished_seeds", lambda *_: [1])
    line = ["train.py", "--track", "kuhn", "--budget", "small", "--out", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", line)
    module.main()
    (policy,) = json.loads((tmp_path / "entry.json").read_text())["policies"]
    assert 0 < policy["actions"] <= 40_000
    assert chips_lost(str(tmp_path / policy["player"]), track("kuhn")) < 0.8


@pytest.mark.slow
def test_the_reference_attacker_is_trained_and_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch")
    monkeypatch.setattr(attack, "CHOOSING_PAIRS", 4)
    monkeypatch.setattr(attack, "MEASURING_PAIRS", 4)
    found = attack.attack(track("duel"), "random", (1,), tmp_path, decisions=20_000)
    assert found["chosen"] == "nothing-1" and 0 <= found["score"] <= 1
    assert found["starts"] == ["nothing"] and found["budget_decisions"] == 20_000
