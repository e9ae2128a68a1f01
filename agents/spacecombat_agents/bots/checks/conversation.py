"""A scripted conversation: one decision of a real game, sent in several ways."""

from __future__ import annotations

from typing import Any

from spacecombat_agents.bots.bot import Message
from spacecombat_agents.bots.checks.check_steps import CheckFailed
from spacecombat_agents.bots.match_game import bot_seed
from spacecombat_agents.bots.process import BotFailure
from spacecombat_agents.bots.transport import Transport
from spacecombat_agents.game_setting import GameSetting
from spacecombat_env.core.model.seeds import new_secret
from spacecombat_env.env.table import RefusedError, Table, plans
from spacecombat_env.protocol import (
    MalformedMessage,
    MessageBuilder,
    MessageOptions,
    OtherVersion,
    agreed,
    check,
)
from spacecombat_env.protocol.handshake import ProtocolLimits, hello
from spacecombat_env.protocol.messages import plans_message
from spacecombat_env.protocol.validation import actions_of

__all__ = ["ConversationCheck"]

PONG_SECONDS = 5.0
"""An idle bot that has not answered a ping by then counts as dead."""
UNKNOWN_FIELD = {"from_a_later_version": {"x": [1, None]}}
"""A field that no version knows."""
MOST_ASIDES = 400
ENDED = (
    "it ended before it sent ready: run the command by hand in this folder; a file may be missing, "
    "misnamed, or not built yet"
)
"""Advice about a program that ends at once."""


class ConversationCheck:
    """A bot in the first game of a table, which receives its first decision again and again."""

    def __init__(
        self, transport: Transport, setting: GameSetting, seconds: float, seed: int
    ) -> None:
        self.transport, self.setting, self.seconds, self.seed = transport, setting, seconds, seed
        self._secret = new_secret()
        self.ready: Message = {}
        self._number = 1
        self._answered: Message = {}

    def start(self) -> str:
        """Start the bot."""
        self.transport.start()
        return "it runs"

    def greet(self) -> str:
        """Send hello and wait for ready."""
        try:
            self.transport.send(hello(self.setting.ruleset, self.setting.scenario))
            message = self._receive(ProtocolLimits().start_ms / 1000)
        except BotFailure as cause:
            if cause.cause != "crash":
                raise
            raise CheckFailed(f"{cause.cause}: {cause.reason}", ENDED) from None
        kind = self._kind(message)
        if kind == "refused":
            raise CheckFailed(f"it refused: {message['code']}: {message['reason']}")
        if kind != "ready":
            raise CheckFailed(f"hello was answered with {kind}")
        if message["id"] != self._number:
            raise CheckFailed(f"hello {self._number} was answered with the id {message['id']}")
        self.ready = message
        return f"its name is {message['name']!r}"

    def version(self) -> str:
        """Check the protocol version."""
        try:
            return f"it supports {agreed(self.ready['protocol'])}"
        except OtherVersion as cause:
            raise CheckFailed(str(cause)) from None

    def play(self) -> str:
        """Begin a game and send its first decision."""
        self.table = Table(self.setting.ruleset, self.setting.scenario, self.seed)
        assert self.table.to_act is not None
        self.seat = self.table.to_act
        self.teller = MessageBuilder(self.table, self.seat, "g1", MessageOptions.of(self.ready))
        self.transport.send(self.teller.new_game(bot_seed(self._secret, self.seed, self.seat)))
        return f"it answered {self._send_decision()!r} in time"

    def legal(self) -> str:
        """Check that the answer is legal."""
        return self._check_legal(self._answered)

    def refuse(self) -> str:
        """Refuse its answer and send the decision again."""
        self.transport.send(
            {
                "type": "refused",
                "id": self._number,
                "code": "stale",
                "reason": "a check of refusals: please answer the next decision",
                "game": self.teller.game,
                "left": 2,
            }
        )
        self._send_decision()
        return "after a refusal it answered the next decision: " + self._check_legal(self._answered)

    def unknown(self) -> str:
        """Send the decision with an unknown field."""
        self._send_decision(UNKNOWN_FIELD)
        return "it ignored an unknown field: " + self._check_legal(self._answered)

    def ping(self) -> str:
        """Send a ping and wait for the pong."""
        self.transport.send({"type": "ping", "id": "check"})
        message = self._receive(PONG_SECONDS)
        if message.get("type") != "pong" or message.get("id") != "check":
            raise CheckFailed(f"ping was answered with {message.get('type')} {message.get('id')!r}")
        return "it answered"

    def _send_decision(self, more: dict[str, Any] | None = None) -> str:
        """Send the decision and keep the answer; return its text."""
        self._number += 1
        decision = {**self.teller.decision_message(self._number, whole=True), **(more or {})}
        self.transport.send(decision)
        for _ in range(MOST_ASIDES):
            message = self._receive(self.seconds)
            kind = self._kind(message)
            if kind in ("say", "let"):
                if message["id"] != self._number:
                    shown = f"{kind} {message['id']}"
                    raise CheckFailed(f"decision {self._number} was answered with {shown}")
                self._answered = message
                return str(decision["question"])
            self._answer_query(kind, message)
        raise CheckFailed(f"{MOST_ASIDES} messages without an answer")

    def _answer_query(self, kind: str, message: Message) -> None:
        """Answer a query that the bot sends before its answer."""
        if kind == "peek":
            number, depth = int(message["id"]), int(message.get("depth", 1))
            odds = bool(message.get("odds"))
            try:
                ahead = self.table.look_ahead(self.seat, actions_of(message), depth, odds)
            except RefusedError as refused:
                raise CheckFailed(f"it sent an invalid look-ahead: {refused.reason}") from None
            self.transport.send(self.teller.menu(number, ahead))
        elif kind == "plan":
            found = plans(self.table, self.seat, message["place"])
            self.transport.send(plans_message(int(message["id"]), self.teller.game, found))
        elif kind == "state":
            self.transport.send(self.teller.decision_message(self._number, whole=True))
        elif kind == "ping":
            self.transport.send({"type": "pong", "id": message["id"]})
        else:
            raise CheckFailed(f"a decision was answered with {kind}")

    def _check_legal(self, message: Message) -> str:
        """Apply the answer at a separate table; return a description."""
        if message["type"] == "let":
            return "it delegates to the captain"
        if message["game"] != self.teller.game:
            raise CheckFailed(f"say.game: {message['game']!r} is not one of its games")
        table = Table(self.setting.ruleset, self.setting.scenario, self.seed)
        texts: dict[str | int, str] = {
            offer.action: offer.text for offer in table.state(self.seat).offers
        }
        try:
            utterance = table.say(self.seat, int(message["at"]), actions_of(message))
        except RefusedError as refused:
            raise CheckFailed(f"{refused.code}: {refused.reason}") from None
        if not utterance.actions:
            raise CheckFailed("say.words: is empty")
        order_text = " ".join(texts.get(offer, str(offer)) for offer in actions_of(message))
        return f"{order_text!r} is legal"

    def _receive(self, seconds: float) -> Message:
        """Return the next message."""
        return self.transport.receive(seconds).obj

    def _kind(self, message: Message) -> str:
        """Return the type of a valid message."""
        try:
            return check(message)
        except MalformedMessage as cause:
            raise CheckFailed(str(cause)) from None
