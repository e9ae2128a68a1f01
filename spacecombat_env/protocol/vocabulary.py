"""All actions of a game, as a seat reads them at its beginning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spacecombat_env.env.table import Table


def vocabulary(table: Table, seat: str) -> list[dict[str, Any]]:
    """Return token, text, kind and slot of every action.

    Pieces that the seat has not met have a number as text, and slots are the seat's own.
    """
    entries = []
    for action, text in enumerate(table.texts(seat)):
        kind, slot = table.scenario.actions.locate(action)
        entries.append({"token": action, "text": text, "kind": kind, "slot": slot})
    return entries
