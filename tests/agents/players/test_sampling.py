"""Drawing actions: the generator as published, chances as stated, the same lot the same action."""

from __future__ import annotations

import numpy as np
import pytest

from spacecombat_agents.players.base import unit_uniforms
from spacecombat_agents.players.sampling import (
    action_weights,
    decision_random_bits,
    greedy_actions,
    philox4x32,
    sample_actions,
    sample_indices,
)

HUGE = np.float32(-1e8)
KNOWN = [
    ([0, 0, 0, 0], [0, 0], [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]),
    (
        [0xFFFFFFFF] * 4,
        [0xFFFFFFFF] * 2,
        [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD],
    ),
    (
        [0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344],
        [0xA4093822, 0x299F31D0],
        [0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1],
    ),
]
"""Counter, key, result: the known answers for philox4x32-10 that Random123 is published with."""


def row(*logits: float) -> np.ndarray:
    """One question's logits."""
    return np.array([logits], np.float32)


def lots_at(*u: float) -> np.ndarray:
    """Random numbers that are these numbers from 0 to 1."""
    return (np.array(u) * 2.0**53).astype(np.uint64) << np.uint64(11)


@pytest.mark.parametrize(("counter", "key", "words"), KNOWN)
def test_the_generator_gives_the_published_answers(
    counter: list[int], key: list[int], words: list[int]
) -> None:
    counters = np.array([counter, [1, 2, 3, 4]], np.uint32)
    assert philox4x32(counters, np.array(key, np.uint32))[0].tolist() == words


def test_a_random_number_is_the_first_two_numbers_of_key_and_counter() -> None:
    key = np.array([0x299F31D0, 0xA4093822], np.uint32)
    low, high, *_ = philox4x32(np.array([[3, 17, 2, 0]], np.uint32), key)[0].tolist()
    assert decision_random_bits(0xA4093822299F31D0, 3, 17, 2).item() == low + (high << 32)


def test_random_numbers_of_other_seeds_games_decisions_and_draws_differ() -> None:
    decisions = np.arange(100)
    dealt = [
        decision_random_bits(seed, game, decisions) for seed in (0, 1, 2**40) for game in (0, 1)
    ]
    dealt.append(decision_random_bits(0, 0, decisions, 1))
    assert len(np.unique(np.concatenate(dealt))) == 700
    assert abs(unit_uniforms(np.concatenate(dealt)).mean() - 0.5) < 0.04


def test_actions_come_as_often_as_their_chances() -> None:
    logits = np.repeat(np.log(row(0.5, 0.3, 0.15, 0.05)), 20_000, axis=0)
    masks = np.ones(logits.shape, np.int8)
    random_bits = decision_random_bits(5, 0, np.arange(20_000))
    shares = np.bincount(sample_actions(logits, masks, random_bits, 1.0)) / 20_000
    assert np.abs(shares - [0.5, 0.3, 0.15, 0.05]).max() < 0.01
    colder = np.bincount(sample_actions(logits, masks, random_bits, 0.5), minlength=4) / 20_000
    squares = np.array([0.5, 0.3, 0.15, 0.05]) ** 2
    assert np.abs(colder - squares / squares.sum()).max() < 0.01


def test_places_are_drawn_by_their_weights_and_none_of_weight_0() -> None:
    weights = np.tile(np.array([0.0, 0.4, 0.0, 1.4, 0.2, 0.0]), (20_000, 1))
    counts = np.bincount(
        sample_indices(weights, decision_random_bits(3, 0, np.arange(20_000))), minlength=6
    )
    assert (counts[[0, 2, 5]] == 0).all()
    assert counts[[1, 3, 4]] / 20_000 == pytest.approx([0.2, 0.7, 0.1], abs=0.015)
    ends = np.array([0, 2**64 - 1], np.uint64)
    assert sample_indices(weights[:2], ends).tolist() == [1, 4]


def test_actions_that_are_not_legal_are_never_chosen() -> None:
    logits = np.repeat(row(9.0, 0.0, 8.0, 0.0), 3_000, axis=0)
    masks = np.tile(np.array([0, 1, 0, 1], np.int8), (3_000, 1))
    words = sample_actions(logits, masks, decision_random_bits(1, 0, np.arange(3_000)), 3.0)
    assert set(words.tolist()) == {1, 3}
    assert set(greedy_actions(logits, masks).tolist()) == {1}


def test_min_p_cuts_what_is_unlikely_beside_the_likeliest() -> None:
    logits, masks = np.log(row(0.9, 0.08, 0.02)), np.ones((1, 3), np.int8)
    assert action_weights(logits, masks, 1.0, 0.05).astype(bool).tolist() == [[True, True, False]]
    assert action_weights(logits, masks, 1.0, 1.0).astype(bool).tolist() == [[True, False, False]]
    assert action_weights(logits, masks, 4.0, 0.05).all()


def test_min_p_cuts_nothing_where_all_actions_are_as_good() -> None:
    """A hundred places to hide in, 1 % each: all stay."""
    weights = action_weights(np.zeros((1, 100)), np.ones((1, 100), np.int8), 0.6, 0.02)
    assert (weights == 1.0).all()


def test_the_action_is_the_first_whose_sum_lies_above_the_random_number() -> None:
    logits = np.repeat(row(0.0, HUGE, 0.0, 0.0), 6, axis=0)
    masks = np.tile(np.array([1, 0, 1, 1], np.int8), (6, 1))
    random_bits = lots_at(0.0, 0.33, 0.34, 0.66, 0.67, 1.0 - 2.0**-53)
    assert sample_actions(logits, masks, random_bits, 1.0).tolist() == [0, 0, 2, 2, 3, 3]


def test_at_temperature_0_the_first_of_the_best_is_chosen() -> None:
    words = sample_actions(row(1.0, 2.0, 2.0), np.ones((1, 3), np.int8), lots_at(0.99), 0.0)
    assert words.tolist() == [1]


def test_a_row_is_drawn_alone_as_beside_others() -> None:
    luck = np.random.default_rng(2)
    logits = luck.normal(0, 3, (200, 16)).astype(np.float32)
    masks = (luck.random((200, 16)) < 0.5).astype(np.int8)
    masks[:, 3] = 1
    random_bits = decision_random_bits(9, 4, np.arange(200))
    together = sample_actions(logits, masks, random_bits, 0.7, 0.02)
    order = luck.permutation(200)
    assert (
        sample_actions(logits[order], masks[order], random_bits[order], 0.7, 0.02)
        == together[order]
    ).all()
    alone = [
        sample_actions(logits[k : k + 1], masks[k : k + 1], random_bits[k : k + 1], 0.7, 0.02)[0]
        for k in range(200)
    ]
    assert alone == together.tolist()
