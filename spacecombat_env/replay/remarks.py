"""The results of an analysis for a replay page: a chance over time and remarks, for each seat.

Moments are counted by the seat's own actions, which reveals nothing of the other seat's. The page
shows each at the frame that its readers see then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from spacecombat_env.replay.frames import TRUTH, Frame

DIGITS = 4
"""Digits of chances and weights on a page."""


class ChancePoint(NamedTuple):
    """A seat's chance at one moment."""

    own: int
    """Actions of the seat before it."""
    chance: float
    """0 to 1."""


class Remark(NamedTuple):
    """A comment on a moment."""

    own: int
    """Actions of the seat before it."""
    weight: float
    """Its importance, 0 to 1."""
    text: str


class Remarks(NamedTuple):
    """The analysis for the reader of one seat."""

    label: str
    """The meaning and the source of the chance: `Win chance, by duel.opp`."""
    curve: Sequence[ChancePoint]
    remarks: Sequence[Remark]
    """The most important first."""


class RemarkPlacer:
    """Finds the frames of moments, while the frames of a page are made."""

    def __init__(self) -> None:
        self.counts: list[dict[int, int]] = []
        """By frame: number of actions of each seat, as far as readers see them."""

    def add(self, frame: Frame) -> None:
        """Add the next frame."""
        counts = dict(self.counts[-1]) if self.counts else {}
        for seat, texts in frame.utterances:
            counts[seat] = counts.get(seat, 0) + len(texts)
        self.counts.append(counts)

    def frame(self, seat: int, own: int) -> int:
        """Return the last frame before a seat's action of that number, counted from 0."""
        known = (n for n, counts in enumerate(self.counts) if counts.get(seat, 0) <= own)
        return max(known, default=0)

    def content(
        self, readers: Sequence[int], remarks: Mapping[int, Remarks]
    ) -> dict[str, Any] | None:
        """Return the remarks for the page, JSON-ready: those of seats that its readers may see.

        None if there are none.
        """
        found: dict[str, Any] = {
            str(seat): {
                "label": analysis.label,
                "course": [[self.frame(seat, own), round(c, DIGITS)] for own, c in analysis.curve],
                "marks": [
                    [self.frame(seat, own), round(weight, DIGITS), text]
                    for own, weight, text in analysis.remarks
                ],
            }
            for seat, analysis in remarks.items()
            if TRUTH in readers or seat in readers
        }
        return found or None
