"""Which rule sets are ready to be played: nothing is compiled while somebody waits for an answer.

Code that is compiled already is read in a thread beside; what is not is compiled by a process of
its own, so that this one goes on answering.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import subprocess
import sys
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from spacecombat_agents.players.scripted import is_prepared
from spacecombat_agents.service.opponents import Opponents, captain_of
from spacecombat_agents.terminal import tell
from spacecombat_env import registry
from spacecombat_env.core.errors import ConfigError, SpaceCombatError
from spacecombat_env.core.ruleset import RuleSet, Scenario
from spacecombat_env.env.game import open_scenario
from spacecombat_env.env.table import Table
from spacecombat_env.warming import are_shipped, game_door, mark_of

READING, COMPILING = 2, 20
"""Seconds after which it is worth asking again."""
THREADS = 3
"""What is begun with takes one of them; what somebody asks for need not wait for it."""
WORDS = 60
"""Words of a game that is played to have everything read."""


class Cold(SpaceCombatError):
    """A rule set is not ready yet; `seconds` later it may be."""

    def __init__(self, title: str, seconds: int) -> None:
        doing = "compiled" if seconds > READING else "read"
        super().__init__(f"ruleset: {title} is being {doing}; ask again in {seconds} s")
        self.seconds = seconds


class Size(NamedTuple):
    """Scenarios of one rule set whose records are alike share their code."""

    ruleset: str
    record: str


class Warmth:
    """What is ready, and the threads that make it so."""

    def __init__(self, opponents: Opponents) -> None:
        self._opponents = opponents
        self._ready: set[Size] = set()
        self._begun: dict[Size, int] = {}
        self._lock = threading.Lock()
        self._threads = ThreadPoolExecutor(THREADS, "warming")
        self._child: subprocess.Popen[bytes] | None = None
        self._is_closed = False

    def check(self, ruleset: RuleSet, scenario: Scenario) -> None:
        """Raise Cold where a scenario is not ready, and begin to make it so."""
        size = size_of(ruleset, scenario)
        with self._lock:
            if size in self._ready:
                return
            if size not in self._begun:
                self._begun[size] = READING if is_compiled(ruleset, scenario) else COMPILING
                self._threads.submit(self.make_ready, ruleset, scenario)
            seconds = self._begun[size]
        raise Cold(ruleset.title, seconds)

    def is_ready(self, size: Size) -> bool:
        """Whether scenarios of a size can be played at once."""
        with self._lock:
            return size in self._ready

    def begin(self, names: Iterable[str]) -> None:
        """Make all shipped scenarios of rule sets ready that are compiled already."""
        self._threads.submit(self._begin, list(names))

    def _begin(self, names: list[str]) -> None:
        """Make the usual ones ready first; before that all are opened, for the catalog."""
        rules = [registry.ruleset(name) for name in names]
        for ruleset in rules:
            for name in ruleset.scenarios():
                with contextlib.suppress(SpaceCombatError):
                    shipped(ruleset.name, name)
        for ruleset in rules:
            self._begin_with(ruleset, [ruleset.default_scenario])
        for ruleset in rules:
            self._begin_with(ruleset, ruleset.scenarios())

    def _begin_with(self, ruleset: RuleSet, scenarios: Iterable[str]) -> None:
        """Make scenarios ready that are compiled; those that cannot be opened are left out."""
        for name in scenarios:
            try:
                scenario = shipped(ruleset.name, name)
            except SpaceCombatError:
                continue
            if self._is_closed:
                return
            if not self.is_ready(size_of(ruleset, scenario)) and is_compiled(ruleset, scenario):
                self.make_ready(ruleset, scenario)

    def make_ready(self, ruleset: RuleSet, scenario: Scenario) -> None:
        """Make a scenario ready now."""
        size = size_of(ruleset, scenario)
        try:
            if not is_compiled(ruleset, scenario):
                self._compile(ruleset, scenario)
            self._read(ruleset, scenario)
            keep_what_is_read()
        except Exception as cause:  # whoever asks for it makes it be tried again
            tell(f"{ruleset.title} cannot be made ready: {cause}")
            with self._lock:
                self._begun.pop(size, None)
            return
        with self._lock:
            self._ready.add(size)

    def close(self) -> None:
        """End the work."""
        self._is_closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        child = self._child
        if child is not None and child.poll() is None:
            child.kill()

    def _compile(self, ruleset: RuleSet, scenario: Scenario) -> None:
        """Compile in another process."""
        command = [sys.executable, "-m", "spacecombat_agents.cli", "warm"]
        command += ["--ruleset", ruleset.name, "--scenario", scenario.name]
        self._child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        if self._is_closed:
            self._child.kill()
        self._child.wait()

    def _read(self, ruleset: RuleSet, scenario: Scenario) -> None:
        """Play a little with all that a game needs."""
        table = Table(ruleset, scenario, 1)
        captain = captain_of(ruleset)
        speaker = self._opponents.speaker(captain, ruleset, scenario, 1, 0)
        for _ in range(WORDS):
            if table.asked is None or self._is_closed:
                break
            asked = speaker.asked(table)
            table.peek(asked.seat)
            table.say(asked.seat, asked.at, [speaker.word(asked)])
        for reader in table.readers:
            table.state(reader)
            table.picture(reader)


def keep_what_is_read() -> None:
    """Keep what is there now out of what Python looks through for garbage: compiled code that was
    read is 360,000 objects, a third of a second each time, in which nobody is answered."""
    gc.collect()
    gc.freeze()


def size_of(ruleset: RuleSet, scenario: Scenario) -> Size:
    """Return the size of a scenario's records."""
    return Size(ruleset.name, repr(scenario.table.opening.dtype))


@functools.cache
def shipped(ruleset: str, name: str) -> Scenario:
    """Return a shipped scenario as it is usually played, opened once."""
    return open_scenario(registry.ruleset(ruleset), name)


@functools.cache
def size_of_shipped(ruleset: str, name: str) -> Size:
    """Return the size of a shipped scenario's records."""
    return size_of(registry.ruleset(ruleset), shipped(ruleset, name))


def is_compiled(ruleset: RuleSet, scenario: Scenario) -> bool:
    """Whether a scenario's code is on this machine, its captains' too, or nothing is compiled."""
    mark = mark_of(ruleset.package / "entry.py", scenario)
    if mark is None or are_shipped([game_door(ruleset, scenario)]):
        return True
    try:
        return mark.exists() and is_prepared(scenario)
    except ConfigError:  # there are no captains
        return mark.exists()
