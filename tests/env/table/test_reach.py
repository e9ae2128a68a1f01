"""Where a piece can go: the hexes that `plans` finds an order for, at the cost of that order."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
import pytest
from kit.tables import seated

from spacecombat_agents.players.scripted import ScriptedAgent
from spacecombat_env import registry
from spacecombat_env.core.model.odds import Odds
from spacecombat_env.env.game import Game, open_scenario
from spacecombat_env.env.table import (
    OrderPlan,
    Reach,
    RefusedError,
    Table,
    belief,
    odds_from,
    plans,
    reach,
)
from spacecombat_env.env.table.odds_estimation import MAX_ANSWERS, combine_odds
from spacecombat_env.env.table.reach import NOWHERE
from spacecombat_env.rulesets.intercept_sensors.presentation.coordinates import square_of

CELLS = re.compile(r'id="cells"[^>]*>([^<]*)<')
MOVES = {"battle_rider": ("round_menu", "thrust"), "intercept_sensors": ("plot",)}
PLACES = {"battle_rider": ("skirmish", "duel"), "intercept_sensors": ("duel", "infiltrator")}
rulesets = pytest.mark.parametrize("name", MOVES)


def moments(name: str, asked: tuple[str, ...]) -> Iterator[Table]:
    """Yield tables at which a piece may be moved, from random games."""
    rules, seed = registry.ruleset(name), 0
    while True:
        game, rng = (
            Game(rules, open_scenario(rules, PLACES[name][seed % 2])),
            np.random.default_rng(seed),
        )
        game.start(seed)
        for n in range(200):
            if game.seat < 0:
                break
            if rules.decision_name(game.out.visible, 0) in asked and n % 5 == seed % 5:
                yield seated(game.copy())
            game.step(int(rng.choice(game.mask.nonzero()[0])))
        seed += 1


def planned(table: Table, seat: str) -> dict[str, OrderPlan]:
    """Return the first order that `plans` finds for each place of the map."""
    found = CELLS.search(table.picture(seat, for_page=True))
    assert found is not None
    cells = [",".join(text.split(",")[2:]) for text in found[1].split(";")]
    orders = {cell: plans(table, seat, cell) for cell in cells}
    return {cell: tried[0] for cell, tried in orders.items() if tried}


def gs_of(table: Table, seat: str, place: str, plan: OrderPlan) -> int:
    """Return the Gs of an order: its directions, or the squares that it moves the end of a course."""
    state = table.visible(seat).states[0]
    if table.ruleset.name == "battle_rider":
        named = 0 if "move" in plan.text else int(state.order[table.ruleset.seats.index(seat)].gs)
        return named + sum(word not in ("move", "go") for word in plan.text.split())
    unit, square = state.unit_of[state.unit], square_of(place)
    assert square is not None
    coasts = int(unit.x) + int(unit.vx), int(unit.y) + int(unit.vy)
    return max(abs(square[0] - coasts[0]), abs(square[1] - coasts[1]))


def is_legal(table: Table, seat: str, order: tuple[int, ...]) -> bool:
    """Whether an order can be said in a determinization, action by action."""
    game = table.determinization(seat)
    for action in order:
        if not game.is_legal(action):
            return False
        game.step(action)
    return True


def compare(name: str, positions: int) -> int:
    """Hold reach against plans in this many positions where it is not empty; return their hexes."""
    count = 0
    for table in moments(name, MOVES[name]):
        seat = str(table.to_act)
        found, orders = reach(table, seat), planned(table, seat)
        assert sorted(destination.place for destination in found.destinations) == sorted(orders)
        for destination in found.destinations:
            order = found.order(destination)
            assert is_legal(table, seat, order)
            plan = orders[destination.place]
            assert len(order) in (len(plan.actions), 1)
            assert destination.cost == gs_of(table, seat, destination.place, plan)
        count += len(orders)
        positions -= bool(orders)
        if not positions:
            return count
    raise AssertionError


@rulesets
def test_reach_is_what_plans_finds(name: str) -> None:
    assert compare(name, 2) > 8


@pytest.mark.slow
@rulesets
def test_reach_is_what_plans_finds_in_many_positions(name: str) -> None:
    assert compare(name, 100) > 800


def test_where_a_facing_has_one_safe_number_of_gs_no_other_is_planned() -> None:
    """The engine takes it: the unit would end elsewhere than where it was sent."""
    for table in moments("intercept_sensors", ("plot",)):
        seat = str(table.to_act)
        found = reach(table, seat)
        if len(found.destinations) > 1 and len(found.nodes) == 1:
            assert sorted(each.place for each in found.destinations) == sorted(planned(table, seat))
            return


def test_cost_is_thrust() -> None:
    for table in moments("battle_rider", ("round_menu",)):
        seat = str(table.to_act)
        found = reach(table, seat)
        for destination in found.destinations:
            is_open = destination.left > 0  # else the engine goes, since nothing else is left
            assert len(found.order(destination)) == 1 + destination.cost + is_open
        if found.destinations:
            return


def test_only_a_seat_that_moves_something_is_told() -> None:
    table = Table(
        registry.ruleset("intercept_sensors"),
        open_scenario(registry.ruleset("intercept_sensors"), "duel"),
        1,
    )
    assert reach(table, "red_0") == Reach((), ())
    for ask in (reach, belief):
        with pytest.raises(RefusedError):
            ask(table, "blue_0")


def test_an_enemy_is_believed_to_be_somewhere() -> None:
    table = next(moments("intercept_sensors", ("scan",)))
    found = belief(table, str(table.to_act))
    assert [sum(squares.values()) for squares in found.enemies] == [found.determinizations]
    assert len(found.enemies[0]) > 50


def really_tried(table: Table, seat: str, order: tuple[int, ...], text: str) -> Odds:
    """Return the odds of an order after another one, from copies of the determinizations."""
    texts, checks = table.texts(seat), []
    path = [next(n for n, each in enumerate(texts) if each == part) for part in text.split("|")]
    for determinization in table.odds_estimator(seat).determinizations:
        game = determinization.copy()
        for action in order:
            game.step(action)
        rules, since = game.ruleset, int(game.games.states["log_count"][0])
        number, is_legal = rules.seats.index(seat), True
        for action in path:
            is_legal = is_legal and game.is_legal(action)
            if is_legal:
                game.step(action)
        assert rules.needs_answer and rules.task_checks
        for _ in range(MAX_ANSWERS):
            if game.seat < 0 or not rules.needs_answer(game.games, 0, number):
                break
            game.step(int(game.mask.argmax()))
        tasks = rules.task_checks(game.games, 0, game.scenario, number, since)
        checks.append(tasks if is_legal else [])
    return combine_odds(checks)


def test_the_odds_from_a_place_are_those_after_the_move() -> None:
    count = 0
    for table in moments("battle_rider", ("round_menu",)):
        seat = str(table.to_act)
        found = reach(table, seat)
        for destination in found.destinations[::15]:
            order = found.order(destination)
            after = odds_from(table, seat, order)
            for weighed in after.orders:
                verb, _, rest = weighed.text.partition(" ")
                text = f"{verb}|{rest}" if rest else verb
                assert weighed.odds == really_tried(table, seat, order, text)
                count += 1
        if count > 20:
            return


def test_nothing_of_the_position_after_a_move_is_told() -> None:
    """Only orders that try a task are returned, in texts and pieces that the seat has now."""
    for table in moments("battle_rider", ("round_menu",)):
        seat = str(table.to_act)
        found = reach(table, seat)
        if found.destinations:
            after = odds_from(table, seat, found.order(found.destinations[0]))
            texts = set(table.texts(seat))
            picture = table.picture(seat)
            for order in after.orders:
                assert order.odds.chance is not None
                assert order.text.partition(" ")[2] in texts | {""}
                assert order.piece is None or f'data-k="{order.piece}"' in picture
            return


def test_fire_from_where_a_fighter_may_fly_has_odds_if_the_enemies_pass() -> None:
    rules = registry.ruleset("interceptor")
    table = Table(rules, open_scenario(rules, "pair"), 5)
    captain = ScriptedAgent(table.scenario, "ace")
    texts = set[str]()
    for _ in range(60):
        seat = str(table.to_act)
        found = reach(table, seat) if not table.is_mid_order else NOWHERE
        before = table.state(seat)
        for destination in found.destinations[:: len(found.destinations) // 2 + 1]:
            there = odds_from(table, seat, found.order(destination))
            assert there.is_to_act or not there.orders
            assert all(0 <= order.odds.chance <= 1 for order in there.orders)
            texts |= {order.text for order in there.orders}
        assert table.state(seat) == before
        table.let(seat, captain)
        if texts:
            break
    assert any(text.startswith("fire") for text in texts), texts
