"""Scripted players from the library act as their Python functions do."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.players.scripted import captain_module
from spacecombat_agents.scripted import native
from spacecombat_agents.scripted.engine import captain_function
from spacecombat_agents.scripted.parameters import style_argument
from spacecombat_env.core.engine import VARIABLE
from spacecombat_env.core.ruleset import Games
from spacecombat_env.env.vector.batch import BatchEnv
from spacecombat_env.native.library import EntryPoint, open_library

SHORT = [
    ("battle_rider", "skirmish", "captain", 2),
    ("battle_rider", "skirmish", "captain(pickets=off,jamming=off)", 2),
    ("battle_rider", "skirmish", "aggressive", 2),
    ("battle_rider", "pocket_empires", "captain", 7),
    ("intercept_sensors", "duel", "hunter", 3),
    ("intercept_sensors", "duel", "lurker", 3),
    ("interceptor", "pair", "ace", 40),
    ("interceptor", "pair", "ace:plain", 40),
    ("interceptor", "search_and_rescue", "ace", 25),
]
"""Doctrines, and how many decisions apart the two are compared: interpreted aces take a second."""
WHOLE = [
    ("battle_rider", "skirmish", "captain"),
    ("battle_rider", "skirmish", "aggressive"),
    ("intercept_sensors", "duel", "hunter"),
    ("interceptor", "pair", "ace"),
    ("interceptor", "pair", "ace:plain"),
    ("interceptor", "search_and_rescue", "ace"),
]


@pytest.fixture(scope="module", autouse=True)
def players() -> None:
    """The library of the players, if there is a compiler."""
    if open_library(native.RECIPE) is None:
        pytest.skip("no library of the scripted players")


def check_same_actions(
    ruleset: str, scenario: str, doctrine: str, apart: int, games: int = 1
) -> None:
    """Play whole games, and compare the actions at every decision or at some of them."""
    captains = captain_module(ruleset)
    chooses = native.native_function(captains.__name__, "choose"), captains.choose
    style = style_argument(captains, doctrine)
    env = BatchEnv(
        ruleset, scenario, num_envs=games, threads=1, keep_visible=True, auto_reset=False
    )
    rng, compared = np.random.default_rng(1), 0
    out = env.reset(seed=3)
    for step in itertools.count():
        rows = np.flatnonzero(out.seat >= 0)
        if not len(rows):
            break
        random_bits = rng.integers(2**31, size=len(rows))
        found = []
        for choose in chooses[: 1 if step % apart else 2]:
            actions = np.full(len(rows), -7, np.int64)
            before = out.visible.raw.copy()
            choose(out.visible, env.scenario.table, out.mask, style, rows, actions, random_bits)
            assert np.array_equal(out.visible.raw, before), step
            found.append(actions)
        assert np.array_equal(found[0], found[-1]), (step, found)
        assert out.mask[rows, found[0]].all()
        compared += len(found) == 2
        chosen = np.full(games, -1, np.int64)
        chosen[rows] = found[0]
        out = env.step(chosen)
    assert compared > 1


@pytest.mark.parametrize(("ruleset", "scenario", "doctrine", "apart"), SHORT)
def test_native_players_act_as_interpreted_ones(
    ruleset: str, scenario: str, doctrine: str, apart: int
) -> None:
    check_same_actions(ruleset, scenario, doctrine, apart)


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "scenario", "doctrine"), WHOLE)
def test_whole_games_of_native_players_are_those_of_interpreted_ones(
    ruleset: str, scenario: str, doctrine: str
) -> None:
    check_same_actions(ruleset, scenario, doctrine, 1, games=2)


def test_the_library_has_every_captain_for_every_capacity() -> None:
    for unit in native.units():
        point = native.native_function(f"{native.__package__}.{unit.ruleset}", "choose")
        assert isinstance(point, EntryPoint)
        assert unit.state.itemsize in point.functions


def test_other_captains_play_as_they_are() -> None:
    captains = captain_module("auction")
    assert native.native_function(captains.__name__, "choose") is None
    assert captain_function(captains.__name__, "choose") is captains.choose


def test_the_engine_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    captains = captain_module("battle_rider")
    monkeypatch.setenv(VARIABLE, "native")
    assert isinstance(captain_function(captains.__name__, "choose"), EntryPoint)
    monkeypatch.setenv(VARIABLE, "interpreted")
    assert captain_function(captains.__name__, "choose") is captains.choose


def test_copies_of_a_player_share_the_library() -> None:
    import copy

    player = make_agent("scripted:captain", GameSetting.of("battle_rider", "skirmish"))
    assert copy.deepcopy(player)._choose is player._choose  # type: ignore[attr-defined]


def test_the_belief_of_the_library_is_that_of_python() -> None:
    captains: Any = captain_module("intercept_sensors")
    env = BatchEnv("intercept_sensors", "duel", num_envs=1, threads=1, keep_visible=True)
    hunter = make_agent("scripted:hunter", GameSetting.of("intercept_sensors", "duel"))
    hunter.reset(5)
    out, table = env.reset(seed=5), env.scenario.table
    option = table.rules[0].option
    shape = int(option.rows), int(option.columns)
    for step in range(60):
        if step % 12 == 0:
            maps = [np.zeros(shape, np.float32) for _ in range(2)]
            writers = (
                native.native_function(captains.__name__, "write_belief"),
                captains.write_belief,
            )
            for write, belief in zip(writers, maps, strict=True):
                write(out.visible, 0, table, int(out.seat[0]), belief, np.zeros(shape, np.float32))
            assert maps[0].sum() == pytest.approx(1.0, abs=1e-3)
            np.testing.assert_allclose(*maps, rtol=1e-4, atol=1e-7)
        out = env.step(hunter.act(None, out.mask, out.visible))


def test_rows_must_be_contiguous() -> None:
    env = BatchEnv("battle_rider", "skirmish", num_envs=4, threads=1, keep_visible=True)
    out = env.reset(seed=1)
    player = make_agent("scripted:captain", GameSetting.of("battle_rider", "skirmish"))
    halves = Games(*(part[::2] for part in out.visible))
    with pytest.raises(ValueError, match="contiguous"):
        player.act(None, np.ascontiguousarray(out.mask[::2]), halves)
