"""Names of games and keys of readers: drawn at random, kept as hashes alone."""

from __future__ import annotations

import hashlib
import hmac
import secrets

GAME_BYTES, KEY_BYTES = 12, 24
"""Bytes of luck in a game's name and in a key: neither can be guessed."""
MAX_KEY_LENGTH = 200


def new_game_id() -> str:
    """Return a name for a game that tells nothing and cannot be guessed."""
    return secrets.token_urlsafe(GAME_BYTES)


def new_key() -> str:
    """Return a key."""
    return secrets.token_urlsafe(KEY_BYTES)


def new_seed() -> int:
    """Return a seed for a game."""
    return secrets.randbits(62)


def hash_key(key: str) -> str:
    """Return what is kept of a key; from it no way leads back."""
    return hashlib.sha256(key.encode()).hexdigest()


def matches_hash(key: object, stored_hash: str | None) -> bool:
    """Whether a key is the one of that hash."""
    if not isinstance(key, str) or len(key) > MAX_KEY_LENGTH or not stored_hash:
        return False
    return hmac.compare_digest(hash_key(key), stored_hash)
