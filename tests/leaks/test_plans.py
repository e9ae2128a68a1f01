"""The answers about places of the map do not depend on what the seat may not know.

The orders that bring a piece to a place, where a piece can go, where the enemies may be, what comes
through of missiles.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import count, islice
from typing import Any

import pytest
from kit.determinizing import walk
from kit.tables import as_json, seated, twin_of

from spacecombat_agents.players.scripted import ScriptedAgent, captain_module
from spacecombat_env.env.table import Table, belief, odds_from, plans, reach, salvos

HISTORIES = int(os.environ.get("LEAK_HISTORIES", "120"))
MANY = int(os.environ.get("LEAK_TWINS", "700"))
"""Twins that are asked one question each."""
CELLS = re.compile(r'id="cells"[^>]*>([^<]*)<')
PLACES: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "battle_rider": [
        ("skirmish", {}),
        ("skirmish", {"hidden_damage": True, "facing": True, "surprise": True}),
        ("skirmish", {"double_blind": True}),
    ],
    "intercept_sensors": [("duel", {}), ("infiltrator", {})],
    "interceptor": [("pair", {}), ("asteroid_field", {})],
}
FIRES = ("fire_weapons", "fire_target", "return", "opportunity", "last_shots")
ASKED = (*FIRES, "launch_menu", "round_menu", "thrust", "plot", "scan", "speed", "move")
MOST, TRIED, FEW_PLACES = 300, 4, 8
"""Actions after which a game is left; orders of a moment that are tried, of all that are thought of;
of this many places one is asked about where there are very many twins."""
rulesets = pytest.mark.parametrize("name", PLACES)


Question = Callable[[Table, str, list[str]], Any]


def thoughts(table: Table, seat: str, cells: list[str]) -> list[Any]:
    """Return the orders that are thought of for each place."""
    thought_of, number = table.ruleset.plans or no_plans, table.ruleset.seats.index(seat)
    visible, scenario = table.visible(seat), table.scenario
    return [thought_of(visible, 0, scenario, number, cell) for cell in cells]


def tried(table: Table, seat: str, cells: list[str]) -> list[Any]:
    """Return some of these orders as they are sent."""
    found = zip(cells, thoughts(table, seat, cells), strict=True)
    near = [cell for cell, orders in found if orders]
    return [plans(table, seat, cell) for cell in near[:: len(near) // TRIED + 1]]


def within_reach(table: Table, seat: str, cells: list[str]) -> Any:
    """Return where the piece can go."""
    return reach(table, seat)


def weighed(table: Table, seat: str, cells: list[str]) -> list[Any]:
    """Return the odds from some of these places, and from here."""
    found = reach(table, seat)
    places = found.destinations[:: len(found.destinations) // 2 + 1]
    there = [odds_from(table, seat, found.order(destination)) for destination in places]
    return [*there, odds_from(table, seat, ())]


def believed(table: Table, seat: str, cells: list[str]) -> Any:
    """Return where the enemies may be."""
    return belief(table, seat)


def launched(table: Table, seat: str, cells: list[str]) -> list[Any]:
    """Return what comes through of missiles."""
    return [salvos(table, seat, order) for order in launches(table, seat)]


def hinted(table: Table, seat: str, cells: list[str]) -> Any:
    """Return the advice of a scripted player."""
    doctrine = next(iter(captain_module(table.ruleset.name).DOCTRINES))
    return table.suggest(seat, ScriptedAgent(table.scenario, doctrine))


QUESTIONS: tuple[Question, ...] = (
    thoughts,
    tried,
    within_reach,
    weighed,
    believed,
    launched,
    hinted,
)


def told(table: Table, seat: str, cells: list[str], questions: Sequence[Question]) -> str:
    """Return the answers to some questions."""
    return as_json([question(table, seat, cells) for question in questions])


def launches(table: Table, seat: str) -> list[tuple[int, ...]]:
    """Return orders that may launch missiles: each ship's, the least number and the largest."""
    decision = table.state(seat).decision_name
    if decision in FIRES:
        return [(each.action,) for each in table.look_ahead(seat, (), 1).offers]
    if decision != "launch_menu":
        return []
    offers = table.look_ahead(seat, (), 2).offers
    return [
        (each.action, then.action) for each in offers for then in (each.then[:1] + each.then[-1:])
    ]


def no_plans(*asked: Any) -> list[tuple[int, ...]]:
    """Return nothing, as of a rule set without plans."""
    return []


def moments(name: str) -> Iterator[tuple[int, Table, Table]]:
    """Yield tables of random games at which something is planned, each with a twin and a number."""
    for seed in count():
        scenario, options = PLACES[name][seed % len(PLACES[name])]
        for n, game in enumerate(walk(name, scenario, seed, options)):
            if n >= MOST:
                break
            asked = game.ruleset.decision_name(game.out.visible, 0) if game.seat >= 0 else ""
            if asked in ASKED and n % 3 == 0:
                table = seated(game.copy())
                number = 1000 * seed + n
                yield number, table, twin_of(table, game.determinize(table._game.seat, number))


def places(table: Table, seat: str, nth: int, step: int) -> list[str]:
    """Return one in `step` places of the map, from a number on."""
    found = CELLS.search(table.picture(seat, for_page=True))
    assert found is not None
    cells = [",".join(text.split(",")[2:]) for text in found[1].split(";")]
    return cells[nth % step :: step]


def compared(name: str, histories: int) -> int:
    """Ask this many twins all questions; return at how many moments anything could be planned."""
    planned = done = 0
    for number, table, twin in moments(name):
        seat = str(table.to_act)
        cells = places(table, seat, number, 2)
        assert told(table, seat, cells, QUESTIONS) == told(twin, seat, cells, QUESTIONS), number
        is_planned = bool(reach(table, seat).destinations or any(launched(table, seat, cells)))
        planned += is_planned
        done += is_planned or number % 9 == 0
        if done >= histories:
            break
    return planned


def differing(name: str, histories: int) -> list[tuple[str, int]]:
    """Ask each of this many twins one question in turn; return the questions answered otherwise."""
    found = []
    for nth, (number, table, twin) in enumerate(islice(moments(name), histories)):
        seat, one = str(table.to_act), QUESTIONS[nth % len(QUESTIONS)]
        cells = places(table, seat, nth, FEW_PLACES)
        mine, theirs = (told(each, seat, cells, [one]) for each in (table, twin))
        if mine != theirs:
            found.append((one.__name__, number))
    return found


@rulesets
def test_some_twins_are_shown_the_same_orders(name: str) -> None:
    assert compared(name, 4) > 0


@pytest.mark.slow
@rulesets
def test_many_twins_are_shown_the_same_orders(name: str) -> None:
    assert compared(name, HISTORIES) > HISTORIES // 4


@pytest.mark.slow
@rulesets
def test_each_of_very_many_twins_is_shown_the_same_answer(name: str) -> None:
    assert differing(name, MANY) == []


@pytest.mark.slow
def test_orders_of_the_truth_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plan that read the true record, the enemy's part with it."""

    def truth(table: Table, seat: str) -> Any:
        games = table._game.games
        games.states[0]["round_tf"] = int(games.states[0]["craft"]["tf"].sum()) % 5
        return games

    monkeypatch.setattr(Table, "visible", truth)
    with pytest.raises(AssertionError):
        compared("battle_rider", 200)
    assert differing("battle_rider", 200)
