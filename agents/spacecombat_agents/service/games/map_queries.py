"""Questions about the map: where a piece can go, odds from there, what may strike, the enemies.

They are no part of the protocol. Each depends only on what the seat knows at its present decision,
so that an answer is kept until the next action.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from spacecombat_env.core.model.odds import Odds
from spacecombat_env.core.ruleset import RuleSet
from spacecombat_env.env.table import Table, belief, odds_from, reach, salvos
from spacecombat_env.protocol.lines import as_line
from spacecombat_env.protocol.validation import FIELDS, GAME, ID, FieldCheck, is_count, text

Message = dict[str, Any]
__all__ = ["MAP_FIELDS", "MAP_QUERIES", "MapAnswers", "offered"]


def _reach(table: Table, seat: str, message: Message) -> Message:
    """Return where the piece to act can go: a tree of orders, and the hexes at its ends."""
    found = reach(table, seat, _actions(message))
    places = [list(destination) for destination in found.destinations]
    return {"nodes": [list(node) for node in found.nodes], "places": places}


def _belief(table: Table, seat: str, message: Message) -> Message:
    """Return where the enemies may be that the seat does not see."""
    found = belief(table, seat)
    enemies = [[list(item) for item in squares.items()] for squares in found.enemies]
    return {"of": found.determinizations, "enemies": enemies}


def _odds_from(table: Table, seat: str, message: Message) -> Message:
    """Return the odds of the orders that may follow another one."""
    found = odds_from(table, seat, _actions(message))
    orders = [
        {
            "text": order.text,
            **({"piece": order.piece} if order.piece is not None else {}),
            "odds": _odds(order.odds),
        }
        for order in found.orders
    ]
    return {"asked": found.is_to_act, "orders": orders}


def _salvos(table: Table, seat: str, message: Message) -> Message:
    """Return how many missiles of a launch get through and hit, target by target."""
    return {"targets": [salvo._asdict() for salvo in salvos(table, seat, _actions(message))]}


def _actions(message: Message) -> list[int]:
    """Return the actions of a checked message."""
    return [int(action) for action in message.get("words", [])]


def _are_actions(value: Any) -> bool:
    """Whether a value is a list of actions."""
    return isinstance(value, list) and len(value) <= MAX_ACTIONS and all(map(is_count, value))


def _odds(odds: Odds) -> Message:
    """Return odds as they are sent."""
    return {"chance": odds.chance, "mean": odds.mean, "lines": list(odds.lines)}


MAX_ACTIONS, MAX_NAME = 60, 200
ACTIONS = FieldCheck(_are_actions, f"a list of at most {MAX_ACTIONS} whole numbers", needed=False)
MAP_QUERIES: Mapping[str, Callable[[Table, str, Message], Message]] = {
    "reach": _reach,
    "belief": _belief,
    "odds_from": _odds_from,
    "salvos": _salvos,
}
"""Type of a message -> content of its answer, which has the same type."""
MAP_FIELDS: Mapping[str, Mapping[str, FieldCheck]] = {
    **FIELDS,
    **{kind: {"id": ID, "game": GAME, "words": ACTIONS} for kind in MAP_QUERIES},
    "hint": {"id": ID, "game": GAME, "with": FieldCheck(text(MAX_NAME), "a player's name")},
}
"""The messages of the protocol and these, with their fields."""
MAX_KEPT = 300
"""Maximum of answers that are kept."""


def offered(ruleset: RuleSet) -> dict[str, bool]:
    """Return the questions that a rule set answers."""
    return {
        "reach": ruleset.reach is not None or ruleset.routes is not None,
        "routes": ruleset.routes is not None,
        "belief": ruleset.belief is not None,
        "salvos": ruleset.salvos is not None,
    }


class MapAnswers:
    """The answers of a table since its last action."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._answers: dict[tuple[str, str, str], Message] = {}

    def answer(self, seat: str, kind: str, message: Message) -> Message:
        """Return the content of an answer. Raises RefusedError as `Table.look_ahead` does."""
        key = seat, kind, as_line(message.get("words", []))
        if key not in self._answers:
            answer = MAP_QUERIES[kind](self.table, seat, message)
            if len(self._answers) < MAX_KEPT:
                self._answers[key] = answer
            return answer
        return self._answers[key]

    def clear(self) -> None:
        """Forget all answers: the position has changed."""
        self._answers.clear()
