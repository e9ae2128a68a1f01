"""Standing orders during a game: kinds of decision that a person delegates to the captain.

Only the seat itself knows of them. The captain's actions count as the seat's own: all other readers
receive the same messages as if the person had acted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from spacecombat_agents.service.delegation.decision_kinds import (
    decision_kinds_of,
    is_answered_by_engine,
)
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.env.table import Period, Table

__all__ = ["StandingOrders", "StandingOrdersBySeat"]

UNTIL = ("phase", "turn", "game")
"""Ends of a standing order."""


StandingOrdersBySeat = Mapping[str, Mapping[str, Period]]
"""How long kinds of decision are delegated, by seat and kind."""


class StandingOrders:
    """The standing orders at a table."""

    def __init__(self, table: Table, orders: StandingOrdersBySeat) -> None:
        self._table = table
        self._decision_kinds = decision_kinds_of(table.ruleset)
        self._kind_of = {
            decision: kind.name for kind in self._decision_kinds for decision in kind.decisions
        }
        self._orders = {seat: dict(seat_orders) for seat, seat_orders in orders.items()}

    def delegable_kinds(self, seat: str) -> list[str]:
        """Return the kinds that a seat can delegate: those that the engine does not decide."""
        table = self._table
        number = table.ruleset.seats.index(seat)
        return [
            kind.name
            for kind in self._decision_kinds
            if not is_answered_by_engine(kind, table.scenario, number)
        ]

    def set_orders(self, seat: str, requested: Mapping[str, str]) -> Mapping[str, Period]:
        """Replace a seat's standing orders; return them as stored.

        `wanted` maps each kind to its end. Raises ConfigError with kind and reason for a bad one.
        """
        known = self.delegable_kinds(seat)
        for kind, until in requested.items():
            if kind not in known:
                raise ConfigError.at(
                    "kinds",
                    str(kind)[:40],
                    f"cannot be delegated; valid kinds: {_join_names(known)}",
                )
            if until not in UNTIL:
                raise ConfigError.at("kinds", kind, f"is not one of {_join_names(UNTIL)}")
        self._orders[seat] = {kind: self._table.period(until) for kind, until in requested.items()}
        return self._orders[seat]

    def active_orders(self, seat: str) -> dict[str, str]:
        """Return a seat's active delegations and their ends."""
        orders = self._orders.get(seat, {}).items()
        return {kind: order.until for kind, order in orders if not self._table.has_ended(order)}

    def covers_current_decision(self, seat: str) -> bool:
        """Return whether the current decision is delegated by its seat."""
        table = self._table
        if table.to_act != seat or not self._orders.get(seat):
            return False
        decision = table.ruleset.decision_name(table.visible(seat), 0)
        order = self._orders[seat].get(self._kind_of.get(decision, ""))
        return order is not None and not table.has_ended(order)


def _join_names(names: Iterable[str]) -> str:
    """Return names as a list in text."""
    return ", ".join(names) or "nothing"
