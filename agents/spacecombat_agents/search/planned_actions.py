"""What a seat has made up its mind to say next, remembered from action to action.

No row of `act` says which game it belongs to. Where players are dealt random bits, those of the
next action of the same game are known (`next_random_bits`), and with what the record will show it
finds the plan. Without these the record alone does: two games that look alike may then exchange
plans. Each of them was drawn by the same chances, given the actions taken so far, so that neither
is played otherwise.
"""

from __future__ import annotations

from collections import OrderedDict, deque

CAPACITY = 65_536
"""Places for which actions are remembered; the oldest are forgotten first."""

PlanKey = tuple[bytes, int]
"""The mark of what is shown, and the random bits; 0 without."""


class PlannedActions:
    """Actions to be said, by the place at which they are due."""

    def __init__(self, capacity: int = CAPACITY) -> None:
        self.capacity = capacity
        self._due: OrderedDict[PlanKey, deque[int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._due)

    def clear(self) -> None:
        """Forget all."""
        self._due.clear()

    def add(self, key: PlanKey, action: int) -> None:
        """Remember an action."""
        self._due.setdefault(key, deque()).append(action)
        while len(self._due) > self.capacity:
            self._due.popitem(last=False)

    def take(self, key: PlanKey) -> int | None:
        """Return the action that is due, and forget it; None where there is none."""
        actions = self._due.get(key)
        if actions is None:
            return None
        action = actions.popleft()
        if not actions:
            del self._due[key]
        return action
