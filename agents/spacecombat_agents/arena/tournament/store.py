"""SQLite store of a tournament's games: one row per game, written by one process.

All rows of a unit are written in the transaction that ends it, so a killed process leaves only
whole units and can resume. Other processes may read at any time.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from spacecombat_agents.arena.tournament.game_rows import KEY, RUNNER, GameRow
from spacecombat_agents.arena.tournament.schedule import Unit
from spacecombat_env.core.errors import ConfigError

__all__ = ["GameStore"]

VERSION = 1
APPLICATION_ID = 0x53434355
"""`application_id` of these files: SCCU."""
SCHEMA = f"""
CREATE TABLE cup (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE game (
  scenario INTEGER NOT NULL, a INTEGER NOT NULL, b INTEGER NOT NULL, pair INTEGER NOT NULL,
  game INTEGER NOT NULL, seed INTEGER NOT NULL, seat_of_a INTEGER NOT NULL,
  verdict INTEGER NOT NULL, reason TEXT NOT NULL, turns INTEGER NOT NULL,
  decisions_first INTEGER NOT NULL, decisions_second INTEGER NOT NULL, margin INTEGER NOT NULL,
  cause TEXT NOT NULL, owner TEXT NOT NULL, note TEXT NOT NULL, words_sha TEXT NOT NULL, words BLOB,
  PRIMARY KEY ({", ".join(KEY)})
) WITHOUT ROWID;
CREATE TABLE lap (
  number INTEGER NOT NULL, place INTEGER NOT NULL, a INTEGER NOT NULL, b INTEGER NOT NULL,
  PRIMARY KEY (number, place)
) WITHOUT ROWID;
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {VERSION};
"""
COLUMNS = ", ".join("words" if name == "actions" else name for name in GameRow._fields)
INSERT = f"INSERT OR REPLACE INTO game ({COLUMNS}) VALUES ({', '.join('?' * len(GameRow._fields))})"
ORDER = f"ORDER BY {', '.join(KEY)}"


class GameStore:
    """A file of games. `GameStore.create` makes one, `GameStore.open` opens one."""

    def __init__(self, file: Path, database: sqlite3.Connection) -> None:
        self.file = file
        self._database = database
        self._lock: sqlite3.Connection | None = None

    @classmethod
    def create(cls, file: Path, content: Mapping[str, Any]) -> GameStore:
        """Create a file for the games of a tournament or match, with its description."""
        store = cls(file, _connect(file, "rwc"))
        with store._transaction() as database:
            if not database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                for statement in SCHEMA.split(";"):
                    database.execute(statement)
                rows = [(key, _json(value)) for key, value in sorted(content.items())]
                database.executemany("INSERT INTO cup VALUES (?, ?)", rows)
        store._check()
        return store

    @classmethod
    def open(cls, file: Path, *, write: bool = False) -> GameStore:
        """Open an existing file; raise ConfigError if it is not a store of games."""
        if not file.is_file():
            raise ConfigError.at(file, "file", "does not exist: no tournament was started here")
        store = cls(file, _connect(file, "rw" if write else "ro"))
        store._check()
        return store

    def _check(self) -> None:
        """Refuse files of other programs or versions."""
        try:
            mark, version = (
                self._database.execute(f"PRAGMA {name}").fetchone()[0]
                for name in ("application_id", "user_version")
            )
        except sqlite3.DatabaseError as cause:
            raise ConfigError.at(self.file, "file", f"is not a store of games: {cause}") from None
        if mark != APPLICATION_ID:
            raise ConfigError.at(self.file, "file", "is not a store of games")
        if version != VERSION:
            reason = f"has version {version}, but this program reads {VERSION}"
            raise ConfigError.at(self.file, "user_version", reason)

    def close(self) -> None:
        """Close the file."""
        self._database.close()
        if self._lock is not None:
            self._lock.close()

    def __enter__(self) -> GameStore:
        """Return the store."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.close()

    def lock(self) -> None:
        """Lock the file for writing until the process ends; raise ConfigError if it is locked."""
        if self._lock is not None:
            return
        lock_file = self.file.with_name(self.file.name + ".lock")
        self._lock = sqlite3.connect(lock_file, timeout=0.0, isolation_level=None)
        try:
            self._lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as cause:
            is_busy = "locked" in str(cause)
            reason = "another process is using it" if is_busy else f"cannot be locked: {cause}"
            raise ConfigError.at(self.file, "file", reason) from None

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """Write all or nothing."""
        try:
            self._database.execute("BEGIN IMMEDIATE")
            yield self._database
            self._database.execute("COMMIT")
        except sqlite3.DatabaseError as cause:
            self._roll_back()
            raise ConfigError.at(self.file, "file", f"cannot be written: {cause}") from None
        except BaseException:
            self._roll_back()
            raise

    def _roll_back(self) -> None:
        """Undo a transaction; on a full disk SQLite may have done so already."""
        if self._database.in_transaction:
            self._database.execute("ROLLBACK")

    # -- description -------------------------------------------------------------------------------

    def content(self) -> dict[str, Any]:
        """Return the description of the games."""
        rows = self._database.execute("SELECT key, value FROM cup ORDER BY key")
        return {key: json.loads(value) for key, value in rows}

    def set_value(self, key: str, value: Any) -> None:
        """Replace one value of the description."""
        with self._transaction() as database:
            database.execute("INSERT OR REPLACE INTO cup VALUES (?, ?)", (key, _json(value)))

    # -- games -----------------------------------------------------------------------------------

    def add_rows(self, rows: Iterable[GameRow]) -> None:
        """Write games, all or none."""
        with self._transaction() as database:
            database.executemany(INSERT, rows)

    def rows(self) -> Iterator[GameRow]:
        """Yield all games in order."""
        yield from map(GameRow._make, self._database.execute(f"SELECT {COLUMNS} FROM game {ORDER}"))

    def unit_rows(self, unit: Unit) -> list[GameRow]:
        """Return the stored games of a unit: all or none."""
        found = self._database.execute(
            f"SELECT {COLUMNS} FROM game WHERE scenario = ? AND a = ? AND b = ?"
            f" AND pair >= ? AND pair < ? {ORDER}",
            (unit.scenario, unit.a, unit.b, unit.first, unit.first + unit.pairs),
        )
        return list(map(GameRow._make, found))

    def delete_unplayed(self) -> int:
        """Delete games that were unplayed through no fault of the players; return their number."""
        with self._transaction() as database:
            return int(database.execute("DELETE FROM game WHERE cause = ?", (RUNNER,)).rowcount)

    def count(self) -> int:
        """Return the number of games."""
        return int(self._database.execute("SELECT count(*) FROM game").fetchone()[0])

    def digest(self) -> str:
        """Return the SHA-256 of all games in order, each as JSON."""
        total = hashlib.sha256()
        for row in self.rows():
            stored = row._replace(actions=None if row.actions is None else row.actions.hex())  # type: ignore[arg-type]
            total.update(json.dumps(stored).encode() + b"\n")
        return total.hexdigest()

    # -- rounds of a ladder ------------------------------------------------------------------------

    def rounds(self) -> list[list[tuple[int, int]]]:
        """Return the matchups of each round of the ladder."""
        found: list[list[tuple[int, int]]] = []
        query = "SELECT number, a, b FROM lap ORDER BY number, place"
        for number, a, b in self._database.execute(query):
            if number == len(found):
                found.append([])
            found[number].append((a, b))
        return found

    def add_round(self, number: int, matchups: Iterable[tuple[int, int]]) -> None:
        """Write the matchups of a round."""
        rows = [(number, place, a, b) for place, (a, b) in enumerate(matchups)]
        with self._transaction() as database:
            database.executemany("INSERT INTO lap VALUES (?, ?, ?, ?)", rows)


def _connect(file: Path, mode: str) -> sqlite3.Connection:
    """Open a database so that commits are on disk."""
    try:
        address = f"{file.resolve().as_uri()}?mode={mode}"
        database = sqlite3.connect(address, uri=True, isolation_level=None, timeout=30.0)
        if mode != "ro":
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = FULL")
    except sqlite3.DatabaseError as cause:
        raise ConfigError.at(file, "file", f"cannot be opened: {cause}") from None
    return database


def _json(value: Any) -> str:
    """Return canonical JSON."""
    return json.dumps(value, sort_keys=True)
