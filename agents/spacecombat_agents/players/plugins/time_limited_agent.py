"""Third-party agents in their own process, so that a slow, crashing or hanging one stops nothing.

A third-party agent (MODULE:CLASS) runs in a worker process (agent_worker.py). It receives the
inputs of `Agent.act` and nothing else: masks, and if it needs them observations or redacted
records. A worker that exceeds its deadline is killed and replaced; the agent starts afresh in the
new one. This protects against mistakes, not against malice: a worker runs with its user's rights.

Built-in players run in the process of the match, without this overhead.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import weakref
from queue import Empty, SimpleQueue
from typing import IO, Any

import cloudpickle
import numpy as np

from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import AgentError, Needs
from spacecombat_agents.players.plugins.agent_worker import LENGTH_PREFIX
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.ruleset import Games

__all__ = ["AgentCrash", "DEFAULT_DEADLINE", "TimeLimitedAgent", "Timeout"]

DEFAULT_DEADLINE = 10.0
"""Default time for a decision, in seconds."""
STARTUP_TIMEOUT = 120.0
"""Time for importing and building an agent, in seconds."""
UNLIMITED_BATCH = 2**30
FAST_SHARE, SLOW_SHARE = 0.25, 0.5
"""Shares of the deadline: batches grow below the first and shrink above the second."""
WORKER_CODE = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]);"
    "from spacecombat_agents.players.plugins.agent_worker import main; main()"
)


class Timeout(AgentError):
    """No action arrived within the deadline."""


class AgentCrash(AgentError):
    """The agent raised, or its process ended; the message is its own traceback."""


class TimeLimitedAgent:
    """An agent in a worker process.

    `act` raises Timeout or AgentCrash. All games of a call share one deadline, so callers may have
    to pass fewer at once: `max_batch` adapts to how fast the agent answers.
    """

    def __init__(self, name: str, setting: GameSetting, deadline: float = DEFAULT_DEADLINE) -> None:
        _ = setting.scenario
        self.deadline = deadline
        self.max_batch = UNLIMITED_BATCH
        self.consecutive_timeouts = 0
        """Single decisions that timed out since the last answer."""
        self._start_request = {
            "name": name,
            "setting": cloudpickle.dumps(setting),
            "seconds": STARTUP_TIMEOUT,
        }
        self._seed: int | None = None
        self._seed_pending = False
        self._restarts = 0
        self._worker: _Worker | None = None
        description = self._start()
        self.name: str = description["name"]
        self.needs = Needs(description["needs"])
        self.digest: str | None = description["digest"]

    def reset(self, seed: int) -> None:
        """Reset the agent at its next call."""
        self._seed, self._seed_pending = seed, True

    def act(
        self,
        observations: np.ndarray | None,
        masks: np.ndarray,
        visible: Games | None = None,
        seats: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return the agent's actions; raise Timeout or AgentCrash if there are none."""
        if self._worker is None:
            self._start()
        request = {
            "seconds": self.deadline,
            "seed": self._new_seed(),
            "observations": observations,
            "masks": masks,
            "seen": None if visible is None else visible.raw,
            "seats": seats,
        }
        started = time.monotonic()
        try:
            answer = self._exchange(request, self.deadline)
        except Timeout:
            self.max_batch = 1
            self.consecutive_timeouts += len(masks) == 1
            raise
        self.consecutive_timeouts = 0
        self._adapt_batch(len(masks), (time.monotonic() - started) / self.deadline)
        if "crash" in answer:
            raise AgentCrash(answer["crash"])
        return np.array(answer["words"], np.int64)

    def close(self) -> None:
        """End the worker; the next call starts a new one."""
        if self._worker is not None:
            self._worker.end()
            self._worker = None

    def __getstate__(self) -> dict[str, Any]:
        """Return the state of a copy, which gets its own worker."""
        return self.__dict__ | {"_worker": None, "_seed_pending": self._seed is not None}

    def _new_seed(self) -> int | None:
        """Return the seed if a reset is due; a replaced worker gets another one."""
        if not self._seed_pending or self._seed is None:
            return None
        self._seed_pending = False
        if not self._restarts:
            return self._seed
        state = np.random.SeedSequence([self._seed, self._restarts]).generate_state(1, np.uint64)[0]
        return int(state >> np.uint64(1))

    def _adapt_batch(self, batch_size: int, share: float) -> None:
        """Raise the batch size while answers are fast; lower it when they are slow."""
        if share < FAST_SHARE:
            self.max_batch = max(self.max_batch, 2 * batch_size)
        elif share > SLOW_SHARE:
            self.max_batch = max(1, batch_size // 2)

    def _start(self) -> dict[str, Any]:
        """Start a worker; return the agent's description, or raise why it failed."""
        self._worker = _Worker()
        try:
            description = self._exchange(self._start_request, STARTUP_TIMEOUT)
        except (Timeout, AgentCrash) as cause:
            reason = f"cannot be built: {cause}"
            raise ConfigError.at(str(self._start_request["name"]), "class", reason) from None
        if "refused" in description:
            self.close()
            raise ConfigError(description["refused"])
        return description

    def _exchange(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Send a request to the worker and wait for the answer."""
        assert self._worker is not None
        try:
            return self._worker.exchange(request, seconds)
        except BaseException:  # a late answer would be mistaken for the next one
            self.close()
            self._restarts += 1
            self._seed_pending = self._seed is not None
            raise


class _Worker:
    """A process and the thread that talks to it: queues have timeouts, pipes do not."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", WORKER_CODE, json.dumps(sys.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C goes to the match only
        )
        self._requests: SimpleQueue[dict[str, Any] | None] = SimpleQueue()
        self._answers: SimpleQueue[dict[str, Any] | None] = SimpleQueue()
        given = (self.process, self._requests, self._answers)
        threading.Thread(target=_relay, args=given, name="spacecombat-bot", daemon=True).start()
        self.end = weakref.finalize(self, _kill_process, self.process, self._requests)

    def exchange(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Return the answer to a request; raise Timeout after `seconds`, AgentCrash if the process
        ended.
        """
        self._requests.put(request)
        try:
            answer = self._answers.get(timeout=seconds)
        except Empty:
            raise Timeout(f"no answer within {seconds:g} s") from None
        if answer is None:
            status = self.process.wait()
            raise AgentCrash(f"its process ended with status {status}")
        return answer


def _relay(
    process: subprocess.Popen[bytes],
    requests: SimpleQueue[dict[str, Any] | None],
    answers: SimpleQueue[dict[str, Any] | None],
) -> None:
    """Relay requests and answers until a request is None; a dead process answers None."""
    assert process.stdin is not None and process.stdout is not None
    with process.stdin as to, process.stdout as back:
        while (request := requests.get()) is not None:
            try:
                pickle.dump(request, to, pickle.HIGHEST_PROTOCOL)
                to.flush()
                answers.put(_read_answer(back))
            except (OSError, ValueError):
                answers.put(None)
                return


def _read_answer(back: IO[bytes]) -> dict[str, Any]:
    """Read an answer; OSError or ValueError if it is invalid."""
    header = back.read(LENGTH_PREFIX.size)
    if len(header) < LENGTH_PREFIX.size:
        raise OSError("the process is gone")
    answer = json.loads(back.read(LENGTH_PREFIX.unpack(header)[0]))
    if not isinstance(answer, dict):
        raise ValueError("invalid answer")
    return answer


def _kill_process(
    process: subprocess.Popen[bytes], requests: SimpleQueue[dict[str, Any] | None]
) -> None:
    """End a process with its children, and the thread that talks to it."""
    requests.put(None)
    if process.poll() is None:
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()
