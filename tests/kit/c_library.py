"""The functions of spacecombat.h from Python, to hold them against the package."""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

import numpy as np
import pytest

from spacecombat_env.native.library import library
from spacecombat_env.native.scenario_file import scenario_bytes

from .foreign_games import opened

SMALLEST = "intercept_sensors"
"""The rule set whose games are the shortest."""
CODES = {
    "NULL": -1,
    "FILE": -2,
    "VERSION": -3,
    "RULES": -4,
    "SIZE": -5,
    "SEAT": -6,
    "ILLEGAL": -7,
    "OVER": -8,
    "SAVED": -9,
    "OTHER": -10,
    "MEMORY": -11,
}


class Info(ctypes.Structure):
    """spacecombat_info."""

    _fields_ = [
        ("ruleset", ctypes.c_char * 32),
        ("capacity", ctypes.c_char * 16),
        ("name", ctypes.c_char * 64),
        ("digest", ctypes.c_char * 72),
        *((name, ctypes.c_int32) for name in ("actions", "observation", "state", "saved")),
    ]


class Rows(ctypes.Structure):
    """spacecombat_rows."""

    _fields_ = [
        ("count", ctypes.c_int64),
        *(
            (name, ctypes.c_void_p)
            for name in ("observation", "mask", "seat", "rewards", "done", "tally")
        ),
    ]


@cache
def c_library() -> Any:
    """The library; the test is skipped where there is none."""
    found = library()
    if found is None:
        pytest.skip("no library of the native engine")
    handle = ctypes.CDLL(str(found.path))
    for name in ("message", "about"):
        getattr(handle, f"spacecombat_{name}").restype = ctypes.c_char_p
    for name in ("record", "scales", "batch_record"):
        getattr(handle, f"spacecombat_{name}").restype = ctypes.c_void_p
    return handle


def call(name: str, *given: Any) -> Any:
    """Call a function: integers are int64, arrays and bytes their addresses."""
    return getattr(c_library(), f"spacecombat_{name}")(*map(_argument, given))


def _argument(given: Any) -> Any:
    if isinstance(given, int):
        return ctypes.c_int64(given)
    if isinstance(given, np.ndarray):
        return ctypes.c_void_p(given.ctypes.data)
    return given


def opened_file(ruleset: str, scenario: str = "") -> ctypes.c_void_p:
    """A scenario, opened from the bytes of its file."""
    data = scenario_bytes(*opened(ruleset, scenario))
    place = ctypes.c_void_p()
    assert call("open", data, len(data), ctypes.byref(place)) == 0
    return place


class CGame:
    """A game of the library."""

    def __init__(self, scenario: ctypes.c_void_p, seed: int) -> None:
        self.place = ctypes.c_void_p()
        self.info = info_of(scenario)
        assert call("new", scenario, seed, ctypes.byref(self.place)) == 0

    @property
    def seat(self) -> int:
        """The seat to act."""
        return int(call("seat", self.place))

    def call(self, name: str, *given: Any) -> int:
        """Call a function with the game."""
        return int(call(name, self.place, *given))

    def mask(self) -> np.ndarray:
        """The mask of the seat to act."""
        mask = np.zeros(self.info.actions, np.int8)
        assert self.call("legal", mask, len(mask)) == mask.sum()
        return mask

    def observe(self, seat: int) -> np.ndarray:
        """The observation of a seat."""
        row = np.zeros(self.info.observation, np.int8)
        assert self.call("observe", seat, row, len(row)) == 0
        return row

    def redact(self, seat: int) -> np.ndarray:
        """The record as a seat knows it."""
        record = np.zeros(self.info.state, np.uint8)
        assert self.call("redact", seat, record, len(record)) == 0
        return record

    def record(self) -> np.ndarray:
        """The true record."""
        place = call("record", self.place)
        return np.frombuffer(ctypes.string_at(place, self.info.state), np.uint8)

    def digest(self) -> str:
        """The digest of the true record."""
        text = ctypes.create_string_buffer(65)
        assert self.call("digest", text, 65) == 0
        return text.value.decode()

    def returns(self) -> list[float]:
        """The returns of both seats."""
        row = np.zeros(2, np.float32)
        assert self.call("returns", row) == 0
        return row.tolist()  # type: ignore[no-any-return]

    def outcome(self) -> list[int]:
        """How it ended."""
        row = np.zeros(5, np.int32)
        assert self.call("outcome", row) == 0
        return row.tolist()  # type: ignore[no-any-return]

    def save(self) -> np.ndarray:
        """The game as bytes."""
        data = np.zeros(self.info.saved, np.uint8)
        assert self.call("save", data, len(data)) == 0
        return data


def info_of(scenario: ctypes.c_void_p) -> Info:
    """The sizes and names of a scenario."""
    info = Info()
    assert call("describe", scenario, ctypes.byref(info)) == 0
    return info


def play(game: CGame, seed: int, most: int = 10**9) -> int:
    """Play at random; return the number of decisions."""
    draw, count = np.array([seed], np.int64), 0
    while game.seat >= 0 and count < most:
        assert game.call("apply", game.call("random", draw)) == 0
        count += 1
    return count
