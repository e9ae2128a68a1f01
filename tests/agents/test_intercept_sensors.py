"""Intercept's hunter, as everybody meets it: through the roster and a match."""

from __future__ import annotations

import numpy as np
import pytest

from agents.base import ask
from agents.match import play_match
from agents.roster import make_agent
from agents.scripted.intercept_sensors import belief
from agents.setting import Setting


@pytest.fixture(scope="module")
def duel() -> Setting:
    """The duel with nothing delegated."""
    return Setting.of("intercept_sensors", "duel")


def test_the_hunter_beats_random(duel: Setting) -> None:
    players = make_agent("scripted:hunter", duel), make_agent("random", duel)
    result = play_match(duel, players, pairs=30)
    assert result.score_a > 0.85
    assert result.failures == 0


def test_random_games_end_and_every_word_is_legal(duel: Setting) -> None:
    players = make_agent("random", duel), make_agent("random", duel)
    result = play_match(duel, players, pairs=10, seed=2)
    assert result.failures == 0
    assert result.games == 20


def test_the_belief_is_a_distribution_that_a_scan_empties(duel: Setting) -> None:
    hunter = make_agent("scripted:hunter", duel)
    hunter.reset(3)
    env = duel.batch(1, threads=1)
    out = env.reset(seed=3)
    emptied = 0
    while out.seat[0] >= 0 and emptied < 3:
        seat = int(out.seat[0])
        believed = belief(out.seen, 0, duel.scenario, seat)
        assert believed.sum() == pytest.approx(1.0, abs=1e-3)
        assert believed.min() >= 0.0
        record = out.seen.states[0]
        number = int(record.scans[seat])
        scan = record.scan[seat, (number - 1) % len(record.scan[seat])]
        answered = number > 0 and record.declared[seat] == 0 and scan.turn == record.turn - 1
        if answered and scan.finds == 0 and scan.strength >= 0:
            left, top, side = int(scan.left), int(scan.top), int(scan.side)
            inside = believed[max(top, 1) - 1 : top + side - 1, max(left, 1) - 1 : left + side - 1]
            assert inside.mean() < believed.mean()
            emptied += 1
        env.step(ask(hunter, env, np.arange(1)))


def test_set_up_follows_the_seed_and_differs_between_seeds(duel: Setting) -> None:
    def places(seed: int) -> list[int]:
        hunter = make_agent("scripted:hunter", duel)
        hunter.reset(seed)
        env = duel.batch(1, threads=1)
        out = env.reset(seed=1)
        words = []
        for _ in range(4):
            word = ask(hunter, env, np.arange(1))
            assert out.mask[0, word[0]]
            words.append(int(word[0]))
            env.step(word)
        return words

    assert places(5) == places(5)
    assert len({tuple(places(seed)) for seed in range(6)}) > 1
