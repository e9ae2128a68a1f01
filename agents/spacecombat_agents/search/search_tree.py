"""The tree of single-observer ISMCTS: actions of one seat, one tree for all worlds of a position.

Opponent actions and dice lie between the actions, and worlds differ in them: a node is reached
again wherever the seat has taken the same actions. An action that a world does not offer was not
rejected there, so availability is counted (Cowling, Powley and Whitehouse 2012).

Several iterations may run in parallel. Unfinished ones count as visits, so that the next ones
explore elsewhere, but have no value (Liu, Chen, Yu and others 2020).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

__all__ = ["Descent", "Tree"]


class Edge:
    """An action at a node: how often it was available and taken, and its value."""

    __slots__ = ("available", "children", "completed", "total", "visits")

    def __init__(self) -> None:
        self.available = 0
        self.visits = 0
        """How often it was taken, unfinished iterations included."""
        self.completed = 0
        """How often it was taken in finished iterations."""
        self.total = 0.0
        self.children: dict[int, Edge] = {}

    @property
    def mean(self) -> float:
        """Mean value; 0 without finished iterations."""
        return self.total / self.completed if self.completed else 0.0


class Descent:
    """The path of an iteration through the tree."""

    __slots__ = ("is_descending", "path")

    def __init__(self) -> None:
        self.path: list[Edge] = []
        self.is_descending = True
        """Whether the tree chooses the next action of the seat."""


class Tree:
    """The actions of a seat from one position onwards."""

    def __init__(self, exploration: float) -> None:
        self.exploration = exploration
        self.root: dict[int, Edge] = {}

    def select(self, descent: Descent, legal: Sequence[int], uniform: float) -> int:
        """Return the action to try at the node that an iteration has reached.

        An untried action, chosen by `uniform` in 0 to 1, is a new leaf and ends the descent.
        """
        here = descent.path[-1].children if descent.path else self.root
        untried = []
        for action in legal:
            edge = here.get(action)
            if edge is None:
                edge = here[action] = Edge()
            edge.available += 1
            if not edge.visits:
                untried.append(action)
        if untried:
            action = untried[int(uniform * len(untried))]
            descent.is_descending = False
        else:
            action = max(legal, key=lambda each: self._ucb(here[each]))
        here[action].visits += 1
        descent.path.append(here[action])
        return action

    def _ucb(self, edge: Edge) -> float:
        """Return the upper confidence bound of an action that was tried before."""
        return edge.mean + self.exploration * math.sqrt(math.log(edge.available) / edge.visits)

    def backpropagate(self, descent: Descent, value: float) -> None:
        """Add the value of an iteration's game, for the seat."""
        for edge in descent.path:
            edge.completed += 1
            edge.total += value

    def best(self) -> int:
        """Return the most visited action at the root; of equals the better, then the lower."""
        return max(
            self.root,
            key=lambda action: (self.root[action].visits, self.root[action].mean, -action),
        )
