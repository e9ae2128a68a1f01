"""The Containerfile names what there is: commands, port, extra, folders, and sources not left out."""

from __future__ import annotations

import asyncio
import json
import re
import shlex
from fnmatch import fnmatch
from pathlib import PurePosixPath
from typing import Any

import click
import pytest
from kit.printed import ROOT

from spacecombat_agents import cli
from spacecombat_agents.service.app import create_app
from spacecombat_agents.service.server import ServerOptions, uvicorn_config

WHEEL_OF = ("agents", "build_backend", "configs", "spacecombat_env")
WHEEL_FILES = ("MANIFEST.in", "pyproject.toml", "setup.py", "README.md", "LICENSE")


def instructions() -> list[tuple[str, str]]:
    """Return instructions with what they are given, a continued one as one line."""
    text = (ROOT / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in lines)]


def given(wanted: str) -> list[str]:
    """Return what all instructions of one kind are given."""
    return [rest for word, rest in instructions() if word == wanted]


def only(wanted: str) -> str:
    """Return what the one instruction of a kind is given."""
    (rest,) = given(wanted)
    return rest


def parsed(words: list[str]) -> dict[str, Any]:
    """Return the options of a command of this package, read as when it is run."""
    program, name, *options = words
    command = cli.spacecombat.commands[name]
    assert program == "spacecombat"
    return command.make_context(name, options, parent=click.Context(cli.spacecombat)).params


def entry() -> dict[str, Any]:
    """Return the options with which the service is begun."""
    return parsed(json.loads(only("ENTRYPOINT")))


def test_its_command_is_ours() -> None:
    assert entry()["host"] == "0.0.0.0"


def test_one_port_everywhere() -> None:
    port = str(entry()["port"])
    assert only("EXPOSE") == port
    assert f"//localhost:{port}/" in only("HEALTHCHECK")
    page = (ROOT / "docs" / "serve" / "deployment.md").read_text(encoding="utf-8")
    told = page.partition("## In a container")[2].partition("\n## ")[0]
    published = re.findall(r":(\d+):(\d+)", told)
    assert published[0] == (port, port) and {inside for _, inside in published} == {port}
    assert f":{port}:{port} " in (ROOT / ".ci" / "container").read_text(encoding="utf-8")


def test_its_health_is_checked_by_a_path_of_the_service() -> None:
    app: Any = create_app(None, frozenset())  # type: ignore[arg-type]
    (path,) = re.findall(r"localhost:\d+(/[^']*)'", only("HEALTHCHECK"))
    assert path in {route.path for route in app.app.routes}


def test_games_are_kept_in_the_volume_by_a_user_who_may() -> None:
    (prepared,) = [rest for rest in given("RUN") if "useradd" in rest]
    user = only("USER")
    folders = shlex.split(prepared.partition(f"--owner {user} ")[2])
    assert {str(entry()["data"])} == {only("VOLUME"), only("WORKDIR")} <= set(folders)
    assert shlex.split(prepared.partition("&&")[0])[-1] == user
    order = [word for word, _ in instructions()]
    assert order.index("USER") < order.index("VOLUME")


def test_a_proxy_that_is_not_in_the_container_is_believed(monkeypatch: Any) -> None:
    """It comes by another address than the container's own, and only where one was spoken of."""
    for name, value in re.findall(r"(FORWARDED_ALLOW_IPS)=(\S+)", " ".join(given("ENV"))):
        monkeypatch.setenv(name, value)
    for words, visible in ((["--behind-proxy"], "203.0.113.7"), ([], "10.88.0.1")):
        assert address_seen(parsed([*json.loads(only("ENTRYPOINT")), *words])) == visible


def address_seen(options: dict[str, Any]) -> str:
    """Return whose request it is that comes by a proxy at 10.88.0.1 from 203.0.113.7."""
    heard: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        heard.append(scope["client"][0])

    config = uvicorn_config(ServerOptions(**options), app, options["port"])
    config.load()
    headers = [(b"x-forwarded-for", b"203.0.113.7")]
    scope = {"type": "http", "client": ("10.88.0.1", 1), "scheme": "http", "headers": headers}
    asyncio.run(config.loaded_app(scope, None, None))  # type: ignore[arg-type]
    return heard[0]


def test_python_and_extra_are_those_of_the_project() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (extra,) = re.findall(r"\.whl\)\[(\w+)\]", " ".join(given("RUN")))
    assert f"\n{extra} = [" in project.partition("[project.optional-dependencies]")[2]
    ((major, minor),) = set(re.findall(r"python:(\d+)\.(\d+)-", " ".join(given("FROM"))))
    (oldest,) = re.findall(r'requires-python = ">=3\.(\d+)"', project)
    assert major == "3" and int(minor) >= int(oldest)


def is_left_out(path: PurePosixPath, pattern: str) -> bool:
    """Whether a pattern of .dockerignore meets a path or a folder that it lies in."""
    anywhere, plain = pattern.startswith("**/"), pattern.removeprefix("**/")
    wide = len(PurePosixPath(plain).parts)
    parts = path.parts
    starts = range(len(parts)) if anywhere else [0]
    return any(fnmatch("/".join(parts[at : at + wide]), plain) for at in starts)


@pytest.mark.parametrize(
    ("path", "pattern", "expected"),
    [
        ("build/a.py", "build", True),
        ("agents/build/a.py", "build", False),
        ("agents/build/a.py", "**/build", True),
        ("agents/a.egg-info/b", "*.egg-info", False),
        ("a.egg-info/b", "*.egg-info", True),
        ("agents/a/libmade.so", "**/libmade*", True),
        ("agents/a/made.py", "**/libmade*", False),
    ],
)
def test_patterns_are_read_as_builders_read_them(path: str, pattern: str, expected: bool) -> None:
    assert is_left_out(PurePosixPath(path), pattern) is expected


def test_nothing_is_left_out_that_the_wheel_is_made_of() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    patterns = [line for line in lines if line and not line.startswith("#")]
    made = (ROOT / ".gitignore").read_text(encoding="utf-8").split()
    within = {"__pycache__", *(line.partition("*")[0] for line in made if line.startswith("lib"))}
    files = [path for name in WHEEL_OF for path in (ROOT / name).rglob("*") if path.is_file()]
    names = [PurePosixPath(path.relative_to(ROOT).as_posix()) for path in files]
    sources = [name for name in names if not any(each in str(name) for each in within)]
    assert len(sources) > len(WHEEL_OF)
    for name in (*map(PurePosixPath, WHEEL_FILES), *sources):
        assert not any(is_left_out(name, pattern) for pattern in patterns), name
