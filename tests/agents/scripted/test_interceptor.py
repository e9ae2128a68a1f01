"""Interceptor's ace, as everybody meets it: through the roster and a match."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from spacecombat_agents.arena.matches.match import play_match
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Agent, query_agent
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.scripted import interceptor
from spacecombat_agents.scripted.interceptor import choose
from spacecombat_agents.scripted.parameters import style_argument
from spacecombat_env.core.ruleset import Games, make_games
from spacecombat_env.rulesets.interceptor.entry import KERNELS
from spacecombat_env.rulesets.interceptor.model import Decision, Status, Step

DOGFIGHT = Path(__file__).parents[2] / "golden/interceptor/prepared/dogfight.yaml"
NEEDS_RANDOM_BITS = np.array([7])


@pytest.fixture(scope="module")
def duel() -> GameSetting:
    """The duel, with the usual decisions delegated."""
    return GameSetting.of("interceptor", "duel")


def test_both_doctrines_are_in_the_roster(duel: GameSetting) -> None:
    assert {make_agent(f"scripted:{name}", duel).name for name in ("ace", "ace:plain")} == {
        "scripted:ace",
        "scripted:ace:plain",
    }


def test_the_ace_beats_random(duel: GameSetting) -> None:
    players = make_agent("scripted:ace", duel), make_agent("random", duel)
    result = play_match(duel, players, pairs=20, seed=0)
    assert result.score_a > 0.9
    assert result.failures == 0


@pytest.mark.parametrize("scenario", ["pair", "corvettes", "low_orbit"])
def test_aces_fight_to_an_end_with_nothing_delegated(scenario: str) -> None:
    setting = GameSetting.of("interceptor", scenario, delegate="none")
    players = make_agent("scripted:ace", setting), make_agent("scripted:ace:plain", setting)
    result = play_match(setting, players, pairs=3, seed=0)
    assert result.failures == 0
    assert result.games == 6
    assert result.mean_turns > 2


@pytest.mark.parametrize("scenario", ["corvettes", "low_orbit"])
def test_the_ace_beats_random_with_nothing_delegated(scenario: str) -> None:
    setting = GameSetting.of("interceptor", scenario, delegate="none")
    players = make_agent("scripted:ace", setting), make_agent("random", setting)
    result = play_match(setting, players, pairs=8, seed=0)
    assert result.score_a >= 0.95
    assert result.failures == 0


def decisions(setting: GameSetting, seed: int, every: int, most: int) -> Iterator[Any]:
    """Yield games of two aces as they stand at some of their questions."""
    scenario, aces = setting.scenario, [make_agent("scripted:ace", setting) for _ in range(2)]
    for ace in aces:
        ace.reset(seed)
    games = make_games(scenario.table.opening.dtype, 1)
    KERNELS.start(games, 0, scenario.table, seed)
    for count in range(every * most):
        if games.states[0].step == Step.OVER:
            return
        seat = int(games.states[0].seat)
        if count % every == 0:
            yield games
        assert not KERNELS.apply(games, 0, scenario.table, word_of(aces[seat], games, setting))


def visible_to(games: Games, seat: int) -> Games:
    """Return what a seat may know of a game."""
    visible = make_games(games.states.dtype, 1)
    KERNELS.redact(games, 0, visible, 0, seat)
    return visible


def word_of(ace: Agent, games: Games, setting: GameSetting) -> int:
    """Return the ace's action to the question on the table."""
    mask = np.zeros((1, setting.scenario.actions.size), np.int8)
    KERNELS.legal(games, 0, setting.scenario.table, mask[0])
    return int(ace.act(np.zeros((1, 1)), mask, visible_to(games, int(games.states[0].seat)))[0])


def spoken(visible: Games, masks: np.ndarray, setting: GameSetting) -> list[int]:
    """Return the ace's actions for some records at once, all with the same randomness."""
    actions = np.full(len(masks), -1, np.int64)
    random_bits = np.repeat(NEEDS_RANDOM_BITS, len(masks))
    table = setting.scenario.table
    rows = np.arange(len(masks))
    choose(visible, table, masks, style_argument(interceptor, "ace"), rows, actions, random_bits)
    return actions.tolist()


@pytest.mark.parametrize(
    ("name", "every", "most"), [("pair", 9, 40), ("search_and_rescue", 20, 14)]
)
def test_the_ace_says_the_same_whatever_it_cannot_know(name: str, every: int, most: int) -> None:
    """The enemy is determinized again, in every way that the ace's record allows."""
    setting = GameSetting.of("interceptor", name)
    scenario, requested, altered = setting.scenario, 0, 0
    for games in decisions(setting, seed=4, every=every, most=most):
        seat = int(games.states[0].seat)
        visible = visible_to(games, seat)
        masks = np.zeros((1, scenario.actions.size), np.int8)
        KERNELS.legal(games, 0, scenario.table, masks[0])
        action = spoken(visible, masks, setting)
        for seed in range(3):
            determinized = make_games(games.states.dtype, 1)
            KERNELS.determinize(visible, 0, scenario.table, seat, seed, determinized, 0)
            altered += determinized.states.tobytes() != games.states.tobytes()
            assert spoken(visible_to(determinized, seat), masks, setting) == action
        requested += 1
    assert requested > 10
    assert altered > 2 * requested


def test_one_desk_serves_many_games() -> None:
    """What the last game left on the desk changes no action of the next."""
    setting = GameSetting.of("interceptor", "pair")
    size, dtype = setting.scenario.actions.size, setting.scenario.table.opening.dtype
    records, masks = [], []
    for games in decisions(setting, seed=2, every=7, most=24):
        mask = np.zeros(size, np.int8)
        KERNELS.legal(games, 0, setting.scenario.table, mask)
        records.append(visible_to(games, int(games.states[0].seat)).states[0].copy())
        masks.append(mask)
    visible = make_games(dtype, len(records))
    visible.states[:] = records
    alone = []
    for k in range(len(records)):
        one = make_games(dtype, 1)
        one.states[0] = records[k]
        alone += spoken(one, np.array(masks[k : k + 1]), setting)
    assert spoken(visible, np.array(masks), setting) == alone
    assert len(set(alone)) > 5


def test_set_up_follows_the_seed_and_differs_between_seeds() -> None:
    setting = GameSetting.of("interceptor", "duel", delegate="none")

    def actions(seed: int) -> list[int]:
        ace = make_agent("scripted:ace", setting)
        ace.reset(seed)
        env = setting.batch(1, threads=1)
        out = env.reset(seed=1)
        said = []
        for _ in range(6):
            action = query_agent(ace, env, np.arange(1))
            assert out.mask[0, action[0]]
            said.append(int(action[0]))
            env.step(action)
        return said

    assert actions(5) == actions(5)
    assert len({tuple(actions(seed)) for seed in range(6)}) > 1


def test_aces_keep_clear_of_a_planet() -> None:
    """They hardly ever come before the interface, and games above a planet end."""
    setting = GameSetting.of("interceptor", "low_orbit")
    decided, requested = 0, 0
    for seed in range(4):
        state: Any = None
        for games in decisions(setting, seed, every=1, most=5000):
            state = games.states[0]
            decided, requested = decided + 1, requested + (state.decision == Decision.ZONE)
        assert state.step == Step.OVER
        assert not any(craft.status == Status.LANDED for craft in state.craft)
    assert decided > 400 and requested <= 4


def test_the_ace_plays_on_a_map_with_levels() -> None:
    setting = GameSetting.of("interceptor", "low_orbit", options={"altitude": True})
    players = make_agent("scripted:ace", setting), make_agent("random", setting)
    result = play_match(setting, players, pairs=4, seed=0)
    assert result.score_a > 0.8
    assert result.failures == 0


def test_the_ace_fights_within_the_air() -> None:
    """It wins, and hardly ever flies into the ground."""
    setting = GameSetting.of("interceptor", DOGFIGHT)
    players = make_agent("scripted:ace", setting), make_agent("random", setting)
    result = play_match(setting, players, pairs=6, seed=0)
    assert result.score_a > 0.8
    assert result.failures == 0
    landed = 0
    for games in decisions(setting, seed=1, every=1, most=5000):
        state: Any = games.states[0]
        landed = sum(craft.status == Status.LANDED for craft in state.craft)
    assert state.step == Step.OVER and landed == 0
