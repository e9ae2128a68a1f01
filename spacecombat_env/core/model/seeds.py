"""Seeds made of seeds: for players, for the games of a pair, for what follows.

`core.rng` is for lots inside a game: its mixes can be undone, which does no harm there. What a
player is handed must not lead back to the luck of its games, so it is made here, by a keyed hash
that cannot be undone. Who can guess what it is made of can hash it too: so seeds that nobody named
are drawn (`new_seed`), and what a program of somebody else is handed is made with a secret of the
run besides (`new_secret`), which nobody is told.
"""

from __future__ import annotations

import hashlib
import secrets

from spacecombat_env.core.model.rng import HIGH_TWIN

TWIN = HIGH_TWIN << 32
"""The bit in which the seeds of a pair's two games differ: they share all luck but the set-up's."""


SEED_BITS, SECRET_BYTES = 63, 32


def new_seed() -> int:
    """Return a seed that nobody guesses."""
    return secrets.randbits(SEED_BITS)


def new_secret() -> bytes:
    """Return a secret of a run, which is told nobody."""
    return secrets.token_bytes(SECRET_BYTES)


def derived_seed(secret: int | bytes, *purpose: int | str) -> int:
    """Return a seed below 2**63 that follows from a secret and tells nothing of it.

    `purpose` tells apart what is made of one secret.
    """
    key = secret if isinstance(secret, bytes) else str(int(secret)).encode()
    text = "/".join(str(part) for part in purpose).encode()
    word = hashlib.blake2b(text, digest_size=8, key=hashlib.blake2b(key).digest()).digest()
    return int.from_bytes(word, "little") >> 1
