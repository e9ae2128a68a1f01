"""Which rule sets are ready to be played: nothing is compiled while somebody waits for an answer.

Code that is compiled already is read in a thread beside; what is not is compiled by a process of
its own, so that this one goes on answering.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from spacecombat_agents.service.opponents import Opponents, captain_of
from spacecombat_agents.terminal import tell
from spacecombat_env import registry
from spacecombat_env.core.errors import SpaceCombatError
from spacecombat_env.core.ruleset import RuleSet, Scenario
from spacecombat_env.env.game import open_scenario
from spacecombat_env.env.table import PUBLIC, Table
from spacecombat_env.warming import are_shipped, game_door, mark_of

READING, COMPILING = 2, 20
"""Seconds after which it is worth asking again."""
WORDS = 60
"""Words of a game that is played to have everything read."""


class Cold(SpaceCombatError):
    """A rule set is not ready yet; `seconds` later it may be."""

    def __init__(self, title: str, seconds: int) -> None:
        doing = "is being compiled" if seconds > READING else "is being read"
        super().__init__(f"ruleset: {title} {doing}; ask again in {seconds} s")
        self.seconds = seconds


class Size(NamedTuple):
    """Scenarios of one rule set whose records are alike share their code."""

    ruleset: str
    record: str


class Warmth:
    """What is ready, and the thread that makes it so."""

    def __init__(self, opponents: Opponents) -> None:
        self._opponents = opponents
        self._ready: set[Size] = set()
        self._begun: dict[Size, int] = {}
        self._lock = threading.Lock()
        self._thread = ThreadPoolExecutor(1, "warming")
        self._child: subprocess.Popen[bytes] | None = None

    def check(self, ruleset: RuleSet, scenario: Scenario) -> None:
        """Raise Cold where a scenario is not ready, and begin to make it so."""
        size = size_of(ruleset, scenario)
        with self._lock:
            if size in self._ready:
                return
            if size not in self._begun:
                self._begun[size] = READING if is_compiled(ruleset, scenario) else COMPILING
                self._thread.submit(self._warm, size, ruleset, scenario)
            seconds = self._begun[size]
        raise Cold(ruleset.title, seconds)

    def is_ready(self, ruleset: RuleSet, scenario: Scenario) -> bool:
        """Whether a scenario can be played at once."""
        with self._lock:
            return size_of(ruleset, scenario) in self._ready

    def begin(self, names: Iterable[str]) -> None:
        """Make the usual scenarios of rule sets ready that are compiled already."""
        for name in names:
            ruleset = registry.ruleset(name)
            scenario = open_scenario(ruleset, None)
            if is_compiled(ruleset, scenario):
                try:
                    self.check(ruleset, scenario)
                except Cold:
                    continue

    def wait(self, ruleset: RuleSet, scenario: Scenario) -> None:
        """Make a scenario ready now, and wait for it: for tests and measurements."""
        size = size_of(ruleset, scenario)
        self._warm(size, ruleset, scenario)

    def close(self) -> None:
        """End the work."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        child = self._child
        if child is not None and child.poll() is None:
            child.kill()

    def _warm(self, size: Size, ruleset: RuleSet, scenario: Scenario) -> None:
        """Make a size ready."""
        try:
            if not is_compiled(ruleset, scenario):
                self._compile(ruleset, scenario)
            self._read(ruleset, scenario)
        except Exception as cause:
            tell(f"{ruleset.title} cannot be made ready: {cause}")
            with self._lock:
                self._begun.pop(size, None)
            return
        with self._lock:
            self._ready.add(size)

    def _compile(self, ruleset: RuleSet, scenario: Scenario) -> None:
        """Compile in another process."""
        command = [sys.executable, "-m", "spacecombat_agents.cli", "warm"]
        command += ["--ruleset", ruleset.name, "--scenario", scenario.name]
        self._child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        self._child.wait()

    def _read(self, ruleset: RuleSet, scenario: Scenario) -> None:
        """Play a little with all that a game needs."""
        table = Table(ruleset, scenario, 1)
        captain = captain_of(ruleset)
        speaker = self._opponents.speaker(captain, ruleset, scenario, 1, 0)
        for _ in range(WORDS):
            if table.asked is None:
                break
            asked = speaker.asked(table)
            table.peek(asked.seat)
            table.say(asked.seat, asked.at, [speaker.word(asked)])
        for reader in table.readers:
            if reader != PUBLIC or ruleset.has_public:
                table.state(reader)
                table.picture(reader)


def size_of(ruleset: RuleSet, scenario: Scenario) -> Size:
    """Return the size of a scenario's records."""
    return Size(ruleset.name, repr(scenario.table.opening.dtype))


def is_compiled(ruleset: RuleSet, scenario: Scenario) -> bool:
    """Whether a scenario's code is on this machine, or there is nothing to compile."""
    mark = mark_of(ruleset.package / "entry.py", scenario)
    return mark is None or mark.exists() or are_shipped([game_door(ruleset, scenario)])
