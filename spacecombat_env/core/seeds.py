"""Seeds made of seeds: for players, for the games of a pair, for what follows.

`core.rng` is for lots inside a game: its mixes can be undone, which does no harm there. What a
player is handed must not lead back to the luck of its games, so it is made here, by a keyed hash
that cannot be undone. (Who can guess the secret can hash it too: where players are not trusted, a
match wants a seed that nobody tries.)
"""

from __future__ import annotations

import hashlib

from spacecombat_env.core.rng import HIGH_TWIN

TWIN = HIGH_TWIN << 32
"""The bit in which the seeds of a pair's two games differ: they share all luck but the set-up's."""


def derived_seed(secret: int | bytes, *purpose: int | str) -> int:
    """Return a seed below 2**63 that follows from a secret and tells nothing of it.

    `purpose` tells apart what is made of one secret.
    """
    key = secret if isinstance(secret, bytes) else str(int(secret)).encode()
    text = "/".join(str(part) for part in purpose).encode()
    word = hashlib.blake2b(text, digest_size=8, key=hashlib.blake2b(key).digest()).digest()
    return int.from_bytes(word, "little") >> 1
