"""Stored rows of a game, applied at a table."""

from __future__ import annotations

from collections.abc import Iterable

from spacecombat_agents.service.storage.game_store import LUCK, ActionRecord
from spacecombat_env.env.table import Table

__all__ = ["apply_row", "rows_before_turn"]


def apply_row(table: Table, row: ActionRecord) -> None:
    """Apply stored actions, or draw luck again, at a table. Raises RefusedError."""
    if row.seat == LUCK:
        return table.redraw(row.actions[0])
    table.say(row.seat, row.at, list(row.actions))


def rows_before_turn(rows: Iterable[ActionRecord], table: Table, seed: int) -> int:
    """Return how many rows lie before the first action of a table's turn."""
    again = Table(table.ruleset, table.scenario, seed)
    count = 0
    for number, row in enumerate(rows):
        if again.turn == table.turn:
            break
        apply_row(again, row)
        count = number + 1
    return count
