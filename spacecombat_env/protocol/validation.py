"""Check messages from players by hand; a validator would take a quarter of a round trip.

`FIELDS` repeats what `schema.json` declares for these messages; a test compares the two.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from spacecombat_env.core.errors import SpaceCombatError

DEEPEST = 3
"""Maximum depth of a peek."""
MOST_ACTIONS, LONGEST_SENTENCE, LONGEST_NOTE = 1000, 4000, 4000
LONGEST_NAME, LONGEST_GAME, LONGEST_PING, LONGEST_PLACE = 200, 64, 64, 64
UNTIL = ("order", "phase", "turn", "game")
_VERSION = re.compile(r"(0|[1-9][0-9]{0,5})\.(0|[1-9][0-9]{0,5})")


class MalformedMessage(SpaceCombatError):
    """A message does not follow the protocol; the text names type and field."""


class FieldCheck(NamedTuple):
    """One field of a message."""

    fits: Callable[[Any], bool]
    expected: str
    """The expected value, in words."""
    needed: bool = True


def is_whole(value: Any) -> bool:
    """Whether a value is a whole number: 3.0 is one in JSON, true is not."""
    if isinstance(value, float):
        return value.is_integer()
    return isinstance(value, int) and not isinstance(value, bool)


def is_count(value: Any) -> bool:
    """Whether a value is a whole number from 0 up."""
    return is_whole(value) and value >= 0


def text(longest: int, shortest: int = 0) -> Callable[[Any], bool]:
    """Return a function that checks whether a value is a text of such a length."""
    return lambda value: isinstance(value, str) and shortest <= len(value) <= longest


def is_sentence(value: Any) -> bool:
    """Whether a value is a sentence: one text, or a list of texts and indices."""
    if isinstance(value, str):
        return len(value) <= LONGEST_SENTENCE
    if not isinstance(value, list) or len(value) > MOST_ACTIONS:
        return False
    return all(isinstance(part, str) or is_whole(part) for part in value)


def is_flag(value: Any) -> bool:
    """Whether a value is true or false."""
    return isinstance(value, bool)


def is_depth(value: Any) -> bool:
    """Whether a value is a depth of lookahead."""
    return is_count(value) and 1 <= value <= DEEPEST


def is_ping_id(value: Any) -> bool:
    """Whether a value is the id of a ping."""
    return is_whole(value) or text(LONGEST_PING)(value)


def are_wants(value: Any) -> bool:
    """Whether a value is an object of flags, as far as their names are known."""
    return isinstance(value, dict) and all(is_flag(value[key]) for key in WANTS if key in value)


WANTS = ("view", "delta", "words", "events", "vector", "record")
ID = FieldCheck(is_count, "a whole number from 0 on")
GAME = FieldCheck(text(LONGEST_GAME), "the text that new_game gave")
NAME = FieldCheck(text(LONGEST_NAME), "a text", needed=False)
SENTENCE = FieldCheck(is_sentence, "a text, or a list of texts and whole numbers")
FIELDS: Mapping[str, Mapping[str, FieldCheck]] = {
    "ready": {
        "id": ID,
        "protocol": FieldCheck(
            lambda value: isinstance(value, str) and bool(_VERSION.fullmatch(value)),
            "a version such as 1.0",
        ),
        "name": FieldCheck(text(LONGEST_NAME, 1), "a text that is not empty"),
        "version": NAME,
        "author": NAME,
        "deterministic": FieldCheck(is_flag, "true or false", needed=False),
        "wants": FieldCheck(are_wants, "an object of true and false", needed=False),
    },
    "say": {
        "id": ID,
        "game": GAME,
        "at": ID,
        "words": SENTENCE,
        "note": FieldCheck(text(LONGEST_NOTE), f"a text of at most {LONGEST_NOTE}", needed=False),
    },
    "peek": {
        "id": ID,
        "game": GAME,
        "words": SENTENCE,
        "depth": FieldCheck(is_depth, f"a whole number from 1 to {DEEPEST}", needed=False),
        "odds": FieldCheck(is_flag, "true or false", needed=False),
    },
    "plan": {
        "id": ID,
        "game": GAME,
        "place": FieldCheck(text(LONGEST_PLACE), f"a text of at most {LONGEST_PLACE}"),
    },
    "let": {
        "id": ID,
        "game": GAME,
        "at": ID,
        "until": FieldCheck(
            lambda value: value in UNTIL, f"one of {', '.join(UNTIL)}", needed=False
        ),
    },
    "state": {"game": GAME},
    "resign": {"game": GAME},
    "ping": {"id": FieldCheck(is_ping_id, "a whole number or a text")},
    "pong": {"id": FieldCheck(is_ping_id, "a whole number or a text")},
    "bye": {"reason": FieldCheck(lambda value: isinstance(value, str), "a text", needed=False)},
    "refused": {
        "id": ID,
        "code": FieldCheck(lambda value: isinstance(value, str), "a text"),
        "reason": FieldCheck(lambda value: isinstance(value, str), "a text"),
    },
}
"""Messages from players, and their fields. (`refused` answers a hello with another major.)"""


def check(message: Any, fields: Mapping[str, Mapping[str, FieldCheck]] = FIELDS) -> str:
    """Return the type of a message from a player. Raise MalformedMessage for a wrong field."""
    if not isinstance(message, dict):
        raise MalformedMessage("message: no JSON object")
    kind = message.get("type")
    if not isinstance(kind, str) or kind not in fields:
        raise MalformedMessage(f"type: {shown(kind)} is none of {', '.join(fields)}")
    for name, field in fields[kind].items():
        if name not in message:
            if field.needed:
                raise MalformedMessage(f"{kind}.{name}: is missing; expected is {field.expected}")
        elif not field.fits(message[name]):
            raise MalformedMessage(f"{kind}.{name}: {shown(message[name])} is not {field.expected}")
    return kind


def actions_of(message: Mapping[str, Any]) -> list[str | int]:
    """Return the parts of a checked say or peek: texts and indices."""
    actions = message["words"]
    if isinstance(actions, str):
        return [actions]
    return [action if isinstance(action, str) else int(action) for action in actions]


def shown(value: Any) -> str:
    """Return a short text of a value in one line."""
    text = json.dumps(value, default=repr)
    return text if len(text) <= 60 else text[:57] + "..."
