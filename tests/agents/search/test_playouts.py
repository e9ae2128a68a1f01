"""Playouts: games side by side go as they go alone, and end where they are to end."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import query_agent, random_bits_at
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.search.determinization import determinize
from spacecombat_agents.search.game_batch import GameBatch
from spacecombat_agents.search.playouts import Horizon, Playouts, PlayoutStarts
from spacecombat_env.core.ruleset import TALLY, Games, make_games

LINES = 40


def worlds_of(setting: GameSetting, count: int, seed: int = 5, actions: int = 3) -> Games:
    """Return worlds that look like one game after some actions."""
    env = setting.batch(1, threads=1, keep_visible=True)
    env.start(np.array([seed]))
    for _ in range(actions):
        env.step(env.out.mask.argmax(axis=1))
    rows, seats = np.zeros(count, np.int64), np.repeat(env.out.seat, count)
    seeds = np.arange(count) + 100
    return determinize(env.kernels, env.scenario.table, env.out.visible, rows, seats, seeds)


def at_all_stages(setting: GameSetting, count: int) -> Games:
    """Return worlds of games that are at different places, so that they end at different times."""
    parts = [worlds_of(setting, 1, seed=k, actions=k * 7 % 20) for k in range(count)]
    worlds = make_games(parts[0].states.dtype, count)
    worlds.raw[:] = np.concatenate([part.raw for part in parts])
    return worlds


def luck_of(count: int) -> np.ndarray:
    """Return randomness for each of some lines."""
    return np.random.default_rng(1).integers(2**64, size=count, dtype=np.uint64)


@pytest.fixture(scope="module")
def skirmish() -> GameSetting:
    return GameSetting.of("battle_rider", "skirmish")


@pytest.mark.parametrize("name", ["random", "scripted:captain"])
def test_a_line_ends_alike_whatever_is_played_beside_it(setting: GameSetting, name: str) -> None:
    luck, agent = luck_of(LINES), make_agent(name, setting)
    worlds = at_all_stages(setting, LINES)
    by_width = [
        Playouts(setting, (agent, agent), width).play(worlds, PlayoutStarts.of(luck))
        for width in (1, 7, LINES)
    ]
    for played in by_width[1:]:
        for one, other in zip(by_width[0], played, strict=True):
            assert (one == other).all()
    assert by_width[0].is_over.all()
    assert len(set(by_width[0].margin.tolist())) > 5


@pytest.mark.compiled
@pytest.mark.slow
@pytest.mark.parametrize("name", ["random", "scripted:captain"])
def test_lines_of_the_skirmish_end_as_whole_batches_do(skirmish: GameSetting, name: str) -> None:
    agent = make_agent(name, skirmish)
    worlds, luck = worlds_of(skirmish, 30), luck_of(30)
    narrow = Playouts(skirmish, (agent, agent), 7).play(worlds, PlayoutStarts.of(luck))
    wide = Playouts(skirmish, (agent, agent), 64).play(worlds, PlayoutStarts.of(luck))
    for one, other in zip(narrow, wide, strict=True):
        assert (one == other).all()
    assert narrow.is_over.all()
    env = skirmish.batch(30, threads=1)
    env.games.raw[:] = worlds.raw
    out = env.step(np.full(30, -1))
    said = np.zeros(30, np.uint64)
    while (out.seat >= 0).any():
        open_rows = np.flatnonzero(out.seat >= 0)
        actions = np.full(30, -1)
        actions[open_rows] = query_agent(
            agent, env, open_rows, random_bits_at(luck, said)[open_rows]
        )
        out = env.step(actions)
        said += np.uint64(1)
    assert (out.tally[:, TALLY.margin] == narrow.margin).all()


def test_equal_randomness_in_equal_worlds_is_paired(setting: GameSetting) -> None:
    worlds, agent = worlds_of(setting, 2), make_agent("random", setting)
    lines = PlayoutStarts(
        np.zeros(6, np.int64), np.array([1, 1, 1, 2, 2, 2], np.uint64), np.zeros((6, 0))
    )
    margin = Playouts(setting, (agent, agent)).play(worlds, lines).margin
    assert len(set(margin[:3])) == len(set(margin[3:])) == 1
    assert margin[0] != margin[3]


def test_opening_actions_are_said_and_counted(setting: GameSetting) -> None:
    worlds, agent = worlds_of(setting, 1), make_agent("scripted:captain", setting)
    worth = worlds.states["worth"][0] * worlds.states["offered"][0]
    legal = np.flatnonzero(worlds.states["offered"][0])
    first = legal[:, None]
    lines = PlayoutStarts(np.zeros(len(legal), np.int64), np.zeros(len(legal), np.uint64), first)
    played = Playouts(setting, (agent, agent)).play(worlds, lines, Horizon(actions=2))
    assert (played.actions == 3).all() and not played.is_over.any()
    ended = Playouts(setting, (agent, agent)).play(worlds, lines)
    sign = 1 - 2 * int(worlds.states["seat"][0])
    told = sign * ended.margin - worth[legal]
    assert len(set(told.tolist())) == 1


def test_a_first_action_that_is_not_legal_is_left_to_the_players(setting: GameSetting) -> None:
    worlds, agent = worlds_of(setting, 1), make_agent("scripted:captain", setting)
    illegal = int(worlds.states["offered"][0].argmin())
    assert worlds.states["offered"][0, illegal] == 0
    lines = PlayoutStarts(
        np.zeros(2, np.int64), np.zeros(2, np.uint64), np.array([[illegal], [-1]])
    )
    played = Playouts(setting, (agent, agent)).play(worlds, lines)
    assert played.is_over.all()
    assert played.margin[0] == played.margin[1]


def test_games_are_broken_off_at_the_turn_and_judged(setting: GameSetting) -> None:
    worlds, agent = at_all_stages(setting, 30), make_agent("random", setting)
    asked = np.full(30, -1)

    def judge(batch: GameBatch, rows: np.ndarray) -> np.ndarray:
        asked[batch.job[rows]] = batch.turn_numbers[rows]
        return np.full(len(rows), 0.25)

    played = Playouts(setting, (agent, agent), 9).play(
        worlds, PlayoutStarts.of(luck_of(30)), Horizon(turn=True), judge
    )
    assert not played.is_over.any()
    assert (asked == worlds.states["turn"] + 1).all()
    assert (played.actions == 2 - worlds.states["seat"]).all()
    assert (played.value == 0.25).all()


def test_the_margin_of_a_game_that_is_broken_off_is_shown(setting: GameSetting) -> None:
    worlds, agent = worlds_of(setting, 4, actions=5), make_agent("scripted:captain", setting)

    def judge(batch: GameBatch, rows: np.ndarray) -> np.ndarray:
        batch.truncate(rows)
        return np.clip(batch.margins(rows) / 10.0, -1.0, 1.0)

    played = Playouts(setting, (agent, agent)).play(
        worlds, PlayoutStarts.of(luck_of(4)), Horizon(actions=1), judge
    )
    state = worlds.states[0]
    best = int((state["worth"] * state["offered"]).max())
    sign = 1 - 2 * int(state["seat"])
    lead = int(state["score"][0]) - int(state["score"][1]) + sign * best
    assert played.value == pytest.approx(np.full(4, np.clip(lead / 10.0, -1, 1)))


def test_more_than_legal_actions_is_written_only_where_somebody_reads_it(
    setting: GameSetting,
) -> None:
    made: Any = {n: make_agent(n, setting) for n in ("random", "scripted:captain")}
    blind = Playouts(setting, (made["random"],) * 2)
    assert not blind.batch.observes
    assert Playouts(setting, (made["random"], made["scripted:captain"])).batch.observes
    worlds, luck = worlds_of(setting, 9), luck_of(9)
    seeing = Playouts(setting, (made["random"],) * 2)
    seeing.batch = GameBatch(setting, observes=True)
    for one, other in zip(
        blind.play(worlds, PlayoutStarts.of(luck)),
        seeing.play(worlds, PlayoutStarts.of(luck)),
        strict=True,
    ):
        assert (one == other).all()


def test_opening_actions_are_taken_for_no_other_seat(setting: GameSetting) -> None:
    """In the auction the other seat is asked after every action: a second one is never said."""
    worlds, agent = worlds_of(setting, 8), make_agent("scripted:captain", setting)
    legal = worlds.states["offered"].argmax(axis=1)
    cheap = np.zeros(8, np.int64)
    once = np.column_stack([legal, np.full(8, -1)])
    lines = [
        PlayoutStarts(np.arange(8), luck_of(8), first)
        for first in (once, np.column_stack([legal, cheap]))
    ]
    played = [Playouts(setting, (agent, agent)).play(worlds, each).margin for each in lines]
    assert (played[0] == played[1]).all()
    spoken = Playouts(setting, (make_agent("scripted:aggressive", setting),) * 2)
    assert (spoken.play(worlds, lines[0]).margin != played[0]).any(), "words do count"
