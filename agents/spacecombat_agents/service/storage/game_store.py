"""The stored games: assignments of seats, and every action.

There is one SQLite file. An action is stored before its answer is sent, so that a killed process
loses nothing that a client has seen. Keys are stored as hashes. The seed is stored only here.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from spacecombat_agents.bots.time_control import TimeControl
from spacecombat_agents.service.delegation.standing_orders import (
    StandingOrdersBySeat,
)
from spacecombat_agents.service.storage.private_files import restrict_file
from spacecombat_agents.service.timing.person_clocks import SeatTime
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.env.table import Period

__all__ = ["ActionRecord", "FORMAT", "GameStore", "SeatAssignment", "StoredGame"]

FORMAT = 3
OPEN, OVER, ABANDONED = "open", "over", "left"
"""State of a game; `left` (abandoned) after a long time without activity."""
SCHEMA = """
CREATE TABLE game(
  id TEXT PRIMARY KEY, ruleset TEXT NOT NULL, scenario TEXT NOT NULL, delegate TEXT NOT NULL,
  seed INTEGER NOT NULL, watch TEXT NOT NULL, made_with TEXT NOT NULL, created REAL NOT NULL,
  touched REAL NOT NULL, state TEXT NOT NULL, gave_up TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE reader(
  game TEXT NOT NULL, reader TEXT NOT NULL, place INTEGER NOT NULL, key_hash TEXT, invited TEXT,
  player TEXT, name TEXT, PRIMARY KEY (game, reader)
) WITHOUT ROWID;
CREATE TABLE said(
  game TEXT NOT NULL, n INTEGER NOT NULL, seat TEXT NOT NULL, at INTEGER NOT NULL,
  tokens TEXT NOT NULL, request TEXT NOT NULL, reply TEXT NOT NULL, ms INTEGER NOT NULL,
  PRIMARY KEY (game, n)
) WITHOUT ROWID;
CREATE INDEX said_again ON said(game, seat, at);
"""
CLOCKS = """
ALTER TABLE game ADD COLUMN clock TEXT NOT NULL DEFAULT '{}';
CREATE TABLE time(
  game TEXT NOT NULL, seat TEXT NOT NULL, order_ms INTEGER NOT NULL, bank_ms INTEGER NOT NULL,
  spent_ms INTEGER NOT NULL, lates INTEGER NOT NULL, PRIMARY KEY (game, seat)
) WITHOUT ROWID;
"""
STANDING = """
CREATE TABLE standing(
  game TEXT NOT NULL, seat TEXT NOT NULL, kinds TEXT NOT NULL, PRIMARY KEY (game, seat)
) WITHOUT ROWID;
"""
MIGRATIONS = (SCHEMA, CLOCKS, STANDING)
"""Migrations from each format to the next."""


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
    """The file with all games; one process at a time, any of its threads."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        try:
            restrict_file(path)
            self._db = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=NORMAL")
            self._prepare()
        except (sqlite3.Error, OSError) as cause:
            raise ConfigError.at(path, "file", f"is not a store of games: {cause}") from None

    def _prepare(self) -> None:
        """Create the missing tables of a new file or an older format.

        Raises ConfigError for an unknown format.
        """
        form = self._db.execute("PRAGMA user_version").fetchone()[0]
        if form == FORMAT:
            return
        if not 0 <= form < FORMAT:
            raise ConfigError.at(
                self.path, "user_version", f"has version {form}, but this program reads {FORMAT}"
            )
        lacking = " ".join(MIGRATIONS[form:])
        self._db.executescript(f"BEGIN; {lacking} PRAGMA user_version={FORMAT}; COMMIT;")

    @contextlib.contextmanager
    def _write(self) -> Iterator[sqlite3.Connection]:
        """Write in one transaction: all of the body, or nothing."""
        with self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")

    def _read(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return rows."""
        with self._lock:
            return self._db.execute(query, values).fetchall()

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._db.close()

    # -- games -----------------------------------------------------------------------------------

    def add(self, game: StoredGame) -> None:
        """Store a new game."""
        now = time.time()
        with self._write() as db:
            db.execute(
                "INSERT INTO game VALUES (?,?,?,?,?,?,?,?,?,?,?,?)",
                (
                    game.id,
                    game.ruleset,
                    json.dumps(game.scenario),
                    json.dumps(game.delegate),
                    game.seed,
                    game.watch,
                    game.made_with,
                    now,
                    now,
                    game.state,
                    game.gave_up,
                    json.dumps(game.clock.message()),
                ),
            )
            for place, assignment in enumerate(game.assignments):
                row = (game.id, assignment.reader, place, *assignment[1:])
                db.execute("INSERT INTO reader VALUES (?,?,?,?,?,?,?)", row)

    def game(self, name: str) -> StoredGame | None:
        """Return a game; None for an unknown name."""
        columns = "id, ruleset, scenario, delegate, seed, watch, made_with, state, gave_up, clock"
        found = self._read(f"SELECT {columns} FROM game WHERE id = ?", name)
        if not found:
            return None
        query = "SELECT reader, key_hash, invited, player, name FROM reader WHERE game = ?"
        assignments = tuple(
            SeatAssignment(*row) for row in self._read(f"{query} ORDER BY place", name)
        )
        own, ruleset, scenario, delegate, seed, watch, made_with, state, gave_up, clock = found[0]
        delegated = tuple(tuple(each) for each in json.loads(delegate))
        about = json.loads(scenario), delegated, seed, watch, made_with, assignments, state, gave_up
        further = TimeControl.of(json.loads(clock)), self._times(name), self._standing_orders(name)
        return StoredGame(own, ruleset, *about, *further)

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

    def count_open(self) -> int:
        """Return how many games are open."""
        return int(self._read("SELECT count(*) FROM game WHERE state = ?", OPEN)[0][0])

    def abandon_idle_games(self, before: float) -> int:
        """Abandon games without actions since that time; return their number."""
        with self._write() as db:
            found = db.execute(
                "UPDATE game SET state = ? WHERE state = ? AND touched < ?",
                (ABANDONED, OPEN, before),
            )
            return int(found.rowcount)

    def end(self, name: str, state: str, gave_up: str) -> None:
        """Store the state of a game: over, or open again after it was abandoned."""
        with self._write() as db:
            query = "UPDATE game SET state = ?, gave_up = ?, touched = ? WHERE id = ?"
            db.execute(query, (state, gave_up, time.time(), name))

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
            next_n = "SELECT ?, coalesce(max(n), 0) + 1, ?,?,?,?,?,? FROM said WHERE game = ?"
            actions = json.dumps(row.actions)
            values = (name, row.seat, row.at, actions, row.request, row.reply, row.ms, name)
            db.execute(f"INSERT INTO said {next_n}", values)
            query = "UPDATE game SET touched = ?, state = ? WHERE id = ?"
            db.execute(query, (time.time(), OVER if over else OPEN, name))
            if time_left is not None:
                _write_time(db, name, time_left)

    def save_time(self, name: str, time_left: SeatTime) -> None:
        """Store the clock of a seat whose decision is still open."""
        with self._write() as db:
            _write_time(db, name, time_left)

    def rows(self, name: str) -> Sequence[ActionRecord]:
        """Return all actions of a game, in order."""
        query = "SELECT seat, at, tokens, request, reply, ms FROM said WHERE game = ? ORDER BY n"
        found = self._read(query, name)
        return [
            ActionRecord(seat, at, tuple(json.loads(actions)), request, reply, ms)
            for seat, at, actions, request, reply, ms in found
        ]

    def find_reply(self, name: str, seat: str, at: int, request: str) -> str | None:
        """Return the earlier answer to a message; None for a new one."""
        query = "SELECT reply FROM said WHERE game = ? AND seat = ? AND at = ? AND request = ?"
        found = self._read(query, name, seat, at, request)
        return str(found[0][0]) if found else None


def _write_time(db: sqlite3.Connection, name: str, time_left: SeatTime) -> None:
    """Store the clock of a seat."""
    db.execute("INSERT OR REPLACE INTO time VALUES (?,?,?,?,?,?)", (name, *time_left))
