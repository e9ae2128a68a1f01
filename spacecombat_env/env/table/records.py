"""Data given to readers at a table. Nothing in it counts events that the reader cannot see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from spacecombat_env.core.errors import SpaceCombatError
from spacecombat_env.core.model.odds import Odds

__all__ = ["Lookahead", "Offer", "ReaderState", "RefusedError", "ReportedEvent", "Utterance"]

ORDER, OUTCOME = "order", "outcome"
"""How an action may end the sentence; see `Offer.ends`."""
STALE, NOT_ASKED, UNKNOWN, ILLEGAL, AMBIGUOUS, OVER = CODES = (
    "stale",
    "not_asked",
    "unknown",
    "illegal",
    "ambiguous",
    "over",
)
"""Why a sentence is refused: it was meant for an earlier decision, another seat is to act, the text
is unknown, not legal here or ambiguous, or the game is over.
"""


class Offer(NamedTuple):
    """A legal action, or one that may follow."""

    action: int
    text: str
    kind: str
    """Block of the action layout: `verbs`, `own_forces`."""
    piece: str | None
    """`data-k` of the piece that it names on the reader's own picture."""
    place: str | None
    """The hex or square that it names or that holds its piece, as printed."""
    number: int | None
    ends: str | None
    """None; `order`: the order is complete, nothing is rolled yet; `outcome`: the engine moves."""
    then: tuple[Offer, ...] = ()
    """The actions that may follow, up to the requested depth; none after an outcome."""
    odds: Odds | None = None
    """For an outcome, if requested: the odds as far as the reader knows."""
    grave: str | None = None
    """The loss that it means for good: `TF-1 leaves the map for good`."""


class Lookahead(NamedTuple):
    """The decision after a sentence; empty if the sentence leads to an outcome."""

    decision_text: str
    decision_name: str
    """Name of the decision."""
    offers: tuple[Offer, ...]
    """The actions that may follow."""


class ReportedEvent(NamedTuple):
    """An event as it was reported to a reader."""

    n: int
    """The reader's own number of the event: 1, 2, 3 without gaps."""
    turn: int
    kind: str
    """Name of the event: `move`."""
    text: str
    pieces: tuple[str, ...]
    """`data-k` of the pieces named, if they were on the reader's picture."""
    task: Mapping[str, Any] | None
    """`needs`, `drawn` and `parts` of a task, as far as the reader may know them."""
    scene: Mapping[str, Any] | None = None
    """The event's part in a scene on the map (core/presentation/scenes.py)."""


class ReaderState(NamedTuple):
    """The current information of a reader."""

    reader: str
    """A seat, `umpire` or `public`."""
    to_act: str | None
    """The reader if it is to act, else None. The umpire sees every seat to act."""
    moment: int
    """The reader's own number of this snapshot: 1, 2, 3."""
    at: int
    """Number of actions that the seat has chosen; 0 for other readers."""
    turn: int
    phase: str
    decision_text: str
    """The decision as text; empty for a reader that is not to act."""
    decision_name: str
    """Name of the decision; empty for a reader that is not to act."""
    pending_actions: tuple[int, ...]
    """The reader's actions of the incomplete order."""
    offers: tuple[Offer, ...]
    """The legal actions; none for a reader that is not to act."""
    events: tuple[ReportedEvent, ...]
    view: Mapping[str, Any]
    """The complete view of the rule set (its `view.schema.json`)."""
    over: Mapping[str, Any] | None
    """`verdict` (a seat or `draw`), `reason` and `margin` (points by which the first seat leads);
    `tie_break` where a tie was broken. None while the game is open.
    """


class Utterance(NamedTuple):
    """The part of a sentence that stands."""

    actions: tuple[int, ...]
    settled: int
    """How many of these actions cannot be taken back: those up to the last outcome."""
    at: int
    """Number of actions that the seat has chosen, including these."""


class RefusedError(SpaceCombatError):
    """A sentence is refused. No action of the refused order was applied."""

    def __init__(
        self, code: str, word: str, reason: str, offers: tuple[Offer, ...], utterance: Utterance
    ) -> None:
        super().__init__(reason)
        self.code = code
        """One of CODES."""
        self.word = word
        """The text at which it failed; empty if there is none."""
        self.reason = reason
        self.offers = offers
        """The legal actions of the seat; none if it is not to act."""
        self.utterance = utterance
        """The orders before the refused one, which stand."""
