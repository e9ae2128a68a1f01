"""Who may read what: a reader's key is looked at, an invitation exchanged for a key."""

from __future__ import annotations

from typing import NamedTuple

from spacecombat_agents.service import keys
from spacecombat_agents.service.rooms import Room
from spacecombat_agents.service.store import Chair
from spacecombat_agents.service.wanted import NOBODY, read_name
from spacecombat_env.core.errors import SpaceCombatError
from spacecombat_env.env.table import PUBLIC


class NoEntry(SpaceCombatError):
    """A reader is not let in; the words name the field."""


class Admitted(NamedTuple):
    """A reader that is let in."""

    reader: str
    account: str
    """What its messages are counted by: the hash of its key, or its address."""
    new_key: str | None = None
    """What its invitation was exchanged for."""


def admit(room: Room, reader: object, key: object, address: str, name: object = None) -> Admitted:
    """Let a reader in, or raise NoEntry.

    An invitation is exchanged for a key that nobody else has, who made the game neither. It goes on
    opening the seat until that key is used (`confirm`), since the answer may have been lost. `name`
    is how who comes by an invitation is called, where it has none.
    """
    with room.lock:
        if reader == PUBLIC:
            if room.kept.watch == NOBODY and room.table.asked is not None:
                raise NoEntry("reader: nobody looks on at this game")
            if PUBLIC not in room.table.readers:
                raise NoEntry("reader: this rule set shows nothing to the public")
            return Admitted(PUBLIC, f"address {address}")
        chair = next((each for each in room.kept.chairs if each.reader == reader), None)
        if chair is None or chair.player is not None:
            raise NoEntry(f"reader: nobody sits as {str(reader)[:40]!r} by a key")
        if keys.fits(key, chair.key_hash):
            confirm(room, chair.reader)
            return Admitted(chair.reader, str(chair.key_hash))
        if keys.fits(key, chair.invited):
            return _invited(room, chair, name)
        raise NoEntry(f"key: opens no seat; {chair.reader} needs its own, which was given once")


def _invited(room: Room, chair: Chair, name: object) -> Admitted:
    """Exchange an invitation for a key."""
    key = keys.new_key()
    account = keys.hash_of(key)
    called = chair.name or read_name(name, "name")
    room.store.set_key(room.kept.id, chair.reader, account, called)
    room.set_chair(chair._replace(key_hash=account, name=called))
    return Admitted(chair.reader, account, key)


def confirm(room: Room, reader: str) -> None:
    """Let an invitation open nothing more, where there is one: its key has arrived."""
    with room.lock:
        chair = next(each for each in room.kept.chairs if each.reader == reader)
        if chair.invited is not None and chair.key_hash is not None:
            room.store.end_invitation(room.kept.id, reader)
            room.set_chair(chair._replace(invited=None))
