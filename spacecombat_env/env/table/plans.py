"""Orders that bring the piece that is asked to a place: thought of by the rule set, tried here."""

from __future__ import annotations

from typing import NamedTuple

from spacecombat_env.env.table.records import ORDER, OUTCOME, RefusedError
from spacecombat_env.env.table.table import Table


class OrderPlan(NamedTuple):
    """A whole order, from where the seat's words stand."""

    text: str
    """Its words, as they are said."""
    actions: tuple[int, ...]
    ends: str
    """How it ends, as `Offer.ends` tells of a word: `order` or `outcome`."""


def plans(table: Table, seat: str, place: str) -> tuple[OrderPlan, ...]:
    """Return the orders that move the piece that is asked so that it ends in a place, if nothing
    else befalls it; the plainest first. None where there are none, or the rule set offers none.

    `place` is a hex or a square as printed (`Offer.place`). All follows from what the seat knows;
    each order is tried in an imagined game. Raises Refused where another seat is asked.
    """
    visible = table.visible(seat)
    if table.ruleset.plans is None:
        return ()
    number = table.ruleset.seats.index(seat)
    thought_of = table.ruleset.plans(visible, 0, table.scenario, number, place)
    texts = table.texts(seat) if thought_of else []
    found = (_try_plan(table, seat, actions, texts) for actions in thought_of)
    return tuple(plan for plan in found if plan is not None)


def _try_plan(
    table: Table, seat: str, actions: tuple[int, ...], texts: list[str]
) -> OrderPlan | None:
    """Return an order as a plan; None where a word of it is not legal.

    Where its last word is the only one that is left the engine says it by itself: it is left out.
    """
    try:
        settled = len(actions) > 1 and not table.look_ahead(seat, actions[:-1]).decision_text
        actions = actions[:-1] if settled else actions
        ends = ORDER if table.look_ahead(seat, actions).decision_text else OUTCOME
    except RefusedError:
        return None
    return OrderPlan(" ".join(texts[action] for action in actions), actions, ends)
