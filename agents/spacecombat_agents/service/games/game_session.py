"""A table with its subscribers: stores actions, runs built-in players, sends messages.

Any thread may use a session, under its lock. Actions are stored (`GameStore.append_actions`) before
any message about them is sent. If something fails in between, another session, restored from the
store, takes over the subscribers. Only the reader whose request failed learns of it, by its own
connection: others must not learn that it acted.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from spacecombat_agents.bots.time_control import NONE
from spacecombat_agents.players.seat_agent import SeatAgent
from spacecombat_agents.service.delegation.standing_orders import StandingOrders
from spacecombat_agents.service.games.automated_session import ENDLESS, AutomatedSession, name_of
from spacecombat_agents.service.games.clocked_session import ORDER, Substitute
from spacecombat_agents.service.games.map_queries import MapAnswers
from spacecombat_agents.service.games.people import ACCEPTED, DRAW, TAKEBACK, VOID, People, Proposal
from spacecombat_agents.service.games.replies import ActionReply, error_message
from spacecombat_agents.service.games.stored_rows import rows_before_turn
from spacecombat_agents.service.games.subscribers import Message, ReaderSnapshot, Subscriber
from spacecombat_agents.service.players.bot_agents import BotAgent
from spacecombat_agents.service.storage import access_keys
from spacecombat_agents.service.storage.game_store import (
    ABANDONED,
    FROM,
    OPEN,
    OVER,
    ActionRecord,
    GameStore,
    SeatAssignment,
    StoredGame,
)
from spacecombat_agents.service.timing.person_clocks import PersonClocks
from spacecombat_agents.service.timing.time_grid import TimeGrid
from spacecombat_env.core.errors import SpaceCombatError
from spacecombat_env.env.table import DRAWN, UMPIRE, ReaderState, RefusedError, Table, Utterance
from spacecombat_env.protocol.lines import as_line
from spacecombat_env.replay import Replay

__all__ = ["GameSession", "RESIGNED", "SessionClosed"]

RESIGNED = "resigned"
"""Cause of the loss of a seat that resigns."""
AGREED = {DRAW: "by agreement", VOID: "called off by both sides"}
"""How a game ends that both sides agree to end."""
UNRATED = "a turn was taken back"
"""Why a game is not rated."""


class SessionClosed(SpaceCombatError):
    """A session was closed; the next request opens another one."""


class GameSession(AutomatedSession):
    """A game with its subscribers and players."""

    def __init__(
        self,
        game: StoredGame,
        table: Table,
        store: GameStore,
        seat_agents: Mapping[str, SeatAgent | BotAgent],
        captain: Callable[[str], SeatAgent],
    ) -> None:
        self.game, self.table, self.store = game, table, store
        self.captain = captain
        """Returns the agent for a person's seat that delegates to the captain."""
        self.advisers: tuple[str, ...] = ()
        """Players that give hints in this game."""
        self.advise: Callable[[str, str], SeatAgent] = lambda seat, name: captain(seat)
        """Returns an adviser of a person's seat; it knows nothing of the game's seed."""
        self.lock = threading.RLock()
        self.seat_agents = dict(seat_agents)
        """Built-in players by seat."""
        self.substitutes: dict[str, Substitute] = {}
        self.standing_orders = StandingOrders(table, game.standing_orders)
        self._standing_order_agents: dict[str, SeatAgent] = {}
        """Agents that act by standing orders, by seat."""
        self.subscribers: list[Subscriber] = []
        self.is_closed = False
        """Whether the session must not be used any more."""
        self.last_used = time.monotonic()
        self.grid = TimeGrid()
        """Times at which actions take effect."""
        self.on_turn: Callable[[GameSession], None] = lambda session: None
        """Called, under the lock, when a built-in player is to act."""
        self.schedule_timer: Callable[[GameSession, float | None], None] = lambda session, at: None
        """Called, under the lock, with the time at which to call `on_timer`; None for never."""
        self.on_join: Callable[[GameSession], None] = lambda session: None
        """Called, under the lock, when a person joins for the first time or comes back."""
        self.on_failure: Callable[[GameSession], None] = lambda session: session.disconnect()
        """Called, under the lock, when the session has failed, to replace it."""
        self.new_seed: Callable[[], int] = access_keys.new_seed
        """Returns the seed of luck that is drawn again."""
        people = [assignment.reader for assignment in game.assignments if assignment.player is None]
        clocked_seats = [seat for seat in people if seat in table.ruleset.seats]
        self.clocks = PersonClocks(game.clock, clocked_seats, game.times)
        self.people = People(self)
        self._snapshots: dict[str, ReaderSnapshot] = {}
        self.map_answers = MapAnswers(table)
        self._last_action_time = time.monotonic()
        self._streak: tuple[Any, int] = (None, 0)

    @contextlib.contextmanager
    def exclusive(self) -> Iterator[None]:
        """Use the session exclusively; any exception ends it. Raises SessionClosed."""
        with self.lock:
            if self.is_closed:
                raise SessionClosed(f"game: {self.game.id} was reloaded; try again")
            self.last_used = time.monotonic()
            try:
                yield
            except BaseException:
                if not self.is_closed:
                    self._stop()
                    self.on_failure(self)
                raise

    def _stop(self) -> None:
        """Let nobody use the session any more."""
        self._stop_clock()
        self.is_closed = True
        self.wake()

    def close_if_idle(self) -> bool:
        """Close the session if it has no subscribers or users; return whether it is closed."""
        if not self.lock.acquire(blocking=False):
            return False
        try:
            if not self.is_closed and not self.subscribers:
                self._stop()
            return self.is_closed
        finally:
            self.lock.release()

    def close(self) -> None:
        """End the session and disconnect all subscribers."""
        with self.lock:
            if not self.is_closed:
                self._stop()
            self.disconnect()

    def disconnect(self, reason: str = "") -> None:
        """Disconnect all subscribers; first send them the reason, if there is one."""
        for subscriber in self.subscribers:
            if reason:
                subscriber.send(error_message(None, "cold", reason, self.game.id))
            subscriber.send(None)
        self.subscribers.clear()

    def take_over(self, failed: GameSession) -> bool:
        """Take over subscribers, people and substitutes of a session that failed; send its news.

        Without news nothing is sent. Returns False if this session is closed.
        """
        with self.lock:
            if self.is_closed:
                return False
            for seat, substitute in failed.substitutes.items():
                self.substitutes[seat] = Substitute(self.captain(seat), substitute.period)
            self.people.take_over(failed.people)
            self.subscribers += failed.subscribers
            failed.subscribers.clear()
            for subscriber in self.subscribers:
                self.clocks.mark_present(subscriber.reader)
            self._notify_subscribers()
            self.schedule_timer(self, self.clocks.next_check())
            return True

    # -- subscribers -----------------------------------------------------------------------------

    def subscribe(self, subscriber: Subscriber, hello: Message | None = None) -> None:
        """Add a subscriber: send it the state, and later each change."""
        with self.exclusive():
            if hello is not None:
                subscriber.send(hello)
            self.send_state(subscriber)
            self.subscribers.append(subscriber)
            self.people.greet(subscriber)
            self.wake()

    def unsubscribe(self, subscriber: Subscriber) -> None:
        """Remove a subscriber."""
        with self.lock:
            if subscriber in self.subscribers:
                self.subscribers.remove(subscriber)
                self.people.tell_presence()

    def admit_person(self) -> None:
        """A person has come by a key. Raises QuotaReached, ServerFull for an abandoned game."""
        if not self.game.joined or self.game.state == ABANDONED:
            self.on_join(self)
            state = OPEN if self.game.state == ABANDONED else self.game.state
            self.game = self.game._replace(joined=True, state=state)

    def set_assignment(self, assignment: SeatAssignment) -> None:
        """Replace an assignment."""
        assignments = (
            assignment if each.reader == assignment.reader else each
            for each in self.game.assignments
        )
        self.game = self.game._replace(assignments=tuple(assignments))
        self.people.tell_presence()

    # -- state -----------------------------------------------------------------------------------

    def snapshot(self, reader: str) -> ReaderSnapshot:
        """Return what a reader may know now."""
        with self.lock:
            if reader not in self._snapshots:
                self._snapshots[reader] = ReaderSnapshot(self.table, reader)
            return self._snapshots[reader]

    @property
    def hides_ships(self) -> bool:
        """Whether the sides hide their ships from each other, also after the game."""
        return bool(self.table.scenario.seat_scenarios)

    @property
    def begins_elsewhere(self) -> bool:
        """Whether the game begins in another one, so that no replay can tell it."""
        return FROM in self.game.scenario

    def has_replay(self) -> bool:
        """Return whether the game has ended, and its replay is public."""
        with self.lock:
            is_told = not (self.hides_ships or self.begins_elsewhere)
            return self.table.to_act is None and is_told

    def replay(self) -> Replay | None:
        """Return the replay of the game; None before its end, or if ships stay secret."""
        with self.lock:
            if not self.has_replay():
                return None
            replay, clock = self.table.replay(), self.game.clock
            provenance: dict[str, Any] = {} if clock.kind == NONE else {"clock": clock.message()}
            provenance |= {"unrated": UNRATED} if replay.later_seeds else {}
            names = self.game.display_names()
            return dataclasses.replace(replay, agents=names, provenance=provenance)

    # -- actions ---------------------------------------------------------------------------------

    def say(self, seat: str, act: Callable[[], Utterance], answer: ActionReply) -> None:
        """Apply a seat's actions by `act`, which may raise RefusedError: store, answer, notify."""
        at = self.action_count(seat)
        utterance, reply = answer.execute(act)
        if utterance.actions:
            self.clocks.spend(seat, answer.subscriber.arrived, not self.table.is_mid_order)
            self._record(
                ActionRecord(
                    seat, at, utterance.actions, answer.request, as_line(reply), self._elapsed_ms()
                )
            )
        answer.send(reply)
        if utterance.actions:
            self._notify_subscribers()

    def find_reply(self, seat: str, at: int, request: str) -> Message | None:
        """Return the answer to a message that was handled before; None for a new one."""
        if at >= self.action_count(seat):
            return None
        line = self.store.find_reply(self.game.id, seat, at, request)
        return None if line is None else json.loads(line)

    def let_captain_play(self, seat: str, until: str, answer: ActionReply) -> None:
        """Let the captain act for a seat: one order at once, the rest as built-in players do.

        For a seat that is not to act, only the end of the delegation changes.
        """
        seat_agent = self.captain(seat)
        self.substitutes[seat] = Substitute(seat_agent, self.table.period(until))
        if self.table.to_act != seat:
            if until == ORDER:
                del self.substitutes[seat]
            at = self.action_count(seat)
            return answer.send(answer.execute(lambda: Utterance((), 0, at))[1])
        self.say(seat, lambda: self.table.let(seat, seat_agent), answer)

    def set_standing_orders(self, subscriber: Subscriber, orders: Mapping[str, str]) -> None:
        """Delegate these kinds of decision to the captain, and no others, from now on.

        Raises ConfigError for a kind that cannot be delegated. Only the seat itself is notified.
        """
        seat = subscriber.reader
        self.store.set_standing_orders(
            self.game.id, seat, self.standing_orders.set_orders(seat, orders)
        )
        self.clocks.spend(seat, subscriber.arrived, is_done=False)
        self._set_clock()
        others = [
            each for each in self.subscribers if each.reader == seat and each is not subscriber
        ]
        for each in (subscriber, *others):
            self.send_state(each)
        self.wake()

    def say_for_bot(self, seat: str, act: Callable[[], Utterance]) -> Utterance:
        """Apply a bot's actions: store them, then notify the subscribers. Raises RefusedError."""
        refused: RefusedError | None = None
        with self.exclusive():
            at = self.action_count(seat)
            try:
                utterance = act()
            except RefusedError as cause:
                refused, utterance = cause, cause.utterance
            if utterance.actions:
                self._record(ActionRecord(seat, at, utterance.actions, "", "", self._elapsed_ms()))
                self._notify_subscribers()
            if self.table.to_act == seat and self._is_endless(seat):
                self.forfeit(seat, ENDLESS)
        if refused is not None:
            raise refused
        return utterance

    def forfeit(self, seat: str, cause: str) -> None:
        """End the game: a seat resigns, or is removed."""
        self.table.forfeit(seat, cause)
        self.store.end(self.game.id, OVER, self.table.gave_up)
        self._notify_subscribers()

    def carry_out(self, agreed: Proposal) -> None:
        """End the game, or go back to the start of the turn, as both sides have agreed."""
        if agreed.what == TAKEBACK:
            return self._take_back(agreed.seat if self.game.is_practice else None)
        self.people.conclude(ACCEPTED)
        self.forfeit(DRAWN, AGREED[agreed.what])

    def _take_back(self, seat: str | None) -> None:
        """Go back to the start of the turn, which all know, with luck drawn again.

        With a seat, to that of the last turn in which it acted, which no other person learns. The
        store forgets the turn; this session closes, and the next one is restored without it.
        """
        kept = rows_before_turn(self.game, self.store.rows(self.game.id), self.table, seat)
        self.store.take_back(self.game.id, kept, self.new_seed())
        self.people.conclude(ACCEPTED)
        self.close()

    def _record(self, row: ActionRecord) -> None:
        """Store actions."""
        self._snapshots.clear()
        self.map_answers.clear()
        time_left = self.clocks.stored_time(row.seat)
        self.store.append_actions(self.game.id, row, self.table.to_act is None, time_left)

    def _elapsed_ms(self) -> int:
        """Return the milliseconds since the previous actions."""
        now = time.monotonic()
        spent, self._last_action_time = now - self._last_action_time, now
        return int(1000 * spent)

    # -- messages --------------------------------------------------------------------------------

    def send_state(self, subscriber: Subscriber, passed: ReaderState | None = None) -> None:
        """Send a subscriber the current state, or a past state in which it did not act (`passed`).

        A past state's message reports delegation only as far as it does not depend on whose turn it
        is now.
        """
        reader = subscriber.reader
        self._set_clock()
        self.clocks.mark_present(reader)
        automated_by = (
            self.automated_by(reader) if passed is None else name_of(self._permanent_agent(reader))
        )
        snapshot = (
            self.snapshot(reader) if passed is None else ReaderSnapshot(self.table, reader, passed)
        )
        clock = self.clocks.message_for(reader)
        orders = self.standing_orders.active_orders(reader)
        subscriber.send_state(self.game.id, snapshot, automated_by, clock, orders)
        self.schedule_timer(self, self.clocks.next_check())

    def _notify_subscribers(self) -> None:
        """Send the subscribers one message for each new moment of theirs."""
        self._snapshots.clear()
        self.map_answers.clear()
        seat_to_act = self.table.to_act
        for seat, substitute in list(self.substitutes.items()):
            if self.table.has_ended(substitute.period) or seat_to_act is None:
                del self.substitutes[seat]
        self._set_clock()
        for subscriber in list(self.subscribers):
            passed = self.table.snapshots(subscriber.reader, subscriber.moments)
            for state in passed if subscriber.reader != UMPIRE else ():
                self.send_state(subscriber, state)
            is_due = subscriber.reader in (UMPIRE, seat_to_act)  # else only its own past decisions
            if is_due and self.table.moments(subscriber.reader) != subscriber.moments:
                self.send_state(subscriber)
        self.wake()
