"""Where the piece to act can go, and at what cost: its legal orders walked in a determinization.

Like `plans`, the result depends only on what the seat knows. An order is walked as a tree; points
from which it continues in the same way are followed once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from spacecombat_env.core.model.reach import ReachEnd, ReachPoint, Route
from spacecombat_env.env.game import Game
from spacecombat_env.env.table.offers import decision_point

if TYPE_CHECKING:
    from spacecombat_env.env.table.table import Table

__all__ = ["MAX_NODES", "NOWHERE", "Destination", "Reach", "reach"]

MAX_NODES = 3000
"""Maximum of points that are followed."""


class Destination(NamedTuple):
    """A hex or square in reach, by its cheapest order."""

    place: str
    cost: int
    """Gs or thrust points spent."""
    left: int
    """Gs or thrust points that may still be spent."""
    node: int
    """The point of the order before its last action: a row of `Reach.nodes`."""
    action: int
    """The action that completes the order."""
    via: tuple[str, ...] = ()
    """The hexes in which the way there turns, where it is flown hex by hex."""


class Reach(NamedTuple):
    """The hexes or squares in reach."""

    nodes: tuple[tuple[int, int], ...]
    """Points of orders: the row of the point before, and the action from there. Row 0 is the
    present decision, (-1, -1).
    """
    destinations: tuple[Destination, ...]

    def order(self, destination: Destination) -> tuple[int, ...]:
        """Return the order that goes to a destination."""
        actions, node = [destination.action], destination.node
        while node > 0:
            node, action = self.nodes[node]
            actions.append(action)
        return tuple(reversed(actions))


NOWHERE = Reach((), ())


def reach(table: Table, seat: str, actions: Sequence[int] = ()) -> Reach:
    """Return where the piece to act can go after the beginning of an order.

    Nowhere if it does not move, or the beginning leads to an outcome, or that is not offered.
    Raises RefusedError if another seat is to act.
    """
    rules, game = table.ruleset, table.determinization(seat)
    for action in actions:
        before = decision_point(game)
        if not game.is_legal(action):
            return NOWHERE
        game.step(action)
        if decision_point(game) != before:
            return NOWHERE
    if rules.routes is not None:
        return _tree_of(rules.routes(game.games, 0, game.scenario, game.seat))
    return NOWHERE if rules.reach is None else _Walk(game, rules.reach).reach()


def _tree_of(routes: Iterable[Route]) -> Reach:
    """Return routes as a tree of their actions."""
    rows: dict[tuple[int, ...], int] = {(): 0}
    destinations = list[Destination]()
    nodes = [(-1, -1)]
    for end, actions, via in routes:
        for n in range(1, len(actions)):
            if actions[:n] not in rows:
                rows[actions[:n]] = len(nodes)
                nodes.append((rows[actions[: n - 1]], actions[n - 1]))
        if actions:
            destinations.append(Destination(*end, rows[actions[:-1]], actions[-1], via))
    return Reach(tuple(nodes), tuple(sorted(destinations)))


class _Walk:
    """A walk over the orders of one decision, from the cheapest to the dearest."""

    def __init__(self, game: Game, describe: Callable[..., ReachPoint | None]) -> None:
        self.game, self.describe, self.seat = game, describe, game.seat
        self.here, self.next = game.scratch_copy(), game.scratch_copy()
        self.nodes: list[tuple[int, int]] = []
        self.followed: set[Hashable] = set()
        self.best: dict[str, Destination] = {}

    def reach(self) -> Reach:
        """Return the result."""
        level = [(self._raw(self.game), self.game.mask.copy(), -1, -1)]
        while level and len(self.nodes) < MAX_NODES:
            level = [new for point in level for new in self._follow(*point)]
        return self._pruned()

    def _follow(
        self, raw: np.ndarray, mask: np.ndarray, parent: int, action: int
    ) -> list[tuple[np.ndarray, np.ndarray, int, int]]:
        """Record a point of the order; return those after it."""
        self.here.games.raw[:], self.here.mask[:] = raw, mask
        self.here.out.seat[0] = self.seat
        point = self.describe(self.here.games, 0, self.game.scenario, self.seat)
        if point is None or len(self.nodes) >= MAX_NODES:
            return []
        node, found = len(self.nodes), []
        self.nodes.append((parent, action))
        for last, end in point.exits:
            if mask[last]:
                self._arrive(node, last, end)
        for move, key, end in point.moves:
            if not mask[move] or key in self.followed:
                continue
            self.followed.add(key)
            self.next.step_from(self.here, move)
            if decision_point(self.next) != decision_point(self.here):
                self._arrive(node, move, end)  # the engine has completed the order
            else:
                found.append((self._raw(self.next), self.next.mask.copy(), node, move))
        return found

    def _arrive(self, node: int, action: int, end: ReachEnd) -> None:
        """Record where an order ends, unless a cheaper one ends there."""
        before = self.best.get(end.place)
        if end.place and (before is None or end.cost < before.cost):
            self.best[end.place] = Destination(*end, node, action)

    @staticmethod
    def _raw(game: Game) -> np.ndarray:
        """Return a copy of a game's record."""
        return game.games.raw.copy()

    def _pruned(self) -> Reach:
        """Return the destinations with the points that lead to them, and no others."""
        kept: set[int] = set()
        for destination in self.best.values():
            node = destination.node
            while node >= 0 and node not in kept:
                kept.add(node)
                node = self.nodes[node][0]
        rows = {node: row for row, node in enumerate(sorted(kept))}
        nodes = ((rows.get(self.nodes[node][0], -1), self.nodes[node][1]) for node in rows)
        found = sorted(self.best.values())
        return Reach(tuple(nodes), tuple(each._replace(node=rows[each.node]) for each in found))
