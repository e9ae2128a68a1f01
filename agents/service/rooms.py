"""A table with its listeners: keeps what is said, lets players of ours speak, tells what follows.

A room is used by any thread, under its lock. A word is kept (`Store.say`) before anybody is told of
it; whatever goes wrong in between, the room is broken off: its listeners are sent away, and who
comes back finds a room made anew from what was kept.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from spacecombat_agents.bots.clocks import NONE
from spacecombat_agents.players.base import LONGEST_STREAK
from spacecombat_agents.service.answers import Answer
from spacecombat_agents.service.botseats import BotSpeaker, bots_among
from spacecombat_agents.service.clocks import Clocks
from spacecombat_agents.service.grid import Grid
from spacecombat_agents.service.listeners import Listener, Message, Moment
from spacecombat_agents.service.opponents import Asked, AtTable, Speaker
from spacecombat_agents.service.standing import StandingOrders
from spacecombat_agents.service.store import OVER, Chair, Kept, Row, Store
from spacecombat_agents.service.timed import ORDER, Deputy, TimedRoom
from spacecombat_env.core.errors import SpaceCombatError
from spacecombat_env.env.table import UMPIRE, Refused, Said, State, Table
from spacecombat_env.protocol.lines import as_line
from spacecombat_env.replay import Replay

FAILED, ENDLESS, RESIGNED = "crash", "endless", "resigned"
"""Causes for which a seat loses its game otherwise than by play."""
INVITED = "invited"
"""How a person is called who gave no name."""


class Gone(SpaceCombatError):
    """A room was broken off; whoever comes again finds another."""


class Room(TimedRoom):
    """A game and all who are at it."""

    def __init__(
        self,
        kept: Kept,
        table: Table,
        store: Store,
        speakers: Mapping[str, Speaker | BotSpeaker],
        captain: Callable[[str], Speaker],
    ) -> None:
        self.kept, self.table, self.store = kept, table, store
        self.captain = captain
        """Returns who speaks for a person's seat that lets it."""
        self.lock = threading.RLock()
        self.speakers = dict(speakers)
        """Players of ours by seat."""
        self.deputies: dict[str, Deputy] = {}
        self.standing = StandingOrders(table, kept.standing)
        self._officers: dict[str, Speaker] = {}
        """Who answers by standing orders, by seat."""
        self.listeners: list[Listener] = []
        self.broken = False
        """Whether it is not to be used any more."""
        self.last_used = time.monotonic()
        self.grid = Grid()
        """When words are heard."""
        self.on_turn: Callable[[Room], None] = lambda room: None
        """Called, under the lock, where a player of ours is to speak."""
        self.on_time: Callable[[Room, float | None], None] = lambda room, at: None
        """Called, under the lock, with the time at which `ring` is to be called; None for never."""
        people = [chair.reader for chair in kept.chairs if chair.player is None]
        timed = [seat for seat in people if seat in table.ruleset.seats]
        self.clocks = Clocks(kept.clock, timed, kept.times)
        self._moments: dict[str, Moment] = {}
        self._spoke = time.monotonic()
        self._streak: tuple[Any, int] = (None, 0)

    @contextlib.contextmanager
    def used(self) -> Iterator[None]:
        """Use the room alone; whatever goes wrong breaks it off. Raises Gone."""
        with self.lock:
            if self.broken:
                raise Gone(f"game: {self.kept.id} begins anew; come again")
            self.last_used = time.monotonic()
            try:
                yield
            except BaseException:
                self.break_off()
                raise

    def break_off_idle(self) -> bool:
        """Break the room off if nobody is in it or uses it; return whether that is done."""
        if not self.lock.acquire(blocking=False):
            return False
        try:
            if not self.broken and not self.listeners:
                self._stop_clock()
                self.broken = True
                self.wake()
            return self.broken
        finally:
            self.lock.release()

    def break_off(self) -> None:
        """Send everybody away: what is known here may be more than what is kept."""
        with self.lock:
            if not self.broken:
                self._stop_clock()
            self.broken = True
            self.wake()
            for listener in self.listeners:
                listener.send(None)
            self.listeners.clear()

    # -- who is there ----------------------------------------------------------------------------

    def enter(self, listener: Listener, greeting: Message | None = None) -> None:
        """Let a listener in: it is sent how things stand, and from then on what happens."""
        with self.used():
            if greeting is not None:
                listener.send(greeting)
            self.tell(listener)
            self.listeners.append(listener)
            self.wake()

    def leave(self, listener: Listener) -> None:
        """Let a listener go."""
        with self.lock:
            if listener in self.listeners:
                self.listeners.remove(listener)

    def set_chair(self, chair: Chair) -> None:
        """Put another in the place of a chair."""
        chairs = (chair if each.reader == chair.reader else each for each in self.kept.chairs)
        self.kept = self.kept._replace(chairs=tuple(chairs))

    # -- what is so ------------------------------------------------------------------------------

    def moment(self, reader: str) -> Moment:
        """Return what a reader may know now."""
        with self.lock:
            if reader not in self._moments:
                self._moments[reader] = Moment(self.table, reader)
            return self._moments[reader]

    def speaks(self, seat: str) -> str | None:
        """Return who speaks for a seat: None where it does so itself."""
        return _name(self._speaker(seat))

    def _always(self, seat: str | None) -> Speaker | BotSpeaker | None:
        """Return the player of ours that speaks for a seat, whatever it is asked."""
        deputy = self.deputies.get(str(seat))
        return self.speakers.get(str(seat)) if deputy is None else deputy.speaker

    def _speaker(self, seat: str | None) -> Speaker | BotSpeaker | None:
        """Return the player of ours that speaks for a seat now."""
        always = self._always(seat)
        if always is not None or seat is None or not self.standing.answers(seat):
            return always
        if seat not in self._officers:
            self._officers[seat] = self.captain(seat)
        return self._officers[seat]

    def replay(self) -> Replay | None:
        """Return the game as it was played; None before its end."""
        with self.lock:
            if self.table.asked is not None:
                return None
            seats = self.table.ruleset.seats
            called = {
                chair.reader: chair.name or INVITED
                for chair in self.kept.chairs
                if chair.reader in seats
            }
            told = {} if self.kept.clock.kind == NONE else {"clock": self.kept.clock.message()}
            return dataclasses.replace(self.table.replay(), agents=called, provenance=told)

    # -- what is said ----------------------------------------------------------------------------

    def say(self, seat: str, speak: Callable[[], Said], answer: Answer) -> None:
        """Let a seat speak: what was said is kept, then answered, then told.

        `speak` says it at the table and may raise Refused.
        """
        at = self.count(seat)
        said, reply = answer.of(speak)
        if said.tokens:
            self.clocks.spend(seat, answer.listener.arrived, not self.table.is_mid_order)
            self._keep(Row(seat, at, said.tokens, answer.request, as_line(reply), self._ms()))
        answer.send(reply)
        if said.tokens:
            self._announce()

    def answer_to(self, seat: str, at: int, request: str) -> Message | None:
        """Return what a message was answered that was heard before; None where it was not."""
        if at >= self.count(seat):
            return None
        line = self.store.answered(self.kept.id, seat, at, request)
        return None if line is None else json.loads(line)

    def depute(self, seat: str, until: str, answer: Answer) -> None:
        """Let the captain speak for a seat: an order at once, the rest as players of ours do.

        Of a seat that is not asked, how long it goes on speaking is set anew.
        """
        speaker = self.captain(seat)
        self.deputies[seat] = Deputy(speaker, until, self.table.moment(until))
        if self.table.asked != seat:
            if until == ORDER:
                del self.deputies[seat]
            at = self.count(seat)
            return answer.send(answer.of(lambda: Said((), 0, at))[1])
        self.say(seat, lambda: self.table.let(seat, AtTable(speaker, self.table)), answer)

    def stand(self, listener: Listener, kinds: Mapping[str, str]) -> None:
        """Leave kinds of question to the captain, all others to the person, from now on.

        ConfigError for a kind that cannot be left. Nobody but the seat is told.
        """
        seat = listener.reader
        self.store.stand(self.kept.id, seat, self.standing.give(seat, kinds))
        self.clocks.spend(seat, listener.arrived, is_done=False)
        self._set_clock()
        others = [each for each in self.listeners if each.reader == seat and each is not listener]
        for each in (listener, *others):
            self.tell(each)
        self.wake()

    def speak(self, seat: str, speak: Callable[[], Said]) -> Said:
        """Let a bot speak: what stands is kept, then told. Raises Refused."""
        refused: Refused | None = None
        with self.used():
            at = self.count(seat)
            try:
                said = speak()
            except Refused as cause:
                refused, said = cause, cause.said
            if said.tokens:
                self._keep(Row(seat, at, said.tokens, "", "", self._ms()))
                self._announce()
            if self.table.asked == seat and self._is_endless(seat):
                self.give_up(seat, ENDLESS)
        if refused is not None:
            raise refused
        return said

    def give_up(self, seat: str, cause: str) -> None:
        """End the game: a seat resigns, or is taken out."""
        self.table.forfeit(seat, cause)
        self.store.end(self.kept.id, OVER, self.table.gave_up)
        self._announce()

    def _keep(self, row: Row) -> None:
        """Keep what was said."""
        self._moments.clear()
        time_left = self.clocks.kept(row.seat)
        self.store.say(self.kept.id, row, self.table.asked is None, time_left)

    def _ms(self) -> int:
        """Return the milliseconds since the words before."""
        now = time.monotonic()
        spent, self._spoke = now - self._spoke, now
        return int(1000 * spent)

    # -- what is told ----------------------------------------------------------------------------

    def tell(self, listener: Listener, passed: State | None = None) -> None:
        """Tell a listener how things stand, or stood when it was not asked (`passed`).

        Who speaks for it is told then as far as that does not hang on whether it is asked now.
        """
        reader = listener.reader
        self._set_clock()
        self.clocks.come(reader)
        speaks = self.speaks(reader) if passed is None else _name(self._always(reader))
        moment = self.moment(reader) if passed is None else Moment(self.table, reader, passed)
        clock, standing = self.clocks.shown(reader), self.standing.of(reader)
        listener.tell(self.kept.id, moment, speaks, clock, standing)
        self.on_time(self, self.clocks.due())

    def _announce(self) -> None:
        """Tell the listeners whose moments have come, one message for each moment."""
        self._moments.clear()
        asked = self.table.asked
        for seat, deputy in list(self.deputies.items()):
            if deputy.has_done(self.table) or asked is None:
                del self.deputies[seat]
        self._set_clock()
        for listener in list(self.listeners):
            passed = self.table.snapshots(listener.reader, listener.moments)
            for state in passed if listener.reader != UMPIRE else ():
                self.tell(listener, state)
            if self.table.moments(listener.reader) != listener.moments:
                self.tell(listener)
        self.wake()

    # -- players of ours -------------------------------------------------------------------------

    def wake(self) -> None:
        """Have a player of ours speak, where one is to, and bots end that nobody asks any more."""
        with self.lock:
            is_over = self.broken or self.table.asked is None
            if self.has_bots if is_over else self._speaker(self.table.asked) is not None:
                self.on_turn(self)

    @property
    def has_bots(self) -> bool:
        """Whether processes of bots are there."""
        return any(bot.is_there for bot in bots_among(self.speakers.values()))

    @property
    def waits_for_bots(self) -> bool:
        """Whether what is to be done next is done with a bot."""
        with self.lock:
            if self.broken or self.table.asked is None:
                return self.has_bots
            return isinstance(self._speaker(self.table.asked), BotSpeaker)

    def end_bots(self) -> None:
        """End the processes of bots; those of a game that is over are told so."""
        is_over = self.table.asked is None and not self.broken
        for bot in bots_among(self.speakers.values()):
            bot.end(is_over=is_over)

    def play_on(self) -> bool:
        """Let the player of ours that is asked say an order; return whether one is asked again.

        It thinks without the lock, so that others can read and resign meanwhile.
        """
        is_said = False
        while not is_said:
            with self.lock:
                seat, is_over = self.table.asked, self.broken or self.table.asked is None
                speaker = self._speaker(seat)
            if is_over:
                self.end_bots()
            if is_over or seat is None or speaker is None:
                return False
            if isinstance(speaker, BotSpeaker):
                speaker.act(self, seat)
                return self.waits_for_ours
            with self.lock:
                if self.broken or self.table.asked != seat:
                    return True
                asked = speaker.asked(self.table)
            try:
                word = speaker.word(asked)
            except Exception:  # whatever a player raises loses it the game
                word = None
            self.grid.hold(lambda: not self.broken)
            with self.lock:
                if self.broken:
                    return False
                with self.used():
                    is_said = self._take(asked, word)
        return self.waits_for_ours

    @property
    def waits_for_ours(self) -> bool:
        """Whether a player of ours is asked, or bots are to end."""
        with self.lock:
            if self.broken or self.table.asked is None:
                return self.has_bots
            return self._speaker(self.table.asked) is not None

    def _take(self, asked: Asked, word: int | None) -> bool:
        """Say a player's word, unless the moment has passed; return whether its order is said."""
        seat = asked.seat
        if self.table.asked != seat or self.count(seat) != asked.at:
            return True
        if word is None or self._is_endless(seat):
            self.give_up(seat, FAILED if word is None else ENDLESS)
            return True
        try:
            said = self.table.say(seat, asked.at, [word])
        except Refused as refused:
            self.give_up(seat, refused.code)
            return True
        self.clocks.spend(seat, None, not self.table.is_mid_order)
        self._keep(Row(seat, asked.at, said.tokens, "", "", self._ms()))
        if self.table.is_mid_order and self._speaker(seat) is not None:
            return False
        self._announce()
        return True

    def _is_endless(self, seat: str) -> bool:
        """Whether a player has said more words on end than any turn can have."""
        about = seat, self.table.turn
        self._streak = (about, self._streak[1] + 1 if self._streak[0] == about else 0)
        return self._streak[1] > LONGEST_STREAK


def _name(speaker: Speaker | BotSpeaker | None) -> str | None:
    """Return how a player of ours is called."""
    return None if speaker is None else speaker.name
