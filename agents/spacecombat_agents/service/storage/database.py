"""The SQLite file of the games: transactions, formats, errors in words, copies, checks.

A transaction is on the disk when it is confirmed (`synchronous=FULL`), so that neither a killed
process nor a power cut loses it.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from spacecombat_agents.service.storage.private_files import restrict_file
from spacecombat_env.core.errors import ConfigError, SpaceCombatError

__all__ = ["Database", "FORMAT", "StoreError", "copies_of", "copy_database", "problems_of"]

FORMAT = 7
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
OPERATION = """
ALTER TABLE game ADD COLUMN maker TEXT NOT NULL DEFAULT '';
ALTER TABLE game ADD COLUMN joined INTEGER NOT NULL DEFAULT 1;
ALTER TABLE game ADD COLUMN started INTEGER NOT NULL DEFAULT 1;
CREATE INDEX game_state ON game(state, maker);
CREATE TABLE health(one INTEGER PRIMARY KEY, at REAL NOT NULL);
CREATE TABLE ban(network TEXT PRIMARY KEY, until REAL NOT NULL) WITHOUT ROWID;
"""
PEOPLE = "ALTER TABLE game ADD COLUMN chat TEXT NOT NULL DEFAULT 'free';"
CHECKSUMS = """
ALTER TABLE game ADD COLUMN checksum TEXT NOT NULL DEFAULT '';
ALTER TABLE said ADD COLUMN checksum TEXT NOT NULL DEFAULT '';
"""
RATED = "ALTER TABLE game ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;"
MIGRATIONS = (SCHEMA, CLOCKS, STANDING, OPERATION, PEOPLE, CHECKSUMS, RATED)
"""Migrations from each format to the next."""
MIB = 1 << 20
SECONDS_BETWEEN_OPENINGS = 5.0
"""Minimum interval of attempts to open a damaged file again."""
FULL, DAMAGED = "the disk is full", "the file is damaged"
UNUSABLE = "the file cannot be read or written"
WORDS = (
    ("is full", FULL),
    ("No space left", FULL),
    ("malformed", DAMAGED),
    ("not a database", DAMAGED),
    ("readonly", "the file may not be written"),
    ("locked", "another program holds the file"),
)
"""Words of SQLite, and their meaning for people."""


class StoreError(SpaceCombatError):
    """The store cannot be read or written now; what was confirmed is kept."""


class Database:
    """The file, for one process and any of its threads."""

    def __init__(self, path: Path, on_error: Callable[[str], None] = lambda message: None) -> None:
        self.path, self._on_error = path, on_error
        """Called with the message of each StoreError."""
        self._lock = threading.RLock()
        self._is_broken, self._last_opening = False, 0.0
        try:
            restrict_file(path)
            self._db = self._open()
            self._migrate()
        except (sqlite3.Error, OSError) as cause:
            if isinstance(cause, (sqlite3.OperationalError, OSError)):
                reason = f"cannot be opened: {meaning_of(cause)}"
                raise ConfigError.at(path, "store", reason) from None
            raise ConfigError.at(path, "file", f"is not a store of games: {cause}") from None

    def _open(self) -> sqlite3.Connection:
        """Open the file. Raises sqlite3.Error if it is damaged."""
        db = sqlite3.connect(self.path, check_same_thread=False, isolation_level=None)
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        if found := problems_of(db, "quick_check"):
            db.close()
            raise sqlite3.DatabaseError(f"it is damaged ({found[0]}); restore a copy of it")
        return db

    def _migrate(self) -> None:
        """Create the missing tables of a new file or an older format; keep a copy of the latter.

        Raises ConfigError for an unknown format.
        """
        form = self._db.execute("PRAGMA user_version").fetchone()[0]
        if form == FORMAT:
            return
        if not 0 <= form < FORMAT:
            raise ConfigError.at(
                self.path, "user_version", f"has version {form}, but this program reads {FORMAT}"
            )
        if form:
            copy_database(self._db, copies_of(self.path)[form - 1])
        lacking = " ".join(MIGRATIONS[form:])
        self._db.executescript(f"BEGIN; {lacking} PRAGMA user_version={FORMAT}; COMMIT;")

    @contextlib.contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """Write in one transaction: all of the body, or nothing. Raises StoreError."""
        with self._lock, self._errors_in_words():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):  # it may have been rolled back already
                    self._db.execute("ROLLBACK")
                raise

    def read(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return rows. Raises StoreError."""
        with self._lock, self._errors_in_words():
            return self._db.execute(query, values).fetchall()

    @contextlib.contextmanager
    def _errors_in_words(self) -> Iterator[None]:
        """Raise StoreError for errors of SQLite; open a broken file again first."""
        try:
            if self._is_broken:
                self._open_again()
            yield
        except (sqlite3.Error, OSError) as cause:
            meaning = meaning_of(cause)
            self._is_broken = self._is_broken or meaning in (DAMAGED, UNUSABLE)
            reason = f"store: {meaning}; what was confirmed is kept, try again later"
            self._on_error(reason)
            raise StoreError(reason) from cause

    def damaged(self, what: str) -> StoreError:
        """Return the error of a row whose checksum does not match, and report it."""
        reason = f"store: {what} is damaged; restore a copy"
        self._on_error(reason)
        return StoreError(reason)

    def _open_again(self) -> None:
        """Open a file that was damaged, and may have been restored. Raises sqlite3.Error."""
        now = time.monotonic()
        if now - self._last_opening < SECONDS_BETWEEN_OPENINGS:
            raise sqlite3.DatabaseError("malformed")
        self._last_opening = now
        with contextlib.suppress(sqlite3.Error):
            self._db.close()
        try:
            self._db = self._open()
        except sqlite3.DatabaseError:
            raise sqlite3.DatabaseError("malformed") from None
        self._is_broken = False

    @property
    def size(self) -> int:
        """Size of the file in bytes, in whole MiB: a finer one would tell of single orders."""
        size = self.path.stat().st_size if self.path.exists() else 0
        return -(-size // MIB) * MIB

    def shrink(self) -> None:
        """Give space of deleted rows back to the disk. Raises StoreError."""
        with self._lock, self._errors_in_words():
            self._db.execute("VACUUM")
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Close the file."""
        with self._lock, contextlib.suppress(sqlite3.Error):
            self._db.close()


def meaning_of(cause: Exception) -> str:
    """Return the meaning of an error of SQLite or the system, for people."""
    return next((means for text, means in WORDS if text in str(cause)), UNUSABLE)


def copies_of(path: Path) -> list[Path]:
    """Return the names of the copies that are kept of a file of each older format."""
    return [path.with_name(f"{path.name}.format-{form}") for form in range(1, FORMAT)]


def copy_database(db: sqlite3.Connection, to: Path) -> None:
    """Copy an open file, also while it is used; what is damaged replaces no earlier copy.

    Raises sqlite3.Error, OSError.
    """
    new = to.with_name(f"{to.name}.new")
    new.unlink(missing_ok=True)
    try:
        restrict_file(new)
        with contextlib.closing(sqlite3.connect(new)) as copy:
            db.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, that can be moved
            if found := problems_of(copy, "quick_check"):
                raise sqlite3.DatabaseError(f"the games are damaged ({found[0]})")
        new.replace(to)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def problems_of(db: sqlite3.Connection, check: str) -> list[str]:
    """Return what a check of SQLite (`quick_check`, `integrity_check`) finds wrong.

    Raises sqlite3.OperationalError if the file cannot be read now.
    """
    try:
        found = [str(row[0]) for row in db.execute(f"PRAGMA {check}(10)")]
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as cause:
        return [str(cause)]
    return [] if found == ["ok"] else [" ".join(each.split()) for each in found]
