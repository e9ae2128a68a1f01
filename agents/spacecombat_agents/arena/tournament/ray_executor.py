"""Play units on a Ray cluster: this machine alone, or many.

Ray never restarts an actor: one that dies with its node would wait for a slot forever, with its
unit. The executor gives the unit to another worker, and opens workers on new nodes. The first
worker of a node loads the engine, which a checkout builds then; the others follow. Units are pure
functions, so a repeated unit has the same result.
"""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import tempfile
import time
from collections import Counter, deque
from pathlib import Path
from typing import Any

from spacecombat_agents.arena.tournament.executors import (
    GRACE_SECONDS,
    MAX_ATTEMPTS,
    UNITS_PER_WORKER,
    play_or_report,
    unplayed_unit,
)
from spacecombat_agents.arena.tournament.game_rows import GameRow
from spacecombat_agents.arena.tournament.plan import plan_from
from spacecombat_agents.arena.tournament.schedule import Unit
from spacecombat_agents.arena.tournament.tournament import (
    Tournament,
    check_unchanged,
    split_player_file,
)
from spacecombat_agents.players.bundles.builtin import builtin_opponents, downloaded_opponents
from spacecombat_agents.players.roster import missing_extra_error
from spacecombat_env.core.errors import ConfigError, SpaceCombatError

__all__ = ["LOCAL_CLUSTER", "NodeWorker", "RayExecutor"]

LOCAL_CLUSTER = "auto"
"""Address of a cluster on this machine alone, which ends with the tournament."""
POLL_SECONDS = 0.5
"""Seconds between polls of the cluster's nodes."""
NODE_TIMEOUT = 60.0
"""Seconds without a worker, or a node that could have one, after which a tournament ends."""


class RayExecutor:
    """Workers on a cluster: one per processor of each node."""

    def __init__(
        self,
        tournament: Tournament,
        address: str,
        about: dict[str, Any],
        processors: int | None = None,
    ) -> None:
        """`processors` are those of a cluster on this machine; None for all."""
        self.tournament, self.about = tournament, about
        self._ray = _connect(address, processors)
        self._worker_arguments = (
            tournament.plan.as_json(),
            tournament.file,
            os.getcwd(),
            _player_files(tournament),
            tournament.secret,
        )
        self._waiting: deque[Unit] = deque()
        self._workers: list[_RayWorker] = []
        self._failures: Counter[Unit] = Counter()
        self._ready_nodes: set[str] = set()
        """Nodes whose first worker is ready."""
        self._last_active = time.monotonic()
        self._last_poll = 0.0

    def has_capacity(self) -> bool:
        """Return whether a worker would soon be idle."""
        busy = sum(worker.unit is not None for worker in self._workers)
        return len(self._waiting) + busy < UNITS_PER_WORKER * max(1, len(self._workers))

    def submit(self, unit: Unit) -> None:
        """Take a unit."""
        self._waiting.append(unit)
        self._poll_nodes()
        self._dispatch()

    def collect(self) -> tuple[Unit, list[GameRow]]:
        """Wait until any submitted unit has been played; return it with its rows."""
        while True:
            lost = self._poll_nodes()
            if lost is not None:
                return lost
            self._dispatch()
            pending = {
                worker.pending: worker for worker in self._workers if worker.pending is not None
            }
            if not pending:
                self._check_timeout()
                time.sleep(POLL_SECONDS)
                continue
            for ref in self._ray.wait(list(pending), timeout=POLL_SECONDS)[0]:
                done = self._handle_result(pending[ref])
                if done is not None:
                    self._dispatch()
                    return done

    def _check_timeout(self) -> None:
        """Raise ConfigError after too long a time without workers."""
        if self._workers:
            self._last_active = time.monotonic()
        elif time.monotonic() - self._last_active > NODE_TIMEOUT:
            raise ConfigError.at("ray", "nodes", f"no node with a processor for {NODE_TIMEOUT:g} s")

    def _poll_nodes(self) -> tuple[Unit, list[GameRow]] | None:
        """Drop workers on lost nodes, and open workers on new ones."""
        if time.monotonic() - self._last_poll < POLL_SECONDS:
            return None
        self._last_poll = time.monotonic()
        alive = {
            node["NodeID"]: int(node["Resources"].get("CPU", 0))
            for node in self._ray.nodes()
            if node["Alive"]
        }
        for node, processors in alive.items():
            running = sum(worker.node == node for worker in self._workers)
            target = processors if node in self._ready_nodes else min(processors, 1)
            for _ in range(target - running):
                self._workers.append(_RayWorker(self._ray, node, self._worker_arguments))
        for worker in [worker for worker in self._workers if worker.node not in alive]:
            given_up = self._drop_worker(worker, "its node is lost")
            if given_up is not None:
                return given_up
        return None

    def _dispatch(self) -> None:
        """Assign units to idle workers."""
        for worker in self._workers:
            if worker.ready and worker.unit is None and self._waiting:
                worker.assign(self._waiting.popleft())

    def _handle_result(self, worker: _RayWorker) -> tuple[Unit, list[GameRow]] | None:
        """Handle a worker's result; return a unit that was played or given up."""
        try:
            kind, content = self._ray.get(worker.pending)
        except self._ray.exceptions.RayError as cause:
            return self._drop_worker(worker, f"its worker is lost: {cause}")
        worker.pending = None
        if kind == "refused":
            raise ConfigError(content)
        if kind == "ready":
            check_unchanged(self.tournament.file, self.about, content)
            worker.ready = True
            self._ready_nodes.add(worker.node)
            self._last_poll = 0.0
            return None
        unit, worker.unit = worker.unit, None
        assert unit is not None
        if kind == "failed":
            return self._retry(unit, content)
        return unit, [GameRow._make(row) for row in content]

    def _drop_worker(self, worker: _RayWorker, why: str) -> tuple[Unit, list[GameRow]] | None:
        """Drop a worker and queue its unit again."""
        self._workers.remove(worker)
        with contextlib.suppress(Exception):
            self._ray.kill(worker.actor)
        if worker.unit is not None:
            return self._retry(worker.unit, why)
        self._failures[NO_UNIT] += 1
        if self._failures[NO_UNIT] > MAX_FAILED_STARTS:
            raise ConfigError.at("ray", "workers", f"no worker can be started: {why}")
        return None

    def _retry(self, unit: Unit, why: str) -> tuple[Unit, list[GameRow]] | None:
        """Queue a unit again before all others; give it up after some attempts."""
        self._failures[unit] += 1
        if self._failures[unit] < MAX_ATTEMPTS:
            self._waiting.appendleft(unit)
            return None
        return unit, unplayed_unit(self.tournament, unit, why)

    def close(self) -> None:
        """End all workers and the processes of their bots."""
        with contextlib.suppress(Exception):
            left = [worker.actor.close.remote() for worker in self._workers]
            if left:
                self._ray.wait(left, num_returns=len(left), timeout=GRACE_SECONDS)
        for worker in self._workers:
            with contextlib.suppress(Exception):
                self._ray.kill(worker.actor)
        self._workers = []
        self._ray.shutdown()
        self.tournament.close()


NO_UNIT = Unit(-1, -1, -1, -1, 0)
"""Placeholder for the unit of a worker that was lost before it was ready."""
MAX_FAILED_STARTS = 20


class _RayWorker:
    """A worker as the executor sees it."""

    def __init__(self, ray: Any, node: str, arguments: tuple[Any, ...]) -> None:
        strategy = ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy(node, soft=False)
        actor_class = ray.remote(NodeWorker).options(
            num_cpus=1,
            max_restarts=0,
            max_task_retries=0,
            scheduling_strategy=strategy,
        )
        self.node = node
        self.actor = actor_class.remote(*arguments)
        self.pending: Any = self.actor.ready.remote()
        self.ready = False
        self.unit: Unit | None = None

    def assign(self, unit: Unit) -> None:
        """Send it a unit."""
        self.unit = unit
        self.pending = self.actor.play.remote(tuple(unit))


class NodeWorker:
    """The actor on a node: it opens players by name, and files of the main machine by content."""

    def __init__(
        self,
        plan: dict[str, Any],
        file: str,
        folder: str,
        files: dict[str, bytes],
        secret: bytes,
    ) -> None:
        self._refused = ""
        with contextlib.suppress(OSError):
            os.chdir(folder)
        self._folder = tempfile.TemporaryDirectory(prefix="spacecombat-cup-")
        try:
            player_paths = {
                name: self._write_file(name, content) for name, content in files.items()
            }
            options: dict[str, Any] = {"threads": 1, "player_paths": player_paths, "secret": secret}
            self._cup = Tournament(plan_from(plan, file), file=file, **options)
            self._about = self._cup.about()
        except SpaceCombatError as cause:
            self._refused = str(cause)

    def _write_file(self, name: str, content: bytes) -> str:
        """Write a player's file; return the player's name with the new path."""
        prefix, path = split_player_file(name)
        folder = Path(self._folder.name) / str(len(os.listdir(self._folder.name)))
        folder.mkdir()
        (folder / Path(path).name).write_bytes(content)
        level = name.removeprefix(prefix + path)
        return prefix + str(folder / Path(path).name) + level

    def ready(self) -> tuple[str, Any]:
        """Return the description of the tournament as opened here, or the error."""
        return ("refused", self._refused) if self._refused else ("ready", self._about)

    def play(self, unit: tuple[int, ...]) -> tuple[str, Any]:
        """Return the rows of a unit."""
        try:
            return play_or_report(self._cup, Unit(*unit))
        except SpaceCombatError as cause:
            return "refused", str(cause)

    def close(self) -> None:
        """End the processes of bots."""
        self._cup.close()
        self._folder.cleanup()


def _player_files(tournament: Tournament) -> dict[str, bytes]:
    """Return the contents of the files that players name, except bundled ones, by player."""
    files = {
        options.player: split_player_file(options.player)[1] for options in tournament.plan.entrants
    }
    return {
        player: downloaded_opponents().get(path, Path(path)).read_bytes()
        for player, path in files.items()
        if path and (Path(path).is_file() or path not in builtin_opponents())
    }


def _connect(address: str, processors: int | None) -> Any:
    """Return ray, connected; signal handlers stay as they were."""
    try:
        import ray
        import ray.util.scheduling_strategies
    except ModuleNotFoundError as cause:
        raise missing_extra_error(cause, "ray") from None
    signals = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}
    options: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    if address == LOCAL_CLUSTER:
        address, options["include_dashboard"], options["num_cpus"] = "local", False, processors
    try:
        ray.init(address=address, **options)
    except Exception as cause:
        raise ConfigError.at("ray", address, f"cannot be reached: {cause}") from None
    finally:
        for each, handler in signals.items():
            with contextlib.suppress(ValueError):  # in a thread other than the main one
                signal.signal(each, handler)
    return ray
