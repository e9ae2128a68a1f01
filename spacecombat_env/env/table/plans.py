"""Orders that bring the piece to act to a place: proposed by the rule set and tried here."""

from __future__ import annotations

from typing import NamedTuple

from spacecombat_env.env.table.records import ORDER, OUTCOME, RefusedError
from spacecombat_env.env.table.table import Table


class OrderPlan(NamedTuple):
    """A complete order, starting after the seat's pending actions."""

    text: str
    """Its text, as a sentence."""
    actions: tuple[int, ...]
    ends: str
    """How it ends, as `Offer.ends`: `order` or `outcome`."""
    grave: str | None = None
    """The loss that it means for good, as `Offer.grave`."""


def plans(table: Table, seat: str, place: str) -> tuple[OrderPlan, ...]:
    """Return orders after which the piece to act ends in a place, the simplest first.

    Other events may still stop the piece. The result is empty if there are none or the rule set
    offers none. `place` is a hex or a square as printed (`Offer.place`). The result depends only on
    the seat's information: each order is tried in a determinization. Raises RefusedError if another
    seat is to act.
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
    """Return an order as a plan; None if one of its actions is not legal.

    If its last action is the only legal one, the engine makes it, and it is left out.
    """
    try:
        settled = len(actions) > 1 and not table.look_ahead(seat, actions[:-1]).decision_text
        actions = actions[:-1] if settled else actions
        offers = table.look_ahead(seat, actions[:-1]).offers
        grave = next((offer.grave for offer in offers if offer.action == actions[-1]), None)
        ends = ORDER if table.look_ahead(seat, actions).decision_text else OUTCOME
    except RefusedError:
        return None
    return OrderPlan(" ".join(texts[action] for action in actions), actions, ends, grave)
