"""Opponents that come with the package: they open, play, and say what they are worth."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from spacecombat_agents.arena.matches.match import play_match
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.bundles.builtin import builtin_opponents
from spacecombat_agents.players.bundles.bundle import read_bundle
from spacecombat_agents.players.random_agent import RandomAgent
from spacecombat_agents.players.roster import make_agent

FILES = builtin_opponents()
ALL = pytest.mark.parametrize("name", FILES)
ALONE = ["cadet", "officer", "commander", "admiral"]
LARGEST = 4_000_000
"""Bytes that all may have together, for the wheel's sake."""
STEP = 100.0
"""Elo from one level to the next, at least."""
PLACE = re.compile(rb"(?:/home|/tmp|/work|/Users|[A-Z]:\\\\)")


def setting_of(name: str) -> GameSetting:
    """Return what an opponent was made for."""
    manifest = read_bundle(FILES[name]).manifest
    return GameSetting.of(manifest["rules"]["name"], manifest["scenario"]["name"])


def test_there_is_one_for_the_usual_scenarios_and_all_fit_into_a_wheel() -> None:
    assert list(FILES) == ["battle_rider_skirmish.opp", "intercept_sensors_duel.opp"]
    assert sum(path.stat().st_size for path in FILES.values()) <= LARGEST


@ALL
def test_it_plays_on_every_level_by_its_name(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    setting = setting_of(name)
    for level in ALONE:
        player = make_agent(f"{name}@{level}", setting)
        assert player.name == f"{Path(name).stem}@{level}"
        match = play_match(setting, (player, RandomAgent(1)), pairs=1, seed=5)
        assert (match.games, match.failures) == (2, 0)
    assert make_agent(name, setting).name.endswith("@admiral")


@ALL
def test_its_levels_stand_a_step_apart(name: str) -> None:
    bundle = read_bundle(FILES[name])
    levels = [level for level in bundle.levels if level.search is None]
    assert [level.id for level in levels] == ALONE
    for lower, upper in pairwise(levels):
        assert lower.rating is not None and upper.rating is not None
        assert lower.interval is not None and upper.interval is not None
        assert upper.rating - lower.rating >= STEP, (lower.id, upper.id)
        assert lower.interval[1] < upper.interval[0], (lower.id, upper.id)
        assert lower.vs["random"][0] < upper.vs["random"][0], (lower.id, upper.id)


@ALL
def test_its_card_says_how_it_was_made_and_names_no_machine(name: str) -> None:
    bundle = read_bundle(FILES[name])
    card = json.loads(bundle.files["card.json"])
    assert card["configuration"]["seed"] and card["commands"]
    assert card["calibration"]["pairs"] >= 500
    told = [
        bundle.files["card.json"],
        bundle.files["card.md"],
        json.dumps(bundle.manifest).encode(),
    ]
    for content in told:
        assert not PLACE.search(content)
