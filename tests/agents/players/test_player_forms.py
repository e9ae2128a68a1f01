"""Players by name, as agents and as functions, in every form of environment and in matches."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest

from spacecombat_agents.arena.matches.match import play_match
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.agent_opponent import AgentOpponent
from spacecombat_agents.players.base import Needs
from spacecombat_agents.players.player_forms import FunctionAgent, as_agent
from spacecombat_agents.players.random_agent import RandomAgent
from spacecombat_agents.players.roster import make_agent
from spacecombat_env.core.errors import BundleError, ConfigError, IllegalOrderError
from spacecombat_env.env import PastSelves
from spacecombat_env.env.seat import SeatEnv
from spacecombat_env.env.vector.gym_vector import GymVectorEnv
from spacecombat_env.env.vector.sb3 import sb3_vec_env
from spacecombat_env.env.vector.seat_batch import SeatVecEnv

GAME, SCENARIO, TURNS = "intercept_sensors", "duel", 3
BUNDLE = "intercept_sensors_duel.opp@officer"
FORMS = [SeatEnv, SeatVecEnv, GymVectorEnv]


def lowest(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """Return the first legal action: a plain function as a player."""
    return masks.argmax(axis=1)


def whole(observations: Any, masks: Any, visible: Any, rows: Any, seats: Any) -> np.ndarray:
    """Return the first legal action, as an `Opponent`."""
    return masks.argmax(axis=1)


def made(form: Any, **settings: Any) -> Any:
    """Return an environment of a form, with two games where it has many."""
    many = {} if form is SeatEnv else {"num_envs": 2}
    return form(GAME, SCENARIO, max_turns=TURNS, **settings, **many)


def played(env: Any, steps: int = 8, seed: int = 5) -> bytes:
    """Return what a seat saw over some steps of its last legal actions."""
    seen = []
    env.reset(seed=seed)
    for _ in range(steps):
        if isinstance(env, SeatEnv):
            masks = env.action_masks()
            view, _, over, _, _ = env.step(int(masks.nonzero()[0][-1]))
            seen.append(view["observation"].tobytes())
            if over:
                break
        else:
            masks = env.masks() if isinstance(env, SeatVecEnv) else env.action_masks()
            actions = masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
            step = env.step(actions)
            views = step[0]["observation"] if isinstance(step[0], dict) else step[0]
            seen.append(views.tobytes())
    return b"".join(seen)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "player",
    ["random", "scripted:hunter", BUNDLE, RandomAgent(), lowest, whole, lambda o, m: lowest(o, m)],
)
def test_any_form_of_a_player_is_an_opponent(form: Any, player: Any) -> None:
    first, second = (made(form, opponent=player) for _ in range(2))
    assert played(first) == played(second) == played(first)  # the seed decides, reset or not


@pytest.mark.parametrize("form", FORMS)
def test_one_of_several_opponents_is_drawn_for_each_game(form: Any) -> None:
    env = made(form, opponents=[BUNDLE, "scripted:hunter", RandomAgent(), lowest])
    met = set()
    for seed in range(12):
        env.reset(seed=seed)
        if isinstance(env, SeatEnv):
            met.add(env.opponent_number)
        else:
            seats = env if isinstance(env, SeatVecEnv) else env.seats
            met |= set(seats.opponent_of.tolist())
    assert met == {0, 1, 2, 3}


def test_stable_baselines_form_has_opponents_by_name() -> None:
    pytest.importorskip("stable_baselines3")
    env = sb3_vec_env(made(SeatVecEnv, opponents=["scripted:hunter", lowest]))
    env.seed(3)
    first = env.reset()
    observations, rewards, _, _ = env.step(env.action_masks().argmax(axis=1))
    assert observations.shape == first.shape and len(rewards) == env.num_envs
    env.close()


@pytest.mark.parametrize("vectorization_mode", ["vector_entry_point", "sync"])
def test_gymnasium_makes_vector_forms_with_a_player_by_name(vectorization_mode: str) -> None:
    envs = gymnasium.make_vec(
        "spacecombat/InterceptSensors-v0",
        num_envs=2,
        vectorization_mode=vectorization_mode,
        scenario=SCENARIO,
        max_turns=TURNS,
        opponent="scripted:hunter",
    )
    views, _ = envs.reset(seed=1)
    later, *_ = envs.step(views["action_mask"].argmax(axis=1))
    assert later["observation"].shape == views["observation"].shape
    assert later["action_mask"].any(axis=1).all()
    envs.close()


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"opponent": "scripted:nobody"}, "nobody"),
        ({"opponent": "no such player"}, "no such player: agent: unknown player"),
        ({"opponent": "missing.opp"}, "missing.opp"),
        ({"opponent": 3}, "opponent=3: must be a name"),
        ({"opponent": RandomAgent}, "opponent=RandomAgent: is a class"),
        ({"opponent": lambda a, b, c: 0}, "opponent=.*must be a name"),
        ({"opponents": []}, r"opponents=\[\]: must be a list with at least one"),
        ({"opponents": "random"}, "opponents='random': must be a list"),
        ({"opponents": ["random", 3]}, r"opponents\[1\]=3: must be a name"),
        ({"opponent": "random", "opponents": ["random"]}, "only one of them"),
    ],
)
def test_a_wrong_player_is_refused_when_the_environment_is_made(
    form: Any, settings: Any, reason: str
) -> None:
    with pytest.raises((ConfigError, BundleError), match=reason):
        made(form, **settings)


def test_the_choice_among_opponents_must_be_one_of_them() -> None:
    with pytest.raises(ConfigError, match="choose_opponent=3: must be a function"):
        made(SeatVecEnv, opponents=[lowest], choose_opponent=3)
    env = made(SeatVecEnv, opponents=[lowest], choose_opponent=lambda game, rng: -1)
    with pytest.raises(ValueError, match="choose_opponent: -1 of 1 opponents"):
        env.reset(seed=1)


@pytest.mark.parametrize("answer", [[0.5], [[0]], None, ["0"]])
def test_an_opponent_returns_whole_numbers(answer: Any) -> None:
    for player in (lambda o, m: answer, lambda o, m, v, r, s: answer):
        env = made(SeatEnv, opponent=player, seat="blue_0")
        with pytest.raises(Exception, match=r"act\(\) returned|chose action"):
            env.reset(seed=1)


def test_records_are_kept_only_for_players_that_read_them() -> None:
    for player, keeps in (
        (lowest, False),
        ("random", False),
        ("scripted:hunter", True),
        (whole, True),
    ):
        assert made(SeatVecEnv, opponent=player).batch.keeps_visible is keeps


@pytest.mark.parametrize("player", ["random", "scripted:hunter", BUNDLE])
def test_a_copy_has_its_own_player_by_name(player: str) -> None:
    env = made(SeatEnv, opponent=player, seat="red_0")
    env.reset(seed=3)
    copies = [env.clone(), copy.deepcopy(env)]
    pickled = pickle.loads(pickle.dumps(env))
    assert type(pickled.opponent.agent) is type(env.opponent.agent)
    for each in copies:
        assert each.opponent.agent is not env.opponent.agent
    actions = [int(each.action_masks().argmax()) for each in (env, *copies)]
    assert len(set(actions)) == 1
    for each in (env, *copies):
        for _ in range(6):
            if each.game.seat >= 0:
                each.step(int(each.action_masks().argmax()))
    assert len({each.game.digest() for each in (env, *copies)}) == 1


def test_a_clone_for_search_does_not_know_the_opponent() -> None:
    """Among several opponents it draws one, by its own seed."""
    env = made(SeatEnv, opponents=["random", "scripted:hunter", lowest], seat="red_0")
    env.reset(seed=3)
    assert {env.clone(reseed=seed).opponent_number for seed in range(12)} == {0, 1, 2}
    again = pickle.loads(pickle.dumps(env.clone()))
    assert again.opponent_number == env.opponent_number


def test_a_closed_environment_ends_the_players_it_made(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[str] = []
    monkeypatch.setattr(RandomAgent, "close", lambda self: closed.append(self.name), raising=False)
    for form in FORMS:
        made(form, opponents=["random", RandomAgent(name="mine")]).close()
    assert closed == ["random"] * 3


# -- matches -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def setting() -> GameSetting:
    return GameSetting.of(GAME, SCENARIO, max_turns=TURNS)


def test_matches_take_every_form_of_a_player(setting: GameSetting) -> None:
    agents = make_agent("scripted:hunter", setting), FunctionAgent(lowest)
    by_agent = play_match(setting, agents, pairs=3, seed=1)
    by_name = play_match(setting, ["scripted:hunter", lowest], pairs=3, seed=1)
    assert by_name.agent_b == "lowest"
    assert by_name.score_a == by_agent.score_a and by_name.ends == by_agent.ends


def test_matches_refuse_wrong_players_by_name(setting: GameSetting) -> None:
    for wrong, reason in (
        (("random", 3), r"players\[1\]=3: must be a name"),
        (("random", whole), r"players\[1\]=<function whole"),
        (("random", RandomAgent), r"players\[1\]=RandomAgent: is a class"),
        (("scripted:nobody", "random"), "nobody"),
        (("bot:no_such_program_1", "random"), "was not found"),
        (("random",), "players: 1 are given"),
    ):
        with pytest.raises(ConfigError, match=reason):
            play_match(setting, wrong, pairs=1)  # type: ignore[arg-type]


def test_a_function_is_an_agent_that_reads_observations(setting: GameSetting) -> None:
    agent = as_agent(lowest, setting)
    assert agent.needs is Needs.OBSERVATIONS and agent.name == "lowest"
    assert AgentOpponent(agent).reads_records is False


# -- past selves ---------------------------------------------------------------------------------------


class Fixed:
    """A policy with a weight that training changes: it plays its `place`-th legal action."""

    def __init__(self, place: int) -> None:
        self.place = place
        self.rows: list[int] = []

    def act(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        self.rows.append(len(masks))
        return np.array([row.nonzero()[0][min(self.place, row.sum() - 1)] for row in masks])


def test_past_selves_are_copies_and_one_is_drawn_for_each_game() -> None:
    learner, selves = Fixed(0), PastSelves()
    env = made(SeatVecEnv, opponents=[selves])
    env.reset(seed=1)  # without a version: random play
    for place in range(3):
        learner.place = place
        selves.add(learner.act)
    learner.place = 99
    kept = [version.__self__.place for version in selves.versions]  # type: ignore[attr-defined]
    assert kept == [0, 1, 2]
    for seed in range(8):
        step = env.reset(seed=seed)
        for _ in range(4):
            step = env.step(step.masks.argmax(axis=1))
    assert not learner.rows
    assert all(version.__self__.rows for version in selves.versions)  # type: ignore[attr-defined]


def test_past_selves_keep_so_many_and_always_the_newest() -> None:
    selves = PastSelves(keep=3)
    for place in range(20):
        selves.add(Fixed(place).act)
        assert selves.versions[-1].__self__.place == place  # type: ignore[attr-defined]
    assert len(selves.versions) == 3


@pytest.mark.parametrize("form", [SeatEnv, SeatVecEnv])
def test_games_against_past_selves_repeat(form: Any) -> None:
    seen = []
    for _ in range(2):
        selves = PastSelves()
        selves.add(Fixed(0).act)
        selves.add(Fixed(1).act)
        seen.append(played(made(form, opponents=[selves, "random"])))
    assert seen[0] == seen[1]


def test_a_past_self_that_plays_wrong_is_an_error() -> None:
    selves = PastSelves()
    with pytest.raises(ConfigError, match="policy=3: must be a function"):
        selves.add(3)  # type: ignore[arg-type]
    with pytest.raises(ConfigError, match="keep=0"):
        PastSelves(keep=0)
    selves.add(lambda observations, masks: (1 - masks).argmax(axis=1))
    with pytest.raises(IllegalOrderError, match="not legal"):
        made(SeatEnv, opponent=selves, seat="blue_0").reset(seed=1)
