"""Handle and answer the messages of a reader that has joined."""

from __future__ import annotations

from typing import Any

from spacecombat_agents.service.games.game_session import RESIGNED, GameSession
from spacecombat_agents.service.games.map_queries import MAP_FIELDS, MAP_QUERIES
from spacecombat_agents.service.games.people import PeopleError
from spacecombat_agents.service.games.replies import ActionReply, error_message, refusal_message
from spacecombat_agents.service.games.subscribers import SPECTATORS, Message, Subscriber
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.env.table import RefusedError, plans
from spacecombat_env.protocol import MalformedMessage, check
from spacecombat_env.protocol.messages import menu, plans_message
from spacecombat_env.protocol.validation import actions_of, is_count

__all__ = ["QUERY_TYPES", "handle_message"]

HINT = "hint"
MESSAGE_TYPES = ("say", "peek", "plan", *MAP_QUERIES, HINT, "let", "state", "resign", "ping")
"""Messages after a join, besides `standing`, which is not part of the protocol either."""
QUERY_TYPES = ("peek", "plan", *MAP_QUERIES, HINT)
"""Slow messages that change nothing."""
STANDING = "standing"
PEOPLE_TYPES = ("chat", "propose", "answer", "rematch")
"""Messages between people, which are not part of the protocol either."""


def handle_message(session: GameSession, subscriber: Subscriber, message: Any) -> None:
    """Handle a message, answer it, and notify the subscribers it concerns."""
    with session.exclusive():
        if session.clocks.running == subscriber.reader:
            session.check_time(subscriber.arrived)
        _MessageHandler(session, subscriber).message(message)


class _MessageHandler:
    """A message in progress, under the session's lock."""

    def __init__(self, session: GameSession, subscriber: Subscriber) -> None:
        self.session, self.subscriber = session, subscriber
        self.table, self.game_id, self.reader = session.table, session.game.id, subscriber.reader

    def message(self, message: Any) -> None:
        """Answer a message."""
        if isinstance(message, dict):
            message = {"game": self.game_id, **message}
            if message.get("type") == STANDING:
                return self._standing(message)
            if message.get("type") in PEOPLE_TYPES:
                return self._between_people(message)
        try:
            kind = check(message, MAP_FIELDS)
        except MalformedMessage as cause:
            return self._refuse(message, "malformed", str(cause))
        if kind not in MESSAGE_TYPES:
            return self._refuse(message, "malformed", f"type: {kind} is not accepted here")
        if message["game"] != self.game_id and kind != "ping":
            return self._refuse(message, "malformed", f"{kind}.game: this is {self.game_id}")
        if kind in ("say", *QUERY_TYPES, "let", "resign") and self.reader in SPECTATORS:
            reason = f"{kind}: {self.reader} may only read"
            return self._refuse(message, "not_asked", reason)
        if kind in MAP_QUERIES:
            return self._ask_map(kind, message)
        getattr(self, f"_{kind}")(message)

    def _refuse(self, message: Any, code: str, reason: str) -> None:
        """Refuse a message."""
        self.subscriber.send(error_message(message, code, reason, self.game_id))

    def _has_answered(self, answer: ActionReply, at: int) -> bool:
        """Return whether a message is repeated; if so, send the earlier answer and the state."""
        before = self.session.find_reply(self.reader, at, answer.request)
        if before is not None:
            answer.send(before)
            self.session.send_state(self.subscriber)
        return before is not None

    def _say(self, message: Message) -> None:
        """Apply actions."""
        answer, at = ActionReply(self.subscriber, self.game_id, message), int(message["at"])
        if self._has_answered(answer, at):
            return
        actions = actions_of(message)
        if not actions:
            return self._refuse(message, "unknown", "say.words: is empty")
        if self.session.automated_by(self.reader) is not None:
            reason = f"say: {self.session.automated_by(self.reader)} acts for {self.reader} now"
            return self._refuse(message, "not_asked", reason)
        self.session.say(self.reader, lambda: self.table.say(self.reader, at, actions), answer)

    def _let(self, message: Message) -> None:
        """Let the captain act for the seat."""
        answer, at = ActionReply(self.subscriber, self.game_id, message), int(message["at"])
        if self._has_answered(answer, at):
            return
        now = self.session.action_count(self.reader)
        if self.table.to_act is None:
            return self._refuse(message, "over", "let: the game is over")
        if self.reader not in self.session.substitutes:
            if self.table.to_act != self.reader:
                reason = f"let: {self.reader} is not to act now"
                return self._refuse(message, "not_asked", reason)
            if at != now:
                return self._refuse(message, "stale", f"let.at: {self.reader} is at {now}")
        self.session.let_captain_play(self.reader, message.get("until", "order"), answer)

    def _standing(self, message: Message) -> None:
        """Delegate the named kinds of decision to the captain, and no others."""
        orders: Any = message.get("kinds")
        if self.reader in SPECTATORS:
            return self._refuse(message, "not_asked", f"standing: {self.reader} holds no seat")
        if self.table.to_act is None:
            return self._refuse(message, "over", "standing: the game is over")
        if not isinstance(orders, dict):
            return self._refuse(message, "malformed", "standing.kinds: is not an object")
        try:
            self.session.set_standing_orders(self.subscriber, orders)
        except ConfigError as cause:
            self._refuse(message, "malformed", f"standing.{cause}")

    def _between_people(self, message: Message) -> None:
        """Pass on what a reader writes, proposes, or answers to a proposal."""
        people, kind = self.session.people, message["type"]
        try:
            if kind == "chat":
                people.write(self.reader, message.get("text"))
            elif kind == "rematch":
                people.pass_on_rematch(self.reader, message.get("next"))
            elif agreed := (
                people.propose(self.reader, message.get("what"))
                if kind == "propose"
                else people.answer(self.reader, message.get("number"), message.get("accepts"))
            ):
                self.session.carry_out(agreed)
        except PeopleError as cause:
            self._refuse(message, cause.code, cause.reason)

    def _peek(self, message: Message) -> None:
        """Look ahead."""
        number, depth = int(message["id"]), int(message.get("depth", 1))
        odds = bool(message.get("odds"))
        try:
            ahead = self.table.look_ahead(self.reader, actions_of(message), depth, odds)
        except RefusedError as refused:
            self.subscriber.send(refusal_message(number, self.game_id, refused))
            return
        self.subscriber.send(menu(number, self.game_id, ahead))

    def _plan(self, message: Message) -> None:
        """Send the orders that bring the current piece to a place."""
        number = int(message["id"])
        try:
            found = plans(self.table, self.reader, message["place"])
        except RefusedError as refused:
            self.subscriber.send(refusal_message(number, self.game_id, refused))
            return
        self.subscriber.send(plans_message(number, self.game_id, found))

    def _ask_map(self, kind: str, message: Message) -> None:
        """Answer a question about the map."""
        number = int(message["id"])
        try:
            content = self.session.map_answers.answer(self.reader, kind, message)
        except RefusedError as refused:
            self.subscriber.send(refusal_message(number, self.game_id, refused))
            return
        self.subscriber.send({"type": kind, "id": number, "game": self.game_id, **content})

    def _hint(self, message: Message) -> None:
        """Send the order that a player would give in this place, by what the seat knows."""
        number, name = int(message["id"]), str(message["with"])
        if name not in self.session.advisers:
            return self._refuse(message, "not_asked", f"hint.with: {name[:40]} gives no hints here")
        try:
            found = self.table.suggest(self.reader, self.session.advise(self.reader, name))
        except RefusedError as refused:
            self.subscriber.send(refusal_message(number, self.game_id, refused))
            return
        except Exception as cause:  # of a player: the game continues
            reason = str(cause) if isinstance(cause, ConfigError) else f"{name} failed"
            return self._refuse(message, "not_asked", f"hint: {reason}")
        answer = {"type": HINT, "id": number, "game": self.game_id, "with": name}
        self.subscriber.send({**answer, "words": list(found)})

    def _state(self, message: Message) -> None:
        """Send the state again, with the events that the reader does not have."""
        have: Any = message.get("have", 0)
        self.subscriber.have = int(have) if is_count(have) else 0
        if self.subscriber.deltas is not None:
            self.subscriber.deltas.reset()
        self.session.send_state(self.subscriber)

    def _resign(self, message: Message) -> None:
        """Resign."""
        if self.table.to_act is None:
            return self._refuse(message, "over", "resign: the game is over")
        self.session.forfeit(self.reader, RESIGNED)

    def _ping(self, message: Message) -> None:
        """Answer a ping."""
        self.subscriber.send({"type": "pong", "id": message["id"]})
