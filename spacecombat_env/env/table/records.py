"""What a reader at a table is given; nothing in it counts what the reader cannot see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from spacecombat_env.core.errors import SpaceCombatError
from spacecombat_env.core.model.odds import Odds

ORDER, OUTCOME = "order", "outcome"
"""How a word may end what is being said; see `Offer.ends`."""
STALE, NOT_ASKED, UNKNOWN, ILLEGAL, AMBIGUOUS, OVER = CODES = (
    "stale",
    "not_asked",
    "unknown",
    "illegal",
    "ambiguous",
    "over",
)
"""Why a sentence is refused: meant for another moment; another seat is asked; no word at all, no
word here, one of several words; the game is over."""


class Offer(NamedTuple):
    """A legal word, or one that may follow."""

    action: int
    text: str
    kind: str
    """Block of the action layout: `verbs`, `own_forces`."""
    piece: str | None
    """`data-k` of the piece that it names, on the reader's own picture."""
    place: str | None
    """The hex or square that it names, or in which its piece is, as printed."""
    number: int | None
    ends: str | None
    """None; `order`: the order is complete, nothing falls yet; `outcome`: the engine goes."""
    then: tuple[Offer, ...] = ()
    """The words that may follow, as far as was asked; none after an outcome."""
    odds: Odds | None = None
    """Of an outcome, where that was asked: what may come of it, as far as the reader knows."""


class Lookahead(NamedTuple):
    """What would come after a sentence; empty where that is an outcome."""

    decision_text: str
    decision_name: str
    """Name of the question."""
    offers: tuple[Offer, ...]
    """The words that may follow."""


class ReportedEvent(NamedTuple):
    """A thing that has happened, as a reader was told it."""

    n: int
    """The reader's own count: 1, 2, 3 without gaps."""
    turn: int
    kind: str
    """Name of the event: `move`."""
    text: str
    pieces: tuple[str, ...]
    """`data-k` of the pieces named, as far as they were on the reader's picture."""
    task: Mapping[str, Any] | None
    """`needs`, `drawn`, `parts` of a task, as far as the reader may know them."""


class ReaderState(NamedTuple):
    """What a reader may know now."""

    reader: str
    """A seat, `umpire` or `public`."""
    to_act: str | None
    """The reader, if it is asked; to the umpire whoever is; None else: nobody is told of others."""
    moment: int
    """The reader's own count of the moments at which it was told something: 1, 2, 3."""
    at: int
    """A seat's count of its own words; 0 for the others."""
    turn: int
    phase: str
    decision_text: str
    """As it is put to the seat that is asked; empty for all others."""
    decision_name: str
    """Name of the question; empty where the reader is not asked."""
    pending_actions: tuple[int, ...]
    """The reader's words of the order under way."""
    offers: tuple[Offer, ...]
    """The legal words; none where the reader is not asked."""
    events: tuple[ReportedEvent, ...]
    view: Mapping[str, Any]
    """The rule set's view, whole (its `view.schema.json`)."""
    over: Mapping[str, Any] | None
    """`verdict` (a seat or `draw`), `reason`, `margin` (points by which the first seat is ahead);
    None while the game is open."""


class Utterance(NamedTuple):
    """What stands of a sentence."""

    actions: tuple[int, ...]
    settled: int
    """How many of these words can never be taken back: those up to the last outcome."""
    at: int
    """The seat's count of its words, afterwards."""


class RefusedError(SpaceCombatError):
    """A sentence is refused; of the order with the refused word nothing has been said."""

    def __init__(
        self, code: str, word: str, reason: str, offers: tuple[Offer, ...], said: Utterance
    ) -> None:
        super().__init__(reason)
        self.code = code
        """One of CODES."""
        self.word = word
        """The word at which it failed; empty where none did."""
        self.reason = reason
        self.offers = offers
        """What the seat may say now; none where it is not asked."""
        self.said = said
        """The orders before the refused one, which stand."""
