"""Games with bots that misbehave: lost for the right cause, in time, under every clock; play goes on."""

from __future__ import annotations

import sys
import time

import pytest
from kit.hostile import GOOD, command, processes
from kit.slowly import slow

from spacecombat_agents.bots.bot_players import BotPlayer
from spacecombat_agents.bots.match_game import play_game
from spacecombat_agents.bots.process import BotProcess
from spacecombat_agents.bots.time_control import TimeControl
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.random_agent import RandomAgent
from spacecombat_env.env.table import Table

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what is left")

DEADLINE, SLACK = 0.3, 2.0
STARTING = 1.0
"""Seconds until a bot has sent `ready` and answered two decisions."""
LONG = {"long_line": 5.0}
"""Deadlines of bots that take time to misbehave."""


def clock_of(kind: str, seconds: float) -> TimeControl:
    """Return a clock that gives this many seconds."""
    ms = int(1000 * seconds)
    return {
        "none": TimeControl(patience_ms=ms),
        "order": TimeControl("order", order_ms=ms),
        "bank": TimeControl("bank", order_ms=100, bank_ms=ms - 100),
    }[kind]


CAUSES = {
    "crash": "crash",
    "hang": "late",
    "silence": "late",
    "garbage": "protocol",
    "long_line": "protocol",
    "slow_death": "late",
    "fork": "crash",
    "flood": "late",
}


@pytest.fixture(scope="module", autouse=True)
def warm(setting: GameSetting) -> None:
    """What is compiled is compiled before anybody measures time."""
    play_game(setting, (RandomAgent(), RandomAgent()), 8, 0)


@pytest.mark.parametrize(
    ("bot", "kind"),
    [
        *((bot, "none") for bot in CAUSES),
        *((bot, "order") if bot == "hang" else slow(bot, "order") for bot in CAUSES),
        *(slow(bot, "bank") for bot in CAUSES),
    ],
)
def test_the_game_is_lost_and_play_goes_on(setting: GameSetting, bot: str, kind: str) -> None:
    words = command(bot)
    seconds = LONG.get(bot, DEADLINE)
    clock = clock_of(kind, seconds)
    late = 1 if kind == "none" or CAUSES[bot] != "late" else 2
    with BotPlayer(bot, setting, lambda: BotProcess(words)) as player:
        begun = time.monotonic()
        end = play_game(setting, (player, RandomAgent()), 8, 0, clock=clock)
        spent = time.monotonic() - begun
        assert end.cause == f"a.{CAUSES[bot]}", end.note
        assert end.decisions[0] == GOOD + late - 1  # once late, the captain has finished the order
        assert spent < late * (seconds + SLACK) + STARTING
        again = play_game(setting, (player, RandomAgent()), 9, 0, clock=clock)
        assert again.cause == end.cause
    assert processes(words[-1]) == []


def test_the_owner_is_shown_whichever_seat_it_had(setting: GameSetting) -> None:
    """And the next game is played, in a new process."""
    lots, words = RandomAgent(), command("crash")
    started = []
    with BotPlayer(
        "crash", setting, lambda: started.append(BotProcess(words)) or started[-1]
    ) as bot:  # type: ignore[func-returns-value]
        for seat in (0, 1):
            assert play_game(setting, (bot, lots), 8, seat).cause == "a.crash"
            assert play_game(setting, (lots, bot), 8, seat).cause == "b.crash"
    assert len(started) == 4
    assert processes(words[-1]) == []


@pytest.mark.parametrize(
    ("bot", "wrote"), [("crash", "a torpedo in the works"), ("flood", "flood")]
)
def test_decision_and_last_actions_lie_next_to_the_game(
    setting: GameSetting, bot: str, wrote: str
) -> None:
    with BotPlayer(bot, setting, lambda: BotProcess(command(bot))) as player:
        note = play_game(setting, (player, RandomAgent()), 8, 0, clock=clock_of("none", 1.0)).note
    asked, log = note.split("it wrote:")
    assert "asked: " in asked and wrote in log and len(note) < 5000


def test_what_the_table_raises_is_no_fault_of_a_player(
    setting: GameSetting, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("out of order")

    agent = RandomAgent()
    monkeypatch.setattr(agent, "act", broken)
    end = play_game(setting, (RandomAgent(), agent), 8, 0)
    assert end.cause == "b.crash" and "RuntimeError: out of order" in end.note
    monkeypatch.undo()
    monkeypatch.setattr(Table, "_step", broken)
    with pytest.raises(RuntimeError, match="out of order"):
        play_game(setting, (RandomAgent(), agent), 8, 0)
