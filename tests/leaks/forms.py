"""The forms in which a watcher meets a game: what it is given in each, as a list of messages.

A form plays one of two twins (`kit/twins_on.py`). Time is left out; all else counts: every message,
in its order, whole.
"""

from __future__ import annotations

import functools
from types import SimpleNamespace
from typing import Any

import numpy as np
from in_rooms import Reader, session_of
from kit.determinizing import CAPTAINS
from kit.tables import NONSENSE, as_json, refusal, seated
from kit.twins_on import Form, Shown
from prying import Prying

from spacecombat_agents.bots.bot_connection import BotConnection
from spacecombat_agents.bots.bot_seat import BotSeat
from spacecombat_agents.bots.time_control import TimeControl
from spacecombat_agents.players.scripted import ScriptedAgent
from spacecombat_agents.service.games.facts import public_facts
from spacecombat_env.env.aec import SpaceCombatAEC
from spacecombat_env.env.game import Game
from spacecombat_env.env.table import PUBLIC
from spacecombat_env.protocol.lines import as_line

LOOKED_AT = 0.2
"""Share of the moments between two of a reader's own at which it looks all the same."""


class AtTable(Form):
    """At a table: the snapshots of the watcher and of the public, moment after moment.

    `whole`: with the picture and the sketch of the position.
    """

    whole = False

    def __init__(self, game: Game, watcher: int) -> None:
        self._sit(game, watcher)
        self.rng = np.random.default_rng(1)
        self.readers = [self.name, *({PUBLIC} & set(self.table.readers))]
        self.moments = {reader: self.table.moments(reader) for reader in self.readers}
        self.shown = {reader: self._visible_to(reader) for reader in self.readers}
        self.given: list[str] = []

    def _sit(self, game: Game, watcher: int) -> None:
        """Sit down at a table; what was told before is compared elsewhere."""
        self.table = seated(game)
        Form.__init__(self, self.table._game, watcher)
        self.name = self.table.ruleset.seats[watcher]
        feeds = self.table._snapshots.feeds
        feeds.collect()
        for feed in feeds.feeds.values():
            feed.pending.clear()

    def say(self, word: int) -> None:
        seat_agent = self.table.to_act
        self._step(word)
        for reader in self.readers:
            self._read(reader, reader == seat_agent)

    def _step(self, word: int) -> None:
        """Say a word for the seat to act."""
        seat = self.table.to_act
        assert seat is not None
        self.table.say(seat, self.table.counts[self.table.ruleset.seats.index(seat)], [word])

    def _visible_to(self, reader: str) -> str:
        """Return all that a reader may look at."""
        shown = as_json(self.table.state(reader))
        if self.whole:
            shown += self.table.picture(reader) + self.table.sketch(reader)
        return shown

    def _read(self, reader: str, has_spoken: bool) -> None:
        """Take what a reader is given by now; between its moments nothing may change."""
        before = self.moments[reader]
        now = self.moments[reader] = self.table.moments(reader)
        if now > before:
            states = self.table.snapshots(reader, before)
            self.given += [f"{reader} {now}", *(f"{reader} {as_json(state)}" for state in states)]
            self.shown[reader] = self._visible_to(reader)
            self.given.append(self.shown[reader])
        elif has_spoken:
            self.shown[reader] = self._visible_to(reader)
        elif self.rng.random() < LOOKED_AT and self._visible_to(reader) != self.shown[reader]:
            raise Shown(f"what {reader} is shown changes between two of its moments")

    def taken(self) -> list[str]:
        tries = [(self.name, -1, [0]), (self.name, 10**6, [NONSENSE])]
        self.given += [as_json(refusal(self.table, *each)) for each in tries]
        given, self.given = self.given, []
        return given


class WithPictures(AtTable):
    """The same with pictures and sketches."""

    whole = True


class InTurns(Form):
    """The AEC environment: what a seat is given when it is selected, and its log.

    The log polled after every action must be the log polled when it is selected.
    """

    def __init__(self, game: Game, watcher: int) -> None:
        scenario = game.scenario
        seats = game.ruleset.seats
        delegate = dict(zip(seats, scenario.delegate, strict=True))
        self.env = SpaceCombatAEC(game.ruleset.name, scenario.source, delegate=delegate)
        self.env.reset(seed=0)
        self.env.game = game
        self.env._turn_to_act()
        super().__init__(game, watcher)
        self.name = seats[watcher]
        self.since = self.polled = self.env.log_count(self.name)
        self.lines: list[str] = []

    def say(self, word: int) -> None:
        self.env.step(word)
        self.lines += self.log(self.polled)
        self.polled = self.env.log_count(self.name)

    def log(self, since: int) -> list[str]:
        """Return the watcher's log since a count."""
        return list(self.env.log(self.name, since=since))

    def taken(self) -> list[str]:
        env = self.env
        lines = self.log(self.since)
        if lines != self.lines:
            raise Shown(f"polled once {lines}, after every action {self.lines}")
        self.since, self.lines = self.polled, []
        observation, *last = env.last()
        given = [str(lines), str(last[:3]), str(env.infos[self.name]), str(env.rewards)]
        if env.agent_selection == self.name:
            given += [part.tobytes().hex() for part in observation.values()]
            given += [part.tobytes().hex() for part in env.observe(self.name).values()]
        return given


class InRoom(AtTable):
    """A room of the service: messages as they are pushed, and facts as they are asked for.

    The enemy of the second twin looks ahead, errs, and needs other times. Both write and leave when
    the watcher does: what shows that they are there counts none of their actions.
    """

    def __init__(self, game: Game, watcher: int) -> None:
        self._sit(game, watcher)
        self.session = session_of(self.table)
        self.time, self.ticks = 0.0, np.random.default_rng(7)
        self.session.clocks.now = lambda: self.time
        self.sent: list[str] = []
        self.public: list[str] = []
        self.polled: list[str] = []
        self.stamp, self.moment = "", self.table.moments(self.name)
        self.reader = Reader(self.session, self.name, self.sent)
        self.enemy = Reader(self.session, self.table.ruleset.seats[1 - watcher], [])
        Reader(self.session, PUBLIC, self.public)

    def say(self, word: int) -> None:
        seat = self.table.to_act
        assert seat is not None
        at = self.session.action_count(seat)
        if seat == self.name:
            self.time += 17
            self.reader.send("say", at=at, words=[word])
        else:
            if self.which:
                self.enemy.send_all_sorts(at)
            self.time += int(self.ticks.integers(1, 60 + self.which))
            self.enemy.send("say", at=at, words=[word])
        self._poll(seat == self.name)

    def _poll(self, has_spoken: bool) -> None:
        """Ask for news, as who polls over HTTP does: they come as soon as the stamp is another.

        That who has spoken is not asked at once again is a matter of time.
        """
        stamp, moment = self.session.snapshot(self.name).stamp, self.table.moments(self.name)
        if moment != self.moment:
            self.polled.append(f"polled {stamp}")
        elif stamp != self.stamp and not has_spoken:
            raise Shown(f"what {self.name} polls changes between two of its moments")
        self.stamp, self.moment = stamp, moment

    def taken(self) -> list[str]:
        self.reader.send_all_sorts(self.session.action_count(self.name))
        for each in (self.reader, self.enemy):
            each.talk()
            each.come_again()
        shown = [f"public {each}" for each in self.public]
        given = [*self.polled, *self.sent, as_line(public_facts(self.session)), *shown]
        for each in (self.polled, self.sent, self.public):
            each.clear()
        return given


class WithBot(AtTable):
    """The protocol: a bot that pries, at the watcher's seat, and says words of its own.

    The enemy of the second twin looks ahead and errs as well.
    """

    def __init__(self, game: Game, watcher: int) -> None:
        self._sit(game, watcher)
        self.way = Prying()
        setting: Any = SimpleNamespace(ruleset=game.ruleset, scenario=game.scenario)
        connection = BotConnection(self.way, setting)
        connection.open()
        self.bot = BotSeat(
            connection, self.table, self.name, TimeControl(), functools.cache(self._captain)
        )
        self.bot.begin(1)

    def _captain(self) -> ScriptedAgent:
        """The captain who speaks where the bot lets him."""
        agent = ScriptedAgent(self.table.scenario, CAPTAINS[self.table.ruleset.name])
        agent.reset(1)
        return agent

    def say(self, word: int) -> None:
        if self.which:
            assert self.table.to_act is not None
            self.table.look_ahead(self.table.to_act, (), 1)
            refusal(self.table, self.table.to_act, 0, [NONSENSE])
        self._step(word)

    def answer(self, word: int) -> None:
        self.bot.act()

    def taken(self) -> list[str]:
        return self.way.taken()
