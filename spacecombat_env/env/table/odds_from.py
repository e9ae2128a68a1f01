"""The odds of the orders that may follow an order, such as the fire from where a piece moves.

The order is made in determinizations, past its outcome, which a lookahead must not show. So nothing
of the position after it is returned: no event, no place, and of the orders that may follow only
those that try a task, with their odds over all determinizations. Texts and pieces are those that
the seat knows now. The result depends only on what the seat knows.

Where pieces fly hex by hex (`RuleSet.routes`) the enemies may act on the way: there they pass.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, zip_longest
from typing import TYPE_CHECKING, NamedTuple

from spacecombat_env.core.model.odds import Odds
from spacecombat_env.env.orders import legal_actions
from spacecombat_env.env.table.odds_estimation import NO_ODDS, OddsEstimator
from spacecombat_env.env.table.offers import offers_ahead, order_bytes
from spacecombat_env.env.table.records import OUTCOME, Offer

if TYPE_CHECKING:
    from spacecombat_env.env.game import Game
    from spacecombat_env.env.table.table import Table

__all__ = ["MAX_WEIGHED", "OddsFrom", "WeighedOrder", "odds_from"]

PASS, MAX_PASSES = "pass", 100
DEPTH, MAX_LOOKED_AT, MAX_WEIGHED = 3, 120, 16
"""Actions of an order, and how many actions are looked at and orders weighed."""


class WeighedOrder(NamedTuple):
    """An order that may follow, and its odds."""

    text: str
    piece: str | None
    """`data-k` of the piece that it names on the seat's present picture."""
    odds: Odds


class OddsFrom(NamedTuple):
    """The odds after an order."""

    is_to_act: bool
    """Whether the seat is to act again, if the enemies pass; else the odds depend on them."""
    orders: tuple[WeighedOrder, ...]


def odds_from(table: Table, seat: str, actions: Sequence[int]) -> OddsFrom:
    """Return the odds of the orders that may follow these actions; none stand for now.

    Raises RefusedError if another seat is to act.
    """
    visible, number = table.visible(seat), table.ruleset.seats.index(seat)
    estimator = table.odds_estimator(seat)
    if table.ruleset.task_checks is None or not _move(estimator, actions):
        return OddsFrom(False, ())
    texts = table.texts(seat)

    def weigh(path: list[int]) -> WeighedOrder:
        meanings = (
            table.ruleset.action_meaning(visible, 0, table.scenario, number, action)
            for action in path
        )
        piece = next((meaning.piece for meaning in meanings if meaning.piece), None)
        text = " ".join(texts[action] for action in path)
        return WeighedOrder(text, piece, estimator.odds(path))

    game = estimator.determinizations[0]
    offers = offers_ahead(game, order_bytes(game), DEPTH, MAX_LOOKED_AT)
    orders = (weigh(path) for path in _orders(offers, _moves(table, game)))
    weighed = (order for order in orders if order.odds != NO_ODDS)
    return OddsFrom(True, tuple(islice(weighed, MAX_WEIGHED)))


def _move(estimator: OddsEstimator, actions: Sequence[int]) -> bool:
    """Make an order in every determinization; return whether the seat is to act again in all.

    Where pieces fly hex by hex half of them are enough: they are those that count then.
    """
    games = estimator.determinizations
    found = [game for game in games if _arrives(game, estimator.seat, actions)]
    needed = len(games) if games[0].ruleset.routes is None else len(games) // 2
    games[:] = found
    return len(found) >= needed


def _arrives(game: Game, seat: int, actions: Sequence[int]) -> bool:
    """Make an order; return whether the seat is to act again."""
    for action in actions:
        if not _is_asked(game, seat, action):
            return False
        game.step(action)
    return _is_asked(game, seat)


def _is_asked(game: Game, seat: int, action: int | None = None) -> bool:
    """Return whether the seat is to act, and may choose an action.

    Where pieces fly hex by hex, pass at decisions on the way.
    """
    for _ in range(MAX_PASSES):
        if game.seat == seat and (action is None or game.is_legal(action)):
            return True
        if game.seat < 0 or game.ruleset.routes is None:
            return False
        passing = next((each for each, text in legal_actions(game) if text == PASS), None)
        if passing is None:
            return False
        game.step(passing)
    return False


def _moves(table: Table, game: Game) -> tuple[int, ...]:
    """Return the actions with which the seat would move a piece."""
    describe = table.ruleset.reach
    point = describe and describe(game.games, 0, game.scenario, game.seat)
    return tuple(move.action for move in point.moves) if point else ()


def _orders(offers: tuple[Offer, ...], moves: tuple[int, ...]) -> Iterator[list[int]]:
    """Yield the orders that lead to an outcome, except moves: by turns of each first action."""
    groups = [list(_paths(offer)) for offer in offers if offer.action not in moves]
    for row in zip_longest(*groups):
        yield from filter(None, row)


def _paths(offer: Offer) -> Iterator[list[int]]:
    """Yield the orders that begin with an action and lead to an outcome."""
    if offer.ends == OUTCOME:
        yield [offer.action]
    for further in offer.then:
        for path in _paths(further):
            yield [offer.action, *path]
