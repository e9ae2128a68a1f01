"""Writes a file that is too long."""

import tempfile

from manners import play


def misbehave(ask):
    """Write 10 MB more than allowed here."""
    with tempfile.TemporaryFile() as file:
        for _ in range(11):
            file.write(bytes(1 << 20))


play(misbehave)
