"""Whether a bot goes when it is told to, and what it leaves behind."""

from __future__ import annotations

import time
from pathlib import Path

from spacecombat_agents.bots.carriers import Carrier
from spacecombat_agents.bots.checks.steps import Unlike
from spacecombat_agents.bots.child import BotFailure, Child

BYE_SECONDS = 3.0
"""A bot that still runs so long after bye is killed."""
END_SECONDS = 0.5
"""Until what it started has ended as well."""
PROC = Path("/proc")


class Leaving:
    """The end of a bot's process."""

    def __init__(self, carrier: Carrier) -> None:
        self.carrier = carrier
        self._started: list[int] = []

    def bye(self) -> str:
        """Say bye and wait for its end."""
        if not isinstance(self.carrier, Child):
            return "it has no process"
        self._started = descendants(self.carrier.pid or 0)
        begun = time.monotonic()
        self.carrier.send({"type": "bye"})
        while True:
            try:
                self.carrier.receive(BYE_SECONDS)
            except BotFailure as cause:
                if cause.cause == "late":
                    raise Unlike(f"it still ran {BYE_SECONDS:g} s after bye") from None
                return f"it ended after {time.monotonic() - begun:.1f} s"

    def left(self) -> str:
        """Look for processes that it started and that go on."""
        if not PROC.is_dir():
            return "this system does not tell"
        until = time.monotonic() + END_SECONDS
        while (left := [each for each in self._started if _lives(each)]) and (
            time.monotonic() < until
        ):
            time.sleep(END_SECONDS / 10)
        self.carrier.close()
        if left:
            raise Unlike(f"{len(left)} processes that it started went on")
        return "nothing is left of it"


def descendants(process: int) -> list[int]:
    """Return the processes that a process has started, and those that they have."""
    parents = {int(each.name): _parent(each) for each in PROC.glob("[0-9]*")}
    found, new = list[int](), {process}
    while new:
        new = {child for child, parent in parents.items() if parent in new}
        found += sorted(new)
    return found


def _parent(folder: Path) -> int:
    """Return the parent of a process; -1 for one that is gone."""
    try:
        return int((folder / "stat").read_text().rpartition(")")[2].split()[1])
    except (OSError, IndexError, ValueError):
        return -1


def _lives(process: int) -> bool:
    """Whether a process goes on; a zombie does not."""
    try:
        return (PROC / str(process) / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (OSError, IndexError):
        return False
