"""Thinks for ever and hears nothing any more."""

from manners import play


def misbehave(ask):
    """Count to infinity."""
    while True:
        pass


play(misbehave)
