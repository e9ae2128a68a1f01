"""Raises."""

from manners import play


def misbehave(ask):
    """Fall over something that is not there."""
    raise ValueError("a torpedo in the works")


play(misbehave)
