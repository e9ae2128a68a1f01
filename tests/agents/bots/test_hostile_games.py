"""Bots that misbehave in whole games: cause and owner, in time, and the next game is played."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest
from kit.hostile import command, processes

from spacecombat_agents.bots.child import Child, Limits, Reply
from spacecombat_agents.bots.clocks import Clock
from spacecombat_agents.bots.games import play_game
from spacecombat_agents.bots.players import BotPlayer
from spacecombat_agents.players.random_agent import RandomAgent
from spacecombat_agents.setting import Setting

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what is left")

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
CLOCKS = {"order": Clock("order", order_ms=1000), "none": Clock("none", patience_ms=2000)}
DEADLINES = {"order": 1.0, "none": 2.0}
SLACK = 2.0
SEED = 5


class Timed(Child):
    """A child that takes the time from the last question to its failure."""

    asked = failed = 0.0

    def send(self, obj: dict[str, Any]) -> None:
        """Note when a question is asked."""
        if obj["type"] == "ask":
            self.asked = time.monotonic()
        super().send(obj)

    def ready(self, seconds: float) -> bool:
        """Note when it is late without a clock."""
        try:
            return super().ready(seconds)
        finally:
            self.failed = time.monotonic()

    def receive(self, seconds: float | None) -> Reply:
        """Note when it fails."""
        try:
            return super().receive(seconds)
        finally:
            self.failed = time.monotonic()


@pytest.fixture(scope="module")
def setting() -> Setting:
    """Return what is played."""
    return Setting.of("intercept_sensors", "duel", "recommended", None, {})


@pytest.fixture
def children() -> list[Timed]:
    """Return the processes of the bot, as they are started."""
    return []


@pytest.fixture
def hostile(
    request: pytest.FixtureRequest, setting: Setting, children: list[Timed]
) -> Iterator[BotPlayer]:
    """Return a hostile bot as a player; afterwards nothing may be left of it."""
    words = command(request.param)

    def make() -> Timed:
        children.append(Timed(words, limits=Limits(memory_mb=256)))
        return children[-1]

    with BotPlayer("hostile", setting, make) as player:
        yield player
    assert processes(words[-1]) == []


BUSY = ("hang", "flood")
"""They keep a processor busy until they are late; each alone is among the fast tests of lines."""
BOTS = [pytest.param(bot, marks=pytest.mark.slow if bot in BUSY else ()) for bot in CAUSES]


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("hostile", BOTS, indirect=True)
def test_a_game_is_lost_by_who_spoils_it(
    setting: Setting,
    hostile: BotPlayer,
    children: list[Timed],
    clock: str,
    request: pytest.FixtureRequest,
) -> None:
    ended = play_game(setting, (hostile, RandomAgent()), SEED, 0, clock=CLOCKS[clock])
    assert ended.cause == f"a.{CAUSES[request.node.callspec.params['hostile']]}"
    assert "asked: " in ended.note
    (child,) = children
    assert 0 < child.failed - child.asked < DEADLINES[clock] + SLACK


@pytest.mark.parametrize("hostile", ["crash"], indirect=True)
def test_the_owner_is_told_whichever_seat_it_had(
    setting: Setting, hostile: BotPlayer, children: list[Timed]
) -> None:
    """And the next game is played, in a new process."""
    lots = RandomAgent()
    for seat in (0, 1):
        assert play_game(setting, (hostile, lots), SEED, seat).cause == "a.crash"
        assert play_game(setting, (lots, hostile), SEED, seat).cause == "b.crash"
    assert len(children) == 4


@pytest.mark.parametrize("hostile", ["crash"], indirect=True)
def test_the_last_words_of_a_bot_lie_beside_the_game(setting: Setting, hostile: BotPlayer) -> None:
    note = play_game(setting, (hostile, RandomAgent()), SEED, 0).note
    assert "a torpedo in the works" in note
