"""The connection to one bot: handshake, messages of games, waiting for replies."""

from __future__ import annotations

import contextlib
import time
from typing import Any

from spacecombat_agents.bots.process import BotFailure, BotReply
from spacecombat_agents.bots.transport import Transport
from spacecombat_agents.game_setting import GameSetting
from spacecombat_env.protocol import MalformedMessage, MessageOptions, OtherVersion, agreed, check
from spacecombat_env.protocol.handshake import ProtocolLimits, hello

Message = dict[str, Any]
PING_SECONDS = 5.0
"""After this silence without a running clock, the bot is pinged."""


class BotConnection:
    """A bot that plays one game after another; the handshake takes place when it is first needed.

    All errors are BotFailures; the cause is `init` until the bot is ready.
    """

    def __init__(
        self, transport: Transport, setting: GameSetting, bounds: ProtocolLimits | None = None
    ) -> None:
        self.transport, self.setting = transport, setting
        self.bounds = bounds or ProtocolLimits()
        self.ready: Message = {}
        """The bot's ready message."""
        self.wants = MessageOptions()
        self.games = 0
        """Number of games begun."""
        self._number = 0
        self._pings = 0
        self._is_open = False

    def open(self) -> None:
        """Start the bot and its handshake, unless done."""
        if self._is_open:
            return
        try:
            self.transport.start()
            self._is_open = True
            self._greet()
        except BotFailure as cause:
            self.close()
            if cause.cause in ("memory", "line_too_long", "init"):
                raise
            raise BotFailure("init", cause.reason) from None

    def _greet(self) -> None:
        """Send hello and wait for ready."""
        number = self.next_number()
        self.send(hello(self.setting.ruleset, self.setting.scenario, number, self.bounds))
        seconds = self.bounds.start_ms / 1000
        kind, reply = self._read(self.transport.receive(seconds))
        while kind == "pong":
            kind, reply = self._read(self.transport.receive(seconds))
        if kind == "refused":
            raise BotFailure("init", f"it refused: {reply.get('code')}: {reply.get('reason')}")
        if kind != "ready" or reply["id"] != number:
            raise BotFailure(
                "init", f"hello {number} was answered with {kind} {reply.get('id', '')}"
            )
        try:
            agreed(reply["protocol"])
        except OtherVersion as cause:
            refusal = {"type": "refused", "id": number, "code": "version", "reason": str(cause)}
            self.send(refusal)
            raise BotFailure("init", str(cause)) from None
        self.ready, self.wants = reply, MessageOptions.of(reply)

    def _read(self, reply: BotReply) -> tuple[str, Message]:
        """Return type and content of a message during the handshake."""
        try:
            return check(reply.obj), reply.obj
        except MalformedMessage as cause:
            raise BotFailure("protocol", str(cause)) from None

    def next_number(self) -> int:
        """Return the number of a new request."""
        self._number += 1
        return self._number

    def next_game(self) -> str:
        """Return the name of a new game."""
        self.games += 1
        return f"g{self.games}"

    def send(self, message: Message) -> None:
        """Send a message."""
        self.transport.send(message)

    def receive(self, left: float | None, patience: float) -> tuple[Message, float]:
        """Return the next message except pongs, and its seconds; `late` after `left` seconds.

        If `left` is None there is no clock, but a silent bot is pinged, and late after `patience`
        without a sign of life.
        """
        begun = time.monotonic()
        while True:
            if left is None:
                self._wait(patience)
            reply = self.transport.receive(left)
            if reply.obj.get("type") != "pong":
                return reply.obj, reply.seconds if left is not None else time.monotonic() - begun

    def _wait(self, patience: float) -> None:
        """Wait for a sign of life; send a ping if there is none."""
        quiet = min(PING_SECONDS, patience / 2)
        if self.transport.ready(quiet):
            return
        self._pings += 1
        self.send({"type": "ping", "id": f"ping-{self._pings}"})
        if not self.transport.ready(patience - quiet):
            raise BotFailure("late", f"no sign of life within {patience:g} s")

    def note(self) -> str:
        """Return the last part of the bot's standard error."""
        return self.transport.stderr_tail()

    def close(self) -> None:
        """Send bye and end the bot."""
        if self._is_open:
            self._is_open = False
            with contextlib.suppress(BotFailure):
                self.send({"type": "bye"})
        self.transport.close()
