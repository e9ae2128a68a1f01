"""The loader in Ruby on docs/opponents/loaders.md plays as ours does."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from kit.every_step import every_step

from spacecombat_agents.players.bundles.bundle_checks import UNCLEAR
from spacecombat_agents.players.steps.json_policy import JsonPolicy

RUBY = shutil.which("ruby")
PAGES = Path(__file__).parents[3] / "docs" / "opponents"
PAGE = (PAGES / "loaders.md").read_text(encoding="utf-8")
LOADER = re.findall(r"```ruby\n(.*?)```", PAGE, re.S)[0]
MOST_LINES = 40
ROWS = 8
SAYS = """
STDIN.each_line do |line|
  level, obs, mask, seed, row = JSON.parse(line)
  puts Opponent.new(ARGV[0], level).action(obs, mask, seed, 0, row)
end
"""
EACH_STEP = """
rows = Opponent.new(ARGV[0], "a").instance_variable_get(:@weights).merge(JSON.parse(STDIN.read))
steps = JSON.load_file(ARGV[0] + "/policy.json")["steps"]
steps.each { |step| rows[step["out"]] = compute(step["do"], rows.values_at(*step["of"]), step) }
puts JSON.generate(steps.map { |step| rows[step["out"]] })
"""
pytestmark = pytest.mark.skipif(RUBY is None, reason="no Ruby is installed")


def ruby(script: str, folder: Path, given: str) -> str:
    """Run a script behind the loader; return what it prints."""
    command = [str(RUBY), "-e", LOADER + script, str(folder)]
    return subprocess.run(command, input=given, capture_output=True, text=True, check=True).stdout


def test_the_loader_is_short() -> None:
    assert len([line for line in LOADER.splitlines() if line.strip()]) <= MOST_LINES


def test_it_chooses_the_golden_actions(opponent: Path, tmp_path: Path) -> None:
    from spacecombat_agents.players.bundles.bundle import read_bundle

    with zipfile.ZipFile(opponent) as packed:
        packed.extractall(tmp_path / "x")
    golden = read_bundle(opponent).golden()
    asked, wanted = [], []
    for level in ("cadet", "officer", "steady", "admiral"):
        for at, seed in enumerate(golden["seeds"].tolist()):
            for row in range(ROWS):
                given = (golden["observations"][row].tolist(), golden["masks"][row].tolist())
                asked.append(json.dumps([level, *given, seed, row]))
                wanted.append(int(golden[f"words.{level}"][at, row]))
    said = [int(word) for word in ruby(SAYS, tmp_path / "x", "\n".join(asked)).split()]
    assert len(said) == len(wanted)
    assert [w if w == UNCLEAR else s for s, w in zip(said, wanted, strict=True)] == wanted


def test_it_knows_every_step(tmp_path: Path) -> None:
    data, outputs, given = every_step()
    level = {"id": "a", "policy": "policy.json"}
    (tmp_path / "manifest.json").write_text(json.dumps({"levels": [level]}), encoding="utf-8")
    (tmp_path / "policy.json").write_bytes(data if isinstance(data, bytes) else data.encode())
    rows = json.dumps({name: row[0].tolist() for name, row in given.items()})
    found: dict[str, Any] = dict(
        zip(
            [step["out"] for step in json.loads(data)["steps"]],
            json.loads(ruby(EACH_STEP, tmp_path, rows)),
            strict=True,
        )
    )
    for name, wanted in zip(outputs, JsonPolicy(data).run(outputs, given), strict=True):
        np.testing.assert_allclose(found[name], wanted[0], rtol=1e-5, atol=1e-7, err_msg=name)
