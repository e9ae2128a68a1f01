"""Messages for tests: checked against the schema with nothing undeclared, and recorded."""

from __future__ import annotations

import copy
import functools
import json
from collections.abc import Callable
from typing import Any

import jsonschema

from spacecombat_agents.bots.bot_players import BotPlayer
from spacecombat_agents.bots.process import BotReply
from spacecombat_agents.bots.transport import InProcessTransport, Transport
from spacecombat_agents.game_setting import GameSetting
from spacecombat_env.protocol.lines import as_line
from spacecombat_env.protocol.schemas import message_types, of_message

Message = dict[str, Any]


@functools.cache
def validator(kind: str) -> jsonschema.Draft202012Validator:
    """Return what validates a type of message, and refuses fields that are not declared."""
    schema = copy.deepcopy(of_message(kind))
    _close(schema)
    return jsonschema.Draft202012Validator(schema)


def _close(schema: Any) -> None:
    """Let objects with declared fields have no others."""
    if isinstance(schema, dict):
        if isinstance(schema.get("properties"), dict) and "type" in schema:
            schema.setdefault("additionalProperties", False)
        for part in schema.values():
            _close(part)
    elif isinstance(schema, list):
        for part in schema:
            _close(part)


def assert_valid(message: Message) -> None:
    """Fail where a message is not what the schema declares, or says more."""
    assert message["type"] in message_types()
    error = jsonschema.exceptions.best_match(validator(message["type"]).iter_errors(message))
    assert error is None, (error.json_path, error.message[:300])


class Recording:
    """A carrier that writes down what goes over it, and validates it."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport
        self.lines: list[str] = []

    def start(self) -> None:
        self.transport.start()

    def send(self, obj: Message) -> None:
        self.lines.append("> " + as_line(obj))
        assert_valid(json.loads(as_line(obj)))
        self.transport.send(obj)

    def ready(self, seconds: float) -> bool:
        return self.transport.ready(seconds)

    def receive(self, seconds: float | None) -> BotReply:
        reply = self.transport.receive(seconds)
        self.lines.append("< " + as_line(reply.obj))
        return reply

    def stderr_tail(self) -> str:
        return self.transport.stderr_tail()

    def close(self) -> None:
        self.transport.close()

    def sent(self, kind: str) -> list[Message]:
        """Return the messages of a type that the host sent."""
        return [m for m in map(json.loads, self._of("> ")) if m["type"] == kind]

    def _of(self, sign: str) -> list[str]:
        return [line[2:] for line in self.lines if line.startswith(sign)]


def recorded(
    make: Callable[[], Any], setting: GameSetting, name: str = "bot"
) -> tuple[Any, list[Any]]:
    """Return a player that is a bot in this process, and the recordings of its conversations."""
    made: list[Recording] = []

    def transport() -> Recording:
        made.append(Recording(InProcessTransport(make)))
        return made[-1]

    return BotPlayer(name, setting, transport), made


class Lots:
    """A bot that draws at random from its seed: an action, or one after another that `then` has offered."""

    def __init__(self, **wants: bool) -> None:
        self.wants = wants
        self.luck = 0

    def ready(self, hello: Message) -> Message:
        return {"name": "lots", "version": "1", "deterministic": True, "wants": self.wants}

    def new_game(self, message: Message) -> None:
        self.luck = message["bot_seed"]

    def draw(self, count: int) -> int:
        self.luck = (self.luck * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.luck >> 33) % count

    def say(self, ask: Message) -> Any:
        word = ask["words"][self.draw(len(ask["words"]))]
        return [word["token"]]
