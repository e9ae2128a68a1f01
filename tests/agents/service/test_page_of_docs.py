"""The pages of the service say what is so: commands run, the program plays, numbers are right."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from jsonschema import Draft202012Validator
from kit.serving import HUNTER, PERSON, Player, asked_for, made
from starlette.testclient import TestClient

from spacecombat_agents import cli
from spacecombat_agents.service.app import create_app
from spacecombat_agents.service.games import capacity, game_request
from spacecombat_agents.service.http import connections, long_polling, middleware, rate_limits
from spacecombat_agents.service.server import open_listening_socket
from spacecombat_agents.service.storage import access_keys
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.protocol.schemas import of_message

ROOT = Path(__file__).parents[3]
NAMES = (
    "serve.md",
    "serve/api.md",
    "serve/security.md",
    "serve/deployment.md",
    "serve/operating.md",
    "playing.md",
)
PAGE = "\n".join((ROOT / "docs" / name).read_text(encoding="utf-8") for name in NAMES)
SCHEMA = json.loads(
    (ROOT / "agents" / "spacecombat_agents" / "service" / "schema.json").read_text(encoding="utf-8")
)


def blocks(language: str) -> list[str]:
    """Blocks of code of the page."""
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.S)


def commands() -> list[list[str]]:
    """Commands of this package that the page prints."""
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    return [shlex.split(line)[1:] for line in lines if line.startswith("spacecombat ")]


def test_options_of_the_commands_are_there() -> None:
    assert len(commands()) >= 4
    for name, *arguments in commands():
        command = cli.spacecombat.commands[name]
        with click.Context(command) as context:
            command.parse_args(context, list(arguments))
    options = {opt for each in cli.spacecombat.commands["serve"].params for opt in each.opts}
    table = PAGE.partition("## Options")[2].partition("\n## ")[0]
    assert set(re.findall(r"--[a-z][a-z-]+", table)) == options


def test_numbers_are_those_of_the_code() -> None:
    borne = rate_limits.RateLimits()
    for words in (
        f"| {borne.messages:g} a second per key, {borne.burst} in a burst |",
        f"| look ahead | {borne.peeks} at once per key, {borne.peeks_per_address} per address |",
        f"| {middleware.MAX_MESSAGE_BYTES >> 20} MiB per message |",
        f"| sockets, with requests of `next` that wait | {borne.sockets} per address, "
        f"{borne.sockets_in_all} in all |",
        f"| {capacity.MAX_GAMES}, and {borne.open_games} made from one address |",
        f"nobody has joined within {capacity.MINUTES_TO_JOIN} minutes",
        f"untouched for {capacity.DAYS_UNTIL_ABANDONED} days",
        f"| {borne.pages} per address, {borne.pages_in_all} in all |",
        f"the head must arrive in {connections.ConnectionLimits().head_seconds:g} seconds",
        f"the body in {long_polling.BODY_SECONDS:g}",
        f"| {connections.ConnectionLimits().per_address} per address",
        f"{connections.MAX_CONNECTIONS} in all",
        f"| {borne.messages:g} a second per address, {borne.burst} in a burst; "
        f"for files of the page {borne.files:g} and {borne.files_at_once}",
        f"{access_keys.KEY_BYTES} random bytes",
        f"one line of {game_request.MAX_NAME_LENGTH} characters",
        f"after {long_polling.MAX_WAIT_SECONDS:g} seconds with no messages",
    ):
        assert words in " ".join(PAGE.split()), words


def test_paths_are_those_of_the_application() -> None:
    app: Any = create_app(None, frozenset())  # type: ignore[arg-type]
    told = PAGE.partition("## Endpoints")[2].partition("An error is")[0]
    for route in app.app.routes:
        path = route.path.replace("{game}", "ID").replace("{name}", "NAME")
        end = "..." + path[len("/v1/games/ID") :]
        assert f"{path}`" in told or f"{end}`" in told or path.startswith("/static"), path


def test_examples_are_as_their_schema_says() -> None:
    examples = [json.loads(block) for block in blocks("json")]
    game, join, standing = examples
    valid("game", game)
    assert game_request.FIELDS and set(game) == set(game_request.FIELDS)
    assert set(SCHEMA["$defs"]["game"]["properties"]) == set(game_request.FIELDS)
    valid("join", join)
    valid("standing", standing)


def valid(kind: str, message: Any) -> None:
    """Hold a message against its schema; those of the protocol against the protocol's."""
    own = {"$schema": SCHEMA["$schema"], "$defs": SCHEMA["$defs"], **SCHEMA["$defs"].get(kind, {})}
    schema = own if kind in SCHEMA["$defs"] else of_message(kind)
    Draft202012Validator(schema).validate(message)


def test_every_message_of_a_game_is_as_its_schema_says(client: TestClient) -> None:
    game = made(client, PERSON, HUNTER)
    valid("game", asked_for(PERSON, HUNTER))
    heard: list[Any] = []
    with client.websocket_connect("/v1/ws") as public, client.websocket_connect("/v1/ws") as red:
        watcher, player = Player(public), Player(red)
        watcher.join(game, "public")
        player.join(game, "red_0")
        ask = player.until("ask")
        player.send("peek", id=1, words=[])
        player.send("say", id=2, at=ask["at"], words=["xyzzy"])
        player.send("standing", id=3, kinds={"scans": "turn"})
        player.send("let", id=4, at=ask["at"])
        player.send("ping", id=5)
        player.until("pong")
        player.send("state")
        player.play()
        watcher.until("game_over")
        heard = [*watcher.heard, *player.heard]
    kinds = {message["type"] for message in heard}
    assert kinds == {"joined", "ask", "now", "menu", "refused", "said", "pong", "game_over"}
    for message in heard:
        valid(message["type"], message)


# -- as a process ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """The address of a service of the command, and its folder."""
    folder = tmp_path_factory.mktemp("served") / "games"
    command = [sys.executable, "-m", "spacecombat_agents.cli", "serve", "--port", "0", "--json"]
    process = subprocess.Popen([*command, "--data", str(folder)], stdout=subprocess.PIPE)
    assert process.stdout is not None
    yield json.loads(process.stdout.readline())["address"].rstrip("/"), folder
    process.send_signal(signal.SIGTERM)
    assert process.wait(120) == 0
    assert process.stdout.read() == b""


@pytest.mark.slow
def test_the_program_of_the_page_plays(
    served: tuple[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    base, folder = served
    (program,) = blocks("python")
    own = program.replace("http://127.0.0.1:8642", base)
    assert own != program
    patient = own.replace("urllib.request.urlopen(request)", "patiently(request)")
    exec(compile(patient, "docs/serve/api.md", "exec"), {"patiently": patiently})
    assert capsys.readouterr().out.split()[0] in ("win", "loss", "draw")
    assert (folder / "games.db").is_file()


def patiently(request: Any) -> Any:
    """What a request answers, asked again until the rule set is ready."""
    import time
    import urllib.error
    import urllib.request

    while True:
        try:
            return urllib.request.urlopen(request)
        except urllib.error.HTTPError as cause:
            if cause.code not in (429, 503):
                raise
            time.sleep(0.3)


def test_another_service_cannot_have_its_folder(served: tuple[str, Path]) -> None:
    _, folder = served
    command = [sys.executable, "-m", "spacecombat_agents.cli", "serve", "--port", "0"]
    done = subprocess.run([*command, "--data", str(folder)], capture_output=True, text=True)
    assert done.returncode == 2
    assert (
        done.stderr
        == f"error: {folder}: data: another service uses it; stop that one, or choose another folder\n"
    )


def test_a_port_that_is_taken_is_named() -> None:
    taken = open_listening_socket("127.0.0.1", 0)
    port = taken.getsockname()[1]
    with pytest.raises(ConfigError, match=f"serve: port: 127.0.0.1:{port} is not available"):
        open_listening_socket("127.0.0.1", port)
    taken.close()


def test_without_its_extra_it_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "uvicorn.py").write_text("raise ModuleNotFoundError('x', name='uvicorn')")
    command = [sys.executable, "-m", "spacecombat_agents.cli", "serve"]
    env = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}
    done = subprocess.run(command, capture_output=True, text=True, env=env)
    assert done.returncode == 2 and 'pip install "spacecombat-env[serve]"' in done.stderr
