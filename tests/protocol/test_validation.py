"""What players send is checked by hand as the schema checks it, and refused in one line."""

from __future__ import annotations

import copy
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spacecombat_env.protocol import MalformedMessage, OtherVersion, agreed, check
from spacecombat_env.protocol.schemas import message_types, of_message, schema
from spacecombat_env.protocol.validation import FIELDS, actions_of

GOOD: dict[str, dict[str, Any]] = {
    "ready": {
        "type": "ready",
        "id": 1,
        "protocol": "1.0",
        "name": "ironhull",
        "version": "2",
        "author": "me",
        "deterministic": True,
        "wants": {"view": False, "delta": True, "words": True, "events": True, "vector": False},
    },
    "say": {"type": "say", "id": 3, "game": "g1", "at": 4, "words": ["detect", 79], "note": "?"},
    "peek": {"type": "peek", "id": 1, "game": "g1", "words": "detect", "depth": 2, "odds": True},
    "plan": {"type": "plan", "id": 1, "game": "g1", "place": "1012"},
    "let": {"type": "let", "id": 3, "game": "g1", "at": 4, "until": "turn"},
    "state": {"type": "state", "game": "g1"},
    "resign": {"type": "resign", "game": "g1"},
    "ping": {"type": "ping", "id": "p1"},
    "pong": {"type": "pong", "id": 7},
    "bye": {"type": "bye", "reason": "done"},
    "refused": {"type": "refused", "id": 1, "code": "version", "reason": "I speak 2.0"},
}
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 5),
    st.sampled_from([1.0, 1.5, -2.0, float("inf")]),
    st.sampled_from(["", "1.0", "1.x", "turn", "version", "x" * 65, "x" * 201, "x" * 4001]),
    st.lists(st.one_of(st.integers(-1, 3), st.booleans(), st.text(max_size=2), st.none())),
    st.just(["go"] * 1001),
    st.dictionaries(st.sampled_from(["view", "delta", "new"]), st.one_of(st.booleans(), st.none())),
)
VALIDATORS = {kind: jsonschema.Draft202012Validator(of_message(kind)) for kind in GOOD}


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    assert set(FIELDS) == set(GOOD) <= set(message_types())


@pytest.mark.parametrize("kind", GOOD)
def test_good_messages_pass_both_checks(kind: str) -> None:
    assert check(GOOD[kind]) == kind
    VALIDATORS[kind].validate(GOOD[kind])
    jsonschema.Draft202012Validator(schema()).validate(GOOD[kind])
    assert set(FIELDS[kind]) == set(GOOD[kind]) - {"type"}


@pytest.mark.parametrize("kind", GOOD)
def test_unknown_fields_are_ignored(kind: str) -> None:
    assert check({**GOOD[kind], "from_1.7": [None]}) == kind


@settings(max_examples=300, deadline=None, derandomize=True)
@given(kind=st.sampled_from(sorted(GOOD)), data=st.data())
def test_the_check_by_hand_says_what_the_schema_says(kind: str, data: st.DataObject) -> None:
    message = copy.deepcopy(GOOD[kind])
    field = data.draw(st.sampled_from(sorted(set(message) - {"type"})))
    if data.draw(st.booleans()):
        message[field] = data.draw(VALUES)
    else:
        del message[field]
    if kind == "refused" and isinstance(message.get("code"), str):
        message["code"] = "version"  # a player's own codes are read by people: any text will do
    valid = VALIDATORS[kind].is_valid(message)
    try:
        assert check(message) == kind
        assert valid, message
    except MalformedMessage as refusal:
        assert not valid, (message, refusal)
        assert str(refusal).startswith(f"{kind}.{field}: ") and "\n" not in str(refusal)


@pytest.mark.parametrize("message", [None, [], "say", {}, {"type": []}, {"type": "hello"}])
def test_what_no_player_sends_is_refused(message: Any) -> None:
    with pytest.raises(MalformedMessage):
        check(message)


def test_actions_are_texts_and_whole_numbers() -> None:
    assert actions_of({"words": "detect eTF-1"}) == ["detect eTF-1"]
    assert actions_of({"words": ["detect", 79.0]}) == ["detect", 79]
    assert isinstance(actions_of({"words": [79.0]})[0], int)


def test_one_major_talks_to_itself_and_the_lower_minor_is_used() -> None:
    assert agreed("1.0") == "1.0"
    assert agreed("1.7", ours="1.3") == "1.3"
    assert agreed("1.2", ours="1.3") == "1.2"


@pytest.mark.parametrize(("theirs", "ours"), [("2.0", "1.3"), ("1.3", "2.0"), ("0.9", "1.0")])
def test_two_majors_refuse_each_other_by_name(theirs: str, ours: str) -> None:
    with pytest.raises(OtherVersion, match=f"{theirs} and {ours}".replace(".", r"\.")):
        agreed(theirs, ours)


@pytest.mark.parametrize("theirs", [None, 1, 1.0, "1", "01.0", "1.0 ", "1.0.0", ""])
def test_what_is_no_version_is_refused(theirs: Any) -> None:
    with pytest.raises(OtherVersion, match="is not a version"):
        agreed(theirs)
