"""The interface of a Python bot, and how a message becomes its answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from spacecombat_env.protocol.versions import OtherVersion, agreed

__all__ = ["Bot", "Message", "answer"]

Message = dict[str, Any]
Answer = str | int | list[Any] | tuple[Any, ...] | Mapping[str, Any]
"""Actions (one, or a list of texts and indices), or a whole message such as {"type": "let"}."""


class Bot(Protocol):
    """A player of the protocol `spacecombat/1`.

    It may also define `new_game`, `said`, `refused`, `told`, `fault`, `game_over` and `bye`: each
    is called with the message of that type.
    """

    def ready(self, hello: Message) -> Mapping[str, Any]:
        """Return the bot's `name`, and `wants` for special wishes."""
        ...

    def say(self, message: Message) -> Answer:
        """Return the answer to a decision."""
        ...


NOTIFICATIONS = ("new_game", "said", "refused", "told", "fault", "game_over", "bye")
"""Messages that need no answer."""


def answer(bot: Bot, message: Message) -> Message | None:
    """Return a bot's answer to a message of the host; None if it needs none."""
    kind = message["type"]
    if kind == "hello":
        return _answer_hello(bot, message)
    if kind == "ask":
        return _answer_decision(bot, message)
    if kind == "ping":
        return {"type": "pong", "id": message["id"]}
    handler = getattr(bot, kind, None) if kind in NOTIFICATIONS else None
    if handler is not None:
        handler(message)
    return None


def _answer_hello(bot: Bot, hello: Message) -> Message:
    """Answer a hello; refuse another major version."""
    number = hello["id"]
    try:
        version = agreed(hello.get("protocol"))
    except OtherVersion as cause:
        return {"type": "refused", "id": number, "code": "version", "reason": str(cause)}
    wishes = dict(bot.ready(hello))
    named = {"protocol": version, "name": type(bot).__name__}
    return {"type": "ready", "id": number, **named, **wishes}


def _answer_decision(bot: Bot, message: Message) -> Message:
    """Answer a decision."""
    given = bot.say(message)
    about = {"type": "say", "id": message["id"], "game": message["game"], "at": message["at"]}
    if isinstance(given, Mapping):
        return {**about, **given}
    actions = list(given) if isinstance(given, list | tuple) else [given]
    return {**about, "words": actions}
