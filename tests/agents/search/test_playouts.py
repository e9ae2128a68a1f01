"""Playouts: games side by side go as they go alone, and end where they are to end."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from spacecombat_agents.players.base import ask, dealt
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.search.board import Board
from spacecombat_agents.search.playouts import Horizon, Lines, Playouts
from spacecombat_agents.search.worlds import imagine
from spacecombat_agents.setting import Setting
from spacecombat_env.core.ruleset import TALLY, Games, make_games

LINES = 40


def worlds_of(setting: Setting, count: int, seed: int = 5, words: int = 3) -> Games:
    """Return worlds that look like one game after some words."""
    env = setting.batch(1, threads=1, keep_seen=True)
    env.start(np.array([seed]))
    for _ in range(words):
        env.step(env.out.mask.argmax(axis=1))
    rows, seats = np.zeros(count, np.int64), np.repeat(env.out.seat, count)
    seeds = np.arange(count) + 100
    return imagine(env.kernels, env.scenario.table, env.out.seen, rows, seats, seeds)


def at_all_stages(setting: Setting, count: int) -> Games:
    """Return worlds of games that are at different places, so that they end at different times."""
    parts = [worlds_of(setting, 1, seed=k, words=k * 7 % 20) for k in range(count)]
    worlds = make_games(parts[0].states.dtype, count)
    worlds.raw[:] = np.concatenate([part.raw for part in parts])
    return worlds


def luck_of(count: int) -> np.ndarray:
    """Return luck for each of some lines."""
    return np.random.default_rng(1).integers(2**64, size=count, dtype=np.uint64)


@pytest.fixture(scope="module")
def skirmish() -> Setting:
    return Setting.of("battle_rider", "skirmish")


@pytest.mark.parametrize("name", ["random", "scripted:captain"])
def test_a_line_ends_alike_whatever_is_played_beside_it(setting: Setting, name: str) -> None:
    luck, agent = luck_of(LINES), make_agent(name, setting)
    worlds = at_all_stages(setting, LINES)
    by_width = [
        Playouts(setting, (agent, agent), width).play(worlds, Lines.of(luck))
        for width in (1, 7, LINES)
    ]
    for played in by_width[1:]:
        for one, other in zip(by_width[0], played, strict=True):
            assert (one == other).all()
    assert by_width[0].over.all()
    assert len(set(by_width[0].margin.tolist())) > 5


@pytest.mark.compiled
@pytest.mark.slow
@pytest.mark.parametrize("name", ["random", "scripted:captain"])
def test_lines_of_the_skirmish_end_as_whole_batches_do(skirmish: Setting, name: str) -> None:
    agent = make_agent(name, skirmish)
    worlds, luck = worlds_of(skirmish, 30), luck_of(30)
    narrow = Playouts(skirmish, (agent, agent), 7).play(worlds, Lines.of(luck))
    wide = Playouts(skirmish, (agent, agent), 64).play(worlds, Lines.of(luck))
    for one, other in zip(narrow, wide, strict=True):
        assert (one == other).all()
    assert narrow.over.all()
    env = skirmish.batch(30, threads=1)
    env.games.raw[:] = worlds.raw
    out = env.step(np.full(30, -1))
    said = np.zeros(30, np.uint64)
    while (out.seat >= 0).any():
        open_rows = np.flatnonzero(out.seat >= 0)
        words = np.full(30, -1)
        words[open_rows] = ask(agent, env, open_rows, dealt(luck, said)[open_rows])
        out = env.step(words)
        said += np.uint64(1)
    assert (out.tally[:, TALLY.margin] == narrow.margin).all()


def test_equal_luck_in_equal_worlds_is_paired(setting: Setting) -> None:
    worlds, agent = worlds_of(setting, 2), make_agent("random", setting)
    lines = Lines(np.zeros(6, np.int64), np.array([1, 1, 1, 2, 2, 2], np.uint64), np.zeros((6, 0)))
    margin = Playouts(setting, (agent, agent)).play(worlds, lines).margin
    assert len(set(margin[:3])) == len(set(margin[3:])) == 1
    assert margin[0] != margin[3]


def test_first_words_are_said_and_counted(setting: Setting) -> None:
    worlds, agent = worlds_of(setting, 1), make_agent("scripted:captain", setting)
    worth = worlds.states["worth"][0] * worlds.states["offered"][0]
    legal = np.flatnonzero(worlds.states["offered"][0])
    first = legal[:, None]
    lines = Lines(np.zeros(len(legal), np.int64), np.zeros(len(legal), np.uint64), first)
    played = Playouts(setting, (agent, agent)).play(worlds, lines, Horizon(words=2))
    assert (played.words == 3).all() and not played.over.any()
    ended = Playouts(setting, (agent, agent)).play(worlds, lines)
    sign = 1 - 2 * int(worlds.states["seat"][0])
    told = sign * ended.margin - worth[legal]
    assert len(set(told.tolist())) == 1


def test_a_first_word_that_is_not_legal_is_left_to_the_players(setting: Setting) -> None:
    worlds, agent = worlds_of(setting, 1), make_agent("scripted:captain", setting)
    illegal = int(worlds.states["offered"][0].argmin())
    assert worlds.states["offered"][0, illegal] == 0
    lines = Lines(np.zeros(2, np.int64), np.zeros(2, np.uint64), np.array([[illegal], [-1]]))
    played = Playouts(setting, (agent, agent)).play(worlds, lines)
    assert played.over.all()
    assert played.margin[0] == played.margin[1]


def test_games_are_broken_off_at_the_turn_and_judged(setting: Setting) -> None:
    worlds, agent = at_all_stages(setting, 30), make_agent("random", setting)
    asked = np.full(30, -1)

    def judge(board: Board, rows: np.ndarray) -> np.ndarray:
        asked[board.job[rows]] = board.turns[rows]
        return np.full(len(rows), 0.25)

    played = Playouts(setting, (agent, agent), 9).play(
        worlds, Lines.of(luck_of(30)), Horizon(turn=True), judge
    )
    assert not played.over.any()
    assert (asked == worlds.states["turn"] + 1).all()
    assert (played.words == 2 - worlds.states["seat"]).all()
    assert (played.value == 0.25).all()


def test_the_margin_of_a_game_that_is_broken_off_is_told(setting: Setting) -> None:
    worlds, agent = worlds_of(setting, 4, words=5), make_agent("scripted:captain", setting)

    def judge(board: Board, rows: np.ndarray) -> np.ndarray:
        board.break_off(rows)
        return np.clip(board.margins(rows) / 10.0, -1.0, 1.0)

    played = Playouts(setting, (agent, agent)).play(
        worlds, Lines.of(luck_of(4)), Horizon(words=1), judge
    )
    state = worlds.states[0]
    best = int((state["worth"] * state["offered"]).max())
    sign = 1 - 2 * int(state["seat"])
    lead = int(state["score"][0]) - int(state["score"][1]) + sign * best
    assert played.value == pytest.approx(np.full(4, np.clip(lead / 10.0, -1, 1)))


def test_more_than_legal_words_is_written_only_where_somebody_reads_it(setting: Setting) -> None:
    made: Any = {n: make_agent(n, setting) for n in ("random", "scripted:captain")}
    blind = Playouts(setting, (made["random"],) * 2)
    assert not blind.board.looks
    assert Playouts(setting, (made["random"], made["scripted:captain"])).board.looks
    worlds, luck = worlds_of(setting, 9), luck_of(9)
    seeing = Playouts(setting, (made["random"],) * 2)
    seeing.board = Board(setting, looks=True)
    for one, other in zip(
        blind.play(worlds, Lines.of(luck)), seeing.play(worlds, Lines.of(luck)), strict=True
    ):
        assert (one == other).all()


def test_first_words_are_put_into_no_other_seats_mouth(setting: Setting) -> None:
    """In the auction the other seat is asked after every word: a second one is never said."""
    worlds, agent = worlds_of(setting, 8), make_agent("scripted:captain", setting)
    legal = worlds.states["offered"].argmax(axis=1)
    cheap = np.zeros(8, np.int64)
    once = np.column_stack([legal, np.full(8, -1)])
    lines = [
        Lines(np.arange(8), luck_of(8), first) for first in (once, np.column_stack([legal, cheap]))
    ]
    played = [Playouts(setting, (agent, agent)).play(worlds, each).margin for each in lines]
    assert (played[0] == played[1]).all()
    spoken = Playouts(setting, (make_agent("scripted:aggressive", setting),) * 2)
    assert (spoken.play(worlds, lines[0]).margin != played[0]).any(), "words do count"
