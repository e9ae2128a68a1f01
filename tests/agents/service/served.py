"""A service as a process of its own, whose games have seeds that are known: `served.py FOLDER`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import uvicorn
from kit.serving import service_in

from spacecombat_agents.service.app import create_app
from spacecombat_agents.service.http.middleware import allowed_hosts
from spacecombat_agents.service.server import ServerOptions, open_listening_socket, uvicorn_config


def main() -> None:
    """Serve until killed; print the port."""
    options = ServerOptions("127.0.0.1", 0, Path(sys.argv[1]), False, (), (), False, False)
    listening = open_listening_socket(options.host, 0)
    port = listening.getsockname()[1]
    app = create_app(service_in(Path(sys.argv[1]), seed=7), allowed_hosts(options.host, port))
    print(port, flush=True)
    uvicorn.Server(uvicorn_config(options, app, port)).run(sockets=[listening])


if __name__ == "__main__":
    main()
