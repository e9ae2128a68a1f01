"""What a seat, or the public, is given at a table does not depend on what it may not know.

A twin is a game that differs in nothing but what a seat cannot know: dealt again (`Game.imagined`)
in every rule set, at any moment. All that is given must be the same, byte for byte, and so as long:
state, looks ahead, refusals, pictures. And looking leaves no trace. Tables that play on are looked
at in test_transcripts.py.

LEAK_HISTORIES is how many twins are held against each other for each rule set in the slow tests,
ten thousand for a figure to report, LEAK_PEEKS how many looks ahead are taken:
    LEAK_HISTORIES=10000 LEAK_PEEKS=100000 pytest -m slow tests/leaks/test_table*.py
"""

from __future__ import annotations

import json
import os
from typing import Any

import numpy as np
import pytest
from at_tables import PLACES, both_given, moments
from kit.tables import as_json, given, seated, sizes, twin_of
from walking import HISTORIES

from spacecombat_env.core.ruleset import make_games
from spacecombat_env.env.game import Game
from spacecombat_env.env.table import PUBLIC, RefusedError, Table, offers, parsing
from spacecombat_env.protocol import MessageBuilder, MessageOptions

PEEKS = int(os.environ.get("LEAK_PEEKS", "3000"))
TWINS, WHOLE = 2, 20
"""Twins of a moment for each seat; one in this many is looked at by every way that there is."""
pytestmark = pytest.mark.usefixtures("words_found_quickly")
rulesets = pytest.mark.parametrize("name", PLACES)


def differences(
    table: Table, seat: int, seed: int, mine: dict[str, str] | None = None, whole: bool = False
) -> list[str]:
    """Return what differs from a twin of the table in all that a seat and the public are given.

    `mine` is what is given at the table, where it is known already.
    """
    mine = mine or both_given(table, seat, whole)
    theirs = both_given(twin_of(table, table._game.determinize(seat, seed)), seat, whole)
    if sizes(mine) != sizes(theirs):
        return ["sizes"]
    return [what for what in mine if mine[what] != theirs[what]]


def compared(name: str, histories: int, first: int = 0, **more: Any) -> int:
    """Hold this many twins against each other; return in how many the seat was asked.

    A moment has two twins for each seat, so that what is given at it is made once for both.
    """
    asked = done = 0
    for game, seed in moments(name, first, **more):
        table = seated(game)
        for seat in range(2):
            whole = done % WHOLE == 0
            mine = both_given(table, seat, whole)
            for twin in range(TWINS):
                found = differences(table, seat, TWINS * seed + twin, mine, whole)
                assert found == [], (name, seed, seat)
            asked += TWINS * (table.to_act == table.ruleset.seats[seat])
            done += TWINS
        if done >= histories:
            return asked
    raise AssertionError


@rulesets
def test_some_twins_are_given_the_same(name: str) -> None:
    assert compared(name, 24, places=1) > 8


@pytest.mark.slow
@rulesets
def test_ten_thousand_twins_are_given_the_same(name: str) -> None:
    assert compared(name, HISTORIES, first=50) > HISTORIES // 3


@rulesets
def test_a_determinized_game_is_made_of_what_the_seat_sees(name: str) -> None:
    """Whatever lay in the record before it was imagined: so twins can differ in all that is hidden."""
    for done, (game, seed) in enumerate(moments(name, 20)):
        for seat in range(2):
            assert imagined_in(game, seat, seed, 0) == imagined_in(game, seat, seed, 0x5A)
        if done > 20:
            return


def imagined_in(game: Game, seat: int, seed: int, before: int) -> bytes:
    """Return a game as a seat imagines it, written over a record full of one byte."""
    visible, target = (make_games(game.games.states.dtype, 1) for _ in range(2))
    visible.raw[:], target.raw[:] = game.visible_to(seat).raw, before
    game.kernels.determinize(visible, 0, game.scenario.table, seat, seed, target, 0)
    return target.raw.tobytes()


@rulesets
def test_who_gives_up_shows_nothing(name: str) -> None:
    """Neither to its own seat's reader nor to the other, for every seat and at every moment."""
    for done, (game, seed) in enumerate(moments(name, 40)):
        seat, loser = done % 2, done // 2 % 2
        table = seated(game)
        twin = twin_of(table, game.determinize(seat, seed))
        assert given_up(table, seat, loser) == given_up(twin, seat, loser), (name, seed)
        if done > 12:
            return


def given_up(table: Table, seat: int, loser: int) -> list[Any]:
    """Return all that a seat and the public are given once somebody has resigned."""
    seats = table.ruleset.seats
    table.forfeit(seats[loser], "resigned")
    teller = MessageBuilder(
        table, seats[seat], wants=MessageOptions(delta=True, vector=True, record=True)
    )
    readers = seats[seat], PUBLIC
    sent = [teller.new_game(1), teller.events_message(), teller.game_over()]
    shown = [as_json(table.state(reader)) + table.picture(reader) for reader in readers]
    return [*shown, as_json(sent), table.to_act, table.gave_up]


# --- looking leaves no trace ----------------------------------------------------------------------


def peeks(name: str, count: int, first: int = 0, places: int = 9) -> int:
    """Look ahead this many times; return how many of the looks were refused."""
    refused = done = 0
    rng = np.random.default_rng(first)
    for game, _ in moments(name, first, places):
        table = seated(game)
        seat = table.to_act
        assert seat is not None
        digest, saved = game.digest(), game.save()
        words = [word.action for word in table.state(seat).offers]
        for _ in range(20):
            sentence = [int(rng.choice(words)), *map(int, rng.choice(words, rng.integers(2)))]
            try:
                table.look_ahead(seat, sentence, 1 + int(rng.integers(2)))
            except RefusedError:
                refused += 1
            done += 1
        assert (game.digest(), game.save()) == (digest, saved)
        if done >= count:
            return refused
    raise AssertionError


@rulesets
def test_some_looks_ahead_leave_digest_and_randomness_alone(name: str) -> None:
    assert peeks(name, 100, places=1) < 100


@pytest.mark.slow
@rulesets
def test_looks_ahead_leave_digest_and_randomness_alone(name: str) -> None:
    assert peeks(name, PEEKS // 3, first=70) < PEEKS // 3


# --- the test can fail ----------------------------------------------------------------------------


def assert_noticed(name: str, histories: int = 60) -> None:
    """Something that is given depends on a secret, and twins show it."""
    for done, (game, seed) in enumerate(moments(name, places=1)):
        table = seated(game)
        if any(differences(table, seat, seed) for seat in range(2)):
            return
        if done > histories:
            break
    raise AssertionError("it would not be noticed")


def odd(game: Game) -> int:
    """A secret of the game: a bit of its luck."""
    return int(game.games.raw[0][-64:].sum()) & 1


def test_a_menu_looked_up_in_the_real_game_is_noticed(monkeypatch: Any) -> None:
    """Words that may follow an outcome, of the true course of the dice."""
    monkeypatch.setattr(Game, "determinize", lambda game, seat, seed: game.copy())
    ends = offers.order_ending

    def blurred(before: Any, later: Game, blank: bytes) -> Any:
        return None if later.seat == before.seat else ends(before, later, blank)

    monkeypatch.setattr(offers, "order_ending", blurred)
    with pytest.raises(AssertionError):
        # twins are made by `determinize`, so here they are made by another random stream
        for game, _ in moments("battle_rider", places=1):
            table = seated(game)
            twin = game.copy()
            twin.games.states["chance"]["seed_lo"] ^= 0x5A5A
            seat = table.to_act
            assert seat is not None
            mine, theirs = (given(each, seat) for each in (table, twin_of(table, twin)))
            assert mine == theirs


@rulesets
def test_an_order_of_actions_that_follows_a_secret_is_noticed(name: str, monkeypatch: Any) -> None:
    straight = offers.legal_actions

    def turned(game: Game) -> Any:
        words = straight(game)
        return words[::-1] if odd(game) else words

    monkeypatch.setattr(offers, "legal_actions", turned)
    monkeypatch.setattr(offers, "LOOKAHEAD_SEED", 0)
    monkeypatch.setattr(
        "spacecombat_env.env.table.readers.legal_offers",
        lambda game, blank: offers.offers_ahead(game, blank, 1, 400),
    )
    assert_noticed(name)


def test_a_reason_that_shows_a_secret_is_noticed(monkeypatch: Any) -> None:
    parse = parsing.parse_order

    def blabbing(game: Game, parts: Any) -> Any:
        try:
            return parse(game, parts)
        except parsing.OrderError as refusal:
            telling = type(refusal)(f"{refusal}{' ' * odd(game)}")
            telling.word = refusal.word
            raise telling from None

    monkeypatch.setattr(parsing, "parse_order", blabbing)
    with pytest.raises(AssertionError):
        compared("intercept_sensors", 60, places=1)


def test_all_that_is_given_can_be_sent() -> None:
    game, _ = next(moments("battle_rider", 3))
    table = seated(game)
    assert json.loads(as_json(table.state("public")))["reader"] == "public"
