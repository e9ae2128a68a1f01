"""Running the service: a socket, one line that says where, and uvicorn."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import threading
import webbrowser
from pathlib import Path
from typing import NamedTuple

import uvicorn
from starlette.types import ASGIApp

from spacecombat_agents.service.app import application
from spacecombat_agents.service.guard import LOOPBACK, MOST_BYTES, own_hosts
from spacecombat_agents.service.opponents import Opponents
from spacecombat_agents.service.service import Service
from spacecombat_agents.terminal import tell
from spacecombat_env import registry
from spacecombat_env.core.errors import ConfigError

SECONDS_TO_END = 5
BACKLOG = 128
ANYWHERE = ("0.0.0.0", "::", "")
"""Hosts that mean every address of this machine."""


class Options(NamedTuple):
    """How it is served."""

    host: str
    port: int
    data: Path | None
    to_open: bool
    opponents: tuple[str, ...]
    allowed: tuple[str, ...]
    behind_proxy: bool
    as_json: bool
    answer_grid: float = 0.0


def data_folder() -> Path:
    """Return the usual folder for games."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "spacecombat"


def run(options: Options) -> None:
    """Serve until the process is ended."""
    listening = listen(options.host, options.port)
    port = listening.getsockname()[1]
    service = Service(
        options.data or data_folder(), Opponents(options.opponents), answer_grid=options.answer_grid
    )
    service.warmth.begin(registry.names())
    hosts = own_hosts(options.host, port, options.allowed)
    address = f"http://{shown(options.host)}:{port}/"
    config = configuration(options, application(service, hosts), port)
    if options.host in ANYWHERE and not options.allowed:
        tell(f"It answers to {', '.join(sorted(hosts))}; name others with --allow-host.")
    print(json.dumps({"address": address}) if options.as_json else address, flush=True)
    if options.to_open:
        threading.Timer(0.5, webbrowser.open, [address]).start()
    with contextlib.suppress(KeyboardInterrupt):  # that is how it ends
        uvicorn.Server(config).run(sockets=[listening])


def configuration(options: Options, app: ASGIApp, port: int) -> uvicorn.Config:
    """Return how the web's server is to work."""
    return uvicorn.Config(
        app,
        port=port,
        log_level="warning",
        access_log=False,  # addresses of games are nobody's business
        server_header=False,
        proxy_headers=options.behind_proxy,
        ws_max_size=MOST_BYTES,
        ws_per_message_deflate=options.host not in LOOPBACK,
        timeout_graceful_shutdown=SECONDS_TO_END,
    )


def shown(host: str) -> str:
    """Return a host as addresses have it."""
    if host in ANYWHERE:
        return LOOPBACK[0]
    return f"[{host}]" if ":" in host else host


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens; ConfigError where it cannot."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(BACKLOG)  # who comes before the first answer waits
    except OSError as cause:
        listening.close()
        reason = f"{host}:{port} cannot be listened at: {cause.strerror}"
        raise ConfigError.at("serve", "port", reason) from None
    listening.set_inheritable(True)
    return listening
