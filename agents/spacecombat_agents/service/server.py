"""Run the service: a socket, one line with its address, and uvicorn."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import IO, NamedTuple

import uvicorn
from starlette.types import ASGIApp

from spacecombat_agents.service.app import create_app
from spacecombat_agents.service.games.capacity import GAMES_PER_ADDRESS
from spacecombat_agents.service.http.connections import (
    ConnectionLimiter,
    ConnectionLimits,
    connections_that_fit,
)
from spacecombat_agents.service.http.middleware import LOOPBACK, MAX_MESSAGE_BYTES, allowed_hosts
from spacecombat_agents.service.http.rate_limits import RateLimits
from spacecombat_agents.service.http.service import Service
from spacecombat_agents.service.operation.events import EventLog, capture_logs
from spacecombat_agents.service.players.opponents import Opponents
from spacecombat_agents.service.storage.folder import data_folder
from spacecombat_agents.terminal import print_stderr
from spacecombat_env.core.engine import load_engine
from spacecombat_env.core.errors import ConfigError

__all__ = ["ServerOptions", "open_listening_socket", "run_server", "uvicorn_config"]

SHUTDOWN_SECONDS = 5
BACKLOG = 128
ALL_INTERFACES = ("0.0.0.0", "::", "")
"""Hosts that mean every address of this machine."""


class ServerOptions(NamedTuple):
    """Options of the server."""

    host: str
    port: int
    data: Path | None
    to_open: bool
    opponents: tuple[str, ...]
    allowed: tuple[str, ...]
    behind_proxy: bool
    as_json: bool
    answer_grid: float = 0.0
    games_per_address: int = GAMES_PER_ADDRESS
    keep_days: float | None = None
    """Days after which finished games are deleted; None for never."""
    log: str | None = None
    """File for events, `-` for stderr; None for trouble alone, in words."""
    make_key: Path | None = None
    admin_key: Path | None = None
    root_path: str = ""


def run_server(options: ServerOptions) -> None:
    """Serve until the process is ended."""
    listening = open_listening_socket(options.host, options.port)
    port = listening.getsockname()[1]
    load_engine()  # built now if it must be, not while somebody waits
    events, connections = EventLog(open_log(options.log)), connection_limits(options)
    service = Service(
        options.data or data_folder(),
        Opponents(options.opponents),
        RateLimits(
            open_games=options.games_per_address,
            sockets_in_all=min(RateLimits().sockets_in_all, connections.total * 3 // 5),
        ),
        answer_grid=options.answer_grid,
        events=events,
        keep_days=options.keep_days,
        make_keys=options.make_key,
        admin_keys=options.admin_key,
    )
    hosts = allowed_hosts(options.host, port, options.allowed)
    address = f"http://{url_host(options.host)}:{port}{options.root_path}/"
    limiter = ConnectionLimiter(connections, service.counts)
    config = uvicorn_config(options, create_app(service, hosts, options.root_path), port, limiter)
    capture_logs(events)
    if options.host in ALL_INTERFACES and not options.allowed:
        print_stderr(f"Host names: {', '.join(sorted(hosts))}; add others with --allow-host.")
    print(json.dumps({"address": address}) if options.as_json else address, flush=True)
    if options.to_open:
        threading.Timer(0.5, webbrowser.open, [address]).start()
    events.note("started", address=address, connections=limiter.limits.total)
    with contextlib.suppress(KeyboardInterrupt):  # the usual way to end it
        uvicorn.Server(config).run(sockets=[listening])
    events.note("stopped")


def open_log(name: str | None) -> IO[str] | None:
    """Return the file for events, opened for its owner alone. Raises ConfigError."""
    if name is None:
        return None
    if name == "-":
        return sys.stderr
    try:
        opened = os.open(name, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    except OSError as cause:
        raise ConfigError.at(name, "log", f"cannot be written: {cause.strerror}") from None
    return open(opened, "a", encoding="utf-8")


def connection_limits(options: ServerOptions) -> ConnectionLimits:
    """Return the limits on connections; behind a proxy all come from its address."""
    limits = ConnectionLimits(total=connections_that_fit())
    return limits._replace(per_address=None) if options.behind_proxy else limits


def uvicorn_config(
    options: ServerOptions, app: ASGIApp, port: int, limiter: ConnectionLimiter | None = None
) -> uvicorn.Config:
    """Return the settings of the web server."""
    return uvicorn.Config(
        app,
        port=port,
        http=(limiter or ConnectionLimiter()).protocol_class(),
        backlog=BACKLOG,
        log_config=None,  # see capture_logs
        log_level="warning",
        access_log=False,  # URLs of games are private
        server_header=False,
        proxy_headers=options.behind_proxy,
        ws_max_size=MAX_MESSAGE_BYTES,
        ws_per_message_deflate=True,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )


def url_host(host: str) -> str:
    """Return a host as written in URLs."""
    if host in ALL_INTERFACES:
        return LOOPBACK[0]
    return f"[{host}]" if ":" in host else host


def open_listening_socket(host: str, port: int) -> socket.socket:
    """Return a listening socket; raise ConfigError if that is impossible."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(BACKLOG)  # early connections wait for the first answer
    except OSError as cause:
        listening.close()
        reason = f"{host}:{port} is not available: {cause.strerror}"
        raise ConfigError.at("serve", "port", reason) from None
    listening.set_inheritable(True)
    return listening
