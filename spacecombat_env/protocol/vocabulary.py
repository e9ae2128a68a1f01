"""All the words of a game, as a seat reads them when the game begins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spacecombat_env.env.table import Table


def vocabulary(table: Table, seat: str) -> list[dict[str, Any]]:
    """Return token, text, kind and slot of every word.

    Of pieces that the seat has not met the text is a number, and their slots are the seat's own.
    """
    entries = []
    for action, text in enumerate(table.texts(seat)):
        kind, slot = table.scenario.actions.locate(action)
        entries.append({"token": action, "text": text, "kind": kind, "slot": slot})
    return entries
