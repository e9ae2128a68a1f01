"""The odds that a seat gets do not depend on what it may not know.

A twin looks the same to the seat and differs in all that is hidden (`Game.imagined`); the odds of
every order, number by number and word by word, must be the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from kit.determinizing import walk
from kit.tables import as_json, seated, twin_of

from spacecombat_env.env.game import Game
from spacecombat_env.env.table import Offer, Table

PLACES: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "battle_rider": [
        ("skirmish", {}),
        ("skirmish", {"hidden_damage": True, "black_globes": True, "boarding": True}),
        ("skirmish", {"double_blind": True}),
    ],
    "intercept_sensors": [("duel", {}), ("infiltrator", {})],
    "interceptor": [("pair", {}), ("duel", {})],
}
EVERY, MOST = 7, 260
"""Words between two moments of a game, and after which it is left."""
GAMES = 20
"""Games of each place, at most."""
MANY = 120
"""Odds that are held against each other in the slow test."""
rulesets = pytest.mark.parametrize("name", PLACES)


def moments(name: str, places: int = 9) -> Iterator[tuple[Table, str]]:
    """Yield tables at which a seat is asked."""
    for seed, (scenario, options) in enumerate(PLACES[name][:places] * GAMES):
        for n, game in enumerate(walk(name, scenario, seed, options)):
            if n >= MOST:
                break
            if n % EVERY == 0 and game.seat >= 0:
                table = seated(game.copy())
                assert table.to_act is not None
                yield table, table.to_act


def told(table: Table, seat: str) -> tuple[str, int]:
    """Return the odds of all orders two words deep, as they are sent, and how many there are."""
    words = table.look_ahead(seat, (), 2, odds=True).offers
    return as_json(words), sum(word.odds is not None for word in all_of(words))


def all_of(words: tuple[Offer, ...]) -> Iterator[Offer]:
    """Yield words and those after them."""
    for word in words:
        yield word
        yield from all_of(word.then)


def check_twins(name: str, odds: int, places: int = 9) -> None:
    """Hold twins against each other until this many odds have been told."""
    for n, (table, seat) in enumerate(moments(name, places)):
        mine, count = told(table, seat)
        twin = table._game.determinize(table._game.seat, 1000 + n)
        assert twin.digest() != table._game.digest()
        assert told(twin_of(table, twin), seat)[0] == mine
        odds -= count
        if odds <= 0:
            return
    raise AssertionError(f"{odds} odds more were wanted")


@rulesets
def test_twins_have_the_same_odds(name: str) -> None:
    check_twins(name, 12)


@pytest.mark.slow
@rulesets
def test_many_twins_have_the_same_odds(name: str) -> None:
    check_twins(name, MANY)


@pytest.mark.parametrize("name", ["battle_rider", "interceptor"])
def test_odds_of_the_true_game_are_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from spacecombat_env.env.table import odds_estimation

    def true(estimator: Any, game: Game, determinizations: int = 1) -> None:
        estimator.seat, estimator.determinizations = game.seat, [game.copy()]
        estimator.scratch, estimator.after = game.scratch_copy(), game.scratch_copy()

    monkeypatch.setattr(odds_estimation.OddsEstimator, "__init__", true)
    with pytest.raises(AssertionError):
        check_twins(name, 300)


def test_odds_leave_no_trace() -> None:
    for n, (table, seat) in enumerate(moments("battle_rider")):
        saved = table._game.save()
        table.look_ahead(seat, (), 2, odds=True)
        assert table._game.save() == saved
        if n > 20:
            return
