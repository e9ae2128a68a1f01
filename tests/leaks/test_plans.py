"""The answers about places of the map do not depend on what the seat may not know.

The orders that bring a piece to a place, where a piece can go, where the enemies may be, what comes
through of missiles.
"""

from __future__ import annotations

import os
import re
from typing import Any

import pytest
from kit.determinizing import walk
from kit.tables import as_json, seated, twin_of

from spacecombat_agents.players.scripted import ScriptedAgent, captain_module
from spacecombat_env.env.table import Table, belief, odds_from, plans, reach, salvos

HISTORIES = int(os.environ.get("LEAK_HISTORIES", "120"))
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
ASKED = ("launch_menu", "round_menu", "thrust", "plot", "scan", "speed", "move")
MOST, TRIED = 300, 4
"""Words after which a game is left; orders of a moment that are tried, of all that are thought of."""
rulesets = pytest.mark.parametrize("name", PLACES)


def told(table: Table, seat: str, cells: list[str]) -> tuple[str, bool]:
    """What is thought of for each place, and some of it as it is sent; whether there is any."""
    thought_of, number = table.ruleset.plans or no_plans, table.ruleset.seats.index(seat)
    visible, scenario = table.visible(seat), table.scenario
    thoughts = [thought_of(visible, 0, scenario, number, cell) for cell in cells]
    near = [cell for cell, found in zip(cells, thoughts, strict=True) if found]
    tried = [plans(table, seat, cell) for cell in near[:: len(near) // TRIED + 1]]
    found = reach(table, seat)
    places = found.destinations[:: len(found.destinations) // 2 + 1]
    weighed = [odds_from(table, seat, found.order(destination)) for destination in places]
    now = odds_from(table, seat, ())
    captain = ScriptedAgent(
        table.scenario, next(iter(captain_module(table.ruleset.name).DOCTRINES))
    )
    hint = table.suggest(seat, captain)
    launched = [salvos(table, seat, order) for order in launches(table, seat)]
    given = as_json([thoughts, tried, found, weighed, now, belief(table, seat), launched, hint])
    return given, bool(found.destinations or any(launched))


def launches(table: Table, seat: str) -> list[tuple[int, int]]:
    """Return orders that launch missiles: each ship's, the least number and the largest."""
    if table.state(seat).decision_name != "launch_menu":
        return []
    offers = table.look_ahead(seat, (), 2).offers
    return [
        (each.action, then.action) for each in offers for then in (each.then[:1] + each.then[-1:])
    ]


def no_plans(*asked: Any) -> list[tuple[int, ...]]:
    """Return nothing, as of a rule set without plans."""
    return []


def compared(name: str, histories: int) -> int:
    """Hold this many twins against each other; return in how many anything could be planned."""
    planned = done = seed = 0
    while done < histories:
        scenario, options = PLACES[name][seed % len(PLACES[name])]
        for n, game in enumerate(walk(name, scenario, seed, options)):
            if n >= MOST or done >= histories:
                break
            if (
                game.seat < 0
                or game.ruleset.decision_name(game.out.visible, 0) not in ASKED
                or n % 3
            ):
                continue
            table = seated(game.copy())
            seat = str(table.to_act)
            found = CELLS.search(table.picture(seat, for_page=True))
            assert found is not None
            cells = [",".join(text.split(",")[2:]) for text in found[1].split(";")][n % 2 :: 2]
            twin = twin_of(table, table._game.determinize(table._game.seat, 1000 * seed + n))
            mine, is_planned = told(table, seat, cells)
            assert told(twin, seat, cells)[0] == mine, (name, seed, n)
            planned += is_planned
            done += is_planned or n % 9 == 0
        seed += 1
    return planned


@rulesets
def test_some_twins_are_shown_the_same_orders(name: str) -> None:
    assert compared(name, 4) > 0


@pytest.mark.slow
@rulesets
def test_many_twins_are_shown_the_same_orders(name: str) -> None:
    assert compared(name, HISTORIES) > HISTORIES // 4


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
