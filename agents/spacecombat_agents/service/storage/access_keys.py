"""Random names of games and keys of readers; only hashes of keys are stored."""

from __future__ import annotations

import hashlib
import hmac
import secrets

__all__ = ["hash_key", "matches_hash", "new_game_id", "new_key", "new_seed"]

GAME_BYTES, KEY_BYTES = 12, 24
"""Random bytes in a game's name and in a key: neither can be guessed."""
MAX_KEY_LENGTH = 200


def new_game_id() -> str:
    """Return a random name for a game; it reveals nothing and cannot be guessed."""
    return secrets.token_urlsafe(GAME_BYTES)


def new_key() -> str:
    """Return a key."""
    return secrets.token_urlsafe(KEY_BYTES)


def new_seed() -> int:
    """Return a seed for a game."""
    return secrets.randbits(62)


def hash_key(key: str) -> str:
    """Return the stored hash of a key, which cannot be inverted."""
    return hashlib.sha256(key.encode()).hexdigest()


def matches_hash(key: object, stored_hash: str | None) -> bool:
    """Return whether a key has that hash."""
    if not isinstance(key, str) or len(key) > MAX_KEY_LENGTH or not stored_hash:
        return False
    return hmac.compare_digest(hash_key(key), stored_hash)
