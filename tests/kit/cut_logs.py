"""Games whose logs are read in pieces: however a log is cut, its sentences are the same."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

import numpy as np

from spacecombat_env import registry
from spacecombat_env.core.presentation.perspective import UMPIRE
from spacecombat_env.core.ruleset import Games, LogLine, Scenario, make_games

READERS = (UMPIRE, 0, 1)
RARELY = 25
"""Decisions between two readings of those who read rarely."""


class Play:
    """A random game, and what its readers get."""

    def __init__(self, name: str, scenario: Any, seed: int, **settings: Any) -> None:
        self.ruleset = registry.ruleset(name)
        self.scenario: Scenario = self.ruleset.load(scenario, **settings)
        dtype = self.scenario.table.opening.dtype
        self.games, self.visible = make_games(dtype, 1), make_games(dtype, 1)
        self.ruleset.kernels().start(self.games, 0, self.scenario.table, seed)
        self.rng = np.random.default_rng(seed)
        self.mask = np.zeros(self.scenario.actions.size, np.int8)

    def decisions(self, count: int) -> Iterator[int]:
        """Play at random, and yield the number of each decision before it is made."""
        kernels, table = self.ruleset.kernels(), self.scenario.table
        for n in range(count):
            yield n
            if self.games.states[0].verdict >= 0:
                return
            kernels.legal(self.games, 0, table, self.mask)
            kernels.apply(self.games, 0, table, int(self.rng.choice(self.mask.nonzero()[0])))

    def record(self, reader: int) -> Games:
        """Return what a reader sees, valid until the next call."""
        if reader == UMPIRE:
            return self.games
        self.ruleset.kernels().redact(self.games, 0, self.visible, 0, reader)
        return self.visible

    def count(self, reader: int) -> int:
        """Return how many events a reader has received."""
        return int(self.record(reader).states[0].log_count)

    def lines(self, reader: int, since: int) -> list[LogLine]:
        """Return a reader's log since a count."""
        return self.ruleset.lines(self.record(reader), 0, self.scenario, reader, since)


def sentences(lines: list[LogLine]) -> list[tuple[str, str, Any]]:
    """Return what a reader gets, without what is drawn of it now."""
    return [(line.text, line.kind, line.task) for line in lines]


def check_polled(play: Play, decisions: int) -> int:
    """Hold logs read after every action against those read rarely; return how much was told."""
    places, told = dict.fromkeys(READERS, 0), {reader: [] for reader in READERS}
    first: dict[int, int] = dict.fromkeys(READERS, 0)
    length, number = len(play.games.states[0].log), 0
    at_the_end = [RARELY - 1] * 2  # the second time what came last
    for n in chain(play.decisions(decisions), at_the_end):
        for reader in READERS:
            count = play.count(reader)
            if count - first[reader] > length // 2 or n % RARELY == RARELY - 1:
                if count - first[reader] <= length:  # or some are no longer kept
                    whole = sentences(play.lines(reader, first[reader]))[: len(told[reader])]
                    assert whole == told[reader], (n, reader)
                    number += len(whole)
                first[reader], told[reader] = places[reader], []
            told[reader] += sentences(play.lines(reader, places[reader]))
            places[reader] = count
    return number


def check_cuts(play: Play, decisions: int) -> int:
    """Cut each reader's log at every event while all of it is kept; return how many cuts."""
    length, cuts = len(play.games.states[0].log), 0
    for reader in READERS:
        if play.count(reader) > length:
            return 0
    for _ in play.decisions(decisions):
        if max(play.count(reader) for reader in READERS) > length * 3 // 4:
            break
    for reader in READERS:
        count = play.count(reader)
        if count > length:
            continue
        whole = sentences(play.lines(reader, 0))
        for n in range(count + 1):
            rest = sentences(play.lines(reader, n))
            assert begun(play, reader, n) + rest == whole, (reader, n)
            cuts += 1
    return cuts


def begun(play: Play, reader: int, count: int) -> list[tuple[str, str, Any]]:
    """Return a reader's log as it gets it while only its first events are there."""
    games = play.record(reader)
    kept = games.states.copy()
    games.states["log_count"] = count
    found = play.ruleset.lines(games, 0, play.scenario, reader, 0)
    games.states[:] = kept
    return sentences(found)
