"""A player as a bot on a port: it plays whole games, and what hosts do wrong stays with them."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import spacecombat_env
from spacecombat_agents import cli
from spacecombat_agents.bots.agent_bot import AgentBot
from spacecombat_agents.bots.bot_players import BotPlayer
from spacecombat_agents.bots.match_game import play_game
from spacecombat_agents.bots.process import BotFailure, BotReply
from spacecombat_agents.bots.tcp_server import BotServer, HostLimits
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.random_agent import RandomAgent
from spacecombat_agents.players.roster import make_agent
from spacecombat_env.protocol.handshake import hello
from spacecombat_env.protocol.lines import as_line

ROOT = Path(__file__).parents[3]
FILE = "intercept_sensors_duel.opp@cadet"
SCHEMA = json.loads((Path(spacecombat_env.__file__).parent / "protocol/schema.json").read_text())
SHORT = HostLimits(line_bytes=1 << 20, hosts=3, games=2, start_seconds=2.0, line_seconds=0.5)
PATIENCE = 20.0


class Host:
    """A host's end of a connection: a Carrier, as `Session` wants one."""

    def __init__(self, address: tuple[str, int]) -> None:
        self.socket = socket.create_connection(address, PATIENCE)
        self.lines = self.socket.makefile("r", encoding="utf-8", newline="\n")

    def start(self) -> None:
        """Nothing is to be started."""

    def send(self, obj: dict[str, Any]) -> None:
        """Send a message."""
        self.socket.sendall((as_line(obj) + "\n").encode())

    def ready(self, seconds: float) -> bool:
        """Answers are waited for."""
        return True

    def receive(self, seconds: float | None) -> BotReply:
        """Return the next message."""
        line = self.lines.readline()
        if not line:
            raise BotFailure("crash", "the connection has ended")
        return BotReply(json.loads(line), 0.0)

    def stderr_tail(self) -> str:
        """Nothing is written for people."""
        return ""

    def close(self) -> None:
        """Leave."""
        self.lines.close()
        self.socket.close()


@pytest.fixture(scope="module")
def setting() -> GameSetting:
    """A short game of the smallest rule set."""
    return GameSetting.of("intercept_sensors", "duel", max_turns=3)


@pytest.fixture
def port(setting: GameSetting) -> Iterator[BotServer]:
    """An opponent file on a free port."""
    listening = BotServer(lambda: AgentBot(make_agent(FILE, setting), setting), bounds=SHORT)
    threading.Thread(target=listening.serve, daemon=True).start()
    yield listening
    listening.close()


def player(port: BotServer, setting: GameSetting) -> BotPlayer:
    """The bot on the port as a player of matches."""
    return BotPlayer("port", setting, lambda: Host(port.address))


def refusal(host: Host) -> str:
    """Why a host was refused; after it the connection has ended."""
    said = host.receive(None).obj
    Draft202012Validator({**SCHEMA, "$ref": "#/$defs/refused"}).validate(said)
    with pytest.raises(BotFailure):
        host.receive(None)
    host.close()
    return said["reason"]


def test_it_plays_a_front_ends_game_to_its_end(port: BotServer, setting: GameSetting) -> None:
    for seat in (0, 1):
        ended = play_game(setting, (RandomAgent(3), player(port, setting)), 8, seat)
        assert (ended.cause, ended.note) == ("", "")
        assert min(ended.decisions) > 3


def test_two_hosts_at_once_do_not_notice_each_other(port: BotServer, setting: GameSetting) -> None:
    alone = play_game(setting, (RandomAgent(3), player(port, setting)), 8, 0)
    found: list[Any] = []

    def play() -> None:
        found.append(play_game(setting, (RandomAgent(3), player(port, setting)), 8, 0))

    threads = [threading.Thread(target=play) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert [ended.actions.tolist() for ended in found] == [alone.actions.tolist()] * 2


BAD: dict[str, tuple[Callable[[Host], Any], str]] = {
    "garbage": (lambda host: host.socket.sendall(b"\x00\xff{{{\n"), "a line is not JSON"),
    "deep": (lambda host: host.socket.sendall(b"[" * 500_000 + b"\n"), "a line is not JSON"),
    "a page of a browser": (
        lambda host: host.socket.sendall(b'POST / HTTP/1.1\r\n\r\n{"type":"ping","id":1}\n'),
        "a line is not JSON",
    ),
    "a number": (
        lambda host: host.socket.sendall(b"3\n"),
        "a line is not a JSON object with a type",
    ),
    "no type": (lambda host: host.send({"id": 1}), "a line is not a JSON object with a type"),
    "no fields": (lambda host: host.send({"type": "ask"}), "ask: KeyError"),
    "no hello": (lambda host: host.send({"type": "ask", "id": 4, "game": "g"}), "ask: "),
    "another game": (
        lambda host: host.send({"type": "hello", "id": 1, "protocol": "1.0", "rules": {}}),
        "hello: rules: the host has {}",
    ),
    "silence": (lambda host: None, "no whole message within 2 s"),
    "half a line": (lambda host: host.socket.sendall(b'{"type"'), "no whole message within 0.5 s"),
}


@pytest.mark.parametrize("wrong", BAD)
def test_what_is_no_message_is_refused_and_others_play_on(
    wrong: str, port: BotServer, setting: GameSetting
) -> None:
    host = Host(port.address)
    send, reason = BAD[wrong]
    send(host)
    assert refusal(host).startswith(reason)
    ended = play_game(setting, (RandomAgent(3), player(port, setting)), 8, 0)
    assert ended.cause == ""


def test_a_line_of_twenty_megabytes_is_not_read_to_its_end(port: BotServer) -> None:
    host = Host(port.address)
    sent = threading.Thread(target=flood, args=(host, 20), daemon=True)
    sent.start()
    assert refusal(host) == "a line is longer than 1048576 bytes"
    sent.join(PATIENCE)


def flood(host: Host, megabytes: int) -> None:
    """Write a line as long as that, or until the other side has gone."""
    try:
        for _ in range(megabytes):
            host.socket.sendall(b"x" * (1 << 20))
    except OSError:
        pass


def test_a_drip_is_not_waited_for(port: BotServer) -> None:
    host, begun = Host(port.address), time.monotonic()
    with pytest.raises((BotFailure, OSError)):
        while time.monotonic() - begun < PATIENCE:
            host.socket.sendall(b" ")
            time.sleep(0.05)
    host.close()


def test_a_connection_that_is_cut_leaves_room_for_others(
    port: BotServer, setting: GameSetting
) -> None:
    greeting = (as_line(hello(setting.ruleset, setting.scenario, 1)) + "\n").encode()
    for length in (0, 1, len(greeting) // 2, len(greeting)):
        for _ in range(SHORT.hosts):
            host = Host(port.address)
            host.socket.sendall(greeting[:length])
            host.close()
    until = time.monotonic() + PATIENCE
    while play_game(setting, (RandomAgent(3), player(port, setting)), 8, 0).cause:
        assert time.monotonic() < until


def test_a_crowd_is_sent_away_and_forgotten(port: BotServer, setting: GameSetting) -> None:
    crowd = [Host(port.address) for _ in range(100)]
    said = [host.receive(None).obj["reason"] for host in crowd]
    assert set(said) == {"3 hosts are connected already", "no whole message within 2 s"}
    assert said.count("no whole message within 2 s") >= SHORT.hosts
    for host in crowd:
        host.close()
    until = time.monotonic() + PATIENCE
    while play_game(setting, (RandomAgent(3), player(port, setting)), 8, 0).cause:
        assert time.monotonic() < until


def test_a_port_that_is_closed_serves_no_more(setting: GameSetting) -> None:
    listening = BotServer(lambda: AgentBot(make_agent(FILE, setting), setting))
    serving = threading.Thread(target=listening.serve, daemon=True)
    serving.start()
    Host(listening.address).close()
    listening.close()
    serving.join(PATIENCE)
    assert not serving.is_alive()


def test_hosts_and_games_are_counted(port: BotServer, setting: GameSetting) -> None:
    hosts = [Host(port.address) for _ in range(SHORT.hosts)]
    for host in hosts:
        host.send(hello(setting.ruleset, setting.scenario, 1))
        assert host.receive(None).obj["type"] == "ready"
    assert refusal(Host(port.address)) == "3 hosts are connected already"
    for number in range(SHORT.games + 1):
        hosts[0].send({"type": "new_game", "game": str(number), "seat": "red_0", "bot_seed": 1})
    assert refusal(hosts[0]) == "more than 2 games at once"
    hosts[1].send({"type": "ping", "id": 7})
    assert hosts[1].receive(None).obj == {"type": "pong", "id": 7}
    hosts[2].send({"type": "bye"})
    with pytest.raises(BotFailure):
        hosts[2].receive(None)
    for host in hosts[1:]:
        host.close()


def test_the_command_says_where_it_listens(setting: GameSetting) -> None:
    words = ["bot", "serve", FILE, "--ruleset", "intercept_sensors", "--port", "0"]
    line = [sys.executable, "-m", "spacecombat_agents.cli", *words]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as service:
        assert service.stdout is not None
        host, _, number = service.stdout.readline().strip().rpartition(":")
        try:
            caller = Host((host, int(number)))
            caller.send(hello(setting.ruleset, setting.scenario, 1))
            assert caller.receive(None).obj["name"] == "intercept_sensors_duel@cadet"
            caller.close()
        finally:
            service.terminate()
    assert host == "127.0.0.1"


@pytest.mark.parametrize("words", [["--host", "::1"], ["--stdio", "--port", "0"]])
def test_a_host_needs_a_port(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["bot", "serve", "random", *words]) == 2
    assert "bot serve: port: --host needs --port" in capsys.readouterr().err


def test_a_port_that_is_taken_is_named(port: BotServer, capsys: pytest.CaptureFixture[str]) -> None:
    taken = str(port.address[1])
    words = ["bot", "serve", "random", "--ruleset", "intercept_sensors", "--port", taken]
    assert cli.run(words) == 2
    assert f"bot serve: port: 127.0.0.1:{taken} is not available" in capsys.readouterr().err


def test_the_page_shows_the_bounds() -> None:
    page = (ROOT / "docs" / "opponents" / "other_programs.md").read_text(encoding="utf-8")
    usual = HostLimits()
    for words in (
        f"{usual.hosts} at once, each with up to {usual.games} games",
        f"a line of at most {usual.line_bytes >> 20} MiB, sent within {usual.line_seconds:g} s",
        f"{usual.start_seconds:g} s before the first message, ten minutes after it",
    ):
        assert words in page, words
    assert usual.idle_seconds == 600
