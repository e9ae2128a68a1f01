"""The command with the auction, killed as by `kill -9` at one of its bookings: KILLED=NUMBER:WHEN."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable
from typing import Any

import auction_command  # noqa: F401

from spacecombat_agents import cli
from spacecombat_agents.arena.cups import store
from spacecombat_agents.arena.cups.rows import Row

NUMBER, _, WHEN = os.environ.get("KILLED", "0:").partition(":")


class Killed(store.Store):
    """A store whose process ends before, within or after a transaction."""

    booked = 0

    def book(self, rows: Iterable[Row]) -> None:
        """Write games, unless this is the end."""
        Killed.booked += 1
        if Killed.booked != int(NUMBER):
            return super().book(rows)
        if WHEN == "within":
            rows = _then_die(rows)
        if WHEN == "before":
            die()
        super().book(rows)
        die()
        return None


def _then_die(rows: Iterable[Row]) -> Any:
    """Yield some rows, and no others."""
    yield from list(rows)[:3]
    die()


def die() -> None:
    """End without a word."""
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    from spacecombat_agents.arena.cups import running
    from spacecombat_agents.commands import cups

    running.Store = cups.Store = Killed  # type: ignore[misc, attr-defined]
    cli.main()
