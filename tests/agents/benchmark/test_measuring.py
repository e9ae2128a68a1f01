"""A tiny entry from its folder to its row on the page, and the page that is kept."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from spacecombat_agents import cli
from spacecombat_agents.benchmark import SEEDS, measuring
from spacecombat_agents.benchmark.page import write_page
from spacecombat_agents.benchmark.poker import kuhn, leduc
from spacecombat_agents.benchmark.submission import Policy, add_policy
from spacecombat_env.core.errors import ConfigError

ROOT = Path(__file__).parents[3]
EVEN = """
from spacecombat_agents.players.base import Needs
class Player:
    name, needs = "even", Needs.MASKS
    def reset(self, seed): pass
    def act(self, observations, masks, visible=None, seats=None): return masks.argmax(axis=1)
    def probabilities(self, observations, masks): return masks / masks.sum(axis=1, keepdims=True)
"""
RUN = ["benchmark", "run", "--pairs", "2", "--attackers", "0"]


def entry_of(folder: Path, name: str, track: str, budget: str = "small") -> Path:
    """Write an entry of five policies that play evenly, or take the first legal action."""
    for seed in SEEDS:
        (folder / str(seed)).mkdir(parents=True)
        (folder / str(seed) / "player.py").write_text(EVEN)
        policy = Policy(track, f"{seed}/player.py:Player", seed, budget, 1000 * seed, 0.5)
        add_policy(folder, {"name": name, "title": "an even policy"}, policy)
    return folder


def page_of(folder: Path, results: Path) -> str:
    """Return the page of some results."""
    page = folder / "page.md"
    page.write_text("# Manual\n\n## Results\nolder\n")
    write_page(results, page)
    return page.read_text()


def test_an_exact_track_has_exact_answers(tmp_path: Path) -> None:
    folder = entry_of(tmp_path / "even", "even", "kuhn")
    assert cli.run(["benchmark", "check", str(folder)]) == 0
    results = tmp_path / "results"
    assert cli.run([*RUN, str(folder), "--results", str(results)]) == 0
    random = ROOT / "examples/benchmark/random"
    arguments = [str(random), "--results", str(results), "--track", "leduc"]
    assert cli.run([*RUN, *arguments]) == 0
    kept = json.loads((results / "kuhn/small/even.json").read_text())
    assert [row["nash_conv"] for row in kept["rows"]] == pytest.approx([kuhn.UNIFORM] * 5)
    text = page_of(tmp_path, results)
    assert text.startswith("# Manual\n\n## Results\n") and "older" not in text
    assert (
        "| `even`: an even policy | small | 0.917 (0.917 to 0.917) | 0.917 | 5,000 | 0.5 |" in text
    )
    assert f"| `random`: random legal actions | none | {leduc.UNIFORM:.3f} |" in text
    assert "Not run: `built_in`, `maskable_ppo`, `cleanrl`, `rllib` with" not in text
    assert "Not run: all with budget `small`; all with budget `medium`" in text


def test_a_class_without_probabilities_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = entry_of(tmp_path / "even", "even", "kuhn")
    player = folder / "1" / "player.py"
    player.write_text(EVEN.replace("probabilities", "chances"))
    assert cli.run(["benchmark", "check", str(folder)]) == 2
    assert "a class on an exact track needs probabilities" in capsys.readouterr().err


def test_entries_meet_anchors_and_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = (entry_of(tmp_path / name, name, "duel") for name in ("one", "other"))
    for folder in (one, other):  # a built-in player needs no process of its own
        content = json.loads((folder / "entry.json").read_text())
        for policy in content["policies"]:
            policy["player"] = "random"
        (folder / "entry.json").write_text(json.dumps(content))
    results = tmp_path / "results"
    run = [*RUN, str(one), str(other), "--results", str(results)]
    assert cli.run(run) == 0
    kept = json.loads((results / "duel/small/one.json").read_text())
    met = {row.get("against") or row["entry"] for row in kept["rows"]}
    assert met == {"scripted:captain", "scripted:aggressive", "other"}
    assert all(sum(map(sum, row["counts"])) == 2 for row in kept["rows"])
    assert cli.run([*run, "--track", "duel", "--pairs", "3"]) == 0
    kept = json.loads((results / "duel/small/one.json").read_text())
    assert len(kept["rows"]) == 15 and all(row["pairs"] == 3 for row in kept["rows"])
    run += ["--pairs", "3"]
    monkeypatch.setattr(measuring, "play_match", None)  # would be called for a row that is missing
    assert cli.run(run) == 0
    text = page_of(tmp_path, results)
    assert "against `scripted:captain`" in text and "| `one`: an even policy | small |" in text


def test_a_changed_policy_is_measured_again(tmp_path: Path) -> None:
    folder, results = entry_of(tmp_path / "even", "even", "kuhn"), tmp_path / "results"
    assert cli.run([*RUN, str(folder), "--results", str(results)]) == 0
    file = results / "kuhn/small/even.json"
    before = [row["policy"] for row in json.loads(file.read_text())["rows"]]
    (folder / "1" / "player.py").write_text(EVEN + "# changed\n")
    assert cli.run([*RUN, str(folder), "--results", str(results)]) == 0
    after = [row["policy"] for row in json.loads(file.read_text())["rows"]]
    assert len(after) == 5 and set(before) - set(after) == {before[0]}


def test_the_page_is_current(tmp_path: Path) -> None:
    page = tmp_path / "benchmark.md"
    shutil.copy(ROOT / "docs/benchmark.md", page)
    write_page(ROOT / "docs/benchmark", page)
    assert page.read_text() == (ROOT / "docs/benchmark.md").read_text()


def test_a_page_without_the_heading_is_refused(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text("# Other\n")
    with pytest.raises(ConfigError, match=r"file: has no line '## Results'"):
        write_page(tmp_path, tmp_path / "page.md")
