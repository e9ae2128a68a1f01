"""Which rule sets are ready to play: no request ever waits for compilation.

A thread loads code that is compiled already. A separate process compiles the rest, so that this
process keeps answering.
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

from spacecombat_agents.players.scripted import are_captains_compiled
from spacecombat_agents.service.players.opponents import Opponents, captain_of
from spacecombat_agents.terminal import print_stderr
from spacecombat_env import registry
from spacecombat_env.core.errors import ConfigError, SpaceCombatError
from spacecombat_env.core.ruleset import RuleSet, Scenario
from spacecombat_env.env.game import open_scenario
from spacecombat_env.env.table import Table
from spacecombat_env.warming import are_shipped, game_entry_point, marker_path

__all__ = [
    "EngineKey",
    "NotReady",
    "Readiness",
    "engine_key",
    "freeze_loaded_objects",
    "is_compiled",
    "open_shipped_scenario",
    "shipped_engine_key",
]

LOADING_SECONDS, COMPILING_SECONDS = 2, 20
"""Seconds after which a client should try again."""
THREADS = 3
"""The startup work takes one of them, so that requests need not wait for it."""
SAMPLE_ACTIONS = 60
"""Actions of the sample game that loads all code."""


class NotReady(SpaceCombatError):
    """A rule set is not ready yet; try again after `seconds`."""

    def __init__(self, title: str, seconds: int) -> None:
        doing = "compiled" if seconds > LOADING_SECONDS else "read"
        super().__init__(f"ruleset: {title} is being {doing}; try again in {seconds} s")
        self.seconds = seconds


class EngineKey(NamedTuple):
    """Scenarios of one rule set with the same record size share compiled code."""

    ruleset: str
    record: str


class Readiness:
    """The ready scenarios, and the threads that prepare the others."""

    def __init__(self, opponents: Opponents) -> None:
        self._opponents = opponents
        self._ready: set[EngineKey] = set()
        self._started: dict[EngineKey, int] = {}
        self._lock = threading.Lock()
        self._threads = ThreadPoolExecutor(THREADS, "warming")
        self._child: subprocess.Popen[bytes] | None = None
        self._is_closed = False

    def check(self, ruleset: RuleSet, scenario: Scenario) -> None:
        """Raise NotReady if a scenario is not ready, and start to prepare it."""
        key = engine_key(ruleset, scenario)
        with self._lock:
            if key in self._ready:
                return
            if key not in self._started:
                self._started[key] = (
                    LOADING_SECONDS if is_compiled(ruleset, scenario) else COMPILING_SECONDS
                )
                self._threads.submit(self.make_ready, ruleset, scenario)
            seconds = self._started[key]
        raise NotReady(ruleset.title, seconds)

    def is_ready(self, key: EngineKey) -> bool:
        """Return whether scenarios of a size can be played at once."""
        with self._lock:
            return key in self._ready

    def prepare(self, names: Iterable[str]) -> None:
        """Prepare all bundled scenarios of rule sets that are compiled already."""
        self._threads.submit(self._prepare_all, list(names))

    def _prepare_all(self, names: list[str]) -> None:
        """Open all scenarios for the catalog, then prepare the default ones first."""
        rules = [registry.ruleset(name) for name in names]
        for ruleset in rules:
            for name in ruleset.scenarios():
                with contextlib.suppress(SpaceCombatError):
                    open_shipped_scenario(ruleset.name, name)
        for ruleset in rules:
            self._prepare_scenarios(ruleset, [ruleset.default_scenario])
        for ruleset in rules:
            self._prepare_scenarios(ruleset, ruleset.scenarios())

    def _prepare_scenarios(self, ruleset: RuleSet, scenarios: Iterable[str]) -> None:
        """Prepare compiled scenarios; skip those that cannot be opened."""
        for name in scenarios:
            try:
                scenario = open_shipped_scenario(ruleset.name, name)
            except SpaceCombatError:
                continue
            if self._is_closed:
                return
            if not self.is_ready(engine_key(ruleset, scenario)) and is_compiled(ruleset, scenario):
                self.make_ready(ruleset, scenario)

    def make_ready(self, ruleset: RuleSet, scenario: Scenario) -> None:
        """Prepare a scenario now."""
        key = engine_key(ruleset, scenario)
        try:
            if not is_compiled(ruleset, scenario):
                self._compile(ruleset, scenario)
            self._play_sample_game(ruleset, scenario)
            freeze_loaded_objects()
        except Exception as cause:  # the next request tries again
            print_stderr(f"{ruleset.title} cannot be prepared: {cause}")
            with self._lock:
                self._started.pop(key, None)
            return
        with self._lock:
            self._ready.add(key)

    def close(self) -> None:
        """Stop the work."""
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

    def _play_sample_game(self, ruleset: RuleSet, scenario: Scenario) -> None:
        """Play a little with everything that a game needs."""
        table = Table(ruleset, scenario, 1)
        captain = captain_of(ruleset)
        seat_agent = self._opponents.make_seat_agent(captain, ruleset, scenario, 1, 0)
        for _ in range(SAMPLE_ACTIONS):
            if table.to_act is None or self._is_closed:
                break
            observation = seat_agent.observe(table)
            table.peek(observation.seat)
            table.say(observation.seat, observation.at, [seat_agent.choose_action(observation)])
        for reader in table.readers:
            table.state(reader)
            table.picture(reader)


def freeze_loaded_objects() -> None:
    """Exclude the loaded objects from garbage collection.

    Compiled code has 360,000 of them: each collection would block all answers for a third of a
    second.
    """
    gc.collect()
    gc.freeze()


def engine_key(ruleset: RuleSet, scenario: Scenario) -> EngineKey:
    """Return the record size of a scenario."""
    return EngineKey(ruleset.name, repr(scenario.table.opening.dtype))


@functools.cache
def open_shipped_scenario(ruleset: str, name: str) -> Scenario:
    """Return a bundled scenario with default options, opened once."""
    return open_scenario(registry.ruleset(ruleset), name)


@functools.cache
def shipped_engine_key(ruleset: str, name: str) -> EngineKey:
    """Return the record size of a bundled scenario."""
    return engine_key(registry.ruleset(ruleset), open_shipped_scenario(ruleset, name))


def is_compiled(ruleset: RuleSet, scenario: Scenario) -> bool:
    """Return whether the code of a scenario and its captains is cached, or compilation is off."""
    mark = marker_path(ruleset.package / "entry.py", scenario)
    if mark is None or are_shipped([game_entry_point(ruleset, scenario)]):
        return True
    try:
        return mark.exists() and are_captains_compiled(scenario)
    except ConfigError:  # no captains
        return mark.exists()
