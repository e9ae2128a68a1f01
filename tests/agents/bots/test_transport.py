"""One set of messages for every transport: a call, a pipe, a built-in agent behind either."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from kit.messages import Lots, Recording, recorded

from spacecombat_agents.bots import match_game
from spacecombat_agents.bots.agent_bot import AgentBot
from spacecombat_agents.bots.bot_connection import BotConnection
from spacecombat_agents.bots.bot_players import BotPlayer, bot_of_command, command_of, open_player
from spacecombat_agents.bots.match_game import play_game
from spacecombat_agents.bots.process import BotFailure, BotProcess
from spacecombat_agents.bots.time_control import SeatClock, TimeControl
from spacecombat_agents.bots.transport import InProcessTransport
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Agent
from spacecombat_agents.players.random_agent import RandomAgent
from spacecombat_agents.players.roster import make_agent
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.ruleset import TALLY

KIT = Path(__file__).parents[2]
SERVED = f"""
import sys
sys.path.insert(0, {str(KIT)!r})
from kit.messages import Lots
from spacecombat_agents.bots.stdio_server import serve
class Talkative(Lots):
    def say(self, ask):
        print("what is printed is no message")
        return super().say(ask)
serve(Talkative())
"""
SCRIPT = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    number = message.get("id")
    if message["type"] == "hello":
        answer = {"type": "ready", "id": number, "protocol": "1.0", "name": "script"}
    elif message["type"] == "ask":
        words = [word["token"] for word in message["words"]]
        answer = {"type": "say", "id": number, "game": message["game"], "at": message["at"],
                  "words": [max(words)]}
    elif message["type"] == "ping":
        answer = {"type": "pong", "id": number}
    elif message["type"] == "bye":
        break
    else:
        continue
    print(json.dumps(answer), flush=True)
"""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """A bot that imports nothing of this package."""
    file = tmp_path / "script.py"
    file.write_text(SCRIPT)
    return file


def test_a_pipe_carries_what_a_call_does(setting: GameSetting, tmp_path: Path) -> None:
    file = tmp_path / "served.py"
    file.write_text(SERVED)
    conversations = [
        Recording(InProcessTransport(Lots)),
        Recording(BotProcess([sys.executable, str(file)])),
    ]
    ends = []
    for conversation in conversations:
        with BotPlayer("bot", setting, lambda conversation=conversation: conversation) as player:
            ends.append(play_game(setting, (player, RandomAgent()), 3, 0))
    assert ends[0].actions.tolist() == ends[1].actions.tolist()
    assert conversations[0].lines == conversations[1].lines
    assert ends[0].cause == ends[1].cause == ""


def test_a_script_plays_game_after_game_in_one_process(setting: GameSetting, script: Path) -> None:
    with bot_of_command(f"{sys.executable} {script}", setting) as bot:
        pids = set()
        for seed in range(3):
            end = play_game(setting, (bot, RandomAgent()), seed, 0)
            assert end.cause == ""
            pids.add(bot.connection(setting.ruleset.seats[0]).transport.pid)
    assert len(pids) == 1


def test_both_games_of_a_pair_are_played_by_two_processes(
    setting: GameSetting, script: Path
) -> None:
    """They share their randomness: what one process saw of the dice is of no use in the other."""
    with bot_of_command(f"{sys.executable} {script}", setting) as bot:
        for seat_of_a in (0, 1):
            play_game(setting, (bot, RandomAgent()), 5, seat_of_a)
        pids = {bot.connection(seat).transport.pid for seat in setting.ruleset.seats}
    assert len(pids) == 2


def test_seeds_of_bots_do_not_show_those_of_games(setting: GameSetting) -> None:
    player, made = recorded(Lots, setting)
    for seed in (3, 4):
        play_game(setting, (player, RandomAgent()), seed, 0)
    one, two = (message["bot_seed"] for message in made[0].sent("new_game"))
    assert len({one, two, 3, 4}) == 4 and min(one, two) > 2**32


PLAYERS = [
    ("battle_rider", "duel", "scripted:captain"),
    ("intercept_sensors", "duel", "scripted:hunter"),
    ("battle_rider", "duel", "random"),
]


@pytest.mark.parametrize(("ruleset", "scenario", "name"), PLAYERS)
def test_an_agent_plays_as_a_bot_as_it_plays(
    ruleset: str, scenario: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        match_game, "bot_seed", lambda secret, seed, seat: match_game.agent_seed(seed, seat)
    )
    setting = GameSetting.of(ruleset, scenario)

    def game(first: Agent | BotPlayer) -> Any:
        return play_game(setting, (first, make_agent("random", setting)), 21, 0)

    agent = make_agent(name, setting)
    bot, made = recorded(lambda: AgentBot(make_agent(name, setting), setting), setting)
    plain, talked = game(agent), game(bot)
    assert talked.cause == "" and np.array_equal(plain.actions, talked.actions)
    assert made[0].sent("ask")[0].get("view") is None


def test_a_game_of_two_agents_is_the_game_of_the_engine(setting: GameSetting) -> None:
    players = (make_agent("scripted:captain", setting), make_agent("scripted:aggressive", setting))
    end = play_game(setting, players, 9, 1)
    env = setting.batch(1)
    out = env.start(np.array([9]))
    for word in end.actions:
        env.step(np.array([word]))
    assert out.seat[0] == -1
    assert np.array_equal(out.tally[0], end.tally)
    assert end.tally[TALLY.verdict] == 1 and end.cause == ""
    env.close()


def test_a_player_is_refused_by_a_host_that_plays_something_else(setting: GameSetting) -> None:
    captain = make_agent("scripted:captain", setting)
    bot, _ = recorded(lambda: AgentBot(captain, setting), GameSetting.of("battle_rider", "duel"))
    end = play_game(GameSetting.of("battle_rider", "duel"), (bot, RandomAgent()), 1, 0)
    assert end.cause == "a.init" and "hello: rules" in end.note


SILENT = "import sys, time\nfor line in sys.stdin: time.sleep(60)\n"
PONGS = """
import json, sys, threading, time, queue
lines = queue.Queue()
def think():
    while True:
        message = lines.get()
        time.sleep(0.8)
        print(json.dumps({"type": "say", "id": message["id"], "game": message["game"],
                          "at": message["at"], "words": [message["words"][0]["token"]]}), flush=True)
threading.Thread(target=think, daemon=True).start()
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "id": 1, "protocol": "1.0", "name": "p"}), flush=True)
    elif message["type"] == "ask":
        lines.put(message)
    elif message["type"] == "ping":
        print(json.dumps({"type": "pong", "id": message["id"]}), flush=True)
"""
SHORT = TimeControl(patience_ms=400)


def test_without_a_clock_a_silent_bot_is_late_and_one_that_pongs_is_not(
    setting: GameSetting, tmp_path: Path
) -> None:
    sleeper = SCRIPT.replace(
        'elif message["type"] == "ask":',
        'elif message["type"] == "ask":\n        import time; time.sleep(60)',
    )
    for text, cause in ((sleeper, "a.late"), (PONGS, "")):
        file = tmp_path / "bot.py"
        file.write_text(text)
        short = GameSetting.of("auction", "plain")
        with bot_of_command(f"{sys.executable} {file}", short) as bot:
            if cause:
                end = play_game(short, (bot, RandomAgent()), 1, 0, clock=SHORT)
                assert end.cause == cause and "no sign of life" in end.note
                continue
            connection = bot.connection(short.ruleset.seats[0])
            word = {"token": 0}
            ask = {"type": "ask", "id": 2, "game": "g", "at": 0, "words": [word]}
            connection.send(ask)
            message, seconds = connection.receive(None, 0.4)
            assert message["id"] == 2 and seconds > 0.7


def test_a_bot_that_never_says_ready_is_init(setting: GameSetting, tmp_path: Path) -> None:
    from spacecombat_env.protocol.handshake import ProtocolLimits

    file = tmp_path / "silent.py"
    file.write_text(SILENT)
    with bot_of_command(f"{sys.executable} {file}", setting, ProtocolLimits(start_ms=500)) as bot:
        end = play_game(setting, (bot, RandomAgent()), 1, 0)
    assert end.cause == "a.init"


def test_names_of_players(setting: GameSetting, script: Path) -> None:
    player = open_player(f"bot:{sys.executable} {script}", setting)
    assert isinstance(player, BotPlayer) and player.name.startswith("bot:")
    script.write_text(SCRIPT + "\n")
    assert open_player(player.name, setting).digest != player.digest
    assert open_player("random", setting).name == "random"
    with pytest.raises(ConfigError, match="one game at a time"):
        make_agent("bot:x", setting)
    with pytest.raises(ConfigError, match="is empty"):
        open_player("bot:", setting)


def test_what_a_check_may_be_given(script: Path, tmp_path: Path) -> None:
    assert command_of(str(script)) == [sys.executable, str(script)]
    assert command_of("node first.js --x") == ["node", "first.js", "--x"]
    assert command_of("package.module:Class", ["--scenario=duel"])[-3:] == [
        "serve",
        "package.module:Class",
        "--scenario=duel",
    ]
    plain = tmp_path / "plain.txt"
    plain.write_text("")
    with pytest.raises(ConfigError, match="is not executable"):
        command_of(str(plain))


@pytest.mark.parametrize(
    ("content", "field"),
    [
        ({"kind": "days"}, "kind"),
        ({"order": 1}, "order"),
        ({"order_ms": 0}, "order_ms"),
        ({"order_ms": True}, "order_ms"),
        ({"bank_ms": -1}, "bank_ms"),
        ({"patience_ms": 1.5}, "patience_ms"),
    ],
)
def test_a_clock_that_is_none_is_refused(content: dict[str, Any], field: str) -> None:
    with pytest.raises(ConfigError, match=f"^clock: {field}: "):
        TimeControl.of(content)


def test_a_clock_of_a_file() -> None:
    assert TimeControl.of(None) == TimeControl()
    assert TimeControl.of({"kind": "bank", "order_ms": 5, "bank_ms": 0}).message() == {
        "kind": "bank",
        "order_ms": 5,
        "bank_ms": 0,
    }
    watch = SeatClock(TimeControl("order", order_ms=100))
    watch.spend(0.06)
    assert watch.left() == pytest.approx(0.04)
    watch.begin_order()
    assert watch.left() == pytest.approx(0.1)
    assert watch.message() == {"order_ms": 100}


def test_a_session_is_opened_once_and_again_after_it_was_closed(setting: GameSetting) -> None:
    bot, made = recorded(Lots, setting)
    connection = bot.connection("red_0")
    assert bot.connection("red_0") is connection and len(made) == 1
    connection.close()
    connection.open()
    assert len(made[0].sent("hello")) == 2
    assert isinstance(connection, BotConnection)


def test_a_bot_that_cannot_be_started_is_init(setting: GameSetting) -> None:
    with pytest.raises(BotFailure) as failure, bot_of_command("no-such-program", setting) as bot:
        bot.connection("red_0")
    assert failure.value.cause == "init"
