"""The order in progress: it is applied as a whole, so that its actions can be undone before."""

from __future__ import annotations

from spacecombat_env.core.errors import AmbiguousOrderError, IllegalOrderError
from spacecombat_env.env.orders import match_text, split_sentence
from spacecombat_env.env.table import Offer, Table

__all__ = ["PendingOrder"]


class PendingOrder:
    """The actions that a seat has chosen but not yet applied."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.offers: list[Offer] = []
        self._seat: str | None = None
        self._at = -1

    def refresh(self) -> None:
        """Start over if there is a new decision."""
        seat = self.table.to_act
        at = -1 if seat is None else self.table.state(seat).at
        if (seat, at) != (self._seat, self._at):
            self.offers, self._seat, self._at = [], seat, at

    @property
    def texts(self) -> list[str]:
        """The texts of the actions so far."""
        return [offer.text for offer in self.offers]

    def decision(self) -> tuple[str, tuple[Offer, ...]]:
        """Return the decision after the actions so far, and the legal actions."""
        self.refresh()
        assert self._seat is not None, "the game is over"
        if not self.offers:
            state = self.table.state(self._seat)
            return state.decision_text, state.offers
        ahead = self.table.look_ahead(self._seat, self.actions)
        return ahead.decision_text, ahead.offers

    @property
    def actions(self) -> list[int]:
        """The actions so far, as indices."""
        return [offer.action for offer in self.offers]

    def add(self, line: str) -> bool:
        """Add actions to the order; return whether it is complete.

        Raises IllegalOrderError or AmbiguousOrderError, and then adds nothing of the line.
        """
        before = list(self.offers)
        try:
            parts = [str(part).casefold() for part in split_sentence(line)]
            while parts:
                parts = parts[self._add_one(parts) :]
                if parts and self.offers[-1].ends is not None:
                    reason = (
                        f"the order ends with {self.offers[-1].text!r}; enter the rest afterwards"
                    )
                    raise IllegalOrderError(reason)
        except (IllegalOrderError, AmbiguousOrderError):
            self.offers = before
            raise
        return bool(self.offers) and self.offers[-1].ends is not None

    def _add_one(self, parts: list[str]) -> int:
        """Add the next action to the order; return how many parts of the line it takes."""
        _, offers = self.decision()
        known = {offer.action: offer for offer in offers}
        best, length = match_text(parts, [(offer.action, offer.text) for offer in offers])
        if not best:
            listed = ", ".join(offer.text for offer in offers)
            raise IllegalOrderError(f"{parts[0]!r} is not a legal action; legal: {listed}")
        if len(best) > 1:
            listed = ", ".join(known[action].text for action in best)
            raise AmbiguousOrderError(f"{parts[0]!r} is ambiguous: {listed}")
        self.offers.append(known[best[0]])
        return length

    def undo(self) -> bool:
        """Remove the last action; return whether there was one."""
        return bool(self.offers) and bool(self.offers.pop())
