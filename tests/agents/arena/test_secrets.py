"""What agents could learn of a match beside its games: seeds, and which two games are a pair."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from spacecombat_agents.arena.matches.batch_games import play
from spacecombat_agents.arena.matches.match import pair_seeds, paired_game_seeds, play_match
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.agent_opponent import AgentOpponent
from spacecombat_agents.players.base import Needs
from spacecombat_agents.players.random_agent import RandomAgent
from spacecombat_agents.players.roster import make_agent
from spacecombat_env.core.model.seeds import TWIN
from spacecombat_env.core.ruleset import TALLY
from spacecombat_env.env.seat import SeatEnv


class Spy(RandomAgent):
    """A random player that notes what it is handed."""

    def __init__(self) -> None:
        super().__init__()
        self.name = "spy"
        self.needs = Needs.RECORDS
        self.told: list[int] = []
        self.offered: list[list[bytes]] = []

    def reset(self, seed: int) -> None:
        self.told.append(seed)
        super().reset(seed)

    def act(self, observations, masks, visible=None, seats=None):  # type: ignore[no-untyped-def]
        self.offered.append([row.tobytes() for row in masks])
        return super().act(observations, masks, visible, seats)


def test_both_games_of_a_pair_have_the_same_randomness_and_their_own_set_up() -> None:
    seeds = paired_game_seeds(pair_seeds(7, 50))
    assert (seeds[0::2] == pair_seeds(7, 50)).all()
    assert (seeds[0::2] ^ seeds[1::2] == TWIN).all()
    assert (seeds >= 0).all()


def test_agents_are_shown_no_seed_that_a_game_or_a_match_has(setting: GameSetting) -> None:
    spies = Spy(), Spy()
    play_match(setting, spies, pairs=6, seed=9, batch=4)
    told = spies[0].told + spies[1].told
    assert len(told) == len(set(told)) == 6
    assert not set(told) & {9, *paired_game_seeds(pair_seeds(9, 6)).tolist()}


def test_the_order_in_which_games_are_put_to_a_player_shows_no_pair(setting: GameSetting) -> None:
    spy = Spy()
    play_match(setting, (spy, make_agent("random", setting)), pairs=64, seed=2, batch=128)
    env = setting.batch(128)
    masks = env.start(paired_game_seeds(pair_seeds(2, 64))).mask
    by_row = [masks[row].tobytes() for row in range(0, 128, 2)]  # where A has the first action
    first = spy.offered[0]
    assert sorted(first) == sorted(by_row)
    in_place = sum(one == other for one, other in zip(first, by_row, strict=True))
    assert in_place < 20  # some offers are alike


def test_results_are_in_the_order_of_the_pairs(setting: GameSetting) -> None:
    """The same player in both seats and the same randomness: both games of a pair end alike."""
    captain = make_agent("scripted:captain", setting)
    seeds = paired_game_seeds(pair_seeds(3, 5))
    env = setting.batch(10)
    played = play(env, (captain, captain), seeds, np.tile(np.array([0, 1], np.int8), 5))
    env.close()
    assert (played.seeds == seeds).all()
    margins = played.tally[:, TALLY.margin]
    assert (margins[0::2] == margins[1::2]).all()
    assert len(set(margins.tolist())) == 5


def test_an_agent_that_plays_the_other_seat_comes_afresh_into_a_clone_for_search(
    setting: GameSetting,
) -> None:
    spy = Spy()
    one = SeatEnv("auction", "plain", opponent=AgentOpponent(spy), seat="blue_0")
    one.reset(seed=4)
    asked = len(spy.offered)
    words = []
    for _ in range(2):
        new: Any = one.clone(reseed=8)
        agent = new.opponent.agent
        assert agent is not spy and agent.told[-1] != 8
        new.step(int(new.action_masks().argmax()))
        words.append(agent._rng.random())
    assert words[0] == words[1]
    assert len(spy.offered) == asked


@pytest.mark.parametrize("name", ["random", "scripted:captain"])
def test_a_fresh_opponent_is_another_with_other_dice(setting: GameSetting, name: str) -> None:
    agent = make_agent(name, setting)
    agent.reset(1)
    new = AgentOpponent(agent).fresh(2).agent
    assert type(new) is type(agent) and new is not agent
    if name == "random":
        assert new._rng.random() != agent._rng.random()  # type: ignore[attr-defined]


def test_a_teacher_is_shown_no_seed_of_the_lessons(
    setting: GameSetting, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch")
    pytest.importorskip("sb3_contrib")
    from types import SimpleNamespace

    from spacecombat_agents.training import behaviour_cloning
    from spacecombat_agents.training.config import config_from

    class Enough(Exception):
        pass

    class Teacher(RandomAgent):
        def reset(self, seed: int) -> None:
            raise Enough(seed)

    monkeypatch.setattr(behaviour_cloning, "make_agent", lambda *given: Teacher())
    with pytest.raises(Enough) as told:
        run = config_from({"seed": 77, "imitation": {"agent": "random"}})
        behaviour_cloning.BehaviourCloning(SimpleNamespace(actor_critic=None), setting, run)  # type: ignore[arg-type]
    assert told.value.args[0] != 77
