"""The people at a table: their presence, chat and proposals.

Nothing of this depends on the game: not on whose turn it is, nor on the actions of anybody. It is
sent to readers that want it (`wants: {"people": true}` in their join), and kept in memory alone: no
replay and no store has it.
"""

from __future__ import annotations

import re
import time
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from spacecombat_agents.service.games import facts
from spacecombat_agents.service.games.game_request import CHAT
from spacecombat_agents.service.games.subscribers import SPECTATORS, Message, Subscriber
from spacecombat_agents.service.storage.game_store import SeatAssignment
from spacecombat_env.env.table import PUBLIC

if TYPE_CHECKING:
    from spacecombat_agents.service.games.game_session import GameSession

__all__ = ["PHRASES", "People", "PeopleError", "Proposal"]

SET, OFF = CHAT[1:]
"""Of the ways in which people may write in a game: set phrases alone, nothing."""
PHRASES = ("Good luck", "Well played", "One moment", "Thank you", "I must go", "Sorry", "Rematch?")
MAX_TEXT, SECONDS_BETWEEN, MAX_LINES = 200, 1.0, 100
NEXT_GAME, NAME = ("game", "seat", "key"), re.compile(r"[\w-]{1,100}", re.ASCII)
DRAW, VOID, TAKEBACK = PROPOSALS = ("draw", "void", "takeback")
ACCEPTED = "accepted"
SECONDS_AFTER_REFUSAL = 30.0
"""Time that a side waits with its next proposal after one was declined."""


class PeopleError(Exception):
    """A line or a proposal is not accepted."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason


class Proposal(NamedTuple):
    """A proposal of one side to the other."""

    number: int
    seat: str
    what: str


class People:
    """The people at a table; used under the session's lock."""

    def __init__(self, session: GameSession, now: Callable[[], float] = time.monotonic) -> None:
        self.session, self._now = session, now
        self.proposal: Proposal | None = None
        self.pollers: set[str] = set()
        """Readers that ask over HTTP: they are here for good, since the time at which they ask
        would tell when they are asked."""
        self._lines: deque[Message] = deque(maxlen=MAX_LINES)
        self._line_count = self._proposal_count = 0
        self._writing_times: dict[str, float] = {}
        self._declined: dict[str, float] = {}
        self._sent_presence: Any = None

    def take_over(self, failed: People) -> None:
        """Become the people at the table of a session that failed."""
        session = self.session
        self.__dict__.update(failed.__dict__)
        self.session = session

    # -- presence --------------------------------------------------------------------------------

    def is_here(self, assignment: SeatAssignment) -> bool:
        """Return whether a reader is connected; built-in players always are."""
        reader = assignment.reader
        if assignment.player is not None or reader in self.pollers:
            return True
        return any(each.reader == reader for each in self.session.subscribers)

    def poll(self, reader: str) -> None:
        """Note that a reader asks over HTTP."""
        if reader != PUBLIC and reader not in self.pollers:
            self.pollers.add(reader)
            self.tell_presence()

    def presence(self) -> Message:
        """Return who is here."""
        watching = sum(
            each.reader == PUBLIC and each.wants_people for each in self.session.subscribers
        )
        game = self.session.game.id
        seats = facts.seat_facts(self.session)
        return {"type": "presence", "game": game, "seats": seats, "watching": watching}

    def tell_presence(self) -> None:
        """Tell who is here, if that has changed."""
        message = self.presence()
        if message != self._sent_presence:
            self._sent_presence = message
            self._tell(message)

    def greet(self, subscriber: Subscriber) -> None:
        """Tell a reader who has just joined what the others know; and them of the reader."""
        before = self._sent_presence
        self.tell_presence()
        if not subscriber.wants_people:
            return
        if self._sent_presence == before:
            subscriber.send(self.presence())
        subscriber.send(self._chat_message(list(self._lines)))
        if self.proposal is not None:
            subscriber.send(self._proposal_message("open"))

    def _tell(self, message: Message) -> None:
        """Send a message to all who want such."""
        for subscriber in list(self.session.subscribers):
            if subscriber.wants_people:
                subscriber.send(message)

    # -- chat ------------------------------------------------------------------------------------

    def write(self, reader: str, text: object) -> None:
        """A reader writes a line to all. Raises PeopleError."""
        kind = self.session.game.chat
        if reader == PUBLIC:
            raise PeopleError("not_asked", "chat: spectators only read")
        if kind == OFF:
            raise PeopleError("not_asked", "chat: is switched off in this game")
        if not isinstance(text, str) or not text.strip() or len(text) > MAX_TEXT:
            raise PeopleError(
                "malformed", f"chat.text: is not a text of 1 to {MAX_TEXT} characters"
            )
        if not text.isprintable():
            raise PeopleError("malformed", "chat.text: is not one line")
        if kind == SET and text not in PHRASES:
            raise PeopleError("malformed", "chat.text: is none of the set phrases")
        now = self._now()
        if now - self._writing_times.get(reader, -SECONDS_BETWEEN) < SECONDS_BETWEEN:
            raise PeopleError("busy", "chat: one line a second")
        self._writing_times[reader] = now
        self._line_count += 1
        line = {"n": self._line_count, "reader": reader, "text": text.strip()}
        self._lines.append(line)
        self._tell(self._chat_message([line]))

    def _chat_message(self, lines: list[Message]) -> Message:
        """Return lines as they are sent."""
        kind, phrases = self.session.game.chat, list(PHRASES)
        return {
            "type": "chat",
            "game": self.session.game.id,
            "kind": kind,
            "phrases": phrases if kind != OFF else [],
            "lines": lines,
        }

    def pass_on_rematch(self, reader: str, following: object) -> None:
        """A side sends the other its invitation to the next game. Raises PeopleError."""
        if reader in SPECTATORS:
            raise PeopleError("not_asked", f"rematch: {reader} holds no seat")
        if self.session.table.to_act is not None:
            raise PeopleError("not_asked", "rematch: the game is not over")
        if not isinstance(following, dict) or set(following) != set(NEXT_GAME):
            raise PeopleError("malformed", f"rematch.next: needs {', '.join(NEXT_GAME)}")
        if not all(isinstance(each, str) and NAME.fullmatch(each) for each in following.values()):
            raise PeopleError("malformed", "rematch.next: is no invitation")
        message = {"type": "rematch", "game": self.session.game.id, "next": dict(following)}
        for subscriber in self.session.subscribers:
            if subscriber.wants_people and subscriber.reader not in (reader, *SPECTATORS):
                subscriber.send(message)

    # -- proposals -------------------------------------------------------------------------------

    def propose(self, seat: str, what: object) -> Proposal | None:
        """A side proposes something to the other; return it if a player agrees at once.

        In a game for practice a player lets its person take a turn back. Raises PeopleError.
        """
        if what not in PROPOSALS:
            raise PeopleError("malformed", f"propose.what: is none of {', '.join(PROPOSALS)}")
        agrees = what == TAKEBACK and self.session.game.is_practice
        self._check_side(seat, agrees)
        if self.proposal is not None:
            raise PeopleError("not_asked", "propose: a proposal is open")
        if self._now() - self._declined.get(seat, -SECONDS_AFTER_REFUSAL) < SECONDS_AFTER_REFUSAL:
            raise PeopleError("busy", "propose: the last one was declined a moment ago")
        self._proposal_count += 1
        self.proposal = Proposal(self._proposal_count, seat, str(what))
        if agrees:
            return self.proposal
        self._tell(self._proposal_message("open"))
        return None

    def answer(self, seat: str, number: object, accepts: object) -> Proposal | None:
        """Answer the open proposal; return it if both sides agree. Raises PeopleError.

        The side that made it may take it back in the same way. Call `conclude` after the proposal
        was carried out.
        """
        self._check_side(seat)
        proposal = self.proposal
        if proposal is None or proposal.number != number:
            raise PeopleError("stale", "answer: there is no such proposal any more")
        if not isinstance(accepts, bool):
            raise PeopleError("malformed", "answer.accepts: is not true or false")
        if accepts and proposal.seat == seat:
            raise PeopleError("not_asked", "answer: the other side answers")
        if not accepts and proposal.seat != seat:
            self._declined[proposal.seat] = self._now()
        if accepts:
            return proposal
        self.conclude("withdrawn" if proposal.seat == seat else "declined")
        return None

    def conclude(self, state: str) -> None:
        """Send the end of the open proposal."""
        self._tell(self._proposal_message(state))
        self.proposal = None

    def _check_side(self, seat: str, agrees: bool = False) -> None:
        """Raise PeopleError unless the game is open, and the other side a person or agrees."""
        session = self.session
        if seat in SPECTATORS:
            raise PeopleError("not_asked", f"propose: {seat} holds no seat")
        if session.table.to_act is None:
            raise PeopleError("over", "propose: the game is over")
        sides = [each for each in session.game.assignments if each.reader not in SPECTATORS]
        if not agrees and any(
            each.player is not None or each.invited is not None for each in sides
        ):
            raise PeopleError("not_asked", "propose: the other side is no person who has come")

    def _proposal_message(self, state: str) -> Message:
        """Return the proposal and what has become of it."""
        assert self.proposal is not None
        about = self.proposal._asdict()
        return {"type": "proposal", "game": self.session.game.id, "state": state, **about}
