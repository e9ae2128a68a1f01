"""The nginx sample and the page about a path, with nginx and a service: files, sockets, limits."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from http.client import HTTPSConnection
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from kit.serving import PERSON, asked_for

ROOT = Path(__file__).parents[3]
NAME, KEY = "games.example.org", "an-administrators-key-of-tests"
PLACES = f"{os.environ['PATH']}:/usr/sbin"
NGINX, OPENSSL = (shutil.which(each, path=PLACES) for each in ("nginx", "openssl"))
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (NGINX and OPENSSL), reason="needs nginx and openssl"),
]
LOCATIONS = re.compile(r"  location / \{.*\n\}\n", re.S)
"""The last part of the sample: what the page replaces for a path."""


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A service behind a proxy; its address."""
    folder = tmp_path_factory.mktemp("served")
    (folder / "admin.key").write_text(KEY)
    command = [sys.executable, "-m", "spacecombat_agents.cli", "serve", "--port", "0", "--json"]
    command += ["--data", str(folder / "data"), "--behind-proxy", "--allow-host", NAME]
    command += ["--admin-key", str(folder / "admin.key")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        try:
            yield json.loads(running.stdout.readline())["address"].rstrip("/")
        finally:
            running.terminate()


@pytest.fixture(scope="module", params=["", "/games"])
def proxy(
    request: pytest.FixtureRequest, service: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[int, str]]:
    """Nginx with the sample, or with the page's lines for a path; its port, and the path."""
    folder, port, path = tmp_path_factory.mktemp("nginx"), free_port(), request.param
    sample = (ROOT / "examples/serve/nginx.conf").read_text(encoding="utf-8")
    if path:
        page = (ROOT / "docs/serve/deployment.md").read_text(encoding="utf-8")
        (lines,) = re.findall(r"```nginx\n(.*?)```", page, re.S)
        sample = LOCATIONS.sub(lambda _: lines + "}\n", sample)
    for old, new in (
        ("127.0.0.1:8642", service.removeprefix("http://")),
        ("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
        ("  listen [::]:443 ssl;\n", ""),
        ("/etc/ssl/", f"{folder}/"),
        ("rate=50r/s", "rate=1r/s"),  # a slow machine meets it too
        ("burst=500", "burst=100"),
    ):
        assert old in sample, old
        sample = sample.replace(old, new)
    start = f"pid {folder}/pid;\nerror_log {folder}/error.log;\ndaemon off;\nevents {{}}\n"
    temporary = "".join(
        f"{each}_temp_path {folder}/{each};\n"
        for each in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    start += "user root;\n" if os.geteuid() == 0 else ""
    whole = f"{start}http {{\naccess_log off;\n{temporary}{sample}}}\n"
    (folder / "nginx.conf").write_text(whole, encoding="utf-8")
    make_certificate(folder)
    command = [str(NGINX), "-e", f"{folder}/error.log", "-c", f"{folder}/nginx.conf"]
    subprocess.run([*command, "-t"], check=True, capture_output=True)
    with subprocess.Popen(command) as running:
        wait_for(port)
        try:
            yield port, path
        finally:
            running.terminate()


def make_certificate(folder: Path) -> None:
    """Write a certificate that nobody signed."""
    files = ["-keyout", f"{folder}/{NAME}.key", "-out", f"{folder}/{NAME}.pem"]
    command = [str(OPENSSL), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"]
    subprocess.run([*command, *files, "-subj", f"/CN={NAME}"], check=True, capture_output=True)


def wait_for(port: int) -> None:
    """Wait until something listens."""
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("nginx does not listen")


def trusting() -> ssl.SSLContext:
    """TLS that asks for no authority."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


class Browser:
    """One connection to the proxy."""

    def __init__(self, port: int) -> None:
        self.line = HTTPSConnection("127.0.0.1", port, timeout=30, context=trusting())

    def get(self, path: str, content: Any = None, **headers: str) -> tuple[int, bytes, Any]:
        """Status, body and headers of the answer; with content, a request that posts it."""
        body = content if isinstance(content, bytes) else json.dumps(content).encode()
        method = "GET" if content is None else "POST"
        headers = {"Host": NAME, **headers}
        self.line.request(method, path, None if content is None else body, headers)
        answer = self.line.getresponse()
        return answer.status, answer.read(), answer.headers


def test_pages_games_and_sockets_pass_through(proxy: tuple[int, str], service: str) -> None:
    from websockets.sync.client import connect

    port, path = proxy
    browser = Browser(port)
    status, page, _ = browser.get(f"{path}/")
    assert status == 200
    for name in set(re.findall(r'(?:src|href)="(static/[^"]+)"', page.decode())):
        assert browser.get(f"{path}/{name}")[0] == 200, name
    if path:
        status, _, headers = browser.get(path)
        assert status == 301 and headers["Location"].endswith("/games/")
    forged = {"X-Forwarded-For": "203.0.113.9"}
    status, made, _ = browser.get(f"{path}/v1/games", asked_for(PERSON), **forged)
    assert status == 201
    game = json.loads(made)
    line = socket.create_connection(("127.0.0.1", port), 10)
    address = f"wss://{NAME}{path}/v1/ws"
    with connect(address, sock=line, ssl=trusting(), server_hostname=NAME) as reader:
        join = {"type": "join", "game": game["game"], "reader": "red_0", "have": 0}
        reader.send(json.dumps({**join, "key": game["keys"]["red_0"]}))
        found: list[str] = []
        while "ask" not in found:
            found.append(json.loads(reader.recv(timeout=30))["type"])
        assert found[0] == "joined"
    assert makers(service)[game["game"]] == "127.0.0.1"


def makers(service: str) -> dict[str, str]:
    """The addresses that made the games, from the service itself."""
    listing = Request(f"{service}/v1/admin/games", headers={"Authorization": f"Bearer {KEY}"})
    with urlopen(listing) as answer:
        return {each["game"]: each["maker"] for each in json.load(answer)["games"]}


def test_what_is_the_operators_stays_inside(proxy: tuple[int, str]) -> None:
    port, path = proxy
    for place in ("metrics", "v1/admin/games", "v1/admin/bans"):
        status, body, _ = Browser(port).get(f"{path}/{place}", Authorization=f"Bearer {KEY}")
        assert status == 404 and b"nginx" in body, place


def test_limits_are_kept_before_the_service(proxy: tuple[int, str]) -> None:
    port, path = proxy
    assert Browser(port).get(f"{path}/v1/games", b"x" * (2 << 20))[0] == 413
    half = trusting().wrap_socket(socket.create_connection(("127.0.0.1", port), 30))
    half.sendall(f"GET {path}/ HTTP/1.1\r\nHost: {NAME}\r\n".encode())
    began = time.monotonic()
    assert not half.recv(1) and 5 < time.monotonic() - began < 20, "half a request is cut off"
    browser, found = Browser(port), Counter[tuple[int, bool]]()
    for _ in range(180):
        status, body, _ = browser.get(f"{path}/static/no_such_file.js")
        found[status, b"nginx" in body] += 1
    assert found[429, True] > 20, found
