"""Players who take random numbers: what they are handed decides, and for want of it dice of their own."""

from __future__ import annotations

import copy

import numpy as np
import pytest

from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Needs
from spacecombat_agents.players.random_agent import RandomAgent
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.players.stochastic_agent import NetPolicyAgent, StochasticAgent
from spacecombat_agents.search.net_player import NetPlayer
from spacecombat_agents.search.searcher import Searcher

OBSERVATIONS = np.zeros((60, 34), np.float32)
MASKS = np.ones((60, 16), np.int8)
LOTS = np.random.default_rng(2).integers(2**64, size=60, dtype=np.uint64)


class Even:
    """A net to which all actions are alike."""

    def forward(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return np.where(masks > 0, 0.0, -1e8).astype(np.float32), np.zeros(len(masks), np.float32)


def said(player: StochasticAgent, random_bits: np.ndarray | None = None) -> list[int]:
    """Return its actions in sixty games."""
    words: np.ndarray = player.act(OBSERVATIONS, MASKS, random_bits=random_bits)  # type: ignore[attr-defined]
    return words.tolist()


@pytest.fixture(params=["random", "net"])
def player(request: pytest.FixtureRequest) -> StochasticAgent:
    """One that draws evenly, by legal actions or by a net."""
    return RandomAgent() if request.param == "random" else NetPlayer(Even())


def test_random_numbers_decide_and_leave_the_dice_alone(player: StochasticAgent) -> None:
    twin = copy.deepcopy(player)
    first = said(player, LOTS)
    assert said(player, LOTS) == first != said(player, LOTS[::-1].copy())
    assert said(player) == said(twin)


def test_dice_go_on_and_begin_anew_with_a_seed(player: StochasticAgent) -> None:
    player.reset(5)
    first = said(player)
    assert said(player) != first
    player.reset(5)
    assert said(player) == first
    player.reset(6)
    assert said(player) != first


def test_a_copy_has_dice_of_its_own(player: StochasticAgent) -> None:
    twin = copy.deepcopy(player)
    first = said(player)
    said(player)
    assert said(twin) == first


def test_a_copy_has_a_memory_of_its_own() -> None:
    """Of a player that was made of the random one, too."""

    class Elephant(RandomAgent):
        def __init__(self) -> None:
            super().__init__()
            self.choose_actions: list[int] = []

    elephant = Elephant()
    copy.deepcopy(elephant).choose_actions.append(7)
    assert elephant.choose_actions == []


def test_a_copy_of_an_agent_with_a_network_shares_it() -> None:
    player = NetPlayer(Even())
    assert copy.deepcopy(player).net is player.net


def test_a_copy_of_who_searches_shares_its_net_and_no_dice(setting: GameSetting) -> None:
    searcher = Searcher(setting, Even())
    twin = copy.deepcopy(searcher)
    assert twin.net is searcher.net and twin._planned is not searcher._planned
    yardstick = make_agent("ismcts:10", setting)
    other = copy.deepcopy(yardstick)
    for one, two in ((searcher, twin), (yardstick, other)):
        assert isinstance(one, StochasticAgent) and isinstance(two, StochasticAgent)
        assert one.needs == Needs.RECORDS and one._rng is not two._rng
        assert one.random_bits(4, None).tolist() == two.random_bits(4, None).tolist()


def test_an_agent_with_a_network_needs_observations() -> None:
    player: NetPolicyAgent = NetPlayer(Even())
    assert player.needs == Needs.OBSERVATIONS
    with pytest.raises(ValueError, match="reads observations"):
        player.act(None, MASKS)
