"""Units played on a Ray cluster: this machine alone, or many.

No actor is ever restarted by Ray: one that dies with its node would wait for room for ever, and its
unit with it. Whoever asks gives the unit to another worker, and opens new ones where a node
appears. The first worker of a node opens and compiles everything, the others come after it. Units
are pure functions: asked twice they are the same.
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

from spacecombat_agents.arena.cups.opening import Cup, check_same, named_file
from spacecombat_agents.arena.cups.plan import plan_from
from spacecombat_agents.arena.cups.rows import Row
from spacecombat_agents.arena.cups.schedule import Unit
from spacecombat_agents.arena.cups.workers import ATTEMPTS, GRACE, WAITING, answer, not_played
from spacecombat_agents.players.roster import missing_extra
from spacecombat_agents.players.shipped import shipped_opponents
from spacecombat_env.core.errors import ConfigError, SpaceCombatError
from spacecombat_env.warming import BUSY

AUTO = "auto"
"""As an address: a cluster of this machine alone, which ends with the cup."""
LOOK = 0.5
"""Seconds between two looks at which nodes there are."""
PATIENCE = 60.0
"""Seconds without any worker, or node that could have one, after which a cup is ended."""


class Nodes:
    """Workers on a cluster, as many on each node as it has processors."""

    def __init__(
        self, cup: Cup, address: str, about: dict[str, Any], processors: int | None = None
    ) -> None:
        """`processors` are those of a cluster of this machine alone; None for all."""
        self.cup, self.about = cup, about
        self._ray = _connected(address, processors)
        self._given = (cup.plan.as_json(), cup.file, os.getcwd(), _files(cup), cup.secret)
        self._waiting: deque[Unit] = deque()
        self._hands: list[_Hand] = []
        self._attempts: Counter[Unit] = Counter()
        self._warm: set[str] = set()
        """Nodes whose first worker is ready."""
        self._seen = time.monotonic()
        self._looked = 0.0

    def room(self) -> bool:
        """Whether somebody would soon have nothing to do."""
        busy = sum(hand.unit is not None for hand in self._hands)
        return len(self._waiting) + busy < WAITING * max(1, len(self._hands))

    def submit(self, unit: Unit) -> None:
        """Take a unit."""
        self._waiting.append(unit)
        self._look()
        self._hand_out()

    def collect(self) -> tuple[Unit, list[Row]]:
        """Wait for a unit."""
        while True:
            lost = self._look()
            if lost is not None:
                return lost
            self._hand_out()
            asked = {hand.asked: hand for hand in self._hands if hand.asked is not None}
            if not asked:
                self._check_patience()
                time.sleep(LOOK)
                continue
            for ref in self._ray.wait(list(asked), timeout=LOOK)[0]:
                done = self._hear(asked[ref])
                if done is not None:
                    self._hand_out()
                    return done

    def _check_patience(self) -> None:
        """Refuse to wait for ever where there is nobody."""
        if self._hands:
            self._seen = time.monotonic()
        elif time.monotonic() - self._seen > PATIENCE:
            raise ConfigError.at("ray", "nodes", f"no node with a processor for {PATIENCE:g} s")

    def _look(self) -> tuple[Unit, list[Row]] | None:
        """Let go of workers whose nodes are gone, and open some on new ones."""
        if time.monotonic() - self._looked < LOOK:
            return None
        self._looked = time.monotonic()
        alive = {
            node["NodeID"]: int(node["Resources"].get("CPU", 0))
            for node in self._ray.nodes()
            if node["Alive"]
        }
        for node, processors in alive.items():
            there = sum(hand.node == node for hand in self._hands)
            wanted = processors if node in self._warm else min(processors, 1)
            for _ in range(wanted - there):
                self._hands.append(_Hand(self._ray, node, node in self._warm, self._given))
        for hand in [hand for hand in self._hands if hand.node not in alive]:
            given_up = self._lost(hand, "its node is gone")
            if given_up is not None:
                return given_up
        return None

    def _hand_out(self) -> None:
        """Give units to whoever has none."""
        for hand in self._hands:
            if hand.ready and hand.unit is None and self._waiting:
                hand.give(self._waiting.popleft())

    def _hear(self, hand: _Hand) -> tuple[Unit, list[Row]] | None:
        """Take in what a worker says; return a unit that is played, or given up."""
        try:
            kind, content = self._ray.get(hand.asked)
        except self._ray.exceptions.RayError as cause:
            return self._lost(hand, f"its worker is gone: {cause}")
        hand.asked = None
        if kind == "refused":
            raise ConfigError(content)
        if kind == "ready":
            check_same(self.cup.file, self.about, content)
            hand.ready = True
            self._warm.add(hand.node)
            self._looked = 0.0
            return None
        unit, hand.unit = hand.unit, None
        assert unit is not None
        if kind == "failed":
            return self._again(unit, content)
        return unit, [Row._make(row) for row in content]

    def _lost(self, hand: _Hand, why: str) -> tuple[Unit, list[Row]] | None:
        """Let go of a worker and ask for its unit again."""
        self._hands.remove(hand)
        with contextlib.suppress(Exception):
            self._ray.kill(hand.actor)
        if hand.unit is not None:
            return self._again(hand.unit, why)
        self._attempts[NOBODY] += 1
        if self._attempts[NOBODY] > MOST_STILLBORN:
            raise ConfigError.at("ray", "workers", f"none can be opened: {why}")
        return None

    def _again(self, unit: Unit, why: str) -> tuple[Unit, list[Row]] | None:
        """Ask for a unit again, before all others; give it up after some attempts."""
        self._attempts[unit] += 1
        if self._attempts[unit] < ATTEMPTS:
            self._waiting.appendleft(unit)
            return None
        return unit, not_played(self.cup, unit, why)

    def close(self) -> None:
        """End all workers, and the processes of their bots with them."""
        with contextlib.suppress(Exception):
            left = [hand.actor.close.remote() for hand in self._hands]
            if left:
                self._ray.wait(left, num_returns=len(left), timeout=GRACE)
        for hand in self._hands:
            with contextlib.suppress(Exception):
                self._ray.kill(hand.actor)
        self._hands = []
        self._ray.shutdown()
        self.cup.close()


NOBODY = Unit(-1, -1, -1, -1, 0)
"""Stands for the work of a worker that was lost before it was ready."""
MOST_STILLBORN = 20


class _Hand:
    """A worker as it is seen from here."""

    def __init__(self, ray: Any, node: str, is_warm: bool, given: tuple[Any, ...]) -> None:
        place = ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy(node, soft=False)
        made = ray.remote(NodeWorker).options(
            num_cpus=1,
            max_restarts=0,
            max_task_retries=0,
            scheduling_strategy=place,
            runtime_env={"env_vars": {BUSY: "1"} if is_warm else {}},
        )
        self.node = node
        self.actor = made.remote(*given)
        self.asked: Any = self.actor.ready.remote()
        self.ready = False
        self.unit: Unit | None = None

    def give(self, unit: Unit) -> None:
        """Give it a unit."""
        self.unit = unit
        self.asked = self.actor.play.remote(tuple(unit))


class NodeWorker:
    """What plays on a node: players by name, and files of this machine by content."""

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
        self._own = tempfile.TemporaryDirectory(prefix="spacecombat-cup-")
        try:
            places = {name: self._place(name, content) for name, content in files.items()}
            its: dict[str, Any] = {"threads": 1, "places": places, "secret": secret}
            self._cup = Cup(plan_from(plan, file), file=file, **its)
            self._about = self._cup.about()
        except SpaceCombatError as cause:
            self._refused = str(cause)

    def _place(self, name: str, content: bytes) -> str:
        """Write a player's file; return the player's name with the place of it."""
        prefix, path = named_file(name)
        folder = Path(self._own.name) / str(len(os.listdir(self._own.name)))
        folder.mkdir()
        (folder / Path(path).name).write_bytes(content)
        level = name.removeprefix(prefix + path)
        return prefix + str(folder / Path(path).name) + level

    def ready(self) -> tuple[str, Any]:
        """Return what the cup is about here, or why it cannot be opened."""
        return ("refused", self._refused) if self._refused else ("ready", self._about)

    def play(self, unit: tuple[int, ...]) -> tuple[str, Any]:
        """Return the rows of a unit."""
        try:
            return answer(self._cup, Unit(*unit))
        except SpaceCombatError as cause:
            return "refused", str(cause)

    def close(self) -> None:
        """End the processes of bots."""
        self._cup.close()
        self._own.cleanup()


def _files(cup: Cup) -> dict[str, bytes]:
    """Return the content of the files that entrants name, by player; those that ship are there."""
    named = {its.player: named_file(its.player)[1] for its in cup.plan.entrants}
    return {
        player: Path(path).read_bytes()
        for player, path in named.items()
        if path and (Path(path).is_file() or path not in shipped_opponents())
    }


def _connected(address: str, processors: int | None) -> Any:
    """Return ray, connected; the signals stay whose they were."""
    try:
        import ray
        import ray.util.scheduling_strategies
    except ModuleNotFoundError as cause:
        raise missing_extra(cause, "ray") from None
    signals = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}
    its: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    if address == AUTO:
        address, its["include_dashboard"], its["num_cpus"] = "local", False, processors
    try:
        ray.init(address=address, **its)
    except Exception as cause:
        raise ConfigError.at("ray", address, f"cannot be reached: {cause}") from None
    finally:
        for each, handler in signals.items():
            with contextlib.suppress(ValueError):  # of another thread than the main one
                signal.signal(each, handler)
    return ray
