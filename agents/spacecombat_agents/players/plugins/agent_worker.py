"""The process of a third-party agent: it receives its seats' inputs and returns actions.

Requests are pickled dicts on standard input: first what to build, then one per call of `act`.
Answers are JSON with a length prefix, so the match never executes what an agent sends. The agent's
own output goes to standard error.
"""

from __future__ import annotations

import contextlib
import hashlib
import inspect
import json
import os
import pickle
import signal
import struct
import sys
import threading
import traceback
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Any

from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Agent, validate_actions
from spacecombat_agents.players.roster import custom_agent
from spacecombat_env.core.errors import SpaceCombatError
from spacecombat_env.core.ruleset import wrap_games

__all__ = ["LENGTH_PREFIX"]

LENGTH_PREFIX = struct.Struct(">I")
GRACE_SECONDS = 5
"""Seconds after its deadline at which an abandoned worker ends by itself."""


def main() -> None:
    """Build the agent that the first request names, then answer until the input ends."""
    requests, answers = _take_over_stdio()
    waiting: SimpleQueue[dict[str, Any]] = SimpleQueue()
    threading.Thread(target=_read_requests, args=(requests, waiting), daemon=True).start()
    hello = waiting.get()
    _set_alarm(hello["seconds"])
    setting: GameSetting = pickle.loads(hello["setting"])
    try:
        agent = custom_agent(hello["name"], setting)
    except SpaceCombatError as cause:
        return _write_answer(answers, {"refused": str(cause)})
    except Exception as cause:
        return _write_answer(
            answers, {"refused": f"{hello['name']}: module: cannot be imported: {cause!r}"}
        )
    _set_alarm(None)
    about = {"name": str(agent.name), "needs": agent.needs.value}
    _write_answer(answers, {**about, "digest": _digest(agent)})
    while True:
        _write_answer(answers, _act(agent, setting, waiting.get()))


def _digest(agent: Agent) -> str | None:
    """Return the SHA-256 that an agent reports, or that of its class's file."""
    own = getattr(agent, "digest", None)
    if isinstance(own, str):
        return own
    with contextlib.suppress(TypeError, OSError):
        return hashlib.sha256(Path(inspect.getfile(type(agent))).read_bytes()).hexdigest()
    return None


def _take_over_stdio() -> tuple[IO[bytes], IO[bytes]]:
    """Take over standard input and output; the agent reads nothing and prints to standard error."""
    sys.stdout.flush()
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return requests, answers


def _read_requests(requests: IO[bytes], waiting: SimpleQueue[dict[str, Any]]) -> None:
    """Receive requests; end the process when the sender is gone, whatever the agent is doing."""
    while True:
        try:
            waiting.put(pickle.load(requests))
        except (EOFError, OSError):
            os._exit(0)


def _write_answer(answers: IO[bytes], content: dict[str, Any]) -> None:
    """Send an answer."""
    data = json.dumps(content).encode()
    answers.write(LENGTH_PREFIX.pack(len(data)) + data)
    answers.flush()


def _act(agent: Agent, setting: GameSetting, request: dict[str, Any]) -> dict[str, Any]:
    """Call the agent."""
    _set_alarm(request["seconds"])
    try:
        if request["seed"] is not None:
            agent.reset(request["seed"])
        raw = request["seen"]
        visible = None
        if raw is not None:
            dtype = setting.scenario.table.opening.dtype
            visible = wrap_games(raw.view(dtype).reshape(len(raw)))
        actions = agent.act(request["observations"], request["masks"], visible, request["seats"])
        return {"words": validate_actions(actions, len(request["masks"])).tolist()}
    except Exception as cause:
        own = cause.__traceback__.tb_next if cause.__traceback__ else None
        return {"crash": "".join(traceback.format_exception(type(cause), cause, own))}
    finally:
        _set_alarm(None)


def _set_alarm(seconds: float | None) -> None:
    """Schedule the end of this process some time after a deadline, if supported; None cancels.

    Otherwise an agent that never releases the interpreter would outlive a match that was killed.
    """
    if hasattr(signal, "alarm"):
        signal.alarm(0 if seconds is None else int(seconds) + GRACE_SECONDS)


if __name__ == "__main__":
    main()
