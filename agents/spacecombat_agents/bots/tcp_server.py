"""A player as a bot on a port: lines of the protocol over TCP, to each host a bot of its own.

What a host sends is bounded in size and time; at the first message that is none of the protocol it
is told why, in a line, and the connection ends. Others do not notice.
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

Message = dict[str, Any]
LOOPBACK = "127.0.0.1"
CHUNK = 1 << 16
PAUSE_SECONDS = 0.1
"""After a connection that could not be taken."""
REFUSAL_READ_SECONDS = 1.0
"""For a host that still writes to read why it was refused."""


class HostLimits(NamedTuple):
    """What hosts may do."""

    line_bytes: int = 1 << 20
    """Longest message."""
    hosts: int = 16
    """Connections at once."""
    games: int = 64
    """Games of a connection at once."""
    start_seconds: float = 20.0
    """Until the first message."""
    line_seconds: float = 10.0
    """From the first byte of a message to its last, and for an answer to be taken."""
    idle_seconds: float = 600.0
    """Between messages; a ping is one."""


class HostRefused(Exception):
    """What a host sent is not taken; the words say why, and `code` is the protocol's."""

    def __init__(self, words: str, number: Any = 0, code: str = "malformed") -> None:
        super().__init__(words)
        self.code = code
        self.number = number if type(number) is int else 0


class BotServer:
    """Listens, and answers each host by a bot that `make` builds for it."""

    def __init__(
        self,
        make: Callable[[], Bot],
        host: str = LOOPBACK,
        port: int = 0,
        bounds: HostLimits | None = None,
    ) -> None:
        """Begin to listen; ConfigError where that cannot be."""
        self._make, self._bounds = make, bounds or HostLimits()
        self._free = threading.BoundedSemaphore(self._bounds.hosts)
        try:
            self._listening = socket.create_server(
                (host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET
            )
        except OSError as cause:
            reason = f"{host}:{port} cannot be listened at: {cause.strerror or cause}"
            raise ConfigError.at("bot serve", "port", reason) from None

    @property
    def address(self) -> tuple[str, int]:
        """Where it listens."""
        host, port, *_ = self._listening.getsockname()
        return host, port

    def serve(self) -> None:
        """Answer hosts until `close`."""
        while self._listening.fileno() >= 0:
            try:
                connection, _ = self._listening.accept()
            except OSError:  # closed, or a host that left at once, or too many files are open
                time.sleep(PAUSE_SECONDS)
                continue
            threading.Thread(target=self._serve_host, args=(connection,), daemon=True).start()

    def close(self) -> None:
        """Listen no more."""
        with contextlib.suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def _serve_host(self, connection: socket.socket) -> None:
        """Answer one host until it leaves, is lost, or is refused."""
        with connection, contextlib.suppress(OSError):
            if not self._free.acquire(blocking=False):
                _refuse(connection, HostRefused(f"{self._bounds.hosts} hosts are here already"))
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
    """Answer messages until one says bye or the host is gone; Refusal, OSError."""
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
        said = _answer_message(bot, message)
        if said is not None:
            connection.settimeout(bounds.line_seconds)
            connection.sendall((as_line(said) + "\n").encode())
        if message["type"] == "bye":
            return


def _answer_message(bot: Bot, message: Message) -> Message | None:
    """Return what the bot says; Refusal where it cannot make anything of the message."""
    try:
        return answer(bot, message)
    except ConfigError as cause:  # another game than the bot's
        raise HostRefused(str(cause), message.get("id"), "version") from None
    except Exception as cause:
        words = " ".join(f"{message['type']}: {type(cause).__name__}: {cause}".split())
        raise HostRefused(words[:200], message.get("id")) from None


def _read_lines(connection: socket.socket, bounds: HostLimits) -> Iterator[bytes]:
    """Yield lines as they come, until the host writes no more; Refusal for long and slow ones."""
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
    """Return a line as a message; Refusal where it is none."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError) as cause:
        raise HostRefused(f"no JSON on a line: {type(cause).__name__}") from None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise HostRefused("no JSON object with a type on a line")
    return message


def _refuse(connection: socket.socket, refusal: HostRefused) -> None:
    """Say why, and leave; a host that still writes is heard for a moment, so that it can read."""
    said = {
        "type": "refused",
        "id": refusal.number,
        "code": refusal.code,
        "reason": str(refusal),
    }
    end = time.monotonic() + REFUSAL_READ_SECONDS
    connection.settimeout(REFUSAL_READ_SECONDS)
    connection.sendall((as_line(said) + "\n").encode())
    connection.shutdown(socket.SHUT_WR)
    while time.monotonic() < end and connection.recv(CHUNK):
        pass
