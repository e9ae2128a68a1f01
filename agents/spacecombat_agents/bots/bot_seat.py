"""One game of one bot: it acts until its order is complete, the game ends, or it has lost.

An invalid message of a bot is refused and the decision sent again; too many consecutive refusals
lose the game. When a bot is late for the first time, the captain completes its order. The second
time it loses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from spacecombat_agents.bots.bot_connection import BotConnection
from spacecombat_agents.bots.process import BotFailure
from spacecombat_agents.bots.time_control import SeatClock, TimeControl
from spacecombat_agents.players.seat_agent import SeatAgent
from spacecombat_env.env.table import Period, ReaderState, RefusedError, Table, Utterance, plans
from spacecombat_env.protocol import MalformedMessage, MessageBuilder, check
from spacecombat_env.protocol.messages import plans_message
from spacecombat_env.protocol.validation import actions_of, is_count

__all__ = ["BotSeat", "GameLost", "MAX_LATES"]

Message = dict[str, Any]
MAX_LATES = 2
"""Number of late replies that loses the game."""
ORDER = "order"
"""The shortest delegation to a captain."""
ILLEGAL = "illegal"
"""The cause of illegal actions in valid messages."""


class GameLost(Exception):
    """A bot has lost its game by a fault."""

    def __init__(self, cause: str, reason: str) -> None:
        super().__init__(f"{cause}: {reason}")
        self.cause, self.reason = cause, reason


class BotSeat:
    """A bot at its seat of a table."""

    def __init__(
        self,
        connection: BotConnection,
        table: Table,
        seat: str,
        clock: TimeControl,
        captain: Callable[[], SeatAgent],
    ) -> None:
        self.connection, self.table, self.seat = connection, table, seat
        self.seat_clock = SeatClock(clock)
        self.last_decision = ""
        """The last decision, for error reports."""
        self._captain = captain
        self._teller = MessageBuilder(table, seat, connection.next_game(), connection.wants)
        self._refusals = connection.bounds.refusals
        self._number = 0
        self._at = 0
        self._delegation: Period | None = None
        """How long the captain acts."""

    # -- a game ------------------------------------------------------------------------------------

    def begin(self, bot_seed: int) -> None:
        """Send the start of a game."""
        self.connection.send(self._teller.new_game(bot_seed, self.seat_clock.clock.message()))

    def act(self) -> None:
        """Send the decision until the bot gives a valid answer; raise GameLost or BotFailure.

        While it delegates to the captain, the captain answers and the bot receives nothing.
        """
        if self._continue_captain():
            return
        state = self._teller.state()
        if not state.pending_actions:
            self.seat_clock.begin_order()
        self._send_decision(state)
        peeks = self.connection.bounds.peeks
        while True:
            try:
                message = self._receive()
            except BotFailure as cause:
                if cause.cause != "late":
                    raise
                return self._handle_late(cause)
            if self._handle(message):
                return
            peeks -= 1
            if peeks < 0:
                raise GameLost("protocol", "too many messages that are not answers")

    def end(self, fault: GameLost | None = None) -> None:
        """Send the end of the game; ignore a bot that is gone."""
        try:
            if fault is not None:
                self._send_fault(fault.cause, "game_lost", fault.reason, 0)
            message = self._teller.events_message()
            if message is not None:
                self.connection.send(message)
            self.connection.send(self._teller.game_over())
        except BotFailure:
            self.connection.close()

    # -- internals ---------------------------------------------------------------------------------

    def _send_decision(self, state: ReaderState | None = None, whole: bool = False) -> None:
        """Send the decision; `state` is the seat's, if known already."""
        self._number = self.connection.next_number()
        message = self._teller.decision_message(
            self._number, self.seat_clock.message(), whole, state
        )
        self._at, self.last_decision = message["at"], message["question"]
        self.connection.send(message)

    def _receive(self) -> Message:
        """Return the bot's next message, and charge its time."""
        left = self.seat_clock.left()
        message, seconds = self.connection.receive(left, self.seat_clock.clock.patience_ms / 1000)
        if left is not None and seconds > left:
            raise BotFailure("late", f"no reply within {left:g} s")
        self.seat_clock.spend(seconds)
        return message

    def _handle(self, message: Message) -> bool:
        """Handle a message; return whether it was a valid answer."""
        try:
            kind = check(message)
        except MalformedMessage as cause:
            self._refuse(message, "malformed", str(cause), message.get("type") not in QUERIES)
            return False
        if kind in ANSWERS and message["id"] < self._number:
            return False  # an answer to an old decision
        if kind in QUERIES or kind in ANSWERS:
            return bool(getattr(self, f"_{kind}")(message))
        if kind == "bye":
            raise GameLost("protocol", "it sent bye during a game")
        self._refuse(message, "malformed", f"{kind} is not an answer", False)
        return False

    def _say(self, message: Message) -> bool:
        """Apply the bot's actions."""
        return self._apply_answer(
            message, lambda: self.table.say(self.seat, int(message["at"]), actions_of(message))
        )

    def _let(self, message: Message) -> bool:
        """Delegate to the captain."""
        if message["at"] != self._at:
            reason = f"let.at: {message['at']}, but {self.seat} is at {self._at}"
            self._refuse(message, "stale", reason, True)
            return False
        period = self.table.period(message.get("until", ORDER))
        if not self._apply_answer(message, lambda: self.table.let(self.seat, self._captain())):
            return False
        self._delegation = None if period.until == ORDER else period
        return True

    def _continue_captain(self) -> bool:
        """Let the captain play one more order, unless the delegation has ended."""
        if self._delegation is None or self.table.has_ended(self._delegation):
            self._delegation = None
            return False
        self.table.let(self.seat, self._captain())
        return True

    def _apply_answer(self, message: Message, apply_sentence: Callable[[], Utterance]) -> bool:
        """Apply an answer; send what was accepted or why it was refused."""
        number = int(message["id"])
        if number != self._number:
            self._refuse(
                message, "stale", f"id: {number}, but the decision is {self._number}", True
            )
            return False
        try:
            utterance = apply_sentence()
        except RefusedError as refused:
            self._count_refusal(refused.reason, ILLEGAL, bool(refused.utterance.actions))
            self.connection.send(self._teller.refused(number, refused, self._refusals))
            if refused.utterance.settled or self.table.to_act != self.seat:
                return True
            self._send_decision()
            return False
        if utterance.actions:
            self._refusals = self.connection.bounds.refusals
            self.connection.send(self._teller.applied_message(number, utterance))
            return True
        self._refuse(message, "unknown", "say.words: is empty", True)
        return False

    def _refuse(self, message: Message, code: str, reason: str, again: bool) -> None:
        """Refuse a message, and send the decision again if the bot waits for it."""
        self._count_refusal(reason, "protocol", False)
        number: Any = message.get("id")
        self.connection.send(
            {
                "type": "refused",
                "id": int(number) if is_count(number) else 0,
                "code": code,
                "reason": reason,
                "game": self._teller.game,
                "left": self._refusals,
            }
        )
        if again:
            self._send_decision()

    def _count_refusal(self, reason: str, cause: str, progress: bool) -> None:
        """Count a refusal; raise GameLost after too many in a row."""
        if progress:
            self._refusals = self.connection.bounds.refusals
        self._refusals -= 1
        if self._refusals <= 0:
            raise GameLost(cause, reason)

    def _peek(self, message: Message) -> bool:
        """Answer a look-ahead."""
        number, depth = int(message["id"]), int(message.get("depth", 1))
        odds = bool(message.get("odds"))
        try:
            ahead = self.table.look_ahead(self.seat, actions_of(message), depth, odds)
        except RefusedError as refused:
            self.connection.send(self._teller.refused(number, refused, self._refusals))
            return False
        self.connection.send(self._teller.menu(number, ahead))
        return False

    def _plan(self, message: Message) -> bool:
        """Send the orders that bring the bot's piece to a place."""
        number = int(message["id"])
        try:
            found = plans(self.table, self.seat, message["place"])
        except RefusedError as refused:
            self.connection.send(self._teller.refused(number, refused, self._refusals))
            return False
        self.connection.send(plans_message(number, self._teller.game, found))
        return False

    def _state(self, message: Message) -> bool:
        """Send the full state again."""
        self._send_decision(whole=True)
        return False

    def _ping(self, message: Message) -> bool:
        """Answer a ping."""
        self.connection.send({"type": "pong", "id": message["id"]})
        return False

    def _resign(self, message: Message) -> bool:
        """Resign for the bot."""
        self.table.forfeit(self.seat, RESIGNED)
        return True

    def _handle_late(self, cause: BotFailure) -> None:
        """Let the captain complete the order; the second time the game is lost."""
        self.seat_clock.record_late()
        if self.seat_clock.lates >= MAX_LATES or self.seat_clock.clock.kind == "none":
            raise GameLost("late", cause.reason)
        self.table.let(self.seat, self._captain(), "order")
        left = MAX_LATES - self.seat_clock.lates - 1
        self._send_fault("late", "order_finished", cause.reason, left)

    def _send_fault(self, code: str, consequence: str, reason: str, left: int) -> None:
        """Send a fault message."""
        self.connection.send(
            {
                "type": "fault",
                "game": self._teller.game,
                "code": code if code in FAULT_CODES else "internal",
                "consequence": consequence,
                "reason": " ".join(reason.split()),
                "left": left,
            }
        )


ANSWERS = ("say", "let")
QUERIES = ("peek", "plan", "state", "ping", "resign")
FAULT_CODES = ("illegal", "late", "protocol", "endless")
RESIGNED = "resigned"
