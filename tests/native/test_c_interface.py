"""The functions of spacecombat.h: equal to the package in whole games."""

from __future__ import annotations

import ctypes
import hashlib
import json

import numpy as np
import pytest
from kit.c_library import SMALLEST, CGame, Rows, call, info_of, opened_file, play
from kit.foreign_games import SCENARIOS, RandomGame, opened, played_all

from spacecombat_env.core.model.record import as_int64


@pytest.fixture
def game() -> CGame:
    """A game at its first decision."""
    return CGame(opened_file(SMALLEST), 5)


@pytest.mark.parametrize("ruleset", SCENARIOS)
def test_a_game_is_the_same_after_every_action(ruleset: str) -> None:
    rules, scenario = opened(ruleset)
    ours, theirs = RandomGame(rules, scenario, 11), CGame(opened_file(ruleset), 11)
    draw = np.array([11], np.int64)
    for decision in range(120):
        if ours.game.seat < 0:
            break
        seat = decision % 2
        assert theirs.seat == ours.game.seat
        assert call("player", theirs.place) == ours.game.player
        assert (theirs.mask() == ours.game.mask).all()
        assert (theirs.observe(seat) == ours.observation(seat)).all()
        assert (theirs.redact(seat) == ours.game.visible_to(seat).raw[0]).all()
        assert (theirs.record() == ours.game.games.raw[0]).all()
        action = theirs.call("random", draw)
        assert action == ours.step()
        assert theirs.call("apply", action) == 0
    assert theirs.digest() == ours.game.digest()


def test_a_game_ends_as_in_python(game: CGame) -> None:
    assert game.outcome() == [-1, 0, 0, 0, 0] and game.returns() == [0, 0]
    decisions = play(game, 5)
    digest, _, count, returns, outcome = played_all(*opened(SMALLEST), 5, 1)[0]
    assert (game.digest(), decisions) == (digest, count)
    assert (game.returns(), game.outcome()) == (returns, outcome)
    assert call("player", game.place) == -1 and not game.mask().any()


@pytest.mark.parametrize("ruleset", SCENARIOS)
def test_a_determinization_is_that_of_python(ruleset: str) -> None:
    ours, scenario = RandomGame(*opened(ruleset), 3), opened_file(ruleset)
    theirs, imagined = CGame(scenario, 3), CGame(scenario, 0)
    play(theirs, 3, 60)
    for _ in range(60):
        ours.step()
    for seat in (0, 1):
        wanted = ours.game.determinize(seat, 99)
        assert theirs.call("determinize", seat, 99, imagined.place) == 0
        assert imagined.digest() == wanted.digest()
        assert (imagined.mask() == wanted.mask).all()
    assert theirs.digest() == ours.game.digest()


def test_copies_and_saved_games_play_on_alike(game: CGame) -> None:
    scenario = opened_file(SMALLEST)
    first, second, third = (CGame(scenario, seed) for seed in (5, 6, 7))
    play(first, 5, 40)
    assert first.call("copy", second.place) == 0
    assert third.call("restore", first.save(), first.info.saved) == 0
    for each in (first, second, third):
        play(each, 8)
    assert first.digest() == second.digest() == third.digest()
    assert first.outcome() == second.outcome() == third.outcome()
    assert third.call("restore", first.save(), first.info.saved) == 0
    assert third.seat == -1 and third.outcome() == first.outcome()
    assert third.call("start", 5) == 0
    assert third.digest() == game.digest()


@pytest.mark.parametrize("threads", [1, 3])
def test_a_batch_plays_as_single_games(threads: int) -> None:
    scenario = opened_file(SMALLEST)
    count, seeds = 20, np.arange(20, dtype=np.int64)
    batch, rows = ctypes.c_void_p(), Rows()
    assert call("batch_new", scenario, seeds, count, threads, ctypes.byref(batch)) == 0
    assert call("batch_rows", batch, ctypes.byref(rows)) == 0
    games, draws = [CGame(scenario, seed) for seed in range(count)], seeds.copy()
    info, actions = info_of(scenario), np.zeros(count, np.int64)
    for _ in range(60):
        assert call("batch_random", batch, draws, actions, count) == 0
        actions[3] = -1
        assert call("batch_step", batch, actions, count, 0) == 0
        for game, action in zip(games, actions.tolist(), strict=True):
            assert action < 0 or game.call("apply", action) == 0
    masks = np.ctypeslib.as_array(
        ctypes.cast(rows.mask, ctypes.POINTER(ctypes.c_int8)), (count, info.actions)
    )
    observations = np.ctypeslib.as_array(
        ctypes.cast(rows.observation, ctypes.POINTER(ctypes.c_int8)), (count, info.observation)
    )
    for at, game in enumerate(games):
        record = ctypes.string_at(call("batch_record", batch, at), info.state)
        assert hashlib.sha256(record).hexdigest() == game.digest()
        assert (masks[at] == game.mask()).all()
        if game.seat >= 0:
            assert (observations[at] == game.observe(game.seat)).all()
    assert call("batch_record", batch, count) is None
    call("batch_free", batch)


def test_a_batch_begins_new_games_by_a_secret() -> None:
    scenario, batch, rows = opened_file(SMALLEST), ctypes.c_void_p(), Rows()
    seeds = np.arange(4, dtype=np.int64)
    assert call("batch_new", scenario, seeds, 4, 1, ctypes.byref(batch)) == 0
    call("batch_rows", batch, ctypes.byref(rows))
    tally = np.ctypeslib.as_array(ctypes.cast(rows.tally, ctypes.POINTER(ctypes.c_int32)), (4, 6))
    draws, actions = seeds.copy(), np.zeros(4, np.int64)
    for _ in range(800):
        call("batch_random", batch, draws, actions, 4)
        assert (actions >= 0).all()
        assert call("batch_step", batch, actions, 4, 77) == 0
    assert (tally[:, 5] >= 2).all()
    call("batch_free", batch)


def test_the_description_names_what_is_there() -> None:
    rules, scenario = opened("battle_rider")
    place = opened_file("battle_rider")
    info, about = info_of(place), json.loads(call("about", place, None))
    assert info.digest.decode() == about["digest"] == scenario.digest
    assert info.ruleset == b"battle_rider" and info.name.decode() == scenario.name
    assert about["actions"]["hash"] == scenario.actions.digest()
    assert about["enums"]["tf.status"]["on_map"] == 1
    scales = ctypes.cast(call("scales", place), ctypes.POINTER(ctypes.c_float))
    assert np.ctypeslib.as_array(scales, (info.observation,)).tolist() == (
        scenario.observation.scales.tolist()
    )
    fields = {name: (kind, offset, shape) for name, kind, offset, shape in about["record"]}
    assert fields["turn"] == ["int16", 0, []] or fields["turn"] == ("int16", 0, [])
    state = scenario.table.opening
    assert fields["tf"][1] == state.dtype.fields["tf"][1]
    assert fields["tf"][0]["size"] == state.dtype["tf"].base.itemsize


def test_records_are_whole_words() -> None:
    """`advance` copies records as integers of 8 bytes."""
    for ruleset in SCENARIOS:
        opening = opened(ruleset)[1].table.opening
        assert as_int64(opening).nbytes == opening.nbytes
