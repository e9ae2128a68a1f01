"""Who may read what: a reader's key is looked at, an invitation exchanged for a key."""

from __future__ import annotations

from typing import NamedTuple

from spacecombat_agents.service import keys
from spacecombat_agents.service.rooms import Gone, Room
from spacecombat_agents.service.store import Chair
from spacecombat_agents.service.wanted import NOBODY, read_name
from spacecombat_env.core.errors import SpaceCombatError
from spacecombat_env.env.table import PUBLIC


class NoEntry(SpaceCombatError):
    """A reader is not let in; the words name the field."""


class Admitted(NamedTuple):
    """A reader that is let in, or is given the key with which it will be."""

    reader: str
    account: str
    """What its messages are counted by: the hash of its key, or its address."""
    new_key: str | None = None
    """What its invitation was exchanged for: it is handed this key, and nothing of the seat."""


def admit(
    room: Room,
    reader: object,
    key: object,
    address: str,
    name: object = None,
    exchanges: bool = True,
) -> Admitted:
    """Let a reader in by its key, or exchange its invitation for one. Raises NoEntry, Gone.

    An invitation opens no seat: all it is answered with is a key that nobody else has, who made the
    game neither. It can be exchanged again until that key is used, since the answer may have been
    lost; the key before is void then, so that nobody's goes on unnoticed beside another's. `name`
    is how who comes by an invitation is called; where nothing is exchanged it is refused.
    """
    with room.lock:
        if room.broken:  # what it knows of keys may be old
            raise Gone(f"game: {room.kept.id} begins anew; come again")
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
            _confirm(room, chair)
            return Admitted(chair.reader, str(chair.key_hash))
        if keys.fits(key, chair.invited):
            if not exchanges:
                raise NoEntry("key: is an invitation; join exchanges it for a key")
            return _exchanged(room, chair, name)
        raise NoEntry(f"key: opens no seat; {chair.reader} needs its own, which was given once")


def _exchanged(room: Room, chair: Chair, name: object) -> Admitted:
    """Exchange an invitation for a key; messages are counted by the invitation."""
    key = keys.new_key()
    called = read_name(name, "name") or chair.name
    room.store.exchange(room.kept.id, chair.reader, keys.hash_of(key), called)
    room.set_chair(chair._replace(key_hash=keys.hash_of(key), name=called))
    return Admitted(chair.reader, str(chair.invited), key)


def _confirm(room: Room, chair: Chair) -> None:
    """Let an invitation open nothing more, where there is one: its key has arrived."""
    if chair.invited is not None:
        room.store.end_invitation(room.kept.id, chair.reader)
        room.set_chair(chair._replace(invited=None))
