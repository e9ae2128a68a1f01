"""A service on a socket of this machine, in a thread, and requests to it byte by byte."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import uvicorn

from spacecombat_agents.service.app import create_app
from spacecombat_agents.service.http.connections import ConnectionLimiter, ConnectionLimits
from spacecombat_agents.service.http.middleware import allowed_hosts
from spacecombat_agents.service.http.service import Service
from spacecombat_agents.service.server import ServerOptions, open_listening_socket, uvicorn_config


class Live(NamedTuple):
    """A running service."""

    port: int
    service: Service
    limiter: ConnectionLimiter

    def connect(self, source: str = "127.0.0.1") -> socket.socket:
        """A connection from an address of this machine."""
        return socket.create_connection(("127.0.0.1", self.port), 20, (source, 0))

    def head(self, line: str, *headers: str) -> bytes:
        """The head of a request."""
        lines = [f"{line} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", *headers]
        return "\r\n".join([*lines, "", ""]).encode()

    def ask(self, line: str = "GET /", source: str = "127.0.0.1", *headers: str) -> int:
        """The status of a request over a connection of its own."""
        with self.connect(source) as connection:
            connection.sendall(self.head(line, "Connection: close", *headers))
            return response_of(connection)[0]


def response_of(connection: socket.socket) -> tuple[int, bytes]:
    """Status and body of the next response; 0 if the connection is closed."""
    found = b""
    while b"\r\n\r\n" not in found:
        part = connection.recv(4096)
        if not part:
            return 0, b""
        found += part
    head, _, body = found.partition(b"\r\n\r\n")
    fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
    while len(body) < int(fields.get(b"content-length", 0)) and (part := connection.recv(1 << 16)):
        body += part
    return int(head.split()[1]), body


@contextlib.contextmanager
def running(service: Service, limits: ConnectionLimits | None = None) -> Iterator[Live]:
    """Serve until left."""
    options = ServerOptions("127.0.0.1", 0, Path(), False, (), (), False, False)
    listening = open_listening_socket(options.host, 0)
    port = listening.getsockname()[1]
    limiter = ConnectionLimiter(limits, service.counts)
    app = create_app(service, allowed_hosts(options.host, port))
    config = uvicorn_config(options, app, port, limiter)
    config.timeout_graceful_shutdown = 1
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        yield Live(port, service, limiter)
    finally:
        server.should_exit = True
        thread.join(20)


def is_cut_off(connection: socket.socket, seconds: float) -> bool:
    """Whether the other end closes a connection in that time."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        connection.settimeout(left)
        try:
            if connection.recv(4096) == b"":
                return True
        except TimeoutError:
            return False
        except OSError:
            return True
    return False
