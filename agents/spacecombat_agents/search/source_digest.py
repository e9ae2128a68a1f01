"""What tells a searching player from another: the search's own code, and whom it searches with."""

from __future__ import annotations

import hashlib
from pathlib import Path

from spacecombat_env.core.ruleset import source_digest


def search_digest(player: object) -> str:
    """Return the SHA-256 of this room's sources and of a player's digest, where it has one."""
    own = source_digest([Path(__file__).parent])
    return hashlib.sha256(f"{own} {getattr(player, 'digest', '')}".encode()).hexdigest()
