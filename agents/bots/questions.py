"""One game of one bot: it is asked until its order stands, the game is over, or it has lost.

What a bot says that cannot be taken is refused in a message and asked again; so many refusals on
end lose the game. A bot that is late once has its order finished by the captain; the second time
it loses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from spacecombat_agents.bots.child import BotFailure
from spacecombat_agents.bots.clocks import Clock, Watch
from spacecombat_agents.bots.session import Session
from spacecombat_agents.players.base import Agent
from spacecombat_env.env.table import Refused, Said, State, Table, plans
from spacecombat_env.protocol import Malformed, Teller, check
from spacecombat_env.protocol.checking import is_count, words_of
from spacecombat_env.protocol.telling import plans_told

Message = dict[str, Any]
LATES = 2
"""The so many-th time a bot is late loses the game."""
ORDER, GAME = "order", "game"
"""The shortest and the longest for which a captain is let."""
PLAYED = "illegal"
"""The cause where a bot knows how to talk, and not what may be said."""


class Lost(Exception):
    """A bot has lost its game otherwise than by play."""

    def __init__(self, cause: str, words: str) -> None:
        super().__init__(f"{cause}: {words}")
        self.cause, self.words = cause, words


class BotSeat:
    """A bot at its seat of a table."""

    def __init__(
        self,
        session: Session,
        table: Table,
        seat: str,
        clock: Clock,
        captain: Callable[[], Agent],
    ) -> None:
        self.session, self.table, self.seat = session, table, seat
        self.watch = Watch(clock)
        self.question = ""
        """The last question, for whoever asks what went wrong."""
        self._captain = captain
        self._teller = Teller(table, seat, session.next_game(), session.wants)
        self._refusals = session.bounds.refusals
        self._number = 0
        self._at = 0
        self._left: tuple[str, tuple[int, ...]] | None = None
        """Until what the captain speaks for the bot, and the moment at which it began to."""

    # -- the course of a game ----------------------------------------------------------------------

    def begin(self, bot_seed: int) -> None:
        """Tell the bot that a game begins."""
        self.session.send(self._teller.new_game(bot_seed, self.watch.clock.message()))

    def act(self) -> None:
        """Ask the bot until one answer of its stands; Lost or BotFailure where none will.

        As long as it lets the captain speak, that one answers, and the bot is told nothing.
        """
        if self._captain_goes_on():
            return
        state = self._teller.state()
        if not state.spoken:
            self.watch.begin_order()
        self._ask(state)
        peeks = self.session.bounds.peeks
        while True:
            try:
                message = self._next()
            except BotFailure as cause:
                if cause.cause != "late":
                    raise
                return self._late(cause)
            if self._hear(message):
                return
            peeks -= 1
            if peeks < 0:
                raise Lost("protocol", "too many messages that answer nothing")

    def end(self, fault: Lost | None = None) -> None:
        """Tell the bot how the game has ended; one that cannot hear is left alone."""
        try:
            if fault is not None:
                self._fault(fault.cause, "game_lost", fault.words, 0)
            told = self._teller.told()
            if told is not None:
                self.session.send(told)
            self.session.send(self._teller.game_over())
        except BotFailure:
            self.session.close()

    # -- inside ------------------------------------------------------------------------------------

    def _ask(self, state: State | None = None, whole: bool = False) -> None:
        """Put the question; `state` is the seat's, where it is known already."""
        self._number = self.session.next_number()
        message = self._teller.ask(self._number, self.watch.message(), whole, state)
        self._at, self.question = message["at"], message["question"]
        self.session.send(message)

    def _next(self) -> Message:
        """Return the bot's next message, its time booked."""
        left = self.watch.left()
        message, seconds = self.session.receive(left, self.watch.clock.patience_ms / 1000)
        if left is not None and seconds > left:
            raise BotFailure("late", f"no reply within {left:g} s")
        self.watch.spend(seconds)
        return message

    def _hear(self, message: Message) -> bool:
        """Take in a message; return whether it was an answer that stands."""
        try:
            kind = check(message)
        except Malformed as cause:
            self._refuse(message, "malformed", str(cause), message.get("type") not in ASIDES)
            return False
        if kind in ANSWERS and message["id"] < self._number:
            return False  # to a question that is long past
        if kind in ASIDES or kind in ANSWERS:
            return bool(getattr(self, f"_{kind}")(message))
        if kind == "bye":
            raise Lost("protocol", "it said bye in the middle of a game")
        self._refuse(message, "malformed", f"{kind} answers nothing", False)
        return False

    def _say(self, message: Message) -> bool:
        """Speak the bot's words."""
        return self._stands(
            message, lambda: self.table.say(self.seat, int(message["at"]), words_of(message))
        )

    def _let(self, message: Message) -> bool:
        """Let the captain speak."""
        if message["at"] != self._at:
            reason = f"let.at: {message['at']}, but {self.seat} is at {self._at}"
            self._refuse(message, "stale", reason, True)
            return False
        until = message.get("until", "order")
        begun = self.table.moment(until)
        if not self._stands(message, lambda: self.table.let(self.seat, self._captain())):
            return False
        self._left = None if until == ORDER else (until, begun)
        return True

    def _captain_goes_on(self) -> bool:
        """Let the captain say an order more, unless that for which it was let has ended."""
        if self._left is None:
            return False
        until, begun = self._left
        if until != GAME and self.table.moment(until) != begun:
            self._left = None
            return False
        self.table.let(self.seat, self._captain())
        return True

    def _stands(self, message: Message, speak: Callable[[], Said]) -> bool:
        """Speak, and tell the bot what stands or why nothing does."""
        number = int(message["id"])
        if number != self._number:
            self._refuse(message, "stale", f"id: {number}, but {self._number} was asked", True)
            return False
        try:
            said = speak()
        except Refused as refused:
            self._count(refused.reason, PLAYED, bool(refused.said.tokens))
            self.session.send(self._teller.refused(number, refused, self._refusals))
            if refused.said.settled or self.table.asked != self.seat:
                return True
            self._ask()
            return False
        if said.tokens:
            self._refusals = self.session.bounds.refusals
            self.session.send(self._teller.said(number, said))
            return True
        self._refuse(message, "unknown", "say.words: there are none", True)
        return False

    def _refuse(self, message: Message, code: str, reason: str, again: bool) -> None:
        """Refuse a message, and ask again where the bot waits for that."""
        self._count(reason, "protocol", False)
        number: Any = message.get("id")
        self.session.send(
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
            self._ask()

    def _count(self, reason: str, cause: str, progress: bool) -> None:
        """Count a refusal; Lost where there have been too many on end."""
        if progress:
            self._refusals = self.session.bounds.refusals
        self._refusals -= 1
        if self._refusals <= 0:
            raise Lost(cause, reason)

    def _peek(self, message: Message) -> bool:
        """Look ahead for the bot."""
        number, depth = int(message["id"]), int(message.get("depth", 1))
        odds = bool(message.get("odds"))
        try:
            ahead = self.table.foresee(self.seat, words_of(message), depth, odds)
        except Refused as refused:
            self.session.send(self._teller.refused(number, refused, self._refusals))
            return False
        self.session.send(self._teller.menu(number, ahead))
        return False

    def _plan(self, message: Message) -> bool:
        """Tell the bot which orders bring its piece to a place."""
        number = int(message["id"])
        try:
            found = plans(self.table, self.seat, message["place"])
        except Refused as refused:
            self.session.send(self._teller.refused(number, refused, self._refusals))
            return False
        self.session.send(plans_told(number, self._teller.game, found))
        return False

    def _state(self, message: Message) -> bool:
        """Say it all again."""
        self._ask(whole=True)
        return False

    def _ping(self, message: Message) -> bool:
        """Answer a ping."""
        self.session.send({"type": "pong", "id": message["id"]})
        return False

    def _resign(self, message: Message) -> bool:
        """Give the game up for the bot."""
        self.table.forfeit(self.seat, RESIGNED)
        return True

    def _late(self, cause: BotFailure) -> None:
        """Have the captain finish the order; the second time the game is lost."""
        self.watch.late()
        if self.watch.lates >= LATES or self.watch.clock.kind == "none":
            raise Lost("late", cause.words)
        self.table.let(self.seat, self._captain(), "order")
        left = LATES - self.watch.lates - 1
        self._fault("late", "order_finished", cause.words, left)

    def _fault(self, code: str, consequence: str, reason: str, left: int) -> None:
        """Tell the bot what went wrong."""
        self.session.send(
            {
                "type": "fault",
                "game": self._teller.game,
                "code": code if code in FAULTS else "internal",
                "consequence": consequence,
                "reason": " ".join(reason.split()),
                "left": left,
            }
        )


ANSWERS = ("say", "let")
ASIDES = ("peek", "plan", "state", "ping", "resign")
FAULTS = ("illegal", "late", "protocol", "endless")
RESIGNED = "resigned"
