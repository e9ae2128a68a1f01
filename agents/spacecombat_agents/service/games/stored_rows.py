"""Stored rows of a game, applied at a table; where a game begins in another one, the deal there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from spacecombat_agents.service.storage.game_store import FROM, LUCK, ActionRecord, StoredGame
from spacecombat_env.env.table import Table

__all__ = ["ACTIONS", "DEAL", "apply_row", "apply_rows", "rows_before_turn"]

ACTIONS, DEAL = "actions", "deal"
"""Keys under FROM: the number of actions of the first part, and the seed of the deal after it."""


def apply_row(table: Table, row: ActionRecord) -> None:
    """Apply stored actions, or draw luck again, at a table. Raises RefusedError."""
    if row.seat == LUCK:
        return table.redraw(row.actions[0])
    table.say(row.seat, row.at, list(row.actions))


def apply_rows(game: StoredGame, rows: Iterable[ActionRecord], table: Table) -> Iterator[int]:
    """Apply the rows of a game at a table, dealing where its first part ends.

    Yields the number of rows applied, from 0. Raises RefusedError.
    """
    its, count = game.scenario.get(FROM), 0
    rows = iter(rows)
    while True:
        if its is not None and len(table.actions) == its[ACTIONS]:
            table.deal_anew(its[DEAL])
            its = None
        yield count
        row = next(rows, None)
        if row is None:
            return
        apply_row(table, row)
        count += 1


def rows_before_turn(
    game: StoredGame, rows: Iterable[ActionRecord], table: Table, seat: str | None = None
) -> int:
    """Return how many rows lie before the turn of a table, or the last one in which a seat acted.

    The first part of a game that begins in another one stays.
    """
    again, rows = Table(table.ruleset, table.scenario, game.seed), list(rows)
    first = game.scenario.get(FROM, {}).get(ACTIONS, 0)
    turn, start, found = again.turn, 0, 0
    for count in apply_rows(game, rows, again):
        if len(again.actions) <= first:
            turn, start, found = again.turn, count, count
        elif again.turn != turn:
            turn, start = again.turn, count
        if seat is None or (count < len(rows) and rows[count].seat == seat):
            found = start
    return found
