"""One game between two players, each a bot that is talked to or an agent of this package."""

from __future__ import annotations

import functools
import time
import traceback
from typing import Any, NamedTuple

import numpy as np

from spacecombat_agents.bots.carriers import one_line
from spacecombat_agents.bots.child import BotFailure
from spacecombat_agents.bots.clocks import Clock
from spacecombat_agents.bots.players import BotPlayer, Player
from spacecombat_agents.bots.questions import BotSeat, Lost
from spacecombat_agents.players.base import LONGEST_STREAK, Agent
from spacecombat_agents.players.deadline import Crash, Late
from spacecombat_agents.players.random_agent import RandomAgent
from spacecombat_agents.players.scripted import ScriptedAgent, captains
from spacecombat_agents.setting import Setting
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.seeds import derived_seed, new_secret
from spacecombat_env.env.table import Refused, Table

CAPTAIN = "captain"
"""Doctrine that speaks for a bot that is late, or lets it; else the first that there is."""
CAUSES = {"line_too_long": "protocol"}
"""Causes of a bot's failure that results call by another name."""
NOTE_LINES, NOTE_CHARACTERS = 20, 2000
"""How much of what a bot wrote is kept with a game that it lost."""


class Ended(NamedTuple):
    """A game that is over."""

    words: np.ndarray
    """int32: the words of both seats, in order."""
    tally: np.ndarray
    """int32 (len(Tally),)."""
    decisions: tuple[int, int]
    """Words said by each seat."""
    cause: str
    """Empty for a game that was played to its end; else whose failure ended it: `a.crash`."""
    note: str
    """What went wrong, the last question, the end of what the bot wrote."""
    ms: tuple[int, int]
    """Milliseconds that A and B thought."""
    gave_up: str = ""
    """`seat: why` where somebody gave the game up or was taken out, as replays have it."""


def play_game(
    setting: Setting,
    players: tuple[Player, Player],
    seed: int,
    seat_of_a: int,
    *,
    clock: Clock | None = None,
    secret: bytes | None = None,
) -> Ended:
    """Play a game of that seed; A plays the first seat where `seat_of_a` is 0.

    Players learn nothing of the seed. The luck of ours follows from it and cannot be traced back; a
    bot's follows from the `secret` of the run too (None: one of this game's own), so that a bot
    that tries seeds does not find it.
    """
    names = setting.ruleset.seats
    order = players if seat_of_a == 0 else players[::-1]
    table = Table(setting.ruleset, setting.scenario, seed, [player.name for player in order])
    secret = secret or new_secret()
    game = _Playing(setting, table, clock or Clock())
    fault: _Fault | None = None
    try:
        for seat, player in zip(names, order, strict=True):
            game.sit(seat, player, luck_of(seed, seat), bot_seed(secret, seed, seat))
        game.play()
    except _Fault as failure:
        fault = failure
        table.forfeit(fault.seat, fault.lost.cause)
    game.finish(fault)
    return game.ended(seat_of_a, fault)


def luck_of(seed: int, seat: str) -> int:
    """Return the seed of what one of ours draws at a seat, as often as the game is played."""
    return derived_seed(seed, "bot", seat)


def bot_seed(secret: bytes, seed: int, seat: str) -> int:
    """Return the seed that a bot is given for its own lots; without the secret it leads nowhere."""
    return derived_seed(secret, "bot", seed, seat)


class _Fault(Exception):
    """Somebody at the table cannot go on."""

    def __init__(self, seat: str, lost: Lost, question: str) -> None:
        super().__init__(f"{seat}: {lost}")
        self.seat, self.lost, self.question = seat, lost, question
        self.wrote = ""


class _AgentSeat:
    """One of our own players at its seat."""

    question = ""

    def __init__(self, agent: Agent, table: Table, seat: str) -> None:
        self.agent, self.table, self.seat = agent, table, seat
        self.spent = 0.0

    def act(self) -> None:
        """Let the agent speak an order."""
        begun = time.monotonic()
        try:
            self.table.let(self.seat, _Speaker(self.agent), "order")
        except Refused as refused:
            raise Lost("illegal", refused.reason) from None
        except Late as cause:
            raise Lost("late", str(cause)) from None
        except (Crash, ConfigError) as cause:  # it answered no whole number
            raise Lost("crash", str(cause)) from None
        finally:
            self.spent += time.monotonic() - begun


class _Speaker:
    """An agent at a table: what it raises is its fault, what the table raises is not."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.needs = agent.needs

    def act(self, *asked: Any) -> np.ndarray:
        """Return the agent's words; Crash where it raises."""
        try:
            return self.agent.act(*asked)
        except (Late, Crash):
            raise
        except Exception as cause:
            raise Crash(traceback.format_exc() or one_line(cause)) from None


class _Playing:
    """A game under way."""

    def __init__(self, setting: Setting, table: Table, clock: Clock) -> None:
        self.setting, self.table, self.clock = setting, table, clock
        self.seats: dict[str, BotSeat | _AgentSeat] = {}
        self.players: dict[str, Player] = {}

    def sit(self, seat: str, player: Player, lots: int, told: int) -> None:
        """Put a player at a seat and tell it that a game begins.

        `lots` is the luck of ours, which a bot's captain has too; `told` what a bot is given.
        """
        self.players[seat] = player
        if not isinstance(player, BotPlayer):
            player.reset(lots)
            self.seats[seat] = _AgentSeat(player, self.table, seat)
            return
        try:
            session = player.session(seat)
            captain = functools.partial(_captain, self.setting, lots)
            at = BotSeat(session, self.table, seat, self.clock, functools.cache(captain))
            self.seats[seat] = at
            at.begin(told)
        except BotFailure as cause:
            raise self._fault(seat, _lost(cause)) from None

    def play(self) -> None:
        """Play until the game is over."""
        speaker, turn, first = "", 0, 0
        while (seat := self.table.asked) is not None:
            if (seat, self.table.turn) != (speaker, turn):
                speaker, turn, first = seat, self.table.turn, len(self.table.words)
            if len(self.table.words) - first > LONGEST_STREAK:
                raise self._fault(seat, Lost("endless", f"{LONGEST_STREAK} words on end"))
            try:
                self.seats[seat].act()
            except Lost as lost:
                raise self._fault(seat, lost) from None
            except BotFailure as cause:
                raise self._fault(seat, _lost(cause)) from None

    def _fault(self, seat: str, lost: Lost) -> _Fault:
        """Return what ends a game that a seat has lost."""
        at = self.seats.get(seat)
        return _Fault(seat, lost, at.question if at else "")

    def finish(self, fault: _Fault | None) -> None:
        """Tell the bots that the game is over; one that failed begins the next in a new process."""
        for seat, at in self.seats.items():
            if isinstance(at, BotSeat):
                at.end(fault.lost if fault and fault.seat == seat else None)
        player = self.players.get(fault.seat) if fault else None
        if fault and isinstance(player, BotPlayer):
            fault.wrote = player.drop(fault.seat)

    def ended(self, seat_of_a: int, fault: _Fault | None) -> Ended:
        """Return the game."""
        table, names = self.table, self.setting.ruleset.seats
        spent = [_milliseconds(self.seats.get(seat)) for seat in names]
        cause = note = ""
        if fault is not None:
            owner = "a" if names.index(fault.seat) == seat_of_a else "b"
            cause = f"{owner}.{CAUSES.get(fault.lost.cause, fault.lost.cause)}"
            note = _note(fault)
        first, second = table.counts
        return Ended(
            words=np.array(table.words, np.int32),
            tally=table.tally(),
            decisions=(first, second),
            cause=cause,
            note=note,
            ms=(spent[seat_of_a], spent[1 - seat_of_a]),
            gave_up=table.gave_up,
        )


def _captain(setting: Setting, seed: int) -> Agent:
    """Return who speaks for a bot: the rule set's captain, or lots where it has none."""
    try:
        known = list(captains(setting.ruleset.name).DOCTRINES)
        agent: Agent = ScriptedAgent(setting.scenario, CAPTAIN if CAPTAIN in known else known[0])
    except ConfigError:
        agent = RandomAgent()
    agent.reset(derived_seed(seed, "captain"))
    return agent


def _lost(cause: BotFailure) -> Lost:
    """Return a failure of a bot as the loss of its game."""
    return Lost(cause.cause, cause.words)


def _milliseconds(at: BotSeat | _AgentSeat | None) -> int:
    """Return how long a player thought."""
    if at is None:
        return 0
    return int(1000 * (at.watch.spent if isinstance(at, BotSeat) else at.spent))


def _note(fault: _Fault) -> str:
    """Return what is kept of a failure."""
    lines = [fault.lost.words.strip()[:NOTE_CHARACTERS]]
    if fault.question:
        lines.append(f"asked: {fault.question}")
    if wrote := fault.wrote.strip()[-NOTE_CHARACTERS:]:
        lines += ["it wrote:", *wrote.splitlines()[-NOTE_LINES:]]
    return "\n".join(lines)
