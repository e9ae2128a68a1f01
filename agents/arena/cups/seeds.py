"""The luck of a cup: of a pair by what it is, of a player by its pair, its seat and who it is.

Nothing depends on what was played before or beside it, so one game can be played again alone. A
player's own luck does not tell the other's in the same pair: who sits where is hashed in. What bots
are given for their lots is made with the cup's secret besides, which lies in its folder.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import numpy as np

from spacecombat_agents.arena.match import both_games
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.seeds import SECRET_BYTES, derived_seed, new_secret

SECRET = "secret"
"""The file of a cup's secret, for its owner alone."""
FOR_ITS_OWNER = 0o600


def kept_secret(folder: Path) -> bytes:
    """Return the secret of a cup, drawn where there is none; one process at a time."""
    file = folder / SECRET
    with contextlib.suppress(FileNotFoundError):
        found = file.read_text(encoding="ascii", errors="replace").strip()
        if len(found) == 2 * SECRET_BYTES and all(digit in "0123456789abcdef" for digit in found):
            file.chmod(FOR_ITS_OWNER)
            return bytes.fromhex(found)
        raise ConfigError.at(file, "file", f"holds no {SECRET_BYTES} bytes in hexadecimal")
    secret, new = new_secret(), file.with_name(f"{SECRET}.new")
    new.unlink(missing_ok=True)
    opened = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FOR_ITS_OWNER)
    with open(opened, "w", encoding="ascii") as written:
        written.write(secret.hex() + "\n")
        written.flush()
        os.fsync(opened)
    os.replace(new, file)
    return secret


def pair_seed(cup: int, scenario: str, entrants: tuple[str, str], number: int) -> int:
    """Return the seed of a pair's first game: below 2**63.

    It follows from the cup's seed, the digest of the scenario, the hashes of both entrants in
    either order, and the pair's number between them.
    """
    return derived_seed(cup, "pair", scenario, *sorted(entrants), number)


def player_seed(pair: int, seat: int, entrant: str) -> int:
    """Return the seed of what a player draws in a seat of a pair; `entrant` is its hash."""
    return derived_seed(pair, "player", seat, entrant)


def games_of_pairs(pairs: list[int], entrants: tuple[str, str]) -> tuple[np.ndarray, ...]:
    """Return seeds int64 (2n,), seats of A int8 (2n,) and luck uint64 (2n, 2) of pairs of games."""
    seat_of_a = np.tile(np.array([0, 1], np.int8), len(pairs))
    luck = [
        [player_seed(pair, seat, entrants[seat ^ turned]) for seat in range(2)]
        for pair in pairs
        for turned in range(2)
    ]
    return both_games(np.array(pairs, np.int64)), seat_of_a, np.array(luck, np.uint64)
