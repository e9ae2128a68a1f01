"""What a seat, or the public, is given at a table that plays on does not depend on secrets.

A twin is changed in secret and played on, with the same luck and the same words, in Interceptor
(kit/interceptor/twins.py), or dealt anew and played on with words of its own for the enemy where it
must (kit/tables_on.py). All that is given must be the same, byte for byte, and so as long: state,
looks ahead, refusals; with Interceptor's twins what was told since the beginning as well, and its
numbers. Of LEAK_HISTORIES (test_table.py) the slow tests play a tenth on.
"""

from __future__ import annotations

import copy
from typing import Any

import pytest
from at_tables import both_given, moments
from kit.interceptor.looking import CLOSE
from kit.interceptor.twins import Leak, Twins
from kit.tables import seated, sizes
from kit.tables_on import Shown, TablesOn
from walking import HISTORIES, let_play_on

from spacecombat_env.env.game import Game
from spacecombat_env.env.table import Table
from spacecombat_env.rulesets.interceptor import RULESET as INTERCEPTOR

pytestmark = pytest.mark.usefixtures("words_found_quickly")


class TableTwins(Twins):
    """Twins at tables: whatever their watcher is given is compared whenever it is asked."""

    def __init__(self, scenario: Any, **more: Any) -> None:
        super().__init__(scenario, **more)
        self.tables: list[Table] = []
        self.looks = 0

    def history(self, seed: int) -> int:
        self.tables = []
        return super().history(seed)

    def _seated(self) -> list[Table]:
        """The tables, around the games as they stand."""
        for table, games in zip(self.tables, self.games, strict=True):
            table._game.games.raw[:] = games.raw
            table._game.refresh()
            table._offers = None
        return self.tables

    def _compare_told(self) -> None:
        if not self.tables:
            for _ in self.games:
                game = Game(INTERCEPTOR, self.play.scenario)
                game.start(0)
                self.tables.append(seated(game))
            for table in self._seated():
                table._ears.listen(-1, -1)
        super()._compare_told()

    def _say(self, which: int, word: int) -> None:
        seat = int(self.games[which].states[0].seat)
        super()._say(which, word)
        if self.tables:
            table = self._seated()[which]
            table._ears.listen(seat, seat)

    def _excursion(self, which: int) -> bool:
        ears = copy.deepcopy(self.tables[which]._ears.ears)
        kept = super()._excursion(which)
        if not kept:
            self.tables[which]._ears.ears = ears
        return kept

    def _compare_looks(self) -> None:
        super()._compare_looks()
        mine, theirs = (both_given(table, self.watcher) for table in self._seated())
        self.looks += 1
        if sizes(mine) != sizes(theirs) or mine != theirs:
            raise Leak(
                f"differ at a table: {[what for what in mine if mine[what] != theirs[what]]}"
            )


def played_on(histories: int, first: int, words: int) -> TableTwins:
    """Play so many pairs of games, of which half deal and set up as well."""
    for delegate in ((), ("terrain", "setup", "loads")):
        twins = TableTwins(CLOSE, delegate=delegate, words=words)
        for seed in range(first, first + histories // 2):
            twins.history(seed)
    return twins


def test_some_twins_that_play_on_are_given_the_same() -> None:
    assert played_on(2, 0, 40).looks > 10


@pytest.mark.slow
def test_twins_that_play_on_are_given_the_same() -> None:
    assert played_on(HISTORIES // 10, 100, 120).looks > HISTORIES // 10


def played_on_from(name: str, histories: int, first: int = 0) -> TablesOn:
    """Let tables of any rule set play on from so many moments, with twins of the seat asked."""
    return let_play_on(TablesOn(), moments(name, first), histories, both_given)


@pytest.mark.parametrize("name", ["battle_rider", "intercept_sensors"])
def test_some_tables_that_play_on_give_the_same(name: str) -> None:
    assert played_on_from(name, 6).looks > 10


@pytest.mark.slow
@pytest.mark.parametrize("name", ["battle_rider", "intercept_sensors"])
def test_tables_that_play_on_give_the_same(name: str) -> None:
    on = played_on_from(name, HISTORIES // 10, 30)
    assert on.looks > HISTORIES // 10 and on.uneven > HISTORIES // 100, on.ends


# --- the test can fail ----------------------------------------------------------------------------


@pytest.mark.slow
def test_a_count_of_all_words_is_noticed(monkeypatch: Any) -> None:
    """`at` as the count of both seats' words is caught by twins in which the enemy says more."""
    state = Table.state

    def counting(table: Table, reader: str, since: Any = None) -> Any:
        found = state(table, reader, since)
        return found._replace(at=int(table._game.games.states["chance"]["decisions"][0]))

    monkeypatch.setattr(Table, "state", counting)
    with pytest.raises((Leak, AssertionError)):
        played_on(8, 0, 60)


@pytest.mark.slow
def test_a_count_of_all_words_is_noticed_where_tables_play_on(monkeypatch: Any) -> None:
    state = Table.state

    def counting(table: Table, reader: str, since: Any = None) -> Any:
        return state(table, reader, since)._replace(at=sum(table.counts))

    monkeypatch.setattr(Table, "state", counting)
    monkeypatch.setattr(TablesOn, "_say", _plainly)
    with pytest.raises((Shown, AssertionError)):
        played_on_from("intercept_sensors", 40, 30)


def _plainly(on: TablesOn, which: list[int], word: int) -> None:
    """Say a word by the true count of words."""
    for each in which:
        on.tables[each]._speak(word)
