"""Shared by all endpoints: the game manager, threads and limits."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol, TypeVar

from spacecombat_agents.service.games.analyses import Analyses
from spacecombat_agents.service.games.capacity import (
    MAX_GAMES,
    SECONDS_PER_DAY,
    QuotaReached,
    ServerFull,
)
from spacecombat_agents.service.games.deltas import Grounds
from spacecombat_agents.service.games.game_manager import GameManager
from spacecombat_agents.service.http.operator_keys import OperatorKeys
from spacecombat_agents.service.http.pages import ReplayPages
from spacecombat_agents.service.http.rate_limits import ConcurrencyLimiter, RateLimiter, RateLimits
from spacecombat_agents.service.http.response_priority import ResponsePriority
from spacecombat_agents.service.operation.bans import Bans
from spacecombat_agents.service.operation.counts import Counts
from spacecombat_agents.service.operation.events import EventLog
from spacecombat_agents.service.operation.metrics import Gauge, Latencies
from spacecombat_agents.service.players.opponents import Opponents
from spacecombat_agents.service.storage import access_keys
from spacecombat_agents.service.storage.folder import (
    DATABASE_FILE,
    PAGES_FOLDER,
    lock_folder,
    prepare_folder,
)
from spacecombat_agents.service.storage.game_store import GameStore
from spacecombat_agents.service.storage.maintenance import prune
from spacecombat_agents.service.timing.time_grid import TimeGrid

__all__ = ["Service"]

T = TypeVar("T")
LOWEST_PRIORITY = 19


def background_thread() -> None:
    """Let a thread give way to all others; only Linux has a priority for each thread."""
    with contextlib.suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOWEST_PRIORITY)


class LiveSocket(Protocol):
    """An open socket."""

    host: str
    """Address of its client."""

    def refuse(self) -> None:
        """Close it for good."""


REQUEST_THREADS, LOOKAHEAD_THREADS = 4, 2
"""Threads for requests, and for look-aheads."""


class Service:
    """The games of a service, and its threads."""

    def __init__(
        self,
        folder: Path,
        opponents: Opponents,
        limits: RateLimits | None = None,
        max_games: int = MAX_GAMES,
        seeds: Callable[[], int] = access_keys.new_seed,
        answer_grid: float = 0.0,
        events: EventLog | None = None,
        keep_days: float | None = None,
        make_keys: Path | None = None,
        admin_keys: Path | None = None,
    ) -> None:
        self.make_keys = OperatorKeys(make_keys, "making a game")
        self.admin_keys = OperatorKeys(admin_keys, "administration")
        self.events, self.counts = events or EventLog(), Counts()
        prepare_folder(folder)
        self._lock_file = lock_folder(folder)
        try:
            self.store = GameStore(folder / DATABASE_FILE, self._on_store_error)
        except BaseException:
            self._lock_file.close()
            raise
        self.bans, self.latencies = Bans(self.store), Latencies()
        self.unchanging: dict[str, bytes | memoryview] = {}
        """Responses that stay the same, once they were built."""
        self.building = asyncio.Lock()
        self.grounds = Grounds()
        self.live: set[LiveSocket] = set()
        """Sockets that are open, for the thread of the event loop."""
        self.started_at = time.time()
        self.opponents, self.limits = opponents, limits or RateLimits()
        self.request_threads = ThreadPoolExecutor(REQUEST_THREADS, "people")
        self.lookahead_threads = ThreadPoolExecutor(LOOKAHEAD_THREADS, "looking")
        self.page_threads = ThreadPoolExecutor(1, "pages")
        self.grid = TimeGrid(answer_grid)
        threads = max_games if answer_grid else os.cpu_count() or 1  # most wait for the grid
        self.player_threads = ThreadPoolExecutor(threads, "thinking")
        self.priority = ResponsePriority()
        self.manager = GameManager(
            self.store,
            opponents,
            self.player_threads,
            max_games,
            seeds,
            self.priority.yield_to_requests,
            self.grid,
            self.limits.open_games,
            self.events,
            functools.partial(self._prune, keep_days),
        )
        self.rates = RateLimiter(self.limits.messages, self.limits.burst)
        self.file_rates = RateLimiter(self.limits.files, self.limits.files_at_once)
        self.game_creations = RateLimiter(self.limits.games, self.limits.games_at_once)
        self.previews = RateLimiter(self.limits.previews, self.limits.previews_at_once)
        self.peeks = ConcurrencyLimiter(self.limits.peeks)
        self.peeks_by_address = ConcurrencyLimiter(self.limits.peeks_per_address)
        self.sockets = ConcurrencyLimiter(self.limits.sockets)
        self.sockets_in_all = ConcurrencyLimiter(self.limits.sockets_in_all)
        self.page_builds = ConcurrencyLimiter(self.limits.pages_in_all)
        self.page_builds_by_address = ConcurrencyLimiter(self.limits.pages)
        self.replays = ReplayPages(folder / PAGES_FOLDER)
        self.analysis_threads = ThreadPoolExecutor(1, "analysing", background_thread)
        self.analyses = Analyses(opponents, self.page_threads, self.analysis_threads)

    def _on_store_error(self, message: str) -> None:
        """Tell the operator that the store fails."""
        self.counts.add("store_errors")
        self.events.warn("store", message)

    @property
    def too_many_messages(self) -> str:
        """The error message of the message rate limit."""
        return f"messages: more than {self.limits.messages:g} per second"

    @property
    def too_many_peeks(self) -> str:
        """The error message of the look-ahead limit."""
        limits = self.limits
        return (
            f"peek: more than {limits.peeks} at once, or {limits.peeks_per_address} at an address"
        )

    async def run_lookahead(self, work: Callable[..., T], *given: Any) -> T:
        """Run a look-ahead in threads of its own: a long one delays only other look-aheads."""
        return await asyncio.get_running_loop().run_in_executor(
            self.lookahead_threads, work, *given
        )

    async def run_page_build(self, address: str, work: Callable[..., T], *given: Any) -> T:
        """Run work for an address that takes seconds, one piece at a time.

        Raises QuotaReached, ServerFull if too many pieces wait.
        """
        if not self.page_builds.acquire("all"):
            raise ServerFull("page: too many replays are being prepared")
        try:
            if not self.page_builds_by_address.acquire(address):
                raise QuotaReached(f"page: {self.limits.pages} replays are being prepared for you")
            try:
                return await asyncio.get_running_loop().run_in_executor(
                    self.page_threads, work, *given
                )
            finally:
                self.page_builds_by_address.release(address)
        finally:
            self.page_builds.release("all")

    async def run(self, work: Callable[..., T], *given: Any) -> T:
        """Run work in a request thread; built-in players yield to it."""
        with self.priority.serving_request():
            return await asyncio.get_running_loop().run_in_executor(
                self.request_threads, work, *given
            )

    def acquire_socket(self, address: str) -> bool:
        """Count a socket or a waiting request of an address; return whether it is within limits."""
        if not self.sockets.acquire(address):
            return False
        if not self.sockets_in_all.acquire(""):
            self.sockets.release(address)
            return False
        return True

    def release_socket(self, address: str) -> None:
        """Count a socket or a waiting request less."""
        self.sockets.release(address)
        self.sockets_in_all.release("")

    def acquire_peek(self, account: str, address: str) -> bool:
        """Count a look-ahead of a key; return whether it is within limits."""
        if not self.peeks.acquire(account):
            return False
        if not self.peeks_by_address.acquire(address):
            self.peeks.release(account)
            return False
        return True

    def release_peek(self, account: str, address: str) -> None:
        """Count a look-ahead less."""
        self.peeks.release(account)
        self.peeks_by_address.release(address)

    def close_banned_sockets(self) -> None:
        """Close sockets of banned addresses; in the thread of the event loop."""
        for each in [each for each in self.live if self.bans.covers(each.host)]:
            each.refuse()

    def gauges(self) -> list[Gauge]:
        """Return the present state, for metrics. Raises StoreError."""
        return [
            ("uptime_seconds", "Time since the start.", time.time() - self.started_at),
            ("games_open", "Open games.", self.store.count_open()),
            ("games_open_limit", "Limit of open games.", self.manager.capacity.most),
            ("games_in_memory", "Games in memory.", self.manager.session_count),
            ("sockets_open", "Open sockets.", len(self.live)),
            ("store_bytes", "Size of the file of games.", self.store.database.size),
            *self.latencies.gauges(),
        ]

    def _prune(self, keep_days: float | None) -> None:
        """Delete games that ended long ago, and their pages, unless all are kept."""
        if keep_days is not None:
            before = time.time() - keep_days * SECONDS_PER_DAY
            if deleted := prune(self.store.database, self.replays.folder, before):
                self.events.note("games_deleted", games=deleted)

    def close(self) -> None:
        """Stop all work; all actions are stored."""
        self.manager.close()
        for threads in (
            self.player_threads,
            self.request_threads,
            self.lookahead_threads,
            self.page_threads,
            self.analysis_threads,
        ):
            threads.shutdown(wait=False, cancel_futures=True)
        self.store.close()
        if self._lock_file is not None:
            self._lock_file.close()
