"""What an analysis says of a game, for its page: a chance over time and remarks, seat by seat.

Moments are told by the seat's own count of words, which tells nothing of the other's; the page puts
each at the frame that its readers see then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from spacecombat_env.replay.frames import TRUTH, Frame

DIGITS = 4
"""Of chances and weights on a page."""


class ChancePoint(NamedTuple):
    """How a seat stood."""

    own: int
    """Words of the seat before."""
    chance: float
    """0 to 1."""


class Remark(NamedTuple):
    """Something to be said of a moment."""

    own: int
    """Words of the seat before it."""
    weight: float
    """0 to 1: how much it matters."""
    text: str


class Remarks(NamedTuple):
    """What is said to the reader of one seat."""

    label: str
    """What the chance is of, and whose word it is: `Win chance, by duel.opp`."""
    course: Sequence[ChancePoint]
    remarks: Sequence[Remark]
    """The weightiest first."""


class RemarkPlacer:
    """Finds the frames of moments, while the frames of a page are made."""

    def __init__(self) -> None:
        self.said: list[dict[int, int]] = []
        """By frame: words that each seat has said, as far as readers hear of them."""

    def add(self, frame: Frame) -> None:
        """Take in the next frame."""
        said = dict(self.said[-1]) if self.said else {}
        for seat, words in frame.utterances:
            said[seat] = said.get(seat, 0) + len(words)
        self.said.append(said)

    def frame(self, seat: int, own: int) -> int:
        """Return the last frame before a seat said its word of that number, the first being 0."""
        known = (n for n, said in enumerate(self.said) if said.get(seat, 0) <= own)
        return max(known, default=0)

    def content(
        self, readers: Sequence[int], remarks: Mapping[int, Remarks]
    ) -> dict[str, Any] | None:
        """Return what the page holds of them, ready for JSON: of seats that its readers may read.

        None where nothing is said to them.
        """
        found: dict[str, Any] = {
            str(seat): {
                "label": analysis.label,
                "course": [[self.frame(seat, own), round(c, DIGITS)] for own, c in analysis.course],
                "marks": [
                    [self.frame(seat, own), round(weight, DIGITS), text]
                    for own, weight, text in analysis.remarks
                ],
            }
            for seat, analysis in remarks.items()
            if TRUTH in readers or seat in readers
        }
        return found or None
