"""What leads back to a game's randomness: seeds that players see, clones for search, next games."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from spacecombat_env import registry
from spacecombat_env.core.model.seeds import TWIN, derived_seed
from spacecombat_env.core.ruleset import TALLY
from spacecombat_env.env.aec import SpaceCombatAEC
from spacecombat_env.env.game import Game, open_scenario
from spacecombat_env.env.opponents import RandomOpponent, fresh_opponent
from spacecombat_env.env.parallel import SpaceCombatParallel
from spacecombat_env.env.seat import SeatEnv
from spacecombat_env.env.vector.batch import BatchEnv
from spacecombat_env.env.vector.seat_batch import SeatVecEnv

TURNS = 3
FORMS = [SpaceCombatAEC, SpaceCombatParallel, SeatEnv]


class Memory:
    """An opponent that says the last legal action and remembers everything it receives."""

    def __init__(self) -> None:
        self.told: list[int] = []
        self.to_act = 0

    def begin(self, rows: np.ndarray, seats: np.ndarray, seeds: np.ndarray) -> None:
        self.told = [*self.told, *seeds.tolist()]
        self.to_act = 0

    def __call__(self, observations: Any, masks: Any, visible: Any, rows: Any, seats: Any) -> Any:
        self.to_act += len(rows)
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


# -- what players receive --------------------------------------------------------------------------


def test_a_derived_seed_is_of_its_purpose_and_no_mix_of_the_secret() -> None:
    made = [derived_seed(secret, purpose) for secret in range(500) for purpose in ("a", "b")]
    assert len(set(made)) == 1000
    assert all(0 <= seed < 2**63 for seed in made)
    assert derived_seed(1, 23) != derived_seed(12, 3)
    assert derived_seed(5, "a") == derived_seed(5, "a") == made[10]


def test_an_opponent_of_a_seat_is_shown_no_seed_of_the_game(name: str) -> None:
    memory = Memory()
    one = SeatEnv(name, opponent=memory, seat="red_0", max_turns=TURNS)
    games = []
    start = one.game.start
    one.game.start = lambda seed: (games.append(int(seed)), start(seed))[1]  # type: ignore[method-assign]
    one.reset(seed=77)
    one.reset()
    assert games[0] == 77
    assert len(memory.told) == len(games) > 1
    assert not set(memory.told) & set(games)


def test_opponents_of_a_batch_are_shown_no_seed_of_the_games(name: str) -> None:
    memory = Memory()
    many = SeatVecEnv(name, num_envs=3, opponents=[memory], max_turns=TURNS)
    games: list[int] = []
    kernels = many.batch.kernels

    def start(*given: Any) -> None:
        games.append(int(given[3]))
        kernels.start(*given)

    many.batch.kernels = kernels._replace(start=start)
    many.reset(seed=5)
    assert len(games) == len(memory.told) >= 3
    assert not set(memory.told) & set(games)


def test_random_numbers_of_opponents_are_not_drawn_from_the_games_generator(name: str) -> None:
    rng = []
    many = SeatVecEnv(
        name,
        num_envs=2,
        max_turns=TURNS,
        opponents=[Memory()],
        choose_opponent=lambda game, generator: rng.append(generator) or 0,  # type: ignore[func-returns-value]
    )
    many.reset(seed=5)
    one = SeatEnv(name, max_turns=TURNS)
    one.reset(seed=5)
    assert rng[0] is not many._generator
    assert isinstance(one.opponent, RandomOpponent)
    assert one.opponent.generator is not one.np_random


# -- clones for search -----------------------------------------------------------------------------


def play_on(one: Any, draw: Any, seed: int, words: int) -> list[bytes]:
    """Speak random actions in any form of a game; return what its records were."""
    generator = np.random.default_rng(seed)
    told = []
    for _ in range(words):
        if one.game.seat < 0:
            break
        one._apply_action(draw(one.game.mask, generator))
        told.append(one.game.games.raw.tobytes())
    return told


def another_truth(one: Any, agent: str) -> Any:
    """Return a copy that looks the same to an agent: other secrets, other randomness, another count."""
    other = copy.deepcopy(one)
    other.game = one.game.determinize(one._seat_of(agent), 12345)
    other.np_random = np.random.default_rng(987)
    if isinstance(one, SeatEnv):
        other.opponent = RandomOpponent(np.random.default_rng(654))
    else:
        other.cycles += 7
    return other


def told_by(clone: Any) -> dict[str, Any]:
    """Return all that a clone holds, as it could be read out of it."""
    state = clone.__getstate__()
    return {
        "saved": state["saved"],
        "luck": state["np_random"].bit_generator.state,
        "seed": getattr(clone, "np_random_seed", None) if isinstance(clone, SeatEnv) else None,
        "cycles": clone.cycles,
        "opponent": pickle.dumps(getattr(clone, "opponent", None)),
        "settings": pickle.dumps(state["settings"]["ruleset"]),
        "raw": clone.game.games.raw.tobytes(),
        "out": [part.tobytes() for part in clone.game.out if isinstance(part, np.ndarray)],
        "seen": clone.game.out.visible.raw.tobytes(),
    }


@pytest.mark.parametrize("form", FORMS)
def test_a_clone_for_search_follows_from_what_the_seat_knows(
    name: str, form: Any, draw: Any
) -> None:
    one = form(name, max_turns=TURNS)
    one.reset(seed=41)
    play_on(one, draw, 1, 3)
    agent = one.possible_agents[one.game.seat]
    other = another_truth(one, agent)
    assert other.game.digest() != one.game.digest()
    mine, theirs = (told_by(each.clone(reseed=5, agent=agent)) for each in (one, other))
    assert {key for key in mine if mine[key] != theirs[key]} == set()


@pytest.mark.parametrize("form", FORMS)
def test_the_games_that_follow_in_a_clone_for_search_are_others(name: str, form: Any) -> None:
    one = form(name, max_turns=TURNS)
    one.reset(seed=41)
    clones = one.clone(reseed=5), one.clone(reseed=6), one.clone()
    for each in (one, *clones):
        each.reset()
    raw = [each.game.games.raw.tobytes() for each in (one, *clones)]
    assert raw[0] == raw[3]
    assert len(set(raw)) == 3


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e))])
def test_a_copy_has_a_random_opponent_of_its_own(name: str, copied: Any, draw: Any) -> None:
    one = SeatEnv(name, max_turns=TURNS)
    one.reset(seed=3)
    play_on(one, draw, 1, 3)
    copies = copied(one), copied(one)
    told = play_on(copies[0], draw, 2, 30)
    assert play_on(copies[1], draw, 2, 30) == told
    assert play_on(one, draw, 2, 30) == told


def test_a_saved_seat_continues_against_the_same_randomness(name: str, draw: Any) -> None:
    one, two = SeatEnv(name, max_turns=TURNS), SeatEnv(name, max_turns=TURNS)
    one.reset(seed=3)
    play_on(one, draw, 1, 3)
    two.reset(seed=9)
    two.restore(one.save())
    assert (two.seat, two.cycles) == (one.seat, one.cycles)
    assert play_on(two, draw, 2, 30) == play_on(one, draw, 2, 30)


def test_an_opponent_with_a_memory_brings_none_of_it_into_a_clone_for_search(name: str) -> None:
    memory = Memory()
    one = SeatEnv(name, opponent=memory, seat="blue_0", max_turns=TURNS)
    one.reset(seed=3)
    kept, asked = list(memory.told), memory.to_act
    new = one.clone(reseed=5)
    assert new.opponent is not memory and new.opponent.to_act == 0  # type: ignore[attr-defined]
    assert new.opponent.told[len(kept) :] != kept  # type: ignore[attr-defined]
    assert pickle.loads(pickle.dumps(new)).opponent.to_act == 0
    for _ in range(3):
        if new.game.seat >= 0:
            new.step(int(new.action_masks().argmax()))
    assert (memory.told, memory.to_act) == (kept, asked)
    assert one.clone().opponent is memory


def test_an_opponent_may_say_how_it_is_had_afresh() -> None:
    rows, seats = np.zeros(1, np.int64), np.ones(1, np.int64)
    one = RandomOpponent(np.random.default_rng(1))
    first, again = (fresh_opponent(one, rows, seats, 7) for _ in range(2))
    assert first.generator.random() == again.generator.random()  # type: ignore[attr-defined]
    assert first.generator is not one.generator  # type: ignore[attr-defined]
    assert fresh_opponent(Memory.__call__, rows, seats, 7) is Memory.__call__


def test_a_clone_for_search_is_not_cut_short_by_what_the_other_side_said(
    name: str, draw: Any
) -> None:
    one = SpaceCombatAEC(name, max_turns=TURNS, max_cycles=8)
    one.reset(seed=2)
    play_on(one, draw, 1, 5)
    new = one.clone(reseed=1)
    assert (one.cycles, new.cycles, one.clone().cycles) == (5, 0, 5)


# -- the games that follow -------------------------------------------------------------------------


def test_nothing_of_a_seed_is_shown_with_a_result() -> None:
    assert TALLY._fields == ("verdict", "reason", "turns", "decisions", "margin", "games")


def test_the_next_game_does_not_follow_from_the_last_ones_seed(name: str) -> None:
    """Row 0 of both batches plays the same game; the next one there is not the same."""
    rules = registry.ruleset(name)
    loaded = open_scenario(rules, None, max_turns=1)
    alone = Game(rules, loaded)
    after = []
    for other in (8, 9, 8):
        many = BatchEnv(name, num_envs=2, max_turns=1)
        out = many.start(np.array([7, other]))
        alone.start(7)
        assert (many.games.raw[0] == alone.games.raw[0]).all()
        while True:
            out = many.step(np.where(out.seat >= 0, out.mask.argmax(axis=1), -1))
            if out.done[0]:
                break
        after.append(many.games.raw[0].tobytes())
        many.close()
    assert after[0] == after[2]
    assert after[0] != after[1]


def test_the_games_of_a_pair_differ_in_their_set_up(name: str) -> None:
    rules = registry.ruleset(name)
    loaded = open_scenario(rules, None, max_turns=TURNS)
    one, two = Game(rules, loaded), Game(rules, loaded)
    differ = 0
    for seed in range(10):
        one.start(seed)
        two.start(seed ^ TWIN)
        pair = (game.games.raw.tobytes() for game in (one, two))
        differ += len(set(pair)) == 2
    assert differ == 10
