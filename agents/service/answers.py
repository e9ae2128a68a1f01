"""What messages are answered: words that stand, words that do not, messages that are none."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from spacecombat_agents.service.listeners import Listener, Message
from spacecombat_env.env.table import Refused, Said
from spacecombat_env.protocol.checking import is_count
from spacecombat_env.protocol.lines import as_line
from spacecombat_env.protocol.telling import offers


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


def order_finished(game: str) -> Message:
    """Return what a seat is told that was late for the first time."""
    return {
        "type": "fault",
        "game": game,
        "code": "late",
        "consequence": "order_finished",
        "reason": "your time for this order was over: the captain has finished it",
        "left": 0,
    }


def refuse(message: Any, code: str, reason: str, game: str | None = None) -> Message:
    """Return the answer to a message that is none, or not this reader's to send."""
    number: Any = message.get("id") if isinstance(message, dict) else None
    answer: Message = {"type": "refused", "id": int(number) if is_count(number) else 0}
    answer |= {"code": code, "reason": reason}
    return answer if game is None else {**answer, "game": game}
