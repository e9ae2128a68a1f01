"""Seeds of a tournament: of pairs, and of players by pair, seat and identity.

No seed depends on what was played before or at the same time, so one game can be replayed alone.
The seat is hashed in, so that a player's seed does not reveal its opponent's. Seeds of bots also
depend on the tournament's secret, a file in its folder.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import numpy as np

from spacecombat_agents.arena.matches.match import paired_game_seeds
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.model.seeds import SECRET_BYTES, derived_seed, new_secret

__all__ = ["SECRET_FILE", "load_secret", "pair_game_seeds", "pair_seed", "player_seed"]

SECRET_FILE = "secret"
"""File with a tournament's secret; only its owner can read it."""
OWNER_ONLY = 0o600


def load_secret(folder: Path) -> bytes:
    """Return the secret of a tournament, drawn if missing; one process at a time."""
    file = folder / SECRET_FILE
    with contextlib.suppress(FileNotFoundError):
        text = file.read_text(encoding="ascii", errors="replace").strip()
        if len(text) == 2 * SECRET_BYTES and all(digit in "0123456789abcdef" for digit in text):
            file.chmod(OWNER_ONLY)
            return bytes.fromhex(text)
        raise ConfigError.at(file, "file", f"does not hold {SECRET_BYTES} bytes in hexadecimal")
    secret, new = new_secret(), file.with_name(f"{SECRET_FILE}.new")
    new.unlink(missing_ok=True)
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
    try:
        with open(descriptor, "w", encoding="ascii") as stream:
            stream.write(secret.hex() + "\n")
            stream.flush()
            os.fsync(descriptor)
        os.replace(new, file)
    except OSError as cause:
        new.unlink(missing_ok=True)
        raise ConfigError.at(file, "file", f"cannot be written: {cause.strerror}") from None
    return secret


def pair_seed(tournament: int, scenario: str, player_hashes: tuple[str, str], number: int) -> int:
    """Return the seed of a pair's first game: below 2**63.

    It follows from the tournament's seed, the digest of the scenario, the hashes of both players in
    either order, and the number of the pair.
    """
    return derived_seed(tournament, "pair", scenario, *sorted(player_hashes), number)


def player_seed(pair: int, seat: int, player_hash: str) -> int:
    """Return the seed of a player's random numbers in a seat of a pair."""
    return derived_seed(pair, "player", seat, player_hash)


def pair_game_seeds(pairs: list[int], player_hashes: tuple[str, str]) -> tuple[np.ndarray, ...]:
    """Return seeds int64 (2n,), seats of A int8 (2n,) and player seeds uint64 (2n, 2) of pairs."""
    seat_of_a = np.tile(np.array([0, 1], np.int8), len(pairs))
    player_seeds = [
        [player_seed(pair, seat, player_hashes[seat ^ swapped]) for seat in range(2)]
        for pair in pairs
        for swapped in range(2)
    ]
    return (
        paired_game_seeds(np.array(pairs, np.int64)),
        seat_of_a,
        np.array(player_seeds, np.uint64),
    )
