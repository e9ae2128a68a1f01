"""Whether the Numba that is here is one whose inside we know."""

import os

import numba

PLAIN = "SPACECOMBAT_PLAIN_NUMBA"
"""Set to 1 in the environment: compile everything in Numba's own way, which takes far longer."""

SUITS = numba.__version__.startswith("0.68.") and os.environ.get(PLAIN, "0") in ("", "0")
"""Whether inner.py, lean.py, slots.py and capacities.py do their work; they were written for it."""
