"""Closes its standard output and goes on living."""

import os
import time

from manners import play


def misbehave(ask):
    """Hang up."""
    os.close(1)
    time.sleep(600)


play(misbehave)
