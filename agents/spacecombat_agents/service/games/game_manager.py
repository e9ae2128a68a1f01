"""All game sessions: opened on demand, restored from the store, closed when idle."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any, TypeVar

from spacecombat_agents.service.games.capacity import (
    GAMES_PER_ADDRESS,
    MAX_GAMES,
    GameCapacity,
    ServerFull,
)
from spacecombat_agents.service.games.continuing import Beginning
from spacecombat_agents.service.games.game_request import GameRequest, InvalidRequest
from spacecombat_agents.service.games.game_session import GameSession, SessionClosed
from spacecombat_agents.service.games.importing import imported_game
from spacecombat_agents.service.games.session_builder import (
    GameNotFound,
    SessionBuilder,
    new_game,
)
from spacecombat_agents.service.games.subscribers import Subscriber
from spacecombat_agents.service.operation.events import EventLog, place_of, short_name
from spacecombat_agents.service.players.bot_agents import BotAgent
from spacecombat_agents.service.players.opponents import Opponents
from spacecombat_agents.service.storage import access_keys
from spacecombat_agents.service.storage.database import StoreError
from spacecombat_agents.service.storage.game_store import (
    ABANDONED,
    ENDED,
    ActionRecord,
    GameStore,
    StoredGame,
)
from spacecombat_agents.service.timing.time_grid import TimeGrid
from spacecombat_agents.service.timing.timers import Timers
from spacecombat_env.core.errors import SpaceCombatError

__all__ = [
    "GameManager",
    "MAX_IDLE_SESSIONS",
    "SECONDS_TO_ENTER",
]

Result = TypeVar("Result")

MAX_IDLE_SESSIONS = 64
"""Maximum of sessions without subscribers that are kept open."""
SECONDS_TO_ENTER = 10.0
"""Time that an idle session is kept open for a reader that has been given it, within the limit on
open games."""
BOT_IDLE_SECONDS = 600.0
"""Time after which bots end in a game without subscribers."""
BOT_CHECK_SECONDS = 60.0
BOT_TIMER = "bots"
"""Key of the timer that checks for such games."""
PAUSE_SECONDS = 10.0
"""Time that built-in players pause in a game that failed."""
PAUSE_TIMER = "pause "
"""Prefix of the keys of timers that end a pause; the rest is the game's name."""
HOUSEKEEPING_SECONDS = 60.0
HOUSEKEEPING_TIMER = "housekeeping"
"""Key of the timer that abandons games."""


class GameManager:
    """The games of a service."""

    def __init__(
        self,
        store: GameStore,
        opponents: Opponents,
        player_threads: Executor,
        max_games: int = MAX_GAMES,
        seeds: Callable[[], int] = access_keys.new_seed,
        yield_to_requests: Callable[[], None] = lambda: None,
        grid: TimeGrid | None = None,
        games_per_address: int = GAMES_PER_ADDRESS,
        events: EventLog | None = None,
        prune: Callable[[], None] = lambda: None,
    ) -> None:
        self.store, self.opponents = store, opponents
        self._yield_to_requests = yield_to_requests
        """Called before a built-in player thinks; waits while requests are being answered."""
        self.max_games, self.grid = max_games, grid or TimeGrid()
        self.capacity = GameCapacity(store, self._release, max_games, games_per_address)
        self.events, self._prune = events or EventLog(), prune
        self._player_threads, self._seeds = player_threads, seeds
        self._builder = SessionBuilder(store, opponents)
        self._sessions: dict[str, GameSession] = {}
        self._playing: set[str] = set()
        """Games in which a built-in player is acting."""
        self._paused: set[str] = set()
        """Games that failed, in which no built-in player acts for a while."""
        self._lock = threading.RLock()
        self._is_closed = False
        self._timers = Timers(self._on_timer)
        self._bot_threads = ThreadPoolExecutor(max_games, "bots")
        """Threads that wait for bots, so that nothing else has to."""
        self._timers.set(HOUSEKEEPING_TIMER, time.monotonic() + HOUSEKEEPING_SECONDS)

    # -- creation --------------------------------------------------------------------------------

    @property
    def session_count(self) -> int:
        """Return how many games are in memory."""
        return len(self._sessions)

    def check_room(self, maker: str) -> None:
        """Raise QuotaReached or ServerFull if there is no room for a game of an address."""
        with self._lock:
            self.capacity.check_room(maker)

    def create_game(
        self, request: GameRequest, maker: str = "", begins: Beginning | None = None
    ) -> tuple[str, dict[str, str]]:
        """Create a game from an address; return its name and the keys of its readers.

        `begins` is its first part, taken from another game. Raises InvalidRequest, QuotaReached,
        ServerFull.
        """
        game, issued_keys = new_game(request, maker, begins, self._seeds)
        session = self._build_session(game, () if begins is None else begins.rows)
        bots = [each for each in session.seat_agents.values() if isinstance(each, BotAgent)]
        if bots and self.opponents.slots.is_full:
            raise ServerFull(f"bots: the limit of {self.opponents.slots.most} is reached")
        with self._lock:
            self.capacity.make_room(maker)
            self.store.add(game, () if begins is None else begins.rows)
            self._sessions[game.id] = session
            self._drop_idle_sessions()
        self.events.note("game_made", game=short_name(game.id), ruleset=game.ruleset, maker=maker)
        session.wake()
        return game.id, issued_keys

    def import_game(self, content: dict[str, Any]) -> str:
        """Store a finished game from the content of a replay file; return its name.

        The same file is the same game. Raises InvalidRequest for what is no such file.
        """
        try:
            game, rows = imported_game(content)
            if self.store.game(game.id) is not None:
                return game.id
            session = self._build_session(game, rows)
        except SpaceCombatError as cause:
            raise InvalidRequest(str(cause)) from None
        if not session.has_replay():
            raise InvalidRequest("replay: the sides hide their ships from each other")
        with self._lock:
            if self.store.game(game.id) is None:
                self.store.add(game, rows)
                self._sessions[game.id] = session
                self._drop_idle_sessions()
        return game.id

    def _on_join(self, session: GameSession) -> None:
        """A person has joined: store it, and open an abandoned game again.

        Raises QuotaReached, ServerFull.
        """
        game = session.game
        with self._lock:
            if game.state == ABANDONED:
                self.capacity.make_room(game.maker)
            self.store.mark_joined(game.id)

    def _release(self, name: str) -> bool:
        """Close the session of a game unless somebody uses it; return whether none is open."""
        with self._lock:
            session = self._sessions.get(name)
            if session is None:
                return True
            if name in self._playing or session.subscribers or not session.close_if_idle():
                return False
            del self._sessions[name]
            return True

    # -- sessions --------------------------------------------------------------------------------

    def open_session(self, name: str) -> GameSession:
        """Return the session of a game. Raises GameNotFound."""
        with self._lock:
            session = self._sessions.get(name)
            if session is not None and not session.is_closed:
                session.last_used = time.monotonic()  # the caller is about to enter
                return session
            game = self.store.game(name)
            if game is None:
                raise GameNotFound("game: does not exist")
            if game.state == ENDED:
                raise GameNotFound("game: was ended by the operator of this service")
        try:
            session = self._build_session(game)
        except InvalidRequest as cause:  # one of its players is no longer offered
            raise GameNotFound(f"game: {cause}") from None
        with self._lock:
            other = self._sessions.get(name)
            if other is not None and not other.is_closed:
                return other
            self._sessions[name] = session
            self._drop_idle_sessions()
        return session

    def in_session(self, name: str, work: Callable[[GameSession], Result]) -> Result:
        """Return what `work` returns for the session of a game; it is called again with its
        replacement if that session ends before it begins.

        Raises GameNotFound, and SessionClosed at the third try.
        """
        for _ in range(2):
            with contextlib.suppress(SessionClosed):
                return work(self.open_session(name))
        return work(self.open_session(name))

    def unsubscribe(self, name: str, subscriber: Subscriber) -> None:
        """Remove a subscriber from the session of a game."""
        session = None
        while session is not (now := self._sessions.get(name)) and now is not None:
            session = now
            session.unsubscribe(subscriber)

    def _replace_session(self, failed: GameSession) -> None:
        """Restore a session that failed from the store, with its subscribers.

        Built-in players pause, since they might fail again. If the store cannot be read, all are
        disconnected.
        """
        name = failed.game.id
        with self._lock:
            if self._is_closed:
                return failed.disconnect()
            self._paused.add(name)
            if failed.has_bots and name not in self._playing:  # else the playing thread ends them
                self._bot_threads.submit(failed.end_bots)
        self._timers.set(f"{PAUSE_TIMER}{name}", time.monotonic() + PAUSE_SECONDS)
        try:
            while not self.open_session(name).take_over(failed):
                pass
        except (StoreError, GameNotFound) as cause:
            failed.disconnect(str(cause))

    def _build_session(
        self, game: StoredGame, rows: Iterable[ActionRecord] | None = None
    ) -> GameSession:
        """Return a new session of a game with its stored actions, or these.

        Raises GameNotFound, InvalidRequest.
        """
        session = self._builder.build(game, rows)
        session.on_turn = self._schedule_player
        session.on_join = self._on_join
        session.on_failure = self._replace_session
        session.grid = self.grid
        session.schedule_timer = lambda session, at: self._timers.set(
            session, self.grid.next_line_after(at)
        )
        return session

    def _drop_idle_sessions(self) -> None:
        """Close sessions without subscribers, the least recently used first."""
        idle = [
            session
            for name, session in self._sessions.items()
            if not session.subscribers and name not in self._playing
        ]
        idle.sort(key=lambda session: session.last_used)
        entered = time.monotonic() - SECONDS_TO_ENTER
        for session in idle[: max(len(idle) - MAX_IDLE_SESSIONS, 0)]:
            if session.last_used > entered and len(self._sessions) <= self.max_games:
                break
            if session.close_if_idle():
                del self._sessions[session.game.id]

    def end_game(self, name: str) -> bool:
        """End a game by the operator's will; return whether there is such a game."""
        if not self.store.set_state(name, ENDED):
            return False
        with self._lock:
            session = self._sessions.pop(name, None)
        if session is not None:
            session.close()
        return True

    # -- built-in players -------------------------------------------------------------------------

    def _schedule_player(self, session: GameSession) -> None:
        """Schedule a built-in player, unless one is acting in that game already."""
        bots = session.is_bot_next  # lock order: sessions before the manager
        with self._lock:
            if self._is_closed or session.game.id in self._playing | self._paused:
                return
            self._playing.add(session.game.id)
            self._submit(session, bots)

    def _submit(self, session: GameSession, bots: bool) -> None:
        """Submit the next turn of a session to the threads of players, or to those of bots."""
        threads = self._bot_threads if bots else self._player_threads
        threads.submit(self._play, session)
        if bots:
            self._timers.set(BOT_TIMER, time.monotonic() + BOT_CHECK_SECONDS)

    def _play(self, session: GameSession) -> None:
        """Let a player play one order, then requeue it, so that all games get their turn."""
        self._yield_to_requests()
        needs_answer = False
        try:
            needs_answer = session.play_order()
        except Exception as cause:  # the session is closed, and restored on demand
            self._report_failure(session, cause)
        bots = session.is_bot_next
        with self._lock:
            is_closed, now = self._is_closed, self._sessions.get(session.game.id)
            if needs_answer and not is_closed:
                return self._submit(session, bots)
            self._playing.discard(session.game.id)
        if is_closed:
            session.end_bots()
        elif session is not now and session.has_bots:  # it was replaced
            self._bot_threads.submit(session.end_bots)
        if not is_closed and now is not None:  # another player may be to act
            now.wake()

    def _on_timer(self, session: GameSession | str) -> None:
        """Let a session check its clock, in a player thread; for BOT_TIMER check for idle bots."""
        with self._lock:
            if self._is_closed:
                return
            if session == HOUSEKEEPING_TIMER:
                self._player_threads.submit(self._keep_house)
            elif isinstance(session, str) and session.startswith(PAUSE_TIMER):
                self._player_threads.submit(self._end_pause, session.removeprefix(PAUSE_TIMER))
            elif isinstance(session, str):
                self._stop_idle_bots()
            else:
                self._player_threads.submit(self._check_clock, session)

    def _keep_house(self) -> None:
        """Abandon games that nobody joined or came back to; do so again after a while."""
        with contextlib.suppress(StoreError):  # the store has told it
            with self._lock:
                abandoned = self.capacity.abandon_idle()
            if abandoned:
                self.events.note("games_abandoned", games=abandoned)
            self._prune()
        self._timers.set(HOUSEKEEPING_TIMER, time.monotonic() + HOUSEKEEPING_SECONDS)

    def _end_pause(self, name: str) -> None:
        """Let built-in players act again in a game that failed."""
        self._paused.discard(name)
        session = self._sessions.get(name)
        if session is not None:
            session.wake()

    def _stop_idle_bots(self) -> None:
        """End bots in games that have long been idle; check again while there are any."""
        alone = time.monotonic() - BOT_IDLE_SECONDS
        with_bots = [session for session in self._sessions.values() if session.has_bots]
        for session in with_bots:
            is_idle = session.last_used < alone and session.game.id not in self._playing
            if is_idle and not session.subscribers and session.close_if_idle():
                del self._sessions[session.game.id]
        if with_bots:
            self._timers.set(BOT_TIMER, time.monotonic() + BOT_CHECK_SECONDS)

    def _report_failure(self, session: GameSession, cause: Exception) -> None:
        """Tell the operator that a session failed: where, but not what it held."""
        message = str(cause) if isinstance(cause, StoreError) else place_of(cause)
        self.events.warn("game_failed", message, game=short_name(session.game.id))

    def _check_clock(self, session: GameSession) -> None:
        """Let a session check its clock."""
        try:
            session.on_timer()
        except Exception as cause:  # the session is closed, and restored on demand
            self._report_failure(session, cause)

    def close(self) -> None:
        """Stop all players and disconnect all subscribers."""
        self._timers.close()
        with self._lock:
            self._is_closed = True
            sessions = list(self._sessions.values())
            playing = set(self._playing)
        for session in sessions:
            session.close()
            if session.game.id not in playing:  # else the playing thread ends its bots
                self._bot_threads.submit(session.end_bots)
        self._bot_threads.shutdown()
