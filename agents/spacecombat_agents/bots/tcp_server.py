"""Serve a player as a bot on a TCP port: protocol lines, and a bot of its own for each host.

A host's messages are limited in size and time. After the first invalid message the server sends one
line with the reason and closes the connection. Other hosts do not notice.
"""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from spacecombat_agents.bots.bot import Bot, answer
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.protocol.lines import as_line

__all__ = ["BotServer", "HostLimits", "LOOPBACK"]

Message = dict[str, Any]
LOOPBACK = "127.0.0.1"
CHUNK = 1 << 16
PAUSE_SECONDS = 0.1
"""Pause after a connection that could not be accepted."""
REFUSAL_READ_SECONDS = 1.0
"""Time for a host that still writes to read the reason of its refusal."""


class HostLimits(NamedTuple):
    """Limits for hosts."""

    line_bytes: int = 1 << 20
    """Longest message."""
    hosts: int = 16
    """Connections at once."""
    games: int = 64
    """Games of a connection at once."""
    start_seconds: float = 20.0
    """Time until the first message."""
    line_seconds: float = 10.0
    """Time from the first byte of a message to its last, and for sending an answer."""
    idle_seconds: float = 600.0
    """Time between messages; a ping counts as one."""


class HostRefused(Exception):
    """A host's message is refused; `code` is the protocol's."""

    def __init__(self, text: str, number: Any = 0, code: str = "malformed") -> None:
        super().__init__(text)
        self.code = code
        self.number = number if type(number) is int else 0


class BotServer:
    """Listens, and answers each host with a bot that `make` builds."""

    def __init__(
        self,
        make: Callable[[], Bot],
        host: str = LOOPBACK,
        port: int = 0,
        bounds: HostLimits | None = None,
    ) -> None:
        """Start to listen; raise ConfigError if that is impossible."""
        self._make, self._bounds = make, bounds or HostLimits()
        self._free = threading.BoundedSemaphore(self._bounds.hosts)
        try:
            self._listening = socket.create_server(
                (host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET
            )
        except OSError as cause:
            reason = f"{host}:{port} is not available: {cause.strerror or cause}"
            raise ConfigError.at("bot serve", "port", reason) from None

    @property
    def address(self) -> tuple[str, int]:
        """The address it listens on."""
        host, port, *_ = self._listening.getsockname()
        return host, port

    def serve(self) -> None:
        """Answer hosts until `close`."""
        while self._listening.fileno() >= 0:
            try:
                connection, _ = self._listening.accept()
            except OSError:  # closed, a host that left at once, or too many open files
                time.sleep(PAUSE_SECONDS)
                continue
            threading.Thread(target=self._serve_host, args=(connection,), daemon=True).start()

    def close(self) -> None:
        """Stop listening."""
        with contextlib.suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def _serve_host(self, connection: socket.socket) -> None:
        """Answer one host until it leaves, is lost, or is refused."""
        with connection, contextlib.suppress(OSError):
            if not self._free.acquire(blocking=False):
                _refuse(
                    connection, HostRefused(f"{self._bounds.hosts} hosts are connected already")
                )
                return
            try:
                _run_conversation(connection, self._make, self._bounds)
            except HostRefused as refusal:
                _refuse(connection, refusal)
            finally:
                self._free.release()


def _run_conversation(
    connection: socket.socket, make: Callable[[], Bot], bounds: HostLimits
) -> None:
    """Answer messages until bye or the end; raise HostRefused or OSError."""
    bot: Bot | None = None
    games: set[str] = set()
    for line in _read_lines(connection, bounds):
        message = _parse_message(line)
        if message["type"] == "new_game":
            games.add(str(message.get("game")))
        if message["type"] == "game_over":
            games.discard(str(message.get("game")))
        if len(games) > bounds.games:
            raise HostRefused(f"more than {bounds.games} games at once")
        bot = bot or make()
        reply = _answer_message(bot, message)
        if reply is not None:
            connection.settimeout(bounds.line_seconds)
            connection.sendall((as_line(reply) + "\n").encode())
        if message["type"] == "bye":
            return


def _answer_message(bot: Bot, message: Message) -> Message | None:
    """Return the bot's answer; raise HostRefused for an invalid message."""
    try:
        return answer(bot, message)
    except ConfigError as cause:  # not the bot's game
        raise HostRefused(str(cause), message.get("id"), "version") from None
    except Exception as cause:
        reason = " ".join(f"{message['type']}: {type(cause).__name__}: {cause}".split())
        raise HostRefused(reason[:200], message.get("id")) from None


def _read_lines(connection: socket.socket, bounds: HostLimits) -> Iterator[bytes]:
    """Yield lines until the host stops writing; raise HostRefused for long and slow ones."""
    held, patience, begun = bytearray(), bounds.start_seconds, time.monotonic()
    while True:
        left = begun + (bounds.line_seconds if held else patience) - time.monotonic()
        try:
            connection.settimeout(max(left, 0.001))
            chunk = connection.recv(CHUNK)
        except TimeoutError:
            seconds = bounds.line_seconds if held else patience
            raise HostRefused(f"no whole message within {seconds:g} s") from None
        if not chunk:
            return
        begun = begun if held else time.monotonic()
        held += chunk
        *whole, rest = held.split(b"\n")
        for line in whole:
            _check_length(line, bounds)
            if line.strip():
                yield bytes(line)
        _check_length(rest, bounds)
        if whole:
            held, patience, begun = bytearray(rest), bounds.idle_seconds, time.monotonic()


def _check_length(line: bytearray, bounds: HostLimits) -> None:
    """Refuse a line that is too long."""
    if len(line) > bounds.line_bytes:
        raise HostRefused(f"a line is longer than {bounds.line_bytes} bytes")


def _parse_message(line: bytes) -> Message:
    """Return a line as a message; raise HostRefused if it is invalid."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError) as cause:
        raise HostRefused(f"a line is not JSON: {type(cause).__name__}") from None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise HostRefused("a line is not a JSON object with a type")
    return message


def _refuse(connection: socket.socket, refusal: HostRefused) -> None:
    """Send the reason and close; keep reading for a moment so that the host can read it."""
    reply = {
        "type": "refused",
        "id": refusal.number,
        "code": refusal.code,
        "reason": str(refusal),
    }
    end = time.monotonic() + REFUSAL_READ_SECONDS
    connection.settimeout(REFUSAL_READ_SECONDS)
    connection.sendall((as_line(reply) + "\n").encode())
    connection.shutdown(socket.SHUT_WR)
    while time.monotonic() < end and connection.recv(CHUNK):
        pass
