"""Answers to messages: accepted actions, refusals and errors."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from spacecombat_agents.service.games.subscribers import Message, Subscriber
from spacecombat_env.env.table import RefusedError, Utterance
from spacecombat_env.protocol.lines import as_line
from spacecombat_env.protocol.messages import offer_messages
from spacecombat_env.protocol.validation import is_count

__all__ = ["ActionReply", "error_message", "order_finished_message", "refusal_message"]


class ActionReply:
    """The answer to a `say` or a `let`."""

    def __init__(self, subscriber: Subscriber, game_id: str, message: Message) -> None:
        self.subscriber, self.game_id, self.number = subscriber, game_id, int(message["id"])
        about = {name: message.get(name) for name in ("type", "id", "at", "words", "until")}
        self.request = hashlib.sha256(as_line(about).encode()).hexdigest()
        """Identifies a repeated message."""

    def execute(self, act: Callable[[], Utterance]) -> tuple[Utterance, Message]:
        """Apply the actions; return the accepted ones and the answer."""
        try:
            utterance = act()
        except RefusedError as refused:
            return refused.utterance, refusal_message(self.number, self.game_id, refused)
        return utterance, {
            "type": "said",
            "id": self.number,
            "game": self.game_id,
            "at": utterance.at,
            "tokens": list(utterance.actions),
            "settled": utterance.settled,
        }

    def send(self, message: Message) -> None:
        """Send the answer."""
        self.subscriber.send(message)


def refusal_message(number: int, game_id: str, refused: RefusedError) -> Message:
    """Return the answer to refused actions."""
    return {
        "type": "refused",
        "id": number,
        "code": refused.code,
        "reason": refused.reason,
        "game": game_id,
        "at": refused.utterance.at,
        "word": refused.word,
        "words": offer_messages(refused.offers),
        "tokens": list(refused.utterance.actions),
        "settled": refused.utterance.settled,
    }


def order_finished_message(game_id: str) -> Message:
    """Return the message to a seat that was late for the first time."""
    return {
        "type": "fault",
        "game": game_id,
        "code": "late",
        "consequence": "order_finished",
        "reason": "your time for this order ran out: the captain has finished it",
        "left": 0,
    }


def error_message(message: Any, code: str, reason: str, game_id: str | None = None) -> Message:
    """Return the answer to an invalid message, or to one that the reader may not send."""
    number: Any = message.get("id") if isinstance(message, dict) else None
    answer: Message = {"type": "refused", "id": int(number) if is_count(number) else 0}
    answer |= {"code": code, "reason": reason}
    return answer if game_id is None else {**answer, "game": game_id}
