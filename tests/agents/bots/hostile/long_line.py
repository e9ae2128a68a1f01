"""Says a line of 20 MB."""

from manners import play, say

SIZE = 20 << 20


def misbehave(ask):
    """Answer with a very long note."""
    say(type="say", id=ask["id"], game=ask["game"], at=ask["at"], words=[], note="x" * SIZE)


play(misbehave)
