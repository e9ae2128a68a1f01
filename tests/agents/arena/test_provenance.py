"""Results say what they were made with, and nothing of the machine but its processor."""

from __future__ import annotations

import hashlib
import json
import platform
from pathlib import Path

import auction
import numpy as np
import pytest

import spacecombat_env
from spacecombat_agents import cli
from spacecombat_agents.arena.provenance import (
    _read_linux_cpu_model,
    agent_hash,
    cpu_model,
    provenance,
    strip_folders,
)
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.random_agent import RandomAgent
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.players.scripted import ScriptedAgent
from spacecombat_env import registry
from spacecombat_env.core.engine import load_engine
from spacecombat_env.replay import load_replay, rules_hash

PLACE = ["--ruleset", "auction", "--scenario", "plain", "--pairs", "2"]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict:
    """Run a command and return its JSON."""
    assert cli.run([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def check(made: dict, names: list[str], command: str) -> None:
    """A result carries package, rules, agents, command and processor."""
    assert made["package"] == f"spacecombat-env {spacecombat_env.__version__}"
    assert (made["ruleset"], made["ruleset_version"]) == ("auction", auction.RULESET.version)
    assert made["rules_hash"] == rules_hash(auction.RULESET)
    assert [agent["name"] for agent in made["agents"]] == names
    assert all(len(agent["hash"]) == 64 for agent in made["agents"])
    assert made["command"].startswith(f"spacecombat {command} ")
    assert made["cpu"] == cpu_model()
    assert made["engine"] == load_engine() and "numba" not in made


def test_a_match_and_its_games(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    arguments = ["match", "random", "scripted:captain", *PLACE, "--save", str(tmp_path)]
    result = run(capsys, *arguments)
    check(result["provenance"], ["random", "scripted:captain"], "match")
    kept = sorted(tmp_path.glob("pair_*.json.gz"))
    assert [load_replay(path).provenance for path in kept] == [result["provenance"]] * 4
    shown = run(capsys, "replay", str(kept[0]))
    assert shown["provenance"] == result["provenance"]
    assert shown["rules_hash"] == result["provenance"]["rules_hash"]


def test_a_command_reveals_nothing_of_where_it_was_typed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Of folders from the root, a user's among them, neither result nor games tell."""
    result = run(capsys, "match", "random", "random", *PLACE, "--save", str(tmp_path / "games"))
    assert result["provenance"]["command"].endswith("--save games --json")
    assert str(tmp_path) not in (tmp_path / "games/result.json").read_text()


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("/home/me/runs/a", "a"),
        ("~/runs/a", "a"),
        ("C:\\Users\\me\\a.opp@cadet", "a.opp@cadet"),
        ("--out=/home/me/runs/a", "--out=a"),
        ("search:/home/me/a.opp(worlds=16)", "search:a.opp(worlds=16)"),
        ("officer=/home/me/1.npz,temperature=1", "officer=1.npz,temperature=1"),
        ("bot:python /opt/me/bot.py", "bot:python bot.py"),
        ("bot:python /opt/me/bot.py a/b --to /opt/me/c", "bot:python bot.py a/b --to c"),
        ("bot:python '/home/my self/bot.py' a", "bot:python 'bot.py' a"),
        ("/home/my self/runs/a", "a"),
        ("\\\\host\\me\\a.opp", "a.opp"),
        ("runs/a", "runs/a"),
        ("../runs/a", "../runs/a"),
        ("ws://host/path/a", "ws://host/path/a"),
    ],
)
def test_of_paths_from_the_root_the_last_part_is_shown(said: str, told: str) -> None:
    assert strip_folders(said) == told


def test_an_evaluation_and_its_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "e.json"
    arguments = ["evaluate", "random", *PLACE, "--against", "scripted:captain", "--out", str(out)]
    result = run(capsys, *arguments)
    check(result["provenance"], ["random", "scripted:captain"], "evaluate")
    assert json.loads(out.read_text())["provenance"] == result["provenance"]


def test_a_training_run_and_its_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib")
    config = tmp_path / "c.yaml"
    config.write_text(
        "ruleset: auction\nscenario: plain\ntorch_threads: 1\n"
        "rollout: {games: 32, decisions: 512}\nppo: {batch: 256}\n"
        "network: {policy_layers: [16], value_layers: [16]}\n"
        "evaluation: {every_minutes: 0.0001, pairs: 2, final_pairs: 2}\n"
    )
    folder = tmp_path / "run"
    arguments = ["train", "--config", str(config), "--out", str(folder), "--decisions", "1000"]
    result = run(capsys, *arguments)
    names = ["learner", "random", "scripted:captain"]
    check(result["provenance"], names, "train")
    stored = json.loads((folder / "result.json").read_text())
    assert stored["provenance"] == result["provenance"]
    lines = (folder / "evaluations.jsonl").read_text().splitlines()
    check(json.loads(lines[0])["provenance"], names, "train")


def test_measured_speeds_say_it_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from spacecombat_agents.bench import throughput

    for part in ("_batch", "_single", "_sb3"):  # what is measured is not the matter here
        monkeypatch.setattr(throughput, part, lambda *_: {})
    result = run(capsys, "bench", *PLACE[:4])
    check(result["provenance"], [], "bench")
    assert result["machine"]["processor"] == cpu_model()


def test_the_processor_is_a_model_and_no_name_of_this_machine(tmp_path: Path) -> None:
    info = tmp_path / "cpuinfo"
    info.write_text("processor\t: 0\nmodel name\t: Maker X-1 @ 2.0GHz\nmodel name\t: other\n")
    assert _read_linux_cpu_model(info) == "Maker X-1 @ 2.0GHz"
    assert _read_linux_cpu_model(tmp_path / "nothing") == ""
    host = platform.node()
    assert cpu_model()
    told = json.dumps(provenance(auction.RULESET))
    assert not host or host not in told


def test_another_policy_has_another_hash(setting: GameSetting) -> None:
    """Of a bot the file counts, of a captain his sources."""
    bot = make_agent("bots:First", setting)
    source = Path(__file__).parents[1].joinpath("bots.py").read_bytes()
    assert agent_hash(bot) == hashlib.sha256(source).hexdigest()
    hashes = {agent_hash(agent) for agent in (bot, RandomAgent())}
    for name, doctrine in (("battle_rider", "captain"), ("intercept_sensors", "hunter")):
        scenario = registry.ruleset(name).load("duel")
        captain = object.__new__(ScriptedAgent)
        captain._module = __import__(f"spacecombat_agents.scripted.{name}", fromlist=["x"])
        assert doctrine in captain._module.DOCTRINES and scenario.ruleset == name
        hashes.add(agent_hash(captain))
    assert len(hashes) == 4


def test_a_trained_policy_is_hashed_by_its_numbers() -> None:
    torch = pytest.importorskip("torch")
    pytest.importorskip("sb3_contrib")
    from spacecombat_agents.players.sb3_agent import Sb3Agent

    def hashed(weight: float) -> str | None:
        agent = object.__new__(Sb3Agent)
        policy = torch.nn.Linear(2, 1)
        torch.nn.init.constant_(policy.weight, weight)
        torch.nn.init.constant_(policy.bias, 0.0)
        agent.actor_critic = policy
        return agent_hash(agent)

    assert hashed(1.0) == hashed(1.0) != hashed(2.0)
    assert np.all([len(hashed(n) or "") == 64 for n in (1.0, 2.0)])
