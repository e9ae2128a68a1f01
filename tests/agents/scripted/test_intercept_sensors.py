"""Intercept's hunter, as everybody meets it: through the roster and a match."""

from __future__ import annotations

import numpy as np
import pytest

from spacecombat_agents.arena.matches.match import play_match
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import query_agent
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.scripted.intercept_sensors import belief
from spacecombat_env.rulesets.intercept_sensors.model import (
    RECENT_SCANS,
    InterceptDecision,
    Power,
    Result,
)


@pytest.fixture(scope="module")
def duel() -> GameSetting:
    """The duel with nothing delegated."""
    return GameSetting.of("intercept_sensors", "duel")


def test_the_hunter_beats_random(duel: GameSetting) -> None:
    players = make_agent("scripted:hunter", duel), make_agent("random", duel)
    result = play_match(duel, players, pairs=30, seed=0)
    assert result.score_a > 0.85
    assert result.failures == 0


def test_the_lurker_waits_in_the_dark_and_beats_random(duel: GameSetting) -> None:
    """It drifts on batteries until something finds it, where the drift stays on the map."""
    lurker = make_agent("scripted:lurker", duel)
    match = play_match(duel, (lurker, make_agent("random", duel)), pairs=20, seed=0)
    assert match.score_a > 0.85
    env = duel.batch(8, threads=1, keep_visible=True, auto_reset=True)
    out = env.reset(seed=3)
    dark = []
    for _ in range(200):
        for k in range(8):
            state = out.visible.states[k]
            unit = state.unit_of[int(out.seat[k]) * (len(state.unit_of) // 2)]
            is_found = unit.found > Result.NOTHING or unit.tracked
            if state.decision == InterceptDecision.SCAN and state.turn > 2 and not is_found:
                dark.append(unit.power == Power.BATTERIES)
        env.step(query_agent(lurker, env, np.arange(8)))
    assert len(dark) > 8 and np.mean(dark) > 0.5


def test_random_games_end_and_every_action_is_legal(duel: GameSetting) -> None:
    players = make_agent("random", duel), make_agent("random", duel)
    result = play_match(duel, players, pairs=10, seed=2)
    assert result.failures == 0
    assert result.games == 20


def test_the_belief_is_a_distribution_that_a_scan_empties(duel: GameSetting) -> None:
    hunter = make_agent("scripted:hunter", duel)
    hunter.reset(3)
    env = duel.batch(1, threads=1, keep_visible=True)
    out = env.reset(seed=3)
    before: dict[int, np.ndarray] = {}
    emptied = 0
    while out.seat[0] >= 0:
        seat, record = int(out.seat[0]), out.visible.states[0]
        believed = belief(out.visible, 0, duel.scenario, seat)
        assert believed.sum() == pytest.approx(1.0, abs=1e-3)
        assert believed.min() >= 0.0
        if record.decision == InterceptDecision.SCAN and record.declared[seat] == 0:
            before[seat] = believed
        elif (
            record.decision == InterceptDecision.PLOT and seat in before and record.scans[seat] > 0
        ):
            scan = record.scan[seat, (int(record.scans[seat]) - 1) % RECENT_SCANS]
            if scan.finds == 0 and scan.strength >= -2 and not record.unit_of["tracked"].any():
                emptied += share(believed, scan) < 0.8 * share(before.pop(seat), scan)
        env.step(query_agent(hunter, env, np.arange(1)))
    assert emptied >= 1


def share(believed: np.ndarray, scan: np.record) -> float:
    """Return the belief within the area of a scan."""
    left, top, side = int(scan.left) - 1, int(scan.top) - 1, int(scan.side)
    return float(believed[max(top, 0) : top + side, max(left, 0) : left + side].sum())


def test_set_up_follows_the_seed_and_differs_between_seeds(duel: GameSetting) -> None:
    def places(seed: int) -> list[int]:
        hunter = make_agent("scripted:hunter", duel)
        hunter.reset(seed)
        env = duel.batch(1, threads=1)
        out = env.reset(seed=1)
        actions = []
        for _ in range(4):
            action = query_agent(hunter, env, np.arange(1))
            assert out.mask[0, action[0]]
            actions.append(int(action[0]))
            env.step(action)
        return actions

    assert places(5) == places(5)
    assert len({tuple(places(seed)) for seed in range(6)}) > 1
