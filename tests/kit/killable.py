"""A service as a process of its own, which can be killed and started again at the same port.

    python tests/kit/killable.py FOLDER PORT

Its games have seeds that are known. PORT 0 is any free one; the port is printed.
"""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

import uvicorn

from kit.serving import service_in
from spacecombat_agents.service.app import create_app
from spacecombat_agents.service.http.middleware import allowed_hosts
from spacecombat_agents.service.server import ServerOptions, open_listening_socket, uvicorn_config

SEED = 7


class Killable:
    """A service that runs until it is killed."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        self.folder = folder
        command = [sys.executable, __file__, str(folder), str(port)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())
        self.address = f"127.0.0.1:{self.port}"

    def fetch(self, path: str, body: Any = None) -> bytes:
        """Return what a path answers."""
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(f"http://{self.address}{path}", data) as answer:
            found: bytes = answer.read()
            return found

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self.process.wait()

    def again(self) -> Killable:
        """Return the service of the same folder, started at the same port."""
        return Killable(self.folder, self.port)


def main(folder: Path, port: int) -> None:
    """Serve until killed; print the port."""
    options = ServerOptions("127.0.0.1", port, folder, False, (), (), False, False)
    listening = open_listening_socket(options.host, port)
    port = listening.getsockname()[1]
    app = create_app(service_in(folder, seed=SEED), allowed_hosts(options.host, port))
    print(port, flush=True)
    uvicorn.Server(uvicorn_config(options, app, port)).run(sockets=[listening])


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
