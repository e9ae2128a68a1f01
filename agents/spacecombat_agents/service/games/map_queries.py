"""Questions about the map: where a piece can go, and where the enemies may be.

They are no part of the protocol. Each depends only on what the seat knows at its present decision,
so that an answer is kept until the next action.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from spacecombat_env.core.ruleset import RuleSet
from spacecombat_env.env.table import Table, belief, reach
from spacecombat_env.protocol.validation import FIELDS, GAME, ID, FieldCheck

Message = dict[str, Any]
__all__ = ["MAP_FIELDS", "MAP_QUERIES", "MapAnswers", "offered"]


def _reach(table: Table, seat: str) -> Message:
    """Return where the piece to act can go: a tree of orders, and the hexes at its ends."""
    found = reach(table, seat)
    places = [list(destination) for destination in found.destinations]
    return {"nodes": [list(node) for node in found.nodes], "places": places}


def _belief(table: Table, seat: str) -> Message:
    """Return where the enemies may be that the seat does not see."""
    found = belief(table, seat)
    enemies = [[list(item) for item in squares.items()] for squares in found.enemies]
    return {"of": found.determinizations, "enemies": enemies}


MAP_QUERIES: Mapping[str, Callable[[Table, str], Message]] = {"reach": _reach, "belief": _belief}
"""Type of a message -> content of its answer, which has the same type."""
MAP_FIELDS: Mapping[str, Mapping[str, FieldCheck]] = {
    **FIELDS,
    **{kind: {"id": ID, "game": GAME} for kind in MAP_QUERIES},
}
"""The messages of the protocol and these, with their fields."""


def offered(ruleset: RuleSet) -> dict[str, bool]:
    """Return the questions that a rule set answers."""
    return {"reach": ruleset.reach is not None, "belief": ruleset.belief is not None}


class MapAnswers:
    """The answers of a table since its last action."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._answers: dict[tuple[str, str], Message] = {}

    def answer(self, seat: str, kind: str) -> Message:
        """Return the content of an answer. Raises RefusedError if another seat is to act."""
        if (seat, kind) not in self._answers:
            self._answers[seat, kind] = MAP_QUERIES[kind](self.table, seat)
        return self._answers[seat, kind]

    def clear(self) -> None:
        """Forget all answers: the position has changed."""
        self._answers.clear()
