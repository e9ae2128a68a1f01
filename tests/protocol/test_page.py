"""docs/protocol.md says what the schema says, and shows every message."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from kit.messages import assert_valid

from spacecombat_env import registry
from spacecombat_env.env.game import open_scenario
from spacecombat_env.protocol import check
from spacecombat_env.protocol.handshake import hello
from spacecombat_env.protocol.schemas import message_types, schema
from spacecombat_env.protocol.validation import FIELDS, WANTS

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
EXAMPLES = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]


@pytest.mark.parametrize("message", EXAMPLES, ids=lambda message: message["type"])
def test_examples_are_messages(message: dict[str, Any]) -> None:
    assert_valid(message)
    if message["type"] in FIELDS:
        assert check(message) == message["type"]


def test_every_message_is_shown() -> None:
    assert {message["type"] for message in EXAMPLES} == set(message_types())


@pytest.mark.parametrize("kind", message_types())
def test_every_field_of_every_message_is_shown(kind: str) -> None:
    shown = {field for message in EXAMPLES if message["type"] == kind for field in message}
    declared = set(schema()["$defs"][kind]["properties"])
    assert declared - shown <= ({"reason"} if kind == "bye" else set())


def test_the_hello_that_is_shown_has_the_sizes_of_the_skirmish() -> None:
    rules = registry.ruleset("battle_rider")
    own = hello(rules, open_scenario(rules, "skirmish", None))["vector"]
    shown = next(message for message in EXAMPLES if message["type"] == "hello")["vector"]
    assert [shown[key] for key in ("size", "words")] == [own[key] for key in ("size", "words")]


def test_every_wish_and_every_code_is_shown() -> None:
    codes = schema()["$defs"]["refused"]["properties"]["code"]["enum"]
    for word in (*WANTS, *codes, *schema()["$defs"]["clock"]["properties"]["kind"]["enum"]):
        assert f"`{word}`" in PAGE, word


def test_the_bot_of_the_page_answers() -> None:
    from spacecombat_agents.bots.stdio_server import serve

    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, Any] = {"__name__": "page"}
    exec(code, names)
    hello, ask = EXAMPLES[0], next(m for m in EXAMPLES if m["type"] == "ask")
    back = io.StringIO()
    lines = [
        json.dumps(m) + "\n" for m in (hello, ask, {"type": "ping", "id": 1}, {"type": "bye"}, ask)
    ]
    serve(names["First"](), io.StringIO("".join(lines)), back)
    answers = [json.loads(line) for line in back.getvalue().splitlines()]
    assert [answer["type"] for answer in answers] == ["ready", "say", "pong"]
    assert answers[1]["words"] == ["detect"] and answers[1]["id"] == ask["id"]
    assert all(check(answer) for answer in answers)
