"""Goes on reading and says nothing more."""

import sys

from manners import play


def misbehave(ask):
    """Read all that comes."""
    for _ in sys.stdin:
        pass


play(misbehave)
