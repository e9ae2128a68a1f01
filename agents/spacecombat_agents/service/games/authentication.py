"""Authenticate readers by their keys, and exchange invitations for keys."""

from __future__ import annotations

from typing import NamedTuple

from spacecombat_agents.service.games.game_request import NOBODY, parse_name
from spacecombat_agents.service.games.game_session import GameSession, SessionClosed
from spacecombat_agents.service.storage import access_keys
from spacecombat_agents.service.storage.game_store import SeatAssignment
from spacecombat_env.core.errors import SpaceCombatError
from spacecombat_env.env.table import PUBLIC

__all__ = ["AccessDenied", "ReaderAccess", "authenticate"]


GUEST = "Guest"
"""Name of an invited person who gives none."""


class AccessDenied(SpaceCombatError):
    """Access is denied; the message names the field."""


class ReaderAccess(NamedTuple):
    """The access of a reader, or the key that an invitation was exchanged for."""

    reader: str
    account: str
    """Identifier for rate limits: the hash of the key, or the address."""
    new_key: str | None = None
    """The key that the invitation was exchanged for; the reader receives only this key."""


def authenticate(
    session: GameSession,
    reader: object,
    key: object,
    address: str,
    name: object = None,
    exchanges: bool = True,
) -> ReaderAccess:
    """Authenticate a reader by its key, or exchange its invitation for one.

    Raises AccessDenied, SessionClosed; QuotaReached, ServerFull if the game was abandoned.

    An invitation does not open a seat: its answer is a key that nobody else has, including the
    creator of the game. It can be exchanged again until that key is used, since the answer may have
    been lost. Each exchange voids the previous key, so that no stolen key works unnoticed. `name`
    is the display name of the invited person; without an exchange it is refused.
    """
    with session.lock:
        if session.is_closed:  # its copy of the keys may be outdated
            raise SessionClosed(f"game: {session.game.id} was reloaded; try again")
        if reader == PUBLIC:
            if session.game.watch == NOBODY and session.table.to_act is not None:
                raise AccessDenied("reader: this game has no spectators")
            if PUBLIC not in session.table.readers:
                raise AccessDenied("reader: this rule set shows nothing to the public")
            return ReaderAccess(PUBLIC, f"address {address}")
        assignment = next(
            (each for each in session.game.assignments if each.reader == reader), None
        )
        if assignment is None or assignment.player is not None:
            raise AccessDenied(f"reader: {str(reader)[:40]!r} has no key")
        if access_keys.matches_hash(key, assignment.key_hash):
            session.admit_person()
            _void_invitation(session, assignment)
            return ReaderAccess(assignment.reader, str(assignment.key_hash))
        if access_keys.matches_hash(key, assignment.invited):
            if not exchanges:
                raise AccessDenied("key: is an invitation; exchange it for a key by join")
            return _exchange_invitation(session, assignment, name)
        raise AccessDenied(
            f"key: is wrong; {assignment.reader} needs its own key, which was issued once"
        )


def _exchange_invitation(
    session: GameSession, assignment: SeatAssignment, name: object
) -> ReaderAccess:
    """Exchange an invitation for a key; rate limits count the invitation."""
    key = access_keys.new_key()
    display_name = parse_name(name, "name") or assignment.name or GUEST
    session.store.exchange(
        session.game.id, assignment.reader, access_keys.hash_key(key), display_name
    )
    session.set_assignment(
        assignment._replace(key_hash=access_keys.hash_key(key), name=display_name)
    )
    return ReaderAccess(assignment.reader, str(assignment.invited), key)


def _void_invitation(session: GameSession, assignment: SeatAssignment) -> None:
    """Void the invitation, if there is one: its key has arrived."""
    if assignment.invited is not None:
        session.store.end_invitation(session.game.id, assignment.reader)
        session.set_assignment(assignment._replace(invited=None))
