"""Floods standard output with well-formed answers to nothing."""

from manners import play, say


def misbehave(ask):
    """Send unrequested messages without end."""
    while True:
        say(type="say", id=-1, game=ask["game"], at=-1, words=[])


play(misbehave)
