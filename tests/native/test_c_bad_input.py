"""The functions of spacecombat.h: safe with bad input."""

from __future__ import annotations

import ctypes
import hashlib

import numpy as np
import pytest
from kit.c_library import CODES, SMALLEST, CGame, call, opened_file, play
from kit.foreign_games import opened

from spacecombat_env.native.scenario_file import scenario_bytes


@pytest.fixture
def game() -> CGame:
    """A game at its first decision."""
    return CGame(opened_file(SMALLEST), 5)


def code_of(data: bytes) -> int:
    """What opening some bytes gives."""
    place = ctypes.c_void_p()
    code = int(call("open", data, len(data), ctypes.byref(place)))
    assert (code == 0) == (place.value is not None)
    return code


def signed(data: bytes) -> bytes:
    """The bytes with the right checksum."""
    total = hashlib.sha256(data[:224] + data[256:]).digest()
    return data[:224] + total + data[256:]


def put(data: bytes, at: int, new: bytes) -> bytes:
    """The bytes with a part replaced, and the right checksum."""
    return signed(data[:at] + new + data[at + len(new) :])


def test_files_that_are_none_are_refused() -> None:
    data = scenario_bytes(*opened(SMALLEST))
    assert code_of(data) == 0
    for size in (0, 7, 255, 256, 300, len(data) - 1):
        assert code_of(data[:size]) == CODES["FILE"]
    assert code_of(data + b" ") == CODES["FILE"]
    for at in (0, 12, 20, 100, 130, 165, 230, 300, len(data) - 1):
        changed = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
        assert code_of(changed) == CODES["FILE"], at
    assert code_of(put(data, 8, b"\2")) == CODES["VERSION"]
    huge = (2**63 - 1).to_bytes(8, "little")
    for field in (168, 176, 184, 192, 200):
        assert code_of(put(data, field, huge)) in (CODES["FILE"], CODES["RULES"]), field
        assert code_of(put(data, field, b"\xff" * 8)) in (CODES["FILE"], CODES["RULES"]), field


def test_rules_that_the_library_has_not_are_refused() -> None:
    data = scenario_bytes(*opened(SMALLEST))
    assert code_of(put(data, 16, b"chess\0")) == CODES["RULES"]
    assert code_of(put(data, 48, b"large\0")) == CODES["RULES"]
    assert code_of(put(data, 160, b"\1\2\3\4")) == CODES["RULES"]
    assert code_of(put(data, 184, b"\1")) == CODES["RULES"]
    assert code_of(put(data, 16, b"x" * 32)) == CODES["RULES"]


def test_random_damage_never_crashes() -> None:
    data, source = scenario_bytes(*opened(SMALLEST)), np.random.default_rng(1)
    for _ in range(300):
        changed = bytearray(data)
        for at in source.integers(0, 256, 4):
            changed[at] = source.integers(0, 256)
        given = signed(bytes(changed)) if source.random() < 0.5 else bytes(changed)
        assert code_of(given) in (0, *CODES.values())
    assert code_of(data) == 0


def test_actions_that_are_not_legal_change_nothing(game: CGame) -> None:
    before, mask = game.digest(), game.mask()
    illegal = [*np.flatnonzero(mask == 0).tolist(), -1, -2, -3, -4, len(mask), 2**40, -(2**63)]
    for action in illegal:
        assert game.call("apply", action) == CODES["ILLEGAL"]
    assert game.digest() == before


def test_a_finished_game_takes_no_action(game: CGame) -> None:
    play(game, 5)
    before, draw = game.digest(), np.zeros(1, np.int64)
    assert game.call("apply", 0) == game.call("random", draw) == CODES["OVER"]
    other = CGame(opened_file(SMALLEST), 1)
    assert game.call("determinize", 0, 1, other.place) == CODES["OTHER"]
    assert game.digest() == before
    assert game.observe(0).any()


def test_lengths_and_seats_are_checked(game: CGame) -> None:
    row = np.zeros(10_000, np.int8)
    for name in ("legal", "save"):
        assert game.call(name, row, 3) == CODES["SIZE"]
    for name in ("observe", "redact"):
        assert game.call(name, 0, row, 3) == CODES["SIZE"]
        for seat in (-2, -1, 2, 100):
            assert game.call(name, seat, row, game.info.observation) == CODES["SEAT"]
    assert game.call("digest", row, 64) == CODES["SIZE"]
    assert not row.any()


def test_saved_games_are_checked(game: CGame) -> None:
    data, before = game.save(), game.digest()
    assert game.call("restore", data, len(data) - 1) == CODES["SAVED"]
    data[17] ^= 1
    assert game.call("restore", data, len(data)) == CODES["SAVED"]
    other = CGame(opened_file("interceptor"), 1).save()
    assert game.call("restore", other, len(other)) == CODES["SAVED"]
    assert game.digest() == before


def test_null_pointers_are_refused(game: CGame) -> None:
    row = np.zeros(8, np.int8)
    assert call("open", None, 5, None) == CODES["NULL"]
    for name in ("describe", "new", "copy", "random", "returns", "outcome"):
        assert call(name, None, None, None) == CODES["NULL"]
        assert call(name, game.place if name not in ("describe", "new") else None, None, None) < 0
    for name in ("legal", "digest", "save", "restore", "apply", "start"):
        assert call(name, None, row, 8) == CODES["NULL"]
    for name in ("observe", "redact", "choose", "determinize"):
        assert call(name, None, 0, None, 0) == CODES["NULL"]
    for name in ("batch_new", "batch_rows", "batch_step", "batch_random"):
        assert call(name, None, None, 0, 0, None) == CODES["NULL"]
    assert call("seat", None) == call("player", None) == -1
    assert call("record", None) is call("about", None, None) is call("scales", None) is None
    for name in ("close", "free", "batch_free"):
        call(name, None)


def test_a_scenario_may_be_closed_before_its_games() -> None:
    scenario = opened_file(SMALLEST)
    game = CGame(scenario, 5)
    call("close", scenario)
    assert play(game, 5) > 0
    call("free", game.place)


def test_bad_batches_are_refused() -> None:
    scenario, batch = opened_file(SMALLEST), ctypes.c_void_p()
    seeds = np.zeros(2, np.int64)
    for count, threads in ((0, 1), (-1, 1), (2, 0), (2**40, 1)):
        code = call("batch_new", scenario, seeds, count, threads, ctypes.byref(batch))
        assert code == CODES["SIZE"]
    assert call("batch_new", scenario, seeds, 2, 9, ctypes.byref(batch)) == 0
    actions = np.array([0, -2], np.int64)
    assert call("batch_step", batch, actions, 2, 0) == CODES["ILLEGAL"]
    assert call("batch_step", batch, actions, 1, 0) == CODES["SIZE"]
    call("batch_free", batch)
