"""Battle Rider's players, as everybody meets them: through the roster and a match."""

from __future__ import annotations

import numpy as np
import pytest

from spacecombat_agents.arena.matches.match import play_match
from spacecombat_agents.arena.matches.replay_folder import ReplayFolder
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Needs, query_agent
from spacecombat_agents.players.roster import make_agent
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.model.seeds import TWIN
from spacecombat_env.replay import load_replay, verify
from spacecombat_env.rulesets.battle_rider.model import Phase


@pytest.fixture(scope="module")
def skirmish() -> GameSetting:
    """The skirmish with the recommended delegation."""
    return GameSetting.of("battle_rider", "skirmish")


def test_the_captain_beats_random(skirmish: GameSetting) -> None:
    players = make_agent("scripted:captain", skirmish), make_agent("random", skirmish)
    result = play_match(skirmish, players, pairs=40, seed=0)
    assert result.score_a > 0.8
    assert result.failures == 0
    assert max(result.median_decisions_per_seat.values()) <= 150


@pytest.mark.parametrize("delegate", ["recommended", "none"])
def test_random_games_end_and_every_action_is_legal(delegate: str) -> None:
    setting = GameSetting.of("battle_rider", "skirmish", delegate)
    players = make_agent("random", setting), make_agent("random", setting)
    result = play_match(setting, players, pairs=10, seed=2)
    assert result.failures == 0
    assert result.games == 20


def test_captains_answer_alike_alone_and_in_a_batch(skirmish: GameSetting) -> None:
    captain = make_agent("scripted:captain", skirmish)
    env = skirmish.batch(8, threads=1, auto_reset=True)
    out = env.reset(seed=3)
    for turn in range(60):
        captain.reset(turn)
        together = query_agent(captain, env, np.arange(8))
        captain.reset(turn)  # the same random numbers once more
        alone = [int(query_agent(captain, env, np.array([row]))[0]) for row in range(8)]
        assert together.tolist() == alone
        assert out.mask[np.arange(8), together].all()
        env.step(together)


def test_saved_games_can_be_verified(skirmish: GameSetting, tmp_path) -> None:  # type: ignore[no-untyped-def]
    players = make_agent("scripted:captain", skirmish), make_agent("random", skirmish)
    result = play_match(
        skirmish,
        players,
        pairs=1,
        seed=0,
        on_game=ReplayFolder(tmp_path, skirmish, players).add_game,
    )
    first, second = (load_replay(path) for path in sorted(tmp_path.iterdir()))
    assert first.agents == {"red_0": "scripted:captain", "blue_0": "random"}
    assert second.agents == {"red_0": "random", "blue_0": "scripted:captain"}
    assert first.seed ^ second.seed == TWIN
    verdicts = [verify(replay).verdict for replay in (first, second)]  # type: ignore[union-attr]
    assert result.wins == (verdicts[0] == 0) + (verdicts[1] == 1)


def test_an_unknown_delegate_is_named() -> None:
    with pytest.raises(ConfigError, match="'tea' cannot be delegated"):
        _ = GameSetting.of("battle_rider", "skirmish", "tea").scenario


def test_captains_read_records_not_observations(skirmish: GameSetting) -> None:
    assert make_agent("scripted:captain", skirmish).needs == Needs.RECORDS


def test_the_aggressive_captain_draws_another_fleet_in_every_game() -> None:
    """By its own random numbers: the records that it reads hold none of the game's."""
    setting = GameSetting.of("battle_rider", "skirmish_purchase")
    aggressive, rows = make_agent("scripted:aggressive", setting), np.arange(8)
    env = setting.batch(len(rows), threads=1, auto_reset=False)
    env.reset(seed=3)
    aggressive.reset(1)
    while (env.games.states["phase"] == Phase.SETUP).any():
        env.step(query_agent(aggressive, env, rows))
    fleets = {fleet.tobytes() for fleet in env.games.states["craft"]["klass"]}
    assert len(fleets) > len(rows) // 2
