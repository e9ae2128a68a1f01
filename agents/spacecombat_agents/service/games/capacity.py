"""How many games may be open, in all and of one address, and which give way to new ones."""

from __future__ import annotations

import time
from collections.abc import Callable

from spacecombat_agents.service.storage.game_store import GameStore
from spacecombat_env.core.errors import SpaceCombatError

__all__ = [
    "GameCapacity",
    "DAYS_UNTIL_ABANDONED",
    "GAMES_PER_ADDRESS",
    "MAX_GAMES",
    "MINUTES_TO_JOIN",
    "QuotaReached",
    "SECONDS_PER_DAY",
    "ServerFull",
]

MAX_GAMES = 200
"""Maximum of open games."""
GAMES_PER_ADDRESS = 20
"""Maximum of open games made from one address."""
DAYS_UNTIL_ABANDONED = 30
"""Days without activity after which a game counts as abandoned."""
MINUTES_TO_JOIN = 60
"""Minutes after which a game that no person has joined counts as abandoned."""
SECONDS_UNDISTURBED = 60.0
"""Age from which a game in which no person has acted may give way to a new one."""
SECONDS_PER_DAY = 86_400


class ServerFull(SpaceCombatError):
    """A limit of the service is reached."""


class QuotaReached(SpaceCombatError):
    """The limit of one address is reached."""


class GameCapacity:
    """The limits on open games; its user holds a lock."""

    def __init__(
        self,
        store: GameStore,
        release: Callable[[str], bool],
        most: int = MAX_GAMES,
        per_address: int = GAMES_PER_ADDRESS,
    ) -> None:
        self.store, self.most, self.per_address = store, most, per_address
        self._release = release
        """Closes a game that nobody uses; returns whether it may be abandoned."""

    def abandon_idle(self) -> int:
        """Abandon games that nobody joined or came back to; return their number."""
        now = time.time()
        idle_since = now - DAYS_UNTIL_ABANDONED * SECONDS_PER_DAY
        return self._abandon(self.store.find_idle(idle_since, now - MINUTES_TO_JOIN * 60))

    def make_room(self, maker: str) -> None:
        """Make room for one more game of an address. Raises QuotaReached, ServerFull."""
        self.abandon_idle()
        self._check(maker, lambda names: self._abandon(names, 1) > 0)

    def check_room(self, maker: str) -> None:
        """Raise QuotaReached or ServerFull if no game could give way; none does yet."""
        self.abandon_idle()
        self._check(maker, bool)

    def _check(self, maker: str, gives_way: Callable[[list[str]], bool]) -> None:
        """Raise an error at a limit unless one of the games that may give way does."""
        young = time.time() - SECONDS_UNDISTURBED
        if maker and self.store.count_open(maker) >= self.per_address:
            if not gives_way(self.store.find_never_started(young, maker)):
                raise QuotaReached(f"games: {self.per_address} games of your address are open")
        if self.store.count_open() >= self.most:
            if not gives_way(self.store.find_never_started(young)):
                raise ServerFull(f"games: the limit of {self.most} open games is reached")

    def _abandon(self, names: list[str], most: int | None = None) -> int:
        """Abandon the first games of a list that nobody uses; return their number."""
        released: list[str] = []
        for name in names:
            if len(released) != most and self._release(name):
                released.append(name)
        if released:
            self.store.abandon(released)
        return len(released)
