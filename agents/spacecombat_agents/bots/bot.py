"""A bot in Python: what it may have, and how a message becomes its answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from spacecombat_env.protocol.versions import OtherVersion, agreed

Message = dict[str, Any]
Answer = str | int | list[Any] | tuple[Any, ...] | Mapping[str, Any]
"""Words (one, or a list of texts and tokens), or a whole message such as {"type": "let"}."""


class Bot(Protocol):
    """A player of the protocol `spacecombat/1`.

    It may also have `new_game`, `said`, `refused`, `told`, `fault`, `game_over` and `bye`: each is
    called with the message of that type.
    """

    def ready(self, hello: Message) -> Mapping[str, Any]:
        """Return what the bot says of itself: `name`, and `wants` if it wants anything special."""
        ...

    def say(self, ask: Message) -> Answer:
        """Return the answer to a question."""
        ...


NOTIFICATIONS = ("new_game", "said", "refused", "told", "fault", "game_over", "bye")
"""Messages that a bot may listen to, and that want no answer."""


def answer(bot: Bot, message: Message) -> Message | None:
    """Return what a bot answers to a message of the host; None where nothing is to be said."""
    kind = message["type"]
    if kind == "hello":
        return _answer_hello(bot, message)
    if kind == "ask":
        return _answer_ask(bot, message)
    if kind == "ping":
        return {"type": "pong", "id": message["id"]}
    heard = getattr(bot, kind, None) if kind in NOTIFICATIONS else None
    if heard is not None:
        heard(message)
    return None


def _answer_hello(bot: Bot, hello: Message) -> Message:
    """Answer a hello; one of another major is refused."""
    number = hello["id"]
    try:
        version = agreed(hello.get("protocol"))
    except OtherVersion as cause:
        return {"type": "refused", "id": number, "code": "version", "reason": str(cause)}
    said = dict(bot.ready(hello))
    named = {"protocol": version, "name": type(bot).__name__}
    return {"type": "ready", "id": number, **named, **said}


def _answer_ask(bot: Bot, ask: Message) -> Message:
    """Answer a question."""
    given = bot.say(ask)
    about = {"type": "say", "id": ask["id"], "game": ask["game"], "at": ask["at"]}
    if isinstance(given, Mapping):
        return {**about, **given}
    words = list(given) if isinstance(given, list | tuple) else [given]
    return {**about, "words": words}
