"""Thinks for ever and handles no more messages."""

from manners import play


def misbehave(ask):
    """Count to infinity."""
    while True:
        pass


play(misbehave)
