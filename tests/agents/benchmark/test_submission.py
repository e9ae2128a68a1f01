"""What is wrong with an entry is named: file, field, reason."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from spacecombat_agents import cli
from spacecombat_agents.benchmark import SEEDS
from spacecombat_agents.benchmark.submission import (
    Policy,
    add_policy,
    policy_digest,
    read_entry,
    unfinished_seeds,
)
from spacecombat_agents.benchmark.tracks import TRACKS, track
from spacecombat_env.core.errors import ConfigError

ABOUT = {"name": "mine", "title": "An entry"}


def write(folder: Path, **changes: Any) -> dict[str, Any]:
    """Write a good entry for kuhn, with these fields of its first policy changed."""
    for seed in SEEDS:
        player = f"{seed}/player.py"
        (folder / str(seed)).mkdir(exist_ok=True)
        (folder / player).write_text("class Player: ...\n")
        add_policy(folder, ABOUT, Policy("kuhn", f"{player}:Player", seed, "small", 100, 0.5))
    content: dict[str, Any] = json.loads((folder / "entry.json").read_text())
    content["policies"][0] |= changes
    (folder / "entry.json").write_text(json.dumps(content))
    return content


def test_a_good_entry_is_read(tmp_path: Path) -> None:
    write(tmp_path)
    entry = read_entry(tmp_path)
    assert [policy.seed for policy in entry.policies] == list(SEEDS)
    assert unfinished_seeds(tmp_path, track("kuhn"), "small") == []
    assert unfinished_seeds(tmp_path, track("leduc"), "small") == list(SEEDS)


def test_a_track_in_training_does_not_hinder_another(tmp_path: Path) -> None:
    write(tmp_path)
    add_policy(tmp_path, ABOUT, Policy("leduc", "1/player.py:Player", 1, "small", 100))
    with pytest.raises(ConfigError, match=r"track leduc, budget small: seeds \[1\] are not"):
        read_entry(tmp_path)
    assert len(read_entry(tmp_path, ["kuhn"]).policies) == len(SEEDS)
    assert not read_entry(tmp_path, ["duel"]).policies
    assert cli.run(["benchmark", "run", str(tmp_path), "--track", "duel"]) == 2


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"track": "poker"}, r"policies\[1\]\.track: 'poker' is no track"),
        ({"budget": "huge"}, r"policies\[1\]\.budget: .*huge.* is not one of: none, small"),
        ({"actions": 200_001}, r"policies\[1\]\.actions: 200,001 is more than the 200,000"),
        ({"actions": 0}, r"policies\[1\]\.actions: is 0 for a trained policy"),
        ({"seed": 0}, r"policies\[1\]\.seed: 0 does not fit budget 'small'"),
        ({"seed": 2}, r"policies: track kuhn, budget small: seeds \[2, 2, 3, 4, 5\] are not"),
        ({"seed": "1"}, r"policies\[1\]\.seed: .* is not a whole number"),
        ({"player": "1/none.py:Player"}, r"policies\[1\]\.player: 1/none\.py: there is no such"),
        ({"player": "entry.py:Player"}, r"policies\[1\]\.player: entry\.py: "),
        ({"extra": 1}, r"policies\[1\]\.extra: unknown key"),
    ],
)
def test_a_wrong_policy_is_refused(tmp_path: Path, changes: dict[str, Any], reason: str) -> None:
    write(tmp_path, **changes)
    with pytest.raises(ConfigError, match=rf"^{tmp_path}/entry\.json: {reason}"):
        read_entry(tmp_path)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"format": "other/1"}, r"format: 'other/1' is not 'spacecombat-bench/1'"),
        ({"name": "My entry"}, r"name: 'My entry' is not 1 to 32"),
        ({"title": None}, r"title: is missing"),
        ({"policies": []}, r"policies: is empty"),
    ],
)
def test_a_wrong_entry_is_refused(tmp_path: Path, changes: dict[str, Any], reason: str) -> None:
    content = write(tmp_path)
    (tmp_path / "entry.json").write_text(json.dumps(content | changes))
    with pytest.raises(ConfigError, match=rf"^{tmp_path}/entry\.json: {reason}"):
        read_entry(tmp_path)


def test_the_command_refuses_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["benchmark", "check", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith(f"error: {tmp_path}/entry.json: file: cannot be read")
    (tmp_path / "entry.json").write_text("{")
    assert cli.run(["benchmark", "check", str(tmp_path)]) == 2
    assert "entry.json: file: not valid JSON" in capsys.readouterr().err


def test_every_file_of_a_policy_counts(tmp_path: Path) -> None:
    write(tmp_path)
    policy = read_entry(tmp_path).policies[0]
    before = policy_digest(tmp_path, policy)
    (tmp_path / "2" / "weights").write_text("of another policy")
    assert policy_digest(tmp_path, policy) == before
    (tmp_path / "1" / "weights").write_text("its own")
    assert policy_digest(tmp_path, policy) != before


def test_tracks_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["benchmark", "list", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [each["track"] for each in listed] == [each.name for each in TRACKS]
    assert listed[1]["small"] == 200_000 and listed[2]["small"] == 2_000_000
    assert "scripted:captain" in listed[2]["anchors"]
