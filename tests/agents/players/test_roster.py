"""Names of players, and what is said about names that mean nobody."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Agent
from spacecombat_agents.players.bundles import builtin
from spacecombat_agents.players.random_agent import RandomAgent
from spacecombat_agents.players.roster import make_agent
from spacecombat_env.core.errors import BundleError, ConfigError
from spacecombat_env.env import SeatEnv


@pytest.mark.parametrize(
    ("spoken", "name"),
    [
        ("random", "random"),
        ("scripted:captain", "scripted:captain"),
        ("bots:First", "first"),
        ("bots:Informed", "auction 16"),
    ],
)
def test_names_are_found(setting: GameSetting, spoken: str, name: str) -> None:
    agent = make_agent(spoken, setting)
    assert isinstance(agent, Agent)
    assert agent.name == name


@pytest.mark.parametrize(
    ("spoken", "reason"),
    [
        ("captain", "captain: agent: unknown player"),
        ("scripted:coward", "scripted:coward: doctrine: unknown; there are: aggressive, captain"),
        ("sb3:nowhere.zip", "nowhere.zip: file: there is no such file"),
        ("no_such_module:First", "no_such_module:First: module: cannot be imported"),
        ("bots:Last", "bots:Last: class: bots has no 'Last'"),
        ("bots:Nobody", "bots:Nobody: class: lacks one of"),
    ],
)
def test_strangers_are_refused_with_a_reason(
    setting: GameSetting, spoken: str, reason: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        make_agent(spoken, setting)
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_model_that_learned_from_dictionaries_is_refused(
    setting: GameSetting, tmp_path: Path
) -> None:
    """Gymnasium's usual form; the error names the form that plays."""
    sb3 = pytest.importorskip("sb3_contrib")
    env = SeatEnv(setting.ruleset, "plain")
    path = tmp_path / "model.zip"
    sb3.MaskablePPO("MultiInputPolicy", env, n_steps=8, batch_size=8).save(path)
    with pytest.raises(ConfigError, match=r"model.zip: spaces: trained on dict.*\(flat=True\)"):
        make_agent(f"sb3:{path}", setting)


def test_a_missing_bundle_is_a_bundle_error(setting: GameSetting, tmp_path: Path) -> None:
    with pytest.raises(BundleError, match="there is no such file"):
        make_agent(str(tmp_path / "x.opp"), setting)


def test_an_opponent_that_ships_is_found_by_its_name_unless_a_file_is_called_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ships").mkdir()
    (tmp_path / "ships" / "duel.opp").touch()
    monkeypatch.setattr(builtin, "OPPONENTS", tmp_path / "ships")
    monkeypatch.chdir(tmp_path)
    assert builtin.opponent_file("duel.opp") == tmp_path / "ships" / "duel.opp"
    with pytest.raises(BundleError, match=r"a/duel.opp: file: .*installed opponents are: duel.opp"):
        builtin.opponent_file("a/duel.opp")
    (tmp_path / "duel.opp").touch()
    assert builtin.opponent_file("duel.opp") == Path("duel.opp")


def test_random_actions_are_legal_and_even() -> None:
    masks = np.zeros((30_000, 8), np.int8)
    masks[:, [1, 4, 6]] = 1
    words = RandomAgent(1).act(None, masks)
    counts = np.bincount(words, minlength=8)
    assert (counts[[0, 2, 3, 5, 7]] == 0).all()
    assert np.abs(counts[[1, 4, 6]] - 10_000).max() < 350


def test_random_follows_its_seed() -> None:
    masks = np.ones((50, 20), np.int8)
    agent = RandomAgent()
    agent.reset(3)
    first = agent.act(None, masks)
    agent.reset(3)
    assert (agent.act(None, masks) == first).all()
