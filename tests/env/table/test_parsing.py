"""Legal actions at a table, in the toy game: its actions and its randomness are known here."""

from __future__ import annotations

import re

import numpy as np
import pytest
from kit.toy_ruleset import RULESET
from kit.toy_ruleset import load as open_toy

from spacecombat_env.core.errors import ConfigError
from spacecombat_env.env.table import Offer, RefusedError, Table, Utterance

PASS, GUESS, PEEK, FIRST = 0, 1, 2, 3
RED, BLUE = "red_0", "blue_0"


@pytest.fixture
def table() -> Table:
    """Return a toy game in which Red's number is 5 and Blue's 7."""
    return Table(RULESET, open_toy(), 11)


def refused(table: Table, seat: str, at: int, sentence: object) -> RefusedError:
    """Return the refusal of a sentence."""
    with pytest.raises(RefusedError) as caught:
        table.say(seat, at, sentence)  # type: ignore[arg-type]
    return caught.value


def test_a_table_shows_who_decides_what(table: Table) -> None:
    assert table.readers == (RED, BLUE, "umpire")
    state = table.state(RED)
    assert (state.to_act, state.at, state.decision_text) == (RED, 0, "what do you do?")
    assert [(w.action, w.text, w.kind, w.ends) for w in state.offers] == [
        (PASS, "pass", "verbs", "outcome"),
        (GUESS, "guess", "verbs", None),
        (PEEK, "peek", "verbs", "outcome"),
    ]
    other = table.state(BLUE)
    assert (other.to_act, other.offers, other.decision_text, other.pending_actions) == (
        None,
        (),
        "",
        (),
    )


def test_actions_are_counted_by_seat(table: Table) -> None:
    assert table.say(RED, 0, "guess 6") == Utterance((GUESS, FIRST + 6), 2, 2)
    assert table.say(BLUE, 0, ["peek"]) == Utterance((PEEK,), 1, 1)
    assert (table.state(RED).at, table.state(BLUE).at, table.state("umpire").at) == (2, 1, 0)
    assert table.say(RED, 2, [np.int64(GUESS)]) == Utterance((GUESS,), 0, 3)
    assert table.state(RED).pending_actions == (GUESS,)
    assert table.state(BLUE).pending_actions == table.state("umpire").pending_actions == ()


REFUSALS = [
    (1, "pass", "stale", "", "stale: red_0 is at 0"),
    (0, "guess nine", "unknown", "nine", "'nine' is not an action of this game; legal: 0, 1, 2"),
    (0, "guess peek", "illegal", "peek", "'peek' is not legal here; legal: 0, 1, 2"),
    (0, "p", "ambiguous", "p", "'p' matches several actions: pass, peek"),
    (0, [99], "unknown", "99", "99 is not an action"),
    (0, [GUESS, GUESS], "illegal", "1", r"1 \('guess'\) is not legal here"),
    (10**5000, "pass", "stale", "", "stale: red_0 is at 0"),
    (None, "pass", "stale", "", "stale: red_0 is at 0"),
    (0, [None], "unknown", "", "an action is text or a whole number"),
    (0, [True], "unknown", "", "an action is text or a whole number"),
    (0, [1.0], "unknown", "", "an action is text or a whole number"),
    (0, [10**5000], "unknown", "", "too long"),
    (0, ["x" * 10**6], "unknown", "", "too long"),
    (0, None, "unknown", "", "a sentence is text or a list of actions"),
    (0, b"pass", "unknown", "", "a sentence is text or a list of actions"),
    (0, [-1], "unknown", "-1", "-1 is not an action"),
    (0, ["guess"] * 500, "unknown", "", "a sentence has at most 400 parts"),
]


@pytest.mark.parametrize(
    ("at", "sentence", "code", "word", "reason"), REFUSALS, ids=range(len(REFUSALS))
)
def test_a_refused_sentence_changes_nothing(
    table: Table, at: int, sentence: object, code: str, word: str, reason: str
) -> None:
    before, words = table._game.save(), table.state(RED).offers
    refusal = refused(table, RED, at, sentence)
    assert (refusal.code, refusal.word) == (code, word)
    assert re.match(reason, refusal.reason)
    assert refusal.offers == words
    assert refusal.utterance == Utterance((), 0, 0)
    assert table._game.save() == before
    assert table.replay().actions == ()


def test_only_the_seat_at_the_decision_may_act(table: Table) -> None:
    refusal = refused(table, BLUE, 0, "peek")
    assert (refusal.code, refusal.reason) == ("not_asked", "blue_0 is not to act")
    assert refusal.offers == ()
    with pytest.raises(ConfigError, match="no seat is called 'umpire'; there are red_0, blue_0"):
        table.say("umpire", 0, "peek")
    with pytest.raises(ConfigError, match="no reader is called 'green_0'"):
        table.state("green_0")


def test_actions_that_came_to_an_outcome_stand(table: Table) -> None:
    """Else a refused sentence would be a free look at the coin."""
    refusal = refused(table, RED, 0, "peek guess 1")
    assert (refusal.code, refusal.word, refusal.utterance) == (
        "stale",
        "guess",
        Utterance((PEEK,), 1, 1),
    )
    assert refusal.offers == ()
    assert (table.to_act, table.replay().actions) == (BLUE, (PEEK,))


def test_a_look_ahead_ends_where_the_engine_goes(table: Table) -> None:
    before = table._game.save()
    assert [w.text for w in table.peek(RED, "guess")] == list("01234567")
    assert {w.ends for w in table.peek(RED, "guess")} == {"outcome"}
    assert table.peek(RED, "guess 1") == table.peek(RED, "peek") == ()
    deep = {word.text: [then.text for then in word.then] for word in table.peek(RED, depth=2)}
    assert deep == {"pass": [], "guess": list("01234567"), "peek": []}
    assert table._game.save() == before


def test_a_look_ahead_shows_the_next_decision(table: Table) -> None:
    """Up to an outcome; what is asked after it, and whom, depends on dice."""
    ahead = table.look_ahead(RED, "guess")
    assert ahead.decision_text and ahead.decision_text != table.state(RED).decision_text
    assert table.look_ahead(RED).decision_text == table.state(RED).decision_text
    assert table.look_ahead(RED, "guess 1") == table.look_ahead(RED, "peek") == ("", "", ())


def test_what_comes_after_an_outcome_is_not_even_read(table: Table) -> None:
    """Whether the rest of a sentence would be legal depends on dice, determinized ones too."""
    assert table.peek(RED, "peek nonsense") == ()
    with pytest.raises(RefusedError, match="'nonsense' is not an action"):
        table.peek(RED, "guess nonsense")


def test_a_look_ahead_is_bounded(table: Table) -> None:
    for depth in (0, 4):
        with pytest.raises(ConfigError, match=f"depth={depth}: must be 1 to 3"):
            table.peek(RED, depth=depth)
    with pytest.raises(RefusedError, match="blue_0 is not to act"):
        table.peek(BLUE)


def test_nothing_is_said_after_the_end(table: Table) -> None:
    table.say(RED, 0, "guess 7")
    over = {"verdict": RED, "reason": "right guess", "margin": 1}
    assert [table.state(reader).over for reader in table.readers] == [over] * 3
    assert (table.to_act, table.state(RED).to_act) == (None, None)
    refusal = refused(table, RED, 2, "pass")
    assert (refusal.code, refusal.reason) == ("over", "the game is over")
    with pytest.raises(RefusedError, match="the game is over"):
        table.forfeit(RED, "resigns")


def test_a_seat_that_gives_up_has_lost(table: Table) -> None:
    table.say(RED, 0, "guess")
    table.forfeit(BLUE, "resigns")
    over = {"verdict": RED, "reason": "resigns", "margin": 0}
    assert table.to_act is None
    assert table.state(BLUE).over == over
    assert table.state(RED).offers == ()
    assert refused(table, RED, 1, "1").code == "over"
    again = Table.of(table.replay())
    assert again.state(BLUE).over == over
    assert again.replay() == table.replay()


def test_an_action_is_said_once() -> None:
    """An answer that arrives twice is stale the second time, though the seat is to act again."""
    alone = Table(RULESET, open_toy(), 11)
    alone.say(RED, 0, "guess")
    assert refused(alone, RED, 0, "guess").code == "stale"


def test_an_offer_is_plain() -> None:
    assert Offer._fields[:7] == ("action", "text", "kind", "piece", "place", "number", "ends")
