"""What the web's ends share: the house, the threads, the limits."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from spacecombat_agents.files import check_folder
from spacecombat_agents.service import keys
from spacecombat_agents.service.courtesy import Courtesy
from spacecombat_agents.service.grid import Grid
from spacecombat_agents.service.house import MOST_GAMES, House
from spacecombat_agents.service.limits import Counts, Limits, Rates
from spacecombat_agents.service.opponents import Opponents
from spacecombat_agents.service.pages import ReplayPages
from spacecombat_agents.service.private import close_file, close_folder, make_folder
from spacecombat_agents.service.store import Store
from spacecombat_agents.service.warmth import Warmth
from spacecombat_env.core.errors import ConfigError

T = TypeVar("T")
FILE, LOCK, PAGES = "games.db", "lock", "pages"
PEOPLE, LOOKERS = 4, 2
"""Threads that answer people, and that look ahead for them."""


class Service:
    """A house of games, and who works in it."""

    def __init__(
        self,
        folder: Path,
        opponents: Opponents,
        limits: Limits | None = None,
        most_games: int = MOST_GAMES,
        seeds: Callable[[], int] = keys.new_seed,
        answer_grid: float = 0.0,
    ) -> None:
        _check_private(folder)
        self._held = hold(folder)
        close_file(folder / LOCK)
        self.store = Store(folder / FILE)
        self.opponents, self.limits = opponents, limits or Limits()
        self.people = ThreadPoolExecutor(PEOPLE, "people")
        self.lookers = ThreadPoolExecutor(LOOKERS, "looking")
        self.builder = ThreadPoolExecutor(1, "pages")
        self.grid = Grid(answer_grid)
        threads = most_games if answer_grid else os.cpu_count() or 1  # most of them wait, then
        self.thinkers = ThreadPoolExecutor(threads, "thinking")
        self.warmth = Warmth(opponents)
        self.courtesy = Courtesy()
        self.house = House(
            self.store,
            opponents,
            self.warmth,
            self.thinkers,
            most_games,
            seeds,
            self.courtesy.let_pass,
            self.grid,
        )
        self.rates = Rates(self.limits.messages, self.limits.burst)
        self.made = Rates(self.limits.games, self.limits.games_at_once)
        self.peeks = Counts(self.limits.peeks)
        self.sockets = Counts(self.limits.sockets)
        self.replays = ReplayPages(folder / PAGES)

    @property
    def too_many(self) -> str:
        """Why a message is not heard."""
        return f"messages: more than {self.limits.messages:g} in a second"

    @property
    def too_many_peeks(self) -> str:
        """Why a look ahead is not taken."""
        return f"peek: more than {self.limits.peeks} at once"

    async def look(self, work: Callable[..., T], *given: Any) -> T:
        """Look ahead, beside all else: who looks far keeps only others who do so waiting."""
        return await asyncio.get_running_loop().run_in_executor(self.lookers, work, *given)

    async def build(self, work: Callable[..., T], *given: Any) -> T:
        """Do something that takes seconds, one thing at a time."""
        return await asyncio.get_running_loop().run_in_executor(self.builder, work, *given)

    async def run(self, work: Callable[..., T], *given: Any) -> T:
        """Do something in a thread that answers people; players of ours let it pass."""
        with self.courtesy.answering():
            return await asyncio.get_running_loop().run_in_executor(self.people, work, *given)

    def close(self) -> None:
        """End all work; what was said is kept."""
        self.house.close()
        self.warmth.close()
        for threads in (self.thinkers, self.people, self.lookers, self.builder):
            threads.shutdown(wait=False, cancel_futures=True)
        self.store.close()
        if self._held is not None:
            self._held.close()


def _check_private(folder: Path) -> None:
    """Make a folder for its owner alone where there is none; close it where it is ours alone.

    ConfigError unless files can be written in it.
    """
    with contextlib.suppress(OSError):  # which is told below
        make_folder(folder)
    check_folder(folder, "data")
    close_folder(folder, (FILE, LOCK, PAGES))


def hold(folder: Path) -> Any:
    """Hold a folder for this process; ConfigError where another has it.

    The system lets go of it when the process ends, however it ends.
    """
    file = open(folder / LOCK, "a", encoding="utf-8")  # noqa: SIM115 held while it is served
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:
        pass
    except BlockingIOError:
        file.close()
        reason = "another service has it; end that one, or name another folder"
        raise ConfigError.at(folder, "data", reason) from None
    return file
