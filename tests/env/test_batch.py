"""Many games at once: the same games as one at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from kit import toy_ruleset

import spacecombat_env
from spacecombat_env import registry
from spacecombat_env.core.ruleset import TALLY
from spacecombat_env.env.game import Game, open_scenario
from spacecombat_env.env.vector.batch import BatchEnv
from spacecombat_env.env.vector.gym_vector import GymVectorEnv
from spacecombat_env.env.vector.seat_batch import SeatVecEnv

TURNS = 3
ENOUGH = 10
"""Games of a row that show what a test asks."""


def batch(name: str, count: int = 8, **settings: Any) -> BatchEnv:
    return BatchEnv(name, num_envs=count, **{"max_turns": TURNS, **settings})


def test_make_vec() -> None:
    made = spacecombat_env.make_vec("hidden_number", num_envs=5)
    assert made.reset(seed=1).mask.shape == (5, toy_ruleset.ACTIONS.size)


def test_records_are_what_the_seats_to_act_may_know(name: str) -> None:
    """Kept or made on demand, by two threads or one: the same bytes, and the same games."""
    kept, asked = batch(name, 40, keep_visible=True), batch(name, 40, threads=2)
    if asked.kernels.one_visible:
        with pytest.raises(AttributeError, match="keep_visible=True"):
            print(asked.out.visible.int64)
    for many in (kept, asked):
        many.reset(seed=1)
    rows = np.array([0, 3, 38, 39])
    for _ in range(60):
        assert (asked.out.observation == kept.out.observation).all()
        assert (asked.out.mask == kept.out.mask).all()
        there = kept.out.seat[rows] >= 0
        result = [asked.out.done.copy(), asked.out.rewards.copy(), asked.out.tally.copy()]
        records = asked.visible(rows)
        assert (records.raw[there] == kept.out.visible.raw[rows][there]).all()
        assert (kept.visible(rows).raw == kept.out.visible.raw[rows]).all()
        for before, after in zip(
            result, (asked.out.done, asked.out.rewards, asked.out.tally), strict=True
        ):
            assert (before == after).all()
        words = asked.sample_random().copy()
        assert (words == kept.sample_random()).all()
        for many in (kept, asked):
            many.step(words)


def test_every_row_is_the_game_of_its_seed(name: str) -> None:
    many = batch(name, auto_reset=False)
    seeds = np.arange(100, 108)
    out = many.start(seeds)
    rules = registry.ruleset(name)
    loaded = open_scenario(rules, None, max_turns=TURNS)
    alone = [Game(rules, loaded) for _ in seeds]
    for game, seed in zip(alone, seeds.tolist(), strict=True):
        game.start(seed)
    for _ in range(60):
        for row, game in enumerate(alone):
            assert (out.observation[row] == game.row).all()
            assert (out.mask[row] == game.mask).all()
            assert out.seat[row] == game.seat
        words = many.sample_random().copy()
        out = many.step(words)
        for row, game in enumerate(alone):
            if words[row] >= 0:
                game.step(int(words[row]))
                assert (out.rewards[row] == game.out.rewards[0]).all()
                assert out.done[row] == game.out.done[0]


def test_games_restart_in_the_step_that_ends_them(name: str) -> None:
    many = batch(name)
    out = many.reset(seed=1)
    ended = 0
    for _ in range(4000):
        out = many.step(many.sample_random())
        ended += int(out.done.sum())
        assert (out.seat >= 0).all()
        assert out.mask.any(axis=1).all()
        assert not out.rewards[out.done == 0].any()
        if ended > 20:
            break
    assert ended > 20
    assert int(out.tally[:, 5].sum()) == ended


def test_threads_do_not_change_the_games(name: str) -> None:
    one, two = batch(name, 9, threads=1), batch(name, 9, threads=3)
    for many in (one, two):
        many.reset(seed=3)
        for _ in range(100):
            many.step(many.sample_random())
        many.close()
    assert (one.games.raw == two.games.raw).all()
    assert (one.out.observation == two.out.observation).all()


def test_the_same_seed_gives_the_same_games(name: str) -> None:
    one, two = batch(name), batch(name)
    for many in (one, two):
        many.reset(seed=3)
        many.step(many.sample_random())
    assert (one.games.raw == two.games.raw).all()
    assert len({row.tobytes() for row in one.games.raw}) == 8


def test_floats_are_scaled_views(name: str) -> None:
    many = batch(name)
    out = many.reset(seed=2)
    expected = out.observation * many.scenario.observation.scales
    assert (many.floats() == expected).all()
    rows = np.array([5, 1])
    assert (many.floats(rows) == expected[rows]).all()
    room = np.empty((8, expected.shape[1]), np.float32)
    assert np.shares_memory(many.floats(rows, room), room)
    assert many.floats().dtype == np.float32


def test_states_move_between_rows(name: str) -> None:
    many = batch(name)
    out = many.reset(seed=2)
    many.set_state(0, many.state(3))
    many.actions[:] = -1
    out = many.step(many.actions)
    assert (out.observation[0] == out.observation[3]).all()


# -- the learner in one seat ----------------------------------------------------------------------


def words(masks: np.ndarray, generator: np.random.Generator) -> np.ndarray:
    return (generator.random(masks.shape) * masks).argmax(axis=1)


class Recorder:
    """An opponent that says the last legal action and notes what it was asked."""

    def __init__(self) -> None:
        self.begun: list[int] = []
        self.begun_in: list[int] = []
        self.seats: list[int] = []

    def begin(self, rows: np.ndarray, seats: np.ndarray, seeds: np.ndarray) -> None:
        self.begun += rows.tolist()
        self.begun_in += seats.tolist()

    def __call__(self, observations: Any, masks: Any, visible: Any, rows: Any, seats: Any) -> Any:
        assert observations.dtype == np.float32 and len(observations) == len(rows) == len(masks)
        assert len(visible.states) >= len(rows)
        self.seats += seats.tolist()
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


def test_the_learner_sits_in_both_seats_by_turns(name: str) -> None:
    many = SeatVecEnv(name, num_envs=4, max_turns=TURNS)
    told = many.reset(seed=1)
    assert many.seats.tolist() == [0, 1, 0, 1]
    generator = np.random.default_rng(0)
    seats: dict[int, list[int]] = {row: [] for row in range(4)}
    for _ in range(3000):
        told = many.step(words(told.masks, generator))
        assert told.masks.any(axis=1).all()
        assert (many.batch.out.seat == many.seats).all()
        assert (told.dones == [row in told.finished for row in range(4)]).all()
        for row, result in told.finished.items():
            seats[row].append(result["seat"])
            verdict = result["verdict"]
            won = 0.0 if verdict == 2 else 1.0 if verdict == result["seat"] else -1.0
            assert told.rewards[row] == won
            assert result["length"] > 0
        if min(len(order) for order in seats.values()) > ENOUGH:
            break
    for row, order in seats.items():
        assert order == [(row + game) % 2 for game in range(len(order))]
        assert len(order) > 2


def test_wins_and_losses_are_both_seen_and_even_out(name: str) -> None:
    """Random against random: what the learner wins it also loses."""
    many = SeatVecEnv(name, num_envs=8, max_turns=TURNS)
    told = many.reset(seed=5)
    generator = np.random.default_rng(1)
    rewards: list[float] = []
    for _ in range(1500):
        told = many.step(words(told.masks, generator))
        rewards += told.rewards[told.dones].tolist()
        if len(rewards) > 40 * ENOUGH:
            break
    if {-1.0, 1.0} <= set(rewards):
        assert abs(sum(rewards)) < 4 * len(rewards) ** 0.5
    assert len(rewards) > 10


def test_opponents_are_chosen_anew_for_each_game(name: str) -> None:
    first, second = Recorder(), Recorder()
    many = SeatVecEnv(
        name,
        num_envs=4,
        max_turns=TURNS,
        opponents=[first, second],
        choose_opponent=lambda game, generator: game % 2,
        seat="red_0",
    )
    told = many.reset(seed=1)
    generator = np.random.default_rng(0)
    chosen = []
    for _ in range(1000):
        told = many.step(words(told.masks, generator))
        chosen += [result["opponent"] for result in told.finished.values()]
        if len(chosen) > 4 * ENOUGH:
            break
    assert set(chosen) == {0, 1}
    assert set(first.seats) | set(second.seats) == {1}
    assert set(first.begun_in) | set(second.begun_in) == {1}
    assert len(first.begun) + len(second.begun) == many.games_started
    assert abs(len(first.begun) - len(second.begun)) <= 1


def test_it_is_the_game_that_one_seat_plays_alone(name: str, draw: Any) -> None:
    """The learner's views in the batch are those of a game stepped by hand."""
    many = SeatVecEnv(name, num_envs=2, max_turns=TURNS, opponents=[Recorder()], seat="red_0")
    told = many.reset(seed=4)
    loaded = many.scenario
    game = Game(many.ruleset, loaded)
    game.restore(many.batch.games.raw[1].tobytes() + bytes(4 * len(TALLY)))
    generator = np.random.default_rng(0)
    for _ in range(200):
        assert (told.observations[1] == game.floats()).all()
        assert (told.masks[1] == game.mask).all()
        chosen = words(told.masks, generator)
        told = many.step(chosen)
        game.step(int(chosen[1]))
        while game.seat == 1:
            game.step(int(game.mask.nonzero()[0][-1]))
        if 1 in told.finished:
            assert game.seat == -1
            assert (told.finished[1]["observation"] == game.observation_of(0)).all()
            break


def test_gymnasium_vector_env(name: str) -> None:
    many = GymVectorEnv(name, num_envs=3, max_turns=TURNS)
    views, infos = many.reset(seed=1)
    generator = np.random.default_rng(0)
    for _ in range(2000):
        assert many.observation_space.contains(views)
        assert (views["action_mask"] == infos["action_mask"]).all()
        views, _, over, _, infos = many.step(words(infos["action_mask"], generator))
        if over.any():
            row = int(over.argmax())
            assert many.single_observation_space.contains(infos["final_obs"][row])
            assert infos["final_info"]["length"][row] > 0
            break
    assert over.any()
    many.close()


def test_maskable_ppo_learns_on_the_batch() -> None:
    ppo = pytest.importorskip("sb3_contrib")
    torch = pytest.importorskip("torch")
    torch.set_num_threads(1)
    from sb3_contrib.common.maskable.evaluation import evaluate_policy
    from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

    from spacecombat_env.env.vector.sb3 import sb3_vec_env

    many = sb3_vec_env(SeatVecEnv("hidden_number", num_envs=8))
    assert is_masking_supported(many)
    model = ppo.MaskablePPO("MlpPolicy", many, n_steps=64, batch_size=128, seed=1, n_epochs=2)
    assert get_action_masks(many).shape == (8, toy_ruleset.ACTIONS.size)
    model.learn(512)
    assert {-1.0, 1.0} <= {episode["r"] for episode in model.ep_info_buffer}
    mean, _ = evaluate_policy(model, many, n_eval_episodes=10)
    assert -1.0 <= mean <= 1.0


def test_maskable_ppo_learns_on_one_seat() -> None:
    ppo = pytest.importorskip("sb3_contrib")
    from spacecombat_env.env.seat import SeatEnv

    model = ppo.MaskablePPO("MultiInputPolicy", SeatEnv("hidden_number"), n_steps=32, batch_size=32)
    model.learn(64)
    assert model.num_timesteps == 64
    assert {episode["r"] for episode in model.ep_info_buffer} & {-1.0, 1.0}
