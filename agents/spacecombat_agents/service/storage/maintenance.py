"""Copies, checks and deletion of stored games, also while a service uses them."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

from spacecombat_agents.service.storage.checksums import ACTION_FIELDS, GAME_FIELDS, is_intact
from spacecombat_agents.service.storage.database import (
    FORMAT,
    Database,
    StoreError,
    copy_database,
    problems_of,
)
from spacecombat_agents.service.storage.folder import DATABASE_FILE, PAGES_FOLDER, lock_folder
from spacecombat_agents.service.storage.game_store import ABANDONED, ENDED, OVER
from spacecombat_env.core.errors import ConfigError

__all__ = ["back_up", "find_problems", "prune", "prune_folder"]

TABLES = ("reader", "said", "time", "standing")
"""Tables with rows of games, besides `game`."""
FIELDS = ("scenario", "delegate", "clock")
"""Columns of games that contain JSON."""
SECONDS_PER_DAY = 86_400


def _open_existing(folder: Path) -> sqlite3.Connection:
    """Open the file of games in a folder. Raises ConfigError unless it has this format."""
    path = folder / DATABASE_FILE
    if not path.is_file():
        raise ConfigError.at(path, "data", "there is no file of games")
    try:
        db = sqlite3.connect(path, isolation_level=None)
        form = db.execute("PRAGMA user_version").fetchone()[0]
    except sqlite3.Error as cause:
        raise ConfigError.at(path, "file", f"is not a store of games: {cause}") from None
    if form != FORMAT:
        db.close()
        reason = f"has version {form}, but this program reads {FORMAT}; start the service once"
        raise ConfigError.at(path, "user_version", reason)
    return db


def back_up(folder: Path, to: Path) -> int:
    """Copy the games of a folder to a file; return their number. Raises ConfigError."""
    if to.is_dir() or to.resolve() == (folder / DATABASE_FILE).resolve():
        raise ConfigError.at(to, "copy", "must be another file")
    try:
        with contextlib.closing(_open_existing(folder)) as db:
            copy_database(db, to)
        with contextlib.closing(sqlite3.connect(to)) as copy:
            return int(copy.execute("SELECT count(*) FROM game").fetchone()[0])
    except (sqlite3.Error, OSError) as cause:
        raise ConfigError.at(to, "copy", f"is not made: {cause}") from None


def find_problems(folder: Path) -> tuple[int, list[str]]:
    """Return how many games a folder has, and all that is wrong. Raises ConfigError."""
    with contextlib.closing(_open_existing(folder)) as db:
        try:
            if found := problems_of(db, "integrity_check"):
                return 0, found
            rows = db.execute(f"SELECT id, {', '.join(FIELDS)} FROM game").fetchall()
            return len(rows), [*_bad_fields(rows), *_bad_checksums(db), *_orphans(db)]
        except sqlite3.Error as cause:
            return 0, [str(cause)]


def _bad_fields(rows: list[tuple[str, ...]]) -> list[str]:
    """Return the fields of games that are not JSON, in words."""
    return [
        f"game {row[0][:4]}...: {field}: is not JSON"
        for row in rows
        for field, text in zip(FIELDS, row[1:], strict=True)
        if not _is_json(text)
    ]


def _bad_checksums(db: sqlite3.Connection) -> Iterator[str]:
    """Yield the games with rows that differ from their checksum or are missing, in words."""
    for table, fields in (("game", GAME_FIELDS), ("said", ACTION_FIELDS)):
        for row in db.execute(f"SELECT {', '.join(fields)}, checksum FROM {table}"):
            if not is_intact(row):
                yield f"game {row[0][:4]}...: {table}: a row differs from its checksum"
    for (name,) in db.execute("SELECT game FROM said GROUP BY game HAVING max(n) != count(*)"):
        yield f"game {name[:4]}...: said: a row is missing"


def _orphans(db: sqlite3.Connection) -> list[str]:
    """Return how many rows belong to no game, in words."""
    found = []
    for table in TABLES:
        query = f"SELECT count(*) FROM {table} WHERE game NOT IN (SELECT id FROM game)"
        if count := db.execute(query).fetchone()[0]:
            found.append(f"{table}: {count} rows belong to no game")
    return found


def _is_json(text: str) -> bool:
    """Return whether a text is JSON."""
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def prune(database: Database, pages: Path, before: float) -> int:
    """Delete games that ended or were put away before a time, and their pages; return how many.

    Raises StoreError.
    """
    query = "SELECT id FROM game WHERE state IN (?, ?, ?) AND touched < ?"
    names = [(row[0],) for row in database.read(query, OVER, ENDED, ABANDONED, before)]
    for (name,) in names:  # first: on a full disk, they make room for the changes of the file
        with contextlib.suppress(OSError):
            (pages / f"{name}.html").unlink(missing_ok=True)
    if names:
        with database.write() as db:
            db.executemany("DELETE FROM game WHERE id = ?", names)
            for table in TABLES:
                db.executemany(f"DELETE FROM {table} WHERE game = ?", names)
    return len(names)


def prune_folder(folder: Path, days: float) -> int:
    """Delete old games of a folder; the file shrinks if no service uses it.

    Returns how many games were deleted. Raises ConfigError, StoreError.
    """
    _open_existing(folder).close()
    database = Database(folder / DATABASE_FILE)
    try:
        before = time.time() - days * SECONDS_PER_DAY
        deleted = prune(database, folder / PAGES_FOLDER, before)
        with contextlib.suppress(ConfigError, StoreError), contextlib.closing(lock_folder(folder)):
            database.shrink()
        return deleted
    finally:
        database.close()
