"""Orders that bring the piece that is asked to a place: thought of by the rule set, tried here."""

from __future__ import annotations

from typing import NamedTuple

from spacecombat_env.env.table.records import ORDER, OUTCOME, Refused
from spacecombat_env.env.table.seating import Table


class Plan(NamedTuple):
    """A whole order, from where the seat's words stand."""

    text: str
    """Its words, as they are said."""
    tokens: tuple[int, ...]
    ends: str
    """How it ends, as `Offer.ends` tells of a word: `order` or `outcome`."""


def plans(table: Table, seat: str, place: str) -> tuple[Plan, ...]:
    """Return the orders that move the piece that is asked so that it ends in a place, if nothing
    else befalls it; the plainest first. None where there are none, or the rule set offers none.

    `place` is a hex or a square as printed (`Offer.place`). All follows from what the seat knows;
    each order is tried in an imagined game. Raises Refused where another seat is asked.
    """
    seen = table.seen(seat)
    if table.ruleset.plans is None:
        return ()
    number = table.ruleset.seats.index(seat)
    thought_of = table.ruleset.plans(seen, 0, table.scenario, number, place)
    texts = table.texts(seat) if thought_of else []
    found = (_tried(table, seat, tokens, texts) for tokens in thought_of)
    return tuple(plan for plan in found if plan is not None)


def _tried(table: Table, seat: str, tokens: tuple[int, ...], texts: list[str]) -> Plan | None:
    """Return an order as a plan; None where a word of it is not legal.

    Where its last word is the only one that is left the engine says it by itself: it is left out.
    """
    try:
        settled = len(tokens) > 1 and not table.foresee(seat, tokens[:-1]).question
        tokens = tokens[:-1] if settled else tokens
        ends = ORDER if table.foresee(seat, tokens).question else OUTCOME
    except Refused:
        return None
    return Plan(" ".join(texts[token] for token in tokens), tokens, ends)
