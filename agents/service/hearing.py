"""One message of a reader: what it means, and what is answered."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from spacecombat_agents.service.listeners import Listener, Message
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.env.table import PUBLIC, UMPIRE, Refused, Said
from spacecombat_env.protocol import Malformed, check
from spacecombat_env.protocol.checking import is_count, words_of
from spacecombat_env.protocol.lines import as_line
from spacecombat_env.protocol.telling import offers

if TYPE_CHECKING:
    from spacecombat_agents.service.rooms import Room

KINDS = ("say", "peek", "let", "state", "resign", "ping")
"""What readers send once they have joined, besides `standing`."""
STANDING = "standing"


class Answer:
    """What a say or a let will be answered."""

    def __init__(self, listener: Listener, game: str, message: Message) -> None:
        self.listener, self.game, self.number = listener, game, int(message["id"])
        about = {name: message.get(name) for name in ("type", "id", "at", "words", "until")}
        self.request = hashlib.sha256(as_line(about).encode()).hexdigest()
        """Tells whether a message is the same again."""

    def of(self, speak: Callable[[], Said]) -> tuple[Said, Message]:
        """Speak; return what stands of it and the answer."""
        try:
            said = speak()
        except Refused as refused:
            return refused.said, refusal(self.number, self.game, refused)
        return said, {
            "type": "said",
            "id": self.number,
            "game": self.game,
            "at": said.at,
            "tokens": list(said.tokens),
            "settled": said.settled,
        }

    def send(self, message: Message) -> None:
        """Send it."""
        self.listener.send(message)


def refusal(number: int, game: str, refused: Refused) -> Message:
    """Return the answer to words that do not stand."""
    return {
        "type": "refused",
        "id": number,
        "code": refused.code,
        "reason": refused.reason,
        "game": game,
        "at": refused.said.at,
        "word": refused.word,
        "words": offers(refused.words),
        "tokens": list(refused.said.tokens),
        "settled": refused.said.settled,
    }


def refuse(message: Any, code: str, reason: str, game: str | None = None) -> Message:
    """Return the answer to a message that is none, or not this reader's to send."""
    number: Any = message.get("id") if isinstance(message, dict) else None
    answer: Message = {"type": "refused", "id": int(number) if is_count(number) else 0}
    answer |= {"code": code, "reason": reason}
    return answer if game is None else {**answer, "game": game}


class Heard:
    """A message that is being heard, under the room's lock."""

    def __init__(self, room: Room, listener: Listener) -> None:
        self.room, self.listener = room, listener
        self.table, self.game, self.reader = room.table, room.kept.id, listener.reader

    def message(self, message: Any) -> None:
        """Answer a message."""
        if isinstance(message, dict):
            message = {"game": self.game, **message}
            if message.get("type") == STANDING:
                reason = "standing orders are given when a game is made; let a captain speak"
                return self._refuse(message, "not_here", reason)
        try:
            kind = check(message)
        except Malformed as cause:
            return self._refuse(message, "malformed", str(cause))
        if message["game"] != self.game if "game" in message else False:
            return self._refuse(message, "malformed", f"{kind}.game: this is {self.game}")
        if kind not in KINDS:
            return self._refuse(message, "malformed", f"{kind} answers nothing here")
        getattr(self, f"_{kind}")(message)

    def _refuse(self, message: Any, code: str, reason: str) -> None:
        """Refuse a message."""
        self.listener.send(refuse(message, code, reason, self.game))

    def _is_seat(self, message: Message) -> bool:
        """Whether the reader holds a seat; refuse where it does not."""
        if self.reader not in (PUBLIC, UMPIRE):
            return True
        self._refuse(message, "not_asked", f"{self.reader} reads, and says nothing")
        return False

    def _has_answered(self, answer: Answer, at: int) -> bool:
        """Answer as before where the same message was heard before."""
        before = self.room.answer_to(self.reader, at, answer.request)
        if before is None:
            return False
        answer.send(before)
        return True

    def _say(self, message: Message) -> None:
        """Say words."""
        if not self._is_seat(message):
            return
        answer, at = Answer(self.listener, self.game, message), int(message["at"])
        if self._has_answered(answer, at):
            return
        words = words_of(message)
        if not words:
            return self._refuse(message, "unknown", "say.words: there are none")
        self.room.say(self.reader, lambda: self.table.say(self.reader, at, words), answer)

    def _let(self, message: Message) -> None:
        """Let the captain speak for the seat."""
        if not self._is_seat(message):
            return
        answer, at = Answer(self.listener, self.game, message), int(message["at"])
        if self._has_answered(answer, at):
            return
        now = self.table.counts[self.table.ruleset.seats.index(self.reader)]
        if self.table.asked is None:
            return self._refuse(message, "over", "the game is over")
        if self.reader not in self.room.deputies:
            if self.table.asked != self.reader:
                reason = f"{self.table.asked} is to act, not {self.reader}"
                return self._refuse(message, "not_asked", reason)
            if at != now:
                return self._refuse(message, "stale", f"stale: {self.reader} is at {now}")
        self.room.depute(self.reader, message.get("until", "order"), answer)

    def _peek(self, message: Message) -> None:
        """Look ahead."""
        if not self._is_seat(message):
            return
        number, depth = int(message["id"]), int(message.get("depth", 1))
        try:
            words = self.table.peek(self.reader, words_of(message), depth)
        except Refused as refused:
            return self.listener.send(refusal(number, self.game, refused))
        except ConfigError as cause:
            return self._refuse(message, "malformed", str(cause))
        menu = {"type": "menu", "id": number, "game": self.game, "words": offers(words)}
        self.listener.send(menu)

    def _state(self, message: Message) -> None:
        """Say it all again, with all events."""
        have = message.get("have", 0)
        self.listener.have = int(have) if is_count(have) else 0
        moment, speaks = self.room.moment(self.reader), self.room.speaks(self.reader)
        self.listener.tell(self.game, moment, speaks)

    def _resign(self, message: Message) -> None:
        """Give the game up."""
        if not self._is_seat(message):
            return
        if self.table.asked is None:
            return self._refuse(message, "over", "the game is over")
        self.room.give_up(self.reader, "resigned")

    def _ping(self, message: Message) -> None:
        """Say that somebody is here."""
        self.listener.send({"type": "pong", "id": message["id"]})
