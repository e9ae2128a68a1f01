"""The remaining actions of planned orders, kept from action to action.

No row of `act` identifies its game. If players receive random bits, those of the next action in the
same game are known (`next_random_bits`); together with the expected record they find the plan.
Without them, only the record does, and two games that look alike may swap plans. Both plans were
sampled from the same distribution given the actions so far, so neither game is played differently.
"""

from __future__ import annotations

from collections import OrderedDict, deque

__all__ = ["PlanKey", "PlannedActions"]

CAPACITY = 65_536
"""Number of keys remembered; the oldest are dropped first."""

PlanKey = tuple[bytes, int]
"""The hash of the view, and the random bits; 0 without."""


class PlannedActions:
    """Planned actions, by the key at which they are due."""

    def __init__(self, capacity: int = CAPACITY) -> None:
        self.capacity = capacity
        self._due: OrderedDict[PlanKey, deque[int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._due)

    def clear(self) -> None:
        """Forget all plans."""
        self._due.clear()

    def add(self, key: PlanKey, action: int) -> None:
        """Add a planned action."""
        self._due.setdefault(key, deque()).append(action)
        while len(self._due) > self.capacity:
            self._due.popitem(last=False)

    def take(self, key: PlanKey) -> int | None:
        """Remove and return the action that is due; None if there is none."""
        actions = self._due.get(key)
        if actions is None:
            return None
        action = actions.popleft()
        if not actions:
            del self._due[key]
        return action
