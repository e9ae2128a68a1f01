"""Dice without a stream: every draw is a hash of its purpose.

A draw is keyed by the game's seed, the kind of event and two numbers, for example turn and actor.
Two tactics compared on one seed share the dice of every event that they have in common, and the
only state is the seed. All values are 32-bit integers.

Compiled integers wrap at 64 bits, and Python's do not. The low 32 bits agree, so each function
converts its arguments with `int(...)` and masks after every product.
"""

from __future__ import annotations

from spacecombat_env.core.native import native

MASK = 0xFFFFFFFF
HIGH_TWIN = 1 << 30
"""In a seed's high half, the bit that tells the two games of a pair apart."""


@native
def mix(x):
    """Scramble the low 32 bits of `x`: a bijection (constants from hash-prospector)."""
    x = int(x) & MASK
    x = ((x ^ (x >> 16)) * 0x21F0AAAD) & MASK
    x = ((x ^ (x >> 15)) * 0x735A2D97) & MASK
    return x ^ (x >> 15)


@native
def fold(h, value):
    """Combine the hash `h` with the low 32 bits of `value`, which may be negative.

    For a fixed `h` no two values of 32 bits give the same result, nor two `h` for a fixed value.
    """
    spread = ((int(value) & MASK) * 0x9E3779B1 + 0x7F4A7C15) & MASK
    return mix((int(h) & MASK) ^ spread)


@native
def keyed(seed_lo, seed_hi, kind, a, b):
    """Hash a draw: the seed's two halves, the kind of event, and two numbers that identify it.

    The second half comes last, so that two seeds that collide after the first half diverge again.
    """
    return fold(fold(fold(fold(mix(seed_lo), kind), a), b), seed_hi)


@native
def pick(h, n):
    """Turn the hash `h` into a number from 0 to n - 1, evenly to one part in 2**32 / n."""
    return ((int(h) & MASK) * int(n)) >> 32


@native
def shared_half(seed_hi):
    """The high half of a seed without the twin bit, for dice that both games of a pair share."""
    return int(seed_hi) & ~HIGH_TWIN
