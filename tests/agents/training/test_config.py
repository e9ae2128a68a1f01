"""Training configurations: read whole, refused with file, field and reason."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Any

import pytest

from spacecombat_agents.training.config import (
    TrainConfig,
    config_from,
    config_to_dict,
    load_config,
    save_config,
    setting_of,
)
from spacecombat_env.core.errors import ConfigError

CONFIGS = Path(__file__).parents[3] / "configs"
SHIPPED = sorted((CONFIGS / "train").glob("*.yaml"))
ROWS = [
    line
    for line in (CONFIGS / "README.md").read_text(encoding="utf-8").splitlines()
    if "| `" in line
]
"""What the page says of each file."""


def test_every_file_that_ships_stands_on_the_page_and_no_other() -> None:
    named = [name for row in ROWS for name in re.findall(r"`([\w/]+\.yaml)`", row)]
    files = [file for file in CONFIGS.rglob("*.yaml") if file.parent.name != "starters"]
    assert sorted(name.split("/")[-1] for name in named) == sorted(file.name for file in files)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_the_page_shows_what_a_run_plays_and_how_long(path: Path) -> None:
    (row,) = (row for row in ROWS if f"`train/{path.name}`" in row)
    config = load_config(path)
    minutes = {4.0: "4 minutes", 5.7: "under 6 minutes", 8.0: "8 minutes", 600.0: "overnight"}
    if config.budget.decisions is not None:
        told = f"{config.budget.decisions // 1_000_000} million decisions"
    else:
        told = minutes[config.budget.minutes or 0.0]
    assert f"| {told}" in row and f"`{config.scenario}`" in row
    assert f"| `{config.learner}` |" in row
    assert ("behaviour cloning" in row) == (config.imitation.agent is not None)
    assert ("kickstarted" in row) == (config.kickstart.agent is not None)


def test_an_empty_file_is_the_default() -> None:
    assert config_from(None) == TrainConfig()


def test_a_configuration_survives_writing(tmp_path: Path) -> None:
    config = config_from({"ppo": {"epochs": 7}, "network": {"policy_layers": [32]}, "delegate": []})
    save_config(config, tmp_path / "c.yaml")
    assert load_config(tmp_path / "c.yaml") == config
    assert config_from(config_to_dict(config)) == config


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_shipped_configurations_are_sound(path: Path) -> None:
    config = load_config(path)
    assert path.stem.startswith(config.ruleset)
    assert setting_of(config).scenario.name == config.scenario


def test_one_shipped_configuration_is_the_reference() -> None:
    reference = [path.stem for path in SHIPPED if load_config(path).learner == "sb3"]
    assert reference == ["battle_rider_sb3"]


@pytest.mark.parametrize(
    ("content", "field", "reason"),
    [
        ({"speed": 1}, "speed", "unknown key"),
        ({"ppo": {"batch": "many"}}, "ppo.batch", "'many' is not a whole number"),
        ({"ppo": {"batch": -1}}, "ppo.batch", "less than 2"),
        ({"ppo": {"clip": 2}}, "ppo.clip", "not from 0.0 to 1.0"),
        ({"ppo": {"average": 0.9}}, "ppo.average", "is 0: use `fast.average`"),
        ({"ppo": [1]}, "ppo", "not a mapping"),
        ({"reward": "fun"}, "reward", "not one of: terminal, margin"),
        ({"network": {"policy_layers": 3}}, "network.policy_layers", "not a list of whole numbers"),
        (
            {"network": {"policy_layers": [1.5]}},
            "network.policy_layers",
            "not a list of whole numbers",
        ),
        ({"budget": {"minutes": None}}, "budget", "never end"),
        ({"opponents": {"weights": {"random": -1}}}, "opponents.weights.random", "not a weight"),
        ({"opponents": {"weights": {"random": 0}}}, "opponents.weights", "no weight is above 0"),
        (
            {"opponents": {"weights": {"random": math.nan}}},
            "opponents.weights.random",
            "not a weight",
        ),
        (
            {"opponents": {"weights": {"random": math.inf}}},
            "opponents.weights.random",
            "not a weight",
        ),
        ({"budget": {"minutes": math.inf}}, "budget.minutes", "inf is not a number"),
        ({"fast": {"tau": math.inf}}, "fast.tau", "inf is not a number"),
        ({"evaluation": {"temperature": math.nan}}, "evaluation.temperature", "nan is not a"),
        ({"network": {"layers": [128, 10**9]}}, "network.layers", "is not from 1 to 16384"),
        ({"network": {"layers": [0]}}, "network.layers", "[0] is not from 1 to 16384"),
        ({"start": 5 * ["x"]}, "start", "is not text"),
        ({"scenario": ["x" * 1000]}, "scenario", ".. is not text"),
        ({"seed": True}, "seed", "not a whole number"),
        ([1, 2], "file", "not a mapping"),
    ],
)
def test_mistakes_are_named(content: Any, field: str, reason: str) -> None:
    with pytest.raises(ConfigError) as caught:
        config_from(content, "run.yaml")
    assert str(caught.value).startswith(f"run.yaml: {field}: ")
    assert reason in str(caught.value)


def test_unreadable_files_are_named(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("a: [1,", encoding="utf-8")
    (tmp_path / "twice.yaml").write_text("seed: 1\nseed: 2\n", encoding="utf-8")
    (tmp_path / "deep.yaml").write_text("a: " + "[" * 99, encoding="utf-8")
    for name, reason in (
        ("bad.yaml", "not valid YAML"),
        ("none.yaml", "No such file"),
        ("twice.yaml", "not valid YAML: line 2: key 'seed' is given twice"),
        ("deep.yaml", "not valid YAML: line 1: nested deeper than 32"),
    ):
        with pytest.raises(ConfigError, match=reason) as caught:
            load_config(tmp_path / name)
        assert name in str(caught.value)
        assert "\n" not in str(caught.value)
