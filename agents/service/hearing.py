"""One message of a reader that has joined: what it means, and what is answered."""

from __future__ import annotations

from typing import Any

from spacecombat_agents.service.answers import Answer, refusal, refuse
from spacecombat_agents.service.listeners import READERS, Listener, Message
from spacecombat_agents.service.rooms import RESIGNED, Room
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.env.table import Refused, plans
from spacecombat_env.protocol import Malformed, check
from spacecombat_env.protocol.checking import is_count, words_of
from spacecombat_env.protocol.telling import menu, plans_told

KINDS = ("say", "peek", "plan", "let", "state", "resign", "ping")
"""What readers send once they have joined, besides `standing`, which the protocol does not know."""
LOOKS = ("peek", "plan")
"""Those that change nothing and take a while."""
STANDING = "standing"


def hear(room: Room, listener: Listener, message: Any) -> None:
    """Hear a message and answer it; whoever is told something by it is told."""
    with room.used():
        if room.clocks.running == listener.reader:
            room.check_time(listener.arrived)
        _Heard(room, listener).message(message)


class _Heard:
    """A message that is being heard, under the room's lock."""

    def __init__(self, room: Room, listener: Listener) -> None:
        self.room, self.listener = room, listener
        self.table, self.game, self.reader = room.table, room.kept.id, listener.reader

    def message(self, message: Any) -> None:
        """Answer a message."""
        if isinstance(message, dict):
            message = {"game": self.game, **message}
            if message.get("type") == STANDING:
                return self._standing(message)
        try:
            kind = check(message)
        except Malformed as cause:
            return self._refuse(message, "malformed", str(cause))
        if kind not in KINDS:
            return self._refuse(message, "malformed", f"type: {kind} answers nothing here")
        if message["game"] != self.game and kind != "ping":
            return self._refuse(message, "malformed", f"{kind}.game: this is {self.game}")
        if kind in ("say", *LOOKS, "let", "resign") and self.reader in READERS:
            reason = f"{kind}: {self.reader} reads, and says nothing"
            return self._refuse(message, "not_asked", reason)
        getattr(self, f"_{kind}")(message)

    def _refuse(self, message: Any, code: str, reason: str) -> None:
        """Refuse a message."""
        self.listener.send(refuse(message, code, reason, self.game))

    def _has_answered(self, answer: Answer, at: int) -> bool:
        """Answer as before where the same message was heard before; then tell how things stand."""
        before = self.room.answer_to(self.reader, at, answer.request)
        if before is not None:
            answer.send(before)
            self.room.tell(self.listener)
        return before is not None

    def _say(self, message: Message) -> None:
        """Say words."""
        answer, at = Answer(self.listener, self.game, message), int(message["at"])
        if self._has_answered(answer, at):
            return
        words = words_of(message)
        if not words:
            return self._refuse(message, "unknown", "say.words: there are none")
        if self.room.speaks(self.reader) is not None:
            reason = f"say: {self.room.speaks(self.reader)} speaks for {self.reader} now"
            return self._refuse(message, "not_asked", reason)
        self.room.say(self.reader, lambda: self.table.say(self.reader, at, words), answer)

    def _let(self, message: Message) -> None:
        """Let the captain speak for the seat."""
        answer, at = Answer(self.listener, self.game, message), int(message["at"])
        if self._has_answered(answer, at):
            return
        now = self.room.count(self.reader)
        if self.table.asked is None:
            return self._refuse(message, "over", "let: the game is over")
        if self.reader not in self.room.deputies:
            if self.table.asked != self.reader:
                reason = f"let: {self.reader} is not asked now"
                return self._refuse(message, "not_asked", reason)
            if at != now:
                return self._refuse(message, "stale", f"let.at: {self.reader} is at {now}")
        self.room.depute(self.reader, message.get("until", "order"), answer)

    def _standing(self, message: Message) -> None:
        """Leave kinds of question to the captain: those named, and no others."""
        kinds: Any = message.get("kinds")
        if self.reader in READERS:
            return self._refuse(message, "not_asked", f"standing: {self.reader} holds no seat")
        if self.table.asked is None:
            return self._refuse(message, "over", "standing: the game is over")
        if not isinstance(kinds, dict):
            return self._refuse(message, "malformed", "standing.kinds: is no object")
        try:
            self.room.stand(self.listener, kinds)
        except ConfigError as cause:
            self._refuse(message, "malformed", f"standing.{cause}")

    def _peek(self, message: Message) -> None:
        """Look ahead."""
        number, depth = int(message["id"]), int(message.get("depth", 1))
        odds = bool(message.get("odds"))
        try:
            ahead = self.table.foresee(self.reader, words_of(message), depth, odds)
        except Refused as refused:
            self.listener.send(refusal(number, self.game, refused))
            return
        self.listener.send(menu(number, self.game, ahead))

    def _plan(self, message: Message) -> None:
        """Tell which orders bring the piece that is asked to a place."""
        number = int(message["id"])
        try:
            found = plans(self.table, self.reader, message["place"])
        except Refused as refused:
            self.listener.send(refusal(number, self.game, refused))
            return
        self.listener.send(plans_told(number, self.game, found))

    def _state(self, message: Message) -> None:
        """Say it all again, with the events that the reader does not have."""
        have: Any = message.get("have", 0)
        self.listener.have = int(have) if is_count(have) else 0
        self.room.tell(self.listener)

    def _resign(self, message: Message) -> None:
        """Give the game up."""
        if self.table.asked is None:
            return self._refuse(message, "over", "resign: the game is over")
        self.room.give_up(self.reader, RESIGNED)

    def _ping(self, message: Message) -> None:
        """Say that somebody is here."""
        self.listener.send({"type": "pong", "id": message["id"]})
