"""The command with the auction, killed as by `kill -9` at one of its bookings: KILLED=NUMBER:WHEN."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable
from typing import Any

import auction_command  # noqa: F401

from spacecombat_agents import cli
from spacecombat_agents.arena.tournament import store
from spacecombat_agents.arena.tournament.game_rows import GameRow

NUMBER, _, WHEN = os.environ.get("KILLED", "0:").partition(":")


class Killed(store.GameStore):
    """A store whose process ends before, within or after a transaction."""

    booked = 0

    def add_rows(self, rows: Iterable[GameRow]) -> None:
        """Write games, unless this is the end."""
        Killed.booked += 1
        if Killed.booked != int(NUMBER):
            return super().add_rows(rows)
        if WHEN == "within":
            rows = _then_die(rows)
        if WHEN == "before":
            die()
        super().add_rows(rows)
        die()
        return None


def _then_die(rows: Iterable[GameRow]) -> Any:
    """Yield some rows, and no others."""
    yield from list(rows)[:3]
    die()


def die() -> None:
    """End without an action."""
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    from spacecombat_agents.arena.tournament import runner, tournament_runs

    runner.GameStore = tournament_runs.GameStore = Killed  # type: ignore[misc, attr-defined]
    cli.main()
