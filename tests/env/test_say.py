"""Orders in actions, spoken in the toy game: its actions are known here."""

from __future__ import annotations

import pytest

from spacecombat_env.core.errors import AmbiguousOrderError, IllegalOrderError, UnknownOrderError
from spacecombat_env.env.aec import CheckedWrapper, SpaceCombatAEC

PASS, GUESS, PEEK, FIRST = 0, 1, 2, 3


@pytest.fixture
def one() -> CheckedWrapper:
    """Return a toy game in which Red's number is 5 and Blue's 7."""
    made = CheckedWrapper(SpaceCombatAEC("hidden_number"))
    made.reset(seed=11)
    return made


def test_orders_lists_the_legal_actions(one: CheckedWrapper) -> None:
    assert [(w.action, w.text) for w in one.orders()] == [(0, "pass"), (1, "guess"), (2, "peek")]
    assert one.orders("blue_0") == []


def test_orders_opens_into_menus(one: CheckedWrapper) -> None:
    words = {word.text: word for word in one.orders(depth=2)}
    assert [w.text for w in words["guess"].then] == list("01234567")
    assert words["pass"].then == ()
    before = one.unwrapped.game.digest()
    one.orders(depth=3)
    assert one.unwrapped.game.digest() == before


def test_a_sentence_is_applied_action_by_action(one: CheckedWrapper) -> None:
    assert one.say("guess 6") == [GUESS, FIRST + 6]
    assert one.agent_selection == "blue_0"
    assert one.say(["PEEK"]) == [PEEK]
    assert one.say([GUESS, "1"]) == [GUESS, FIRST + 1]
    assert one.say(" gue · 2 ") == [GUESS, FIRST + 2]
    assert one.view("red_0")["tried"] == [1 << 6 | 1 << 1, 1 << 2]


@pytest.mark.parametrize(
    ("sentence", "error", "words"),
    [
        ("guess nine", UnknownOrderError, "'nine' is not an action.*legal: 0, 1, 2"),
        ("guess peek", IllegalOrderError, "'peek' is not legal here; legal: 0, 1"),
        ("3", IllegalOrderError, "'3' is not legal here; legal: pass, guess, peek"),
        ("p", AmbiguousOrderError, "'p' matches several actions: pass, peek"),
        ([99], UnknownOrderError, "99 is not an action"),
        ([GUESS, GUESS], IllegalOrderError, r"1 \('guess'\) is not legal here"),
    ],
)
def test_a_refused_sentence_changes_nothing(
    one: CheckedWrapper, sentence: object, error: type[Exception], words: str
) -> None:
    before = one.save()
    with pytest.raises(error, match=words):
        one.say(sentence)
    assert one.save() == before


def test_only_the_seat_to_act_may_act(one: CheckedWrapper) -> None:
    with pytest.raises(IllegalOrderError, match="blue_0 is not to act"):
        one.say("peek", "blue_0")


def test_actions_that_came_to_an_outcome_stand(one: CheckedWrapper) -> None:
    """Else a refused sentence would be a free look at the coin."""
    words = "the other side is to act; 1 actions before it were applied and stand"
    with pytest.raises(IllegalOrderError, match=words):
        one.say("peek guess 1")
    assert one.agent_selection == "blue_0"


def test_nothing_is_said_after_the_end(one: CheckedWrapper) -> None:
    one.say("guess 7")
    assert set(one.terminations.values()) == {True}
    with pytest.raises(IllegalOrderError, match="the game is over"):
        one.say("pass")
