"""All rooms: opened when somebody wants them, made from the store, left when nobody is there."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any

from spacecombat_agents.service import keys
from spacecombat_agents.service.alarms import Alarms
from spacecombat_agents.service.botseats import BotSpeaker
from spacecombat_agents.service.grid import Grid
from spacecombat_agents.service.opponents import Opponents, Speaker, captain_of
from spacecombat_agents.service.rooms import INVITED, Room
from spacecombat_agents.service.store import LEFT, OPEN, Chair, Kept, Store
from spacecombat_agents.service.wanted import Wanted, Wrong
from spacecombat_agents.service.warmth import Warmth
from spacecombat_agents.terminal import tell
from spacecombat_env import registry
from spacecombat_env.core.errors import SpaceCombatError
from spacecombat_env.core.seeds import derived_seed
from spacecombat_env.env.table import PUBLIC, UMPIRE, Refused, Table
from spacecombat_env.replay.kept import rules_hash

MOST_GAMES = 200
"""Games that may be open."""
MOST_ROOMS = 64
"""Rooms that are kept though nobody is in them."""
SECONDS_TO_ENTER = 10.0
"""So long a room is kept beyond those for somebody who was let to it, though not beyond as many
rooms as games may be open."""
SECONDS_ALONE = 600.0
"""After which bots end in a game that nobody looks at."""
SECONDS_BETWEEN_LOOKS = 60.0
BOTS = "bots"
"""What the alarm is set for that has somebody look for such games."""
DAYS_LEFT = 30
"""Days after which a game that nobody comes back to counts as left."""
SECONDS_OF_A_DAY = 86_400


class Full(SpaceCombatError):
    """As many games are open as may be."""


class NoGame(SpaceCombatError):
    """There is no game of that name, or it cannot go on."""


class House:
    """The games of a service."""

    def __init__(
        self,
        store: Store,
        opponents: Opponents,
        warmth: Warmth,
        thinkers: Executor,
        most_games: int = MOST_GAMES,
        seeds: Callable[[], int] = keys.new_seed,
        let_pass: Callable[[], None] = lambda: None,
        grid: Grid | None = None,
    ) -> None:
        self.store, self.opponents, self.warmth = store, opponents, warmth
        self._let_pass = let_pass
        """Called before a player of ours thinks: waits while people are answered."""
        self.most_games, self.grid = most_games, grid or Grid()
        self._thinkers, self._seeds = thinkers, seeds
        self._rooms: dict[str, Room] = {}
        self._playing: set[str] = set()
        """Games in which a player of ours is at work."""
        self._lock = threading.RLock()
        self._is_closed = False
        self._alarms = Alarms(self._ring)
        self._talkers = ThreadPoolExecutor(most_games, "bots")
        """Threads that wait for bots, so that nobody else waits for them."""

    # -- making ----------------------------------------------------------------------------------

    def make(self, wanted: Wanted) -> tuple[str, dict[str, str]]:
        """Make a game; return its name and the keys of its readers. Raises Wrong, Full, Cold."""
        self.warmth.check(wanted.ruleset, wanted.scenario)
        name, found = keys.new_game_id(), dict[str, str]()
        chairs = [self._chair(seat, player, who, found) for seat, player, who in wanted.seats]
        if wanted.umpire is not None:
            chairs.append(self._chair(UMPIRE, None, wanted.umpire, found))
        kept = Kept(
            id=name,
            ruleset=wanted.ruleset.name,
            scenario=dict(wanted.scenario.source),
            delegate=wanted.scenario.delegate,
            seed=self._seeds(),
            watch=wanted.watch,
            made_with=rules_hash(wanted.ruleset),
            chairs=tuple(chairs),
            clock=wanted.clock,
        )
        room = self._built(kept)
        bots = [each for each in room.speakers.values() if isinstance(each, BotSpeaker)]
        if bots and self.opponents.slots.is_full:
            raise Full(f"bots: {self.opponents.slots.most} play, and more may not")
        with self._lock:
            self._check_room()
            self.store.add(kept)
            self._rooms[name] = room
            self._forget()
        room.wake()
        return name, found

    @staticmethod
    def _chair(seat: str, player: str | None, who: str | None, found: dict[str, str]) -> Chair:
        """Return a chair, the key of a person's put into `found`."""
        if player is not None:
            return Chair(seat, None, None, player, who)
        found[seat] = keys.new_key()
        kept = keys.hash_of(found[seat])
        return Chair(seat, None if who is None else kept, kept if who is None else None, None, who)

    def _check_room(self) -> None:
        """Raise Full where no game more may be opened."""
        if self.store.count_open() < self.most_games:
            return
        self.store.leave(time.time() - DAYS_LEFT * SECONDS_OF_A_DAY)
        if self.store.count_open() >= self.most_games:
            raise Full(f"games: {self.most_games} are open, and more may not be")

    # -- opening ---------------------------------------------------------------------------------

    def room(self, name: str) -> Room:
        """Return the room of a game. Raises NoGame, Cold."""
        with self._lock:
            room = self._rooms.get(name)
            if room is not None and not room.broken:
                room.last_used = time.monotonic()  # whoever asks for it is about to enter
                return room
            kept = self.store.game(name)
            if kept is None:
                raise NoGame("game: there is none of that name")
        try:
            room = self._built(kept)
        except Wrong as cause:  # a player of it is not offered any more
            raise NoGame(f"game: {cause}") from None
        with self._lock:
            other = self._rooms.get(name)
            if other is not None and not other.broken:
                return other
            self._rooms[name] = room
            self._forget()
        return room

    def _built(self, kept: Kept) -> Room:
        """Return the room of a game as it is kept. Raises NoGame, Cold."""
        try:
            ruleset = registry.ruleset(kept.ruleset)
            scenario = ruleset.load(kept.scenario, delegate=kept.delegate)
            self.warmth.check(ruleset, scenario)
            seats = [chair for chair in kept.chairs if chair.reader in ruleset.seats]
            names = [chair.name or INVITED for chair in seats]
            table = Table(ruleset, scenario, kept.seed, names)
            self._say_again(kept, table)
            speakers = {
                chair.reader: self._speaker(kept, table, chair.reader, chair.player)
                for chair in seats
                if chair.player is not None
            }
        except Refused as cause:
            raise NoGame(f"game: what was said in it cannot be said any more: {cause}") from None
        room = Room(
            kept,
            table,
            self.store,
            speakers,
            lambda seat: self._captain(kept, table, seat),
        )
        room.on_turn = self._wake
        room.grid = self.grid
        room.on_time = lambda room, at: self._alarms.set(room, self.grid.due(at))
        return room

    def _say_again(self, kept: Kept, table: Table) -> None:
        """Say at a table what was said in a game."""
        for row in self.store.rows(kept.id):
            table.say(row.seat, row.at, list(row.tokens))
        if kept.gave_up and table.asked is not None:
            seat, _, cause = kept.gave_up.partition(": ")
            table.forfeit(seat, cause)
        if kept.state == LEFT:
            self.store.end(kept.id, OPEN, "")

    def _speaker(self, kept: Kept, table: Table, seat: str, player: str) -> Speaker | BotSpeaker:
        """Return who speaks for a seat."""
        rules, number = table.ruleset, table.ruleset.seats.index(seat)
        luck = derived_seed(kept.seed, "agent", seat, player)
        said = table.counts[number]
        try:
            opponent = self.opponents.named(rules, player)
            return self.opponents.sitting(opponent, rules, table.scenario, luck, said)
        except SpaceCombatError as cause:
            reason = str(cause).partition(": ")[2]  # its file's folder is nobody's business
            raise Wrong(f"seats.{seat}.player: {player}: {reason}") from None

    def _captain(self, kept: Kept, table: Table, seat: str) -> Speaker:
        """Return who speaks for a person that lets it, or is late."""
        rules, captain = table.ruleset, captain_of(table.ruleset)
        luck = derived_seed(kept.seed, "agent", seat, captain.name)
        said = table.counts[rules.seats.index(seat)]
        return self.opponents.speaker(captain, rules, table.scenario, luck, said)

    def _forget(self) -> None:
        """Let rooms go in which nobody is, those first that were not used for longest."""
        idle = [
            room
            for name, room in self._rooms.items()
            if not room.listeners and name not in self._playing
        ]
        idle.sort(key=lambda room: room.last_used)
        entered = time.monotonic() - SECONDS_TO_ENTER
        for room in idle[: max(len(idle) - MOST_ROOMS, 0)]:
            if room.last_used > entered and len(self._rooms) <= self.most_games:
                break
            if room.break_off_idle():
                del self._rooms[room.kept.id]

    # -- players of ours -------------------------------------------------------------------------

    def _wake(self, room: Room) -> None:
        """Have a player of ours speak, unless one is at work in that game already."""
        bots = room.waits_for_bots  # rooms are locked before the house, never after it
        with self._lock:
            if self._is_closed or room.kept.id in self._playing:
                return
            self._playing.add(room.kept.id)
            self._submit(room, bots)

    def _submit(self, room: Room, bots: bool) -> None:
        """Have what is next in a room done by threads that may wait for it: for bots, their own."""
        threads = self._talkers if bots else self._thinkers
        threads.submit(self._play, room)
        if bots:
            self._alarms.set(BOTS, time.monotonic() + SECONDS_BETWEEN_LOOKS)

    def _play(self, room: Room) -> None:
        """Let a player say an order, and come again for the next: so all games get their turn."""
        self._let_pass()
        goes_on = False
        try:
            goes_on = room.play_on()
        except Exception as cause:  # the room is broken off, and made anew when it is wanted
            tell(f"game {room.kept.id[:4]}...: {type(cause).__name__}: {cause}")
        bots = room.waits_for_bots
        with self._lock:
            is_closed, now = self._is_closed, self._rooms.get(room.kept.id)
            if goes_on and not is_closed:
                return self._submit(room, bots)
            self._playing.discard(room.kept.id)
        if is_closed:
            room.end_bots()
        elif now is not None:  # somebody may have been asked in between
            now.wake()

    def _ring(self, room: Room | str) -> None:
        """Have a room look at its clock, where players of ours think; BOTS: look for bots."""
        with self._lock:
            if self._is_closed:
                return
            if isinstance(room, str):
                self._rest()
            else:
                self._thinkers.submit(self._rung, room)

    def _rest(self) -> None:
        """Let bots end in games that nobody has looked at for long; look again while there are."""
        alone = time.monotonic() - SECONDS_ALONE
        with_bots = [room for room in self._rooms.values() if room.has_bots]
        for room in with_bots:
            is_idle = room.last_used < alone and room.kept.id not in self._playing
            if is_idle and not room.listeners and room.break_off_idle():
                del self._rooms[room.kept.id]
        if with_bots:
            self._alarms.set(BOTS, time.monotonic() + SECONDS_BETWEEN_LOOKS)

    @staticmethod
    def _rung(room: Room) -> None:
        """Have a room look at its clock."""
        try:
            room.ring()
        except Exception as cause:  # the room is broken off, and made anew when it is wanted
            tell(f"game {room.kept.id[:4]}...: {type(cause).__name__}: {cause}")

    def close(self) -> None:
        """Let nobody speak any more, and send everybody away."""
        self._alarms.close()
        with self._lock:
            self._is_closed = True
            rooms = list(self._rooms.values())
            playing = set(self._playing)
        for room in rooms:
            room.break_off()
            if room.kept.id not in playing:  # else who plays there ends its bots
                self._talkers.submit(room.end_bots)
        self._talkers.shutdown()


def facts(room: Room) -> dict[str, Any]:
    """Return what all may know of a game."""
    kept, table = room.kept, room.table
    with room.lock:
        shown = room.moment(PUBLIC).state if table.ruleset.has_public else None
        over = table.state(table.ruleset.seats[0]).over if table.asked is None else None
        return {
            "game": kept.id,
            "rules": {"name": table.ruleset.name, "title": table.ruleset.title},
            "scenario": {
                "name": table.scenario.name,
                "title": str(table.scenario.source.get("title", table.scenario.name)),
            },
            "seats": seats_of(room),
            "watch": kept.watch,
            "clock": kept.clock.message(),
            "turn": shown.turn if shown else 0,
            "phase": shown.phase if shown else "",
            "over": None if over is None else dict(over),
        }


def seats_of(room: Room) -> dict[str, Any]:
    """Return who sits where, as all may know."""
    here = {listener.reader for listener in room.listeners}
    return {
        chair.reader: {
            "title": chair.reader.partition("_")[0].title(),
            "name": chair.name,
            "person": chair.player is None,
            "here": chair.reader in here or chair.player is not None,
        }
        for chair in room.kept.chairs
    }
