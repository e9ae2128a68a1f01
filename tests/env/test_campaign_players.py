"""Players of the battles of a campaign: by name, by function, refused when it is made."""

import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError
from kit.interceptor.campaign_envs import made, play_on

from spacecombat_env import interceptor_campaign_v0
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.env.campaign.battles import UniformPlayer

# -- battles played ------------------------------------------------------------------------------


class FirstLegal:
    """A player that always takes the first legal action, and counts what it is given."""

    def __init__(self):
        self.seeds, self.scenarios, self.calls = [], [], 0

    def reset(self, seed):
        self.seeds.append(seed)

    def act(self, observations, masks, visible=None, seats=None):
        self.calls += 1
        assert observations.shape[0] == masks.shape[0] == len(seats) == len(visible.states) == 1
        return masks.argmax(axis=1)


def test_players_fight_the_battles():
    red, blue = FirstLegal(), FirstLegal()
    makers = []

    def make(scenario):
        makers.append(scenario.name)
        return blue

    env = made(battles="commanders", players=(red, make))
    until = lambda env: len(red.seeds) == 2  # noqa: E731
    for _ in play_on(env, np.random.default_rng(4), until):
        pass
    assert len(makers) == len(set(red.seeds)) == 2 and red.calls and blue.calls
    assert set(red.seeds).isdisjoint(blue.seeds)


def test_played_battles_are_the_same_twice():
    ends = []
    for _ in range(2):
        env = made(battles="commanders")
        for _ in play_on(env, np.random.default_rng(4), lambda env: env.campaign.state.day == 5):
            pass
        ends.append(env.campaign)
    assert ends[0] == ends[1] and any(ends[0].state.tracks)


def test_a_player_of_battles_is_made_for_the_scenario_that_its_seat_knows():
    """The enemy's persons and wear are not in it: it is a scenario of contacts."""
    scenarios = []

    def maker(scenario):
        scenarios.append(scenario)
        return UniformPlayer()

    env = made(battles="commanders", players=(maker, maker))
    for _ in play_on(env, np.random.default_rng(4), lambda _: bool(scenarios)):
        pass
    for side, scenario in zip(("red", "blue"), scenarios[:2], strict=True):
        enemy = scenario.source["sides"]["blue" if side == "red" else "red"]
        assert "ships" not in enemy and enemy["contacts"]


# -- players of battles ----------------------------------------------------------------------------


def first(observations, masks):
    """Return the first legal action: a plain function as a player."""
    return masks.argmax(axis=1)


@pytest.mark.parametrize(
    "players",
    [
        ("random", "scripted:ace"),
        (first, None),
        (UniformPlayer(), lambda scenario: UniformPlayer()),
    ],
)
def test_players_of_battles_are_given_in_any_form(players):
    env = made(battles="commanders", players=players)
    for _ in play_on(env, np.random.default_rng(4), lambda env: any(env.campaign.state.tracks)):
        pass
    assert any(env.campaign.state.tracks), "a battle was played"


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"players": ("scripted:nobody", None)}, "nobody"),
        ({"players": (None, 3)}, r"players\[1\]=3: must be a name"),
        ({"players": (UniformPlayer, None)}, r"players\[0\]=UniformPlayer: is a class"),
        ({"players": "random"}, "players: one of Red's"),
        ({"players": ("random", None), "battles": "table"}, "nobody plays the battles"),
        ({"render_mode": "svg"}, "render_mode='svg': must be ansi"),
    ],
)
def test_wrong_settings_are_refused_when_the_campaign_is_made(settings, reason):
    with pytest.raises(ConfigError, match=reason):
        interceptor_campaign_v0.raw_env(**settings)


def test_a_closed_campaign_refuses_to_play():
    env = made()
    env.close()
    for call in (env.reset, lambda: env.step(0)):
        with pytest.raises(ClosedEnvironmentError):
            call()


def test_an_action_of_a_campaign_is_a_whole_number():
    env = made()
    with pytest.raises(TypeError, match="must be a whole number"):
        env.step(0.5)
