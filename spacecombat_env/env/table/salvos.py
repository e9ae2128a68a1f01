"""Missiles that an order launches: how many get through and hit, from determinizations.

In each of them they strike at once, and standing orders decide for both sides. Nothing of the
position after them is returned, only means. They depend only on what the seat knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from spacecombat_env.core.model.odds import Salvo

if TYPE_CHECKING:
    from spacecombat_env.env.table.table import Table

__all__ = ["SalvoEstimate", "salvos"]


class SalvoEstimate(NamedTuple):
    """Missiles at a target."""

    piece: str
    """`data-k` of the target on the seat's picture."""
    name: str
    missiles: int
    through: float
    """Mean number of missiles that the target's defence does not stop."""
    hits: float
    """Mean number of hits."""


def salvos(table: Table, seat: str, actions: Sequence[int]) -> tuple[SalvoEstimate, ...]:
    """Return how many missiles of an order get through, for each target that the seat knows.

    Nothing if it launches none. Raises RefusedError if another seat is to act.
    """
    rules, number = table.ruleset, table.ruleset.seats.index(seat)
    games = table.odds_estimator(seat).determinizations
    if rules.salvos is None:
        return ()
    found: dict[tuple[str, str], list[Salvo]] = {}
    struck = games[0].left_to_orders(rules.salvo_orders)
    for game in games:
        since = int(game.games.states["log_count"][0])
        for action in actions:
            if game.seat != number or not game.is_legal(action):
                break  # the engine has completed the order
            game.step(action)
        struck.games.raw[:] = game.games.raw
        for salvo in rules.salvos(struck.games, 0, game.scenario, number, since, struck.resume):
            if salvo.piece is not None:
                found.setdefault((salvo.piece, salvo.name), []).append(salvo)
    return tuple(_estimate(*target, tried) for target, tried in sorted(found.items()))


def _estimate(piece: str, name: str, tried: list[Salvo]) -> SalvoEstimate:
    """Return the means of a target."""
    through, hits = (fmean(getattr(each, part) for each in tried) for part in ("through", "hits"))
    return SalvoEstimate(piece, name, tried[0].missiles, round(through, 1), round(hits, 1))
