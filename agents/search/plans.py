"""What a seat has made up its mind to say next, remembered from word to word.

No row of `act` says which game it belongs to. Where players are dealt lots, the lot of the next
word of the same game is known (`next_lots`), and with what the record will show it finds the plan.
Without lots the record alone does: two games that look alike may then exchange plans. Each of them
was drawn by the same chances, given the words said so far, so that neither is played otherwise.
"""

from __future__ import annotations

from collections import OrderedDict, deque

MOST = 65_536
"""Places for which words are remembered; the oldest are forgotten first."""

Key = tuple[bytes, int]
"""The mark of what is shown, and the lot; 0 without lots."""


class Plans:
    """Words to be said, by the place at which they are due."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self._due: OrderedDict[Key, deque[int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._due)

    def clear(self) -> None:
        """Forget all."""
        self._due.clear()

    def add(self, key: Key, word: int) -> None:
        """Remember a word."""
        self._due.setdefault(key, deque()).append(word)
        while len(self._due) > self.most:
            self._due.popitem(last=False)

    def take(self, key: Key) -> int | None:
        """Return the word that is due, and forget it; None where there is none."""
        words = self._due.get(key)
        if words is None:
            return None
        word = words.popleft()
        if not words:
            del self._due[key]
        return word
