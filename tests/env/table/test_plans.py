"""Orders that bring a piece to a place: said, they do; out of reach there are none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from kit.slowly import first_quick, slow
from kit.tables import seated

from spacecombat_env.env.table import OrderPlan, ReaderState, RefusedError, Table, plans

CELLS = re.compile(r'id="cells"[^>]*>([^<]*)<')
MOVES = {"skirmish": ("round_menu", "thrust"), "hunt": ("plot",)}
"""Names of the questions at which something may be planned."""


def cells(table: Table, seat: str) -> list[str]:
    """The places of the map, as a seat's picture names them."""
    found = CELLS.search(table.picture(seat, for_page=True))
    assert found is not None
    return [",".join(text.split(",")[2:]) for text in found[1].split(";")]


def where(table: Table, seat: str) -> dict[str, str]:
    """The places of a seat's own pieces as they stand now, whether it knows of it yet or not."""
    number = table.ruleset.seats.index(seat)
    picture = table.ruleset.draw_svg(table._visible_now(number), 0, table.scenario, number)
    return dict(re.findall(r'data-k="([^"]+)"[^>]* data-cell="([^"]+)"', picture))


def planned(table: Table, seat: str) -> dict[str, tuple[OrderPlan, ...]]:
    """All places that can be reached, with the orders that do."""
    thought_of = table.ruleset.plans
    assert thought_of is not None
    number = table.ruleset.seats.index(seat)
    found = {}
    for place in cells(table, seat)[::2]:
        if thought_of(table.visible(seat), 0, table.scenario, number, place):
            found[place] = plans(table, seat, place)
    return {place: orders for place, orders in found.items() if orders}


def moments(
    game: str, walk: Any, new_table: Any, words: int
) -> Iterator[tuple[Table, ReaderState]]:
    """Moments at which something can be planned."""
    table = new_table(game, 3)
    for state in walk(table, words):
        if state.decision_name in MOVES[game]:
            yield table, state


@pytest.mark.parametrize(
    ("game", "every"), [("skirmish", 4), ("hunt", 2), *(slow(game, 1) for game in MOVES)]
)
def test_orders_bring_a_piece_where_they_say(
    game: str, every: int, walk: Any, new_table: Any
) -> None:
    """BR-MOV-03, BR-MOV-04; in the sensor rules plots are carried out when all have been made."""
    reached = 0
    for table, state in islice(moments(game, walk, new_table, 60), 0, None, every):
        seat, found = state.reader, planned(table, state.reader)
        for place, orders in list(found.items())[::9]:
            for plan in orders[:2]:
                copy = seated(table._game.copy())
                before = set(where(copy, seat).values())
                said = copy.say(seat, 0, list(plan.actions))
                assert said.actions == plan.actions
                if "evade" in plan.text or copy.to_act is None:
                    continue
                goes = set(where(copy, seat).values())
                reached += place in goes - before
                assert place in goes or game == "hunt", (plan.text, place)
    assert reached > 2


def gs_of(plan: OrderPlan) -> int:
    """The Gs of evasion of an order; where but one is left nobody asks how many."""
    last = plan.text.split()[-1]
    return 1 if last == "evade" else int(last)


@pytest.mark.parametrize("every", first_quick([4, 1]))
def test_the_rest_of_the_gs_may_be_spent_on_evasion(every: int, walk: Any, new_table: Any) -> None:
    """BR-EVA-01: without, then with as much as is left, then with less."""
    visible = 0
    for table, state in islice(moments("skirmish", walk, new_table, 60), 0, None, every):
        for orders in planned(table, state.reader).values():
            assert orders[0].ends == "outcome"
            assert len(orders) == 1 or orders[0].text.split()[-1] == "go"
            left = [gs_of(plan) for plan in orders[1:]]
            assert left == list(range(len(left), 0, -1))
            burns = {plan.text.split("evade")[0].removesuffix("go") for plan in orders}
            assert len(burns) == 1
            visible += len(left) > 1
    assert visible > 2


def test_an_order_under_way_is_planned_on(walk: Any, new_table: Any) -> None:
    """BR-MOV-04: a G that has been named is spent."""
    for table, state in moments("skirmish", walk, new_table, 60):
        if state.decision_name != "round_menu" or "move" not in [
            word.text for word in state.offers
        ]:
            continue
        whole = planned(table, state.reader)
        if not whole:
            continue
        place, orders = max(whole.items(), key=lambda each: len(each[1][0].actions))
        begun = orders[0].actions[:2]
        copy = seated(table._game.copy())
        copy.say(state.reader, 0, list(begun))
        [rest, *_] = plans(copy, state.reader, place)
        assert begun + rest.actions == orders[0].actions
        assert len(planned(copy, state.reader)) < len(whole)
        return
    raise AssertionError


def test_planning_leaves_no_trace(walk: Any, new_table: Any) -> None:
    for table, state in moments("skirmish", walk, new_table, 12):
        before = table.replay(), table._game.digest()
        planned(table, state.reader)
        assert (table.replay(), table._game.digest()) == before
        assert table.state(state.reader).at == state.at


@pytest.mark.parametrize(
    "place", ["", "0000", "9999", "12345", "B4", "B4 (7,99)", "A1 (7,18)", "²²²²"]
)
def test_what_is_no_place_within_reach_has_no_orders(
    game: str, place: str, walk: Any, new_table: Any
) -> None:
    table = new_table(game)
    for state in walk(table, 10):
        assert plans(table, state.reader, place) == ()


def test_who_does_not_act_plans_nothing(table: Table) -> None:
    other = next(seat for seat in table.ruleset.seats if seat != table.to_act)
    with pytest.raises(RefusedError, match="is not to act"):
        plans(table, other, "1012")
