"""The stored games: assignments of seats, and every action.

There is one SQLite file. An action is stored before its answer is sent, so that a killed process
loses nothing that a client has seen. Keys are stored as hashes. The seed is stored only here.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from spacecombat_agents.bots.time_control import TimeControl
from spacecombat_agents.service.delegation.standing_orders import (
    StandingOrdersBySeat,
)
from spacecombat_agents.service.storage.checksums import (
    ACTION_FIELDS,
    GAME_FIELDS,
    checksum,
    is_intact,
)
from spacecombat_agents.service.storage.database import FORMAT, Database, StoreError
from spacecombat_agents.service.timing.person_clocks import SeatTime
from spacecombat_env.env.table import UMPIRE, Period

__all__ = [
    "ABANDONED",
    "ActionRecord",
    "ENDED",
    "FROM",
    "FORMAT",
    "GameStore",
    "LUCK",
    "OPEN",
    "OVER",
    "STATES",
    "SeatAssignment",
    "StoredGame",
]

STATES = OPEN, OVER, ABANDONED, ENDED = "open", "over", "left", "ended"
"""State of a game: `left` (abandoned) games can be resumed, those that the operator `ended` not."""


LUCK = "luck"
"""In place of the seat of a row: its one action is the seed from which luck is drawn again."""
SECONDS_PER_DAY = 86_400
COLUMNS = (
    *("id", "ruleset", "scenario", "delegate", "seed", "watch", "made_with", "state", "gave_up"),
    *("clock", "maker", "joined", "started", "chat", "rated"),
)
"""Columns of a game that are fields of `StoredGame`."""


FROM = "from"
"""Key in the scenario of a game that begins in another one (games/continuing.py)."""


class SeatAssignment(NamedTuple):
    """A reader of a game: a seat, or the umpire."""

    reader: str
    key_hash: str | None
    """Hash of the key; None if there is no key."""
    invited: str | None
    """Hash of an invitation; None once the key that it was exchanged for has been used."""
    player: str | None
    """The built-in player of the seat; None for a person."""
    name: str | None
    """Display name; None for a person who has not joined yet."""


INVITED = "invited"
"""Name of a person who has given none."""


class StoredGame(NamedTuple):
    """A game as it is stored."""

    id: str
    ruleset: str
    scenario: Mapping[str, Any]
    """Its content with options applied."""
    delegate: tuple[tuple[str, ...], ...]
    seed: int
    watch: str
    """Spectators: `public` or `nobody`."""
    made_with: str
    """Hash of the rules at its start."""
    assignments: tuple[SeatAssignment, ...]
    """Seats in the rule set's order, then the umpire if there is one."""
    state: str = OPEN
    gave_up: str = ""
    """`seat: why` if a seat gave the game up."""
    clock: TimeControl = TimeControl()
    times: tuple[SeatTime, ...] = ()
    """Clocks of timed seats, as last stored."""
    standing_orders: StandingOrdersBySeat = MappingProxyType({})
    """Delegations to the captain."""
    maker: str = ""
    """Address from which it was made, as quotas count it; empty if unknown."""
    joined: bool = True
    """Whether a person has joined; true in a game without people."""
    started: bool = True
    """Whether a person has acted; true in a game without people."""
    chat: str = "free"
    """How people may write to each other: `free`, `phrases` or `off`."""
    rated: bool = False
    """Whether it counts for a rating: then its person gets no hints and takes no turn back."""

    @property
    def is_practice(self) -> bool:
        """Whether one person plays alone against players, and the game is not rated."""
        seats = [each for each in self.assignments if each.reader != UMPIRE]
        return not self.rated and sum(each.player is None for each in seats) == 1

    def display_names(self) -> dict[str, str]:
        """Return who holds each seat, by name."""
        seats = [each for each in self.assignments if each.reader != UMPIRE]
        return {each.reader: each.name or INVITED for each in seats}


class ActionRecord(NamedTuple):
    """Actions that were applied together."""

    seat: str
    at: int
    """The seat's number of actions before."""
    actions: tuple[int, ...]
    request: str
    """Hash of the message; empty for built-in players."""
    reply: str
    """The answer to it, as a line."""
    ms: int
    """Milliseconds since the previous actions."""


class GameStore:
    """The file with all games; one process at a time, any of its threads.

    All methods raise StoreError while the file cannot be read or written.
    """

    def __init__(self, path: Path, on_error: Callable[[str], None] = lambda message: None) -> None:
        self.database = Database(path, on_error)
        self._write, self._read = self.database.write, self.database.read

    def close(self) -> None:
        """Close the file."""
        self.database.close()

    def check_health(self) -> None:
        """Write and read back."""
        now = time.time()
        with self._write() as db:
            db.execute("INSERT OR REPLACE INTO health VALUES (1, ?)", (now,))
        if self._read("SELECT at FROM health WHERE one = 1") != [(now,)]:
            raise StoreError("store: what was written is not there")

    # -- games -----------------------------------------------------------------------------------

    def add(self, game: StoredGame, rows: Iterable[ActionRecord] = ()) -> None:
        """Store a new game with its first actions."""
        row: dict[str, Any] = {name: getattr(game, name) for name in COLUMNS}
        row |= {name: json.dumps(row[name]) for name in ("scenario", "delegate")}
        row |= {"clock": json.dumps(game.clock.message()), "created": time.time()}
        row |= {"touched": row["created"]}
        row |= {"checksum": checksum([row[name] for name in GAME_FIELDS])}
        places = ", ".join("?" * len(row))
        with self._write() as db:
            query = f"INSERT INTO game({', '.join(row)}) VALUES ({places})"
            db.execute(query, tuple(row.values()))
            for place, assignment in enumerate(game.assignments):
                values = (game.id, assignment.reader, place, *assignment[1:])
                db.execute("INSERT INTO reader VALUES (?,?,?,?,?,?,?)", values)
            for n, each in enumerate(rows, start=1):
                _insert_row(db, game.id, n, each)

    def game(self, name: str) -> StoredGame | None:
        """Return a game; None for an unknown name."""
        columns = *COLUMNS, "checksum"
        found = self._read(f"SELECT {', '.join(columns)} FROM game WHERE id = ?", name)
        if not found:
            return None
        row = dict(zip(columns, found[0], strict=True))
        if not is_intact([row[each] for each in (*GAME_FIELDS, "checksum")]):
            raise self.database.damaged("the start of this game")
        del row["checksum"]
        query = "SELECT reader, key_hash, invited, player, name FROM reader WHERE game = ?"
        readers = self._read(f"{query} ORDER BY place", name)
        return StoredGame(
            **{
                **row,
                "scenario": json.loads(row["scenario"]),
                "delegate": tuple(tuple(each) for each in json.loads(row["delegate"])),
                "clock": TimeControl.of(json.loads(row["clock"])),
                "joined": bool(row["joined"]),
                "started": bool(row["started"]),
                "rated": bool(row["rated"]),
            },
            assignments=tuple(SeatAssignment(*each) for each in readers),
            times=self._times(name),
            standing_orders=self._standing_orders(name),
        )

    def _times(self, name: str) -> tuple[SeatTime, ...]:
        """Return the stored clocks of a game's seats."""
        query = "SELECT seat, order_ms, bank_ms, spent_ms, lates FROM time WHERE game = ?"
        return tuple(SeatTime(*row) for row in self._read(query, name))

    def _standing_orders(self, name: str) -> StandingOrdersBySeat:
        """Return the standing orders of a game's seats."""
        found = self._read("SELECT seat, kinds FROM standing WHERE game = ?", name)
        return {
            seat: {
                kind: Period(until, tuple(moment))
                for kind, (until, moment) in json.loads(orders).items()
            }
            for seat, orders in found
        }

    def set_standing_orders(self, name: str, seat: str, orders: Mapping[str, Period]) -> None:
        """Store a seat's standing orders."""
        with self._write() as db:
            values = name, seat, json.dumps(dict(orders))
            db.execute("INSERT OR REPLACE INTO standing VALUES (?,?,?)", values)

    def count_open(self, maker: str | None = None) -> int:
        """Return how many games are open, in all or of one address."""
        query, values = "SELECT count(*) FROM game WHERE state = ?", [OPEN]
        if maker is not None:
            query, values = f"{query} AND maker = ?", [OPEN, maker]
        return int(self._read(query, *values)[0][0])

    def find_idle(self, before: float, unjoined_before: float) -> list[str]:
        """Return open games without actions since a time, or that nobody has joined since one."""
        query = (
            "SELECT id FROM game WHERE state = ? AND (touched < ? OR NOT joined AND touched < ?)"
        )
        return [str(row[0]) for row in self._read(query, OPEN, before, unjoined_before)]

    def find_never_started(self, before: float, maker: str | None = None) -> list[str]:
        """Return open games in which no person has acted, made before a time.

        First come those of the address that has most open games, then those that nobody joined,
        then the oldest. With `maker` only those of an address that nobody joined.
        """
        query = "SELECT id FROM game AS own WHERE state = ? AND NOT started AND created < ?"
        if maker is not None:
            rows = self._read(
                f"{query} AND maker = ? AND NOT joined ORDER BY created", OPEN, before, maker
            )
        else:
            count = "SELECT count(*) FROM game WHERE state = ? AND maker = own.maker"
            order = f"ORDER BY ({count}) DESC, joined, created"
            rows = self._read(f"{query} {order}", OPEN, before, OPEN)
        return [str(row[0]) for row in rows]

    def abandon(self, names: Collection[str]) -> None:
        """Abandon open games; who comes back can resume them."""
        with self._write() as db:
            query = "UPDATE game SET state = ? WHERE id = ? AND state = ?"
            db.executemany(query, [(ABANDONED, name, OPEN) for name in names])

    def mark_joined(self, name: str) -> None:
        """Store that a person has joined, which opens an abandoned game again."""
        with self._write() as db:
            query = "UPDATE game SET joined = 1, touched = ?, state = CASE state WHEN ? THEN ?"
            values = time.time(), ABANDONED, OPEN, name
            db.execute(f"{query} ELSE state END WHERE id = ?", values)

    def end(self, name: str, state: str, gave_up: str) -> None:
        """Store the end of a game."""
        with self._write() as db:
            query = "UPDATE game SET state = ?, gave_up = ?, touched = ? WHERE id = ?"
            db.execute(query, (state, gave_up, time.time(), name))

    def list_games(self, state: str) -> list[dict[str, Any]]:
        """Return games of a state for the operator; finer times than days would tell of seats."""
        columns = "id, ruleset, created, touched, maker, joined"
        rows = self._read(f"SELECT {columns} FROM game WHERE state = ? ORDER BY created", state)
        now = time.time()
        return [
            {
                "game": name,
                "ruleset": ruleset,
                "state": state,
                "age_days": int((now - created) / SECONDS_PER_DAY),
                "idle_days": int((now - touched) / SECONDS_PER_DAY),
                "maker": maker,
                "joined": bool(joined),
            }
            for name, ruleset, created, touched, maker, joined in rows
        ]

    def set_state(self, name: str, state: str) -> bool:
        """Store the state of a game; return whether there is such a game."""
        with self._write() as db:
            return db.execute("UPDATE game SET state = ? WHERE id = ?", (state, name)).rowcount > 0

    def bans(self) -> list[tuple[str, float]]:
        """Return banned networks, and the ends of their bans."""
        return [(str(each), until) for each, until in self._read("SELECT network, until FROM ban")]

    def set_ban(self, network: str, until: float) -> None:
        """Ban a network until a time; forget bans that have ended."""
        with self._write() as db:
            db.execute("INSERT OR REPLACE INTO ban VALUES (?, ?)", (network, until))
            db.execute("DELETE FROM ban WHERE until <= ?", (time.time(),))

    # -- readers ---------------------------------------------------------------------------------

    def exchange(self, name: str, reader: str, key_hash: str, display_name: str | None) -> None:
        """Set another key and a name for a reader whose invitation is still valid."""
        with self._write() as db:
            query = "UPDATE reader SET key_hash = ?, name = ? WHERE game = ? AND reader = ?"
            db.execute(f"{query} AND invited IS NOT NULL", (key_hash, display_name, name, reader))

    def end_invitation(self, name: str, reader: str) -> None:
        """Void an invitation."""
        with self._write() as db:
            query = "UPDATE reader SET invited = NULL WHERE game = ? AND reader = ?"
            db.execute(query, (name, reader))

    # -- actions ---------------------------------------------------------------------------------

    def append_actions(
        self, name: str, row: ActionRecord, over: bool, time_left: SeatTime | None = None
    ) -> None:
        """Store actions and the clock of their seat; `over`: they ended the game."""
        with self._write() as db:
            _append_row(db, name, row)
            query = "UPDATE game SET touched = ?, started = started OR ?"
            db.execute(f"{query} WHERE id = ?", (time.time(), bool(row.request), name))
            if over:
                db.execute("UPDATE game SET state = ? WHERE id = ?", (OVER, name))
            if time_left is not None:
                _write_time(db, name, time_left)

    def take_back(self, name: str, rows: int, seed: int) -> None:
        """Forget all rows of a game but the first ones; luck is drawn again from there."""
        with self._write() as db:
            query = "SELECT n FROM said WHERE game = ? ORDER BY n LIMIT -1 OFFSET ?"
            forgotten = [(name, *row) for row in db.execute(query, (name, rows))]
            db.executemany("DELETE FROM said WHERE game = ? AND n = ?", forgotten)
            _append_row(db, name, ActionRecord(LUCK, 0, (seed,), "", "", 0))

    def save_time(self, name: str, time_left: SeatTime) -> None:
        """Store the clock of a seat whose decision is still open."""
        with self._write() as db:
            _write_time(db, name, time_left)

    def rows(self, name: str) -> Sequence[ActionRecord]:
        """Return all actions of a game, in order."""
        columns = ", ".join((*ACTION_FIELDS, "checksum"))
        found = self._read(f"SELECT {columns} FROM said WHERE game = ? ORDER BY n", name)
        for number, row in enumerate(found, start=1):
            if row[1] != number or not is_intact(row):
                raise self.database.damaged("an action of this game")
        return [
            ActionRecord(seat, at, tuple(json.loads(actions)), request, reply, ms)
            for _, _, seat, at, actions, request, reply, ms, _ in found
        ]

    def find_reply(self, name: str, seat: str, at: int, request: str) -> str | None:
        """Return the earlier answer to a message; None for a new one."""
        columns = ", ".join((*ACTION_FIELDS, "checksum"))
        query = f"SELECT {columns} FROM said WHERE game = ? AND seat = ? AND at = ? AND request = ?"
        found = self._read(query, name, seat, at, request)
        if found and not is_intact(found[0]):
            raise self.database.damaged("an action of this game")
        return str(found[0][ACTION_FIELDS.index("reply")]) if found else None


def _append_row(db: sqlite3.Connection, name: str, row: ActionRecord) -> None:
    """Store a row of a game after its others, with its checksum."""
    query = "SELECT coalesce(max(n), 0) + 1 FROM said WHERE game = ?"
    _insert_row(db, name, db.execute(query, (name,)).fetchone()[0], row)


def _insert_row(db: sqlite3.Connection, name: str, n: int, row: ActionRecord) -> None:
    """Store the row of a number."""
    actions = json.dumps(row.actions)
    values = (name, n, row.seat, row.at, actions, row.request, row.reply, row.ms)
    stored = *values, checksum(values)
    db.execute("INSERT INTO said VALUES (?,?,?,?,?,?,?,?,?)", stored)


def _write_time(db: sqlite3.Connection, name: str, time_left: SeatTime) -> None:
    """Store the clock of a seat."""
    db.execute("INSERT OR REPLACE INTO time VALUES (?,?,?,?,?,?)", (name, *time_left))
