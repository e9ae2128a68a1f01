"""Seeds derived from seeds: for players, for the games of a pair, for later games.

`core.model.rng` makes the dice of a game; its mixes can be inverted, which does no harm there. A
player's seed must not lead back to the dice of its games, so it is made here by a keyed hash that
cannot be inverted. An attacker who can guess the input can compute the same hash. So seeds that no
user chose are drawn (`new_seed`), and seeds for third-party programs also depend on a secret of the
run (`new_secret`), which is never shown.
"""

from __future__ import annotations

import hashlib
import secrets

from spacecombat_env.core.model.rng import HIGH_TWIN

TWIN = HIGH_TWIN << 32
"""The bit in which the seeds of a pair's two games differ. They share all dice except the
set-up's.
"""


SEED_BITS, SECRET_BYTES = 63, 32


def new_seed() -> int:
    """Return an unpredictable seed."""
    return secrets.randbits(SEED_BITS)


def new_secret() -> bytes:
    """Return a secret of a run, which must not be shown to anyone."""
    return secrets.token_bytes(SECRET_BYTES)


def derived_seed(secret: int | bytes, *purpose: int | str) -> int:
    """Return a seed below 2**63 derived from a secret, of which it reveals nothing.

    `purpose` separates seeds derived from one secret.
    """
    key = secret if isinstance(secret, bytes) else str(int(secret)).encode()
    text = "/".join(str(part) for part in purpose).encode()
    digest = hashlib.blake2b(text, digest_size=8, key=hashlib.blake2b(key).digest()).digest()
    return int.from_bytes(digest, "little") >> 1
