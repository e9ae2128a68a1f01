"""Digests of searching players: the search's own code, and the player that it searches with."""

from __future__ import annotations

import hashlib
from pathlib import Path

from spacecombat_env.core.ruleset import source_digest

__all__ = ["search_digest"]


def search_digest(player: object) -> str:
    """Return the SHA-256 of this package's sources and of a player's digest, if it has one."""
    own = source_digest([Path(__file__).parent])
    return hashlib.sha256(f"{own} {getattr(player, 'digest', '')}".encode()).hexdigest()
