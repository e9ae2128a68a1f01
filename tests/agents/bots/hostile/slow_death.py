"""Says the first byte of its answer in time, then a byte a second."""

import sys
import time

from manners import play


def misbehave(ask):
    """Never come to an end."""
    for letter in '{"type":"say","note":"' + "x" * 1000:
        sys.stdout.write(letter)
        sys.stdout.flush()
        time.sleep(1)


play(misbehave)
