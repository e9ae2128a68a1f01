"""Floods standard error and answers nothing."""

import os

from manners import play

CHUNK = b"flood " * 10_000


def misbehave(ask):
    """Write without end."""
    while True:
        os.write(2, CHUNK)


play(misbehave)
